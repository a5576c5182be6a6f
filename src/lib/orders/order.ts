import { sumOfLines, toPaise } from '../catalogue/money.ts'
import { variantUrl } from '../catalogue/product-url.ts'
import { toImageUrl } from '../catalogue/image-url.ts'
import { lineChoice } from '../catalogue/variants.ts'
import type {
  OrderPaymentState,
  OrderRefund,
  OrderReturn,
  ParcelState,
  ReceivedOrder,
} from '@tanabana/contract/order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { ordersMessages, orderStatusMessages } from './messages.ts'

/** Invalid fields are `undefined`. */
export interface OrderItem {
  id: string
  name: string | undefined
  quantity: number | undefined
  /** Unit price in rupees; order views show it with `$`. */
  price: number | undefined
  /** Set where the store has the capability `order-lines`. */
  selectedSize: string | undefined
  selectedColor: string | undefined
  /** Options other than size and colour, set where the store has the capability `variants`. */
  otherOptions: string | undefined
  /** Absolute URL of the ordered picture, beyond the contract. */
  image: string | undefined
  /** Path of the product in the ordered variant, where the store names the product. */
  path: string | undefined
  variantId: string | undefined
  /** Set where the store has the capability `shipment`. */
  productId: string | undefined
  /** Pieces that can be returned. */
  returnable: number | undefined
  hsn: string | undefined
  /** Percent, included in the price. */
  gstRate: number | undefined
  /** Share of the order's discount for all pieces, in rupees. Set where the store has the capability `offers`. */
  discount: number | undefined
}

/** The parcel of an order; absent details are `undefined`. */
interface Shipment {
  courier: string | undefined
  /** A web address. */
  trackingUrl: string | undefined
  /** Set where it did not arrive. */
  parcel: ParcelState | undefined
}

/** A status that an order has reached; `at` as the API sent it. */
interface OrderStep {
  status: OrderStatus
  at: string
}

/** A shop that takes no cash any more still has cash orders, whose payment state `shipment` names. */
export const CASH_CAPABILITIES: readonly Capability[] = ['cash-on-delivery', 'shipment']

/** An order for display. */
export interface Order {
  id: string
  status: OrderStatus
  /** As the API sent it. */
  createdAt: string | undefined
  items: OrderItem[]
  /** Price times quantity, in rupees. */
  total: number | undefined
  /** In rupees, with the shop's words. Set where the store has the capability `offers`. */
  discount: { label: string; amount: number } | undefined
  /** Fee of an order that is paid at delivery, in rupees. Set where the store has one of `CASH_CAPABILITIES`. */
  fee: number | undefined
  shipping: {
    /** One line; empty when the store sends none. */
    address: string
    /** English text for `t`, like `tracking`. */
    method: string
    tracking: string
  }
  /** The day by which it was promised, as the API sent it. Set where the store has the capability `quotes`. */
  promisedBy: string | undefined
  /** True for an order that is paid at delivery. Set where the store has one of `CASH_CAPABILITIES`. */
  isCash: boolean | undefined
  /** From here on set where the store has the capabilities `shipment`, `cancellation`, `returns` and `invoice`. */
  payment: OrderPaymentState | undefined
  refunds: OrderRefund[] | undefined
  history: OrderStep[] | undefined
  shipment: Shipment | undefined
  isCancellable: boolean | undefined
  /** The end of the time for returns, as the API sent it. */
  returnableUntil: string | undefined
  returns: OrderReturn[] | undefined
  /** `paidAt` as the API sent it. */
  invoice: { recipient: string | undefined; paidAt: string | undefined } | undefined
}

/**
 * Converts a received order for display, and warns in the console about an unknown status. Resolves relative image
 * addresses against `imageBase`, the store API's address.
 */
export function toOrder(
  received: ReceivedOrder,
  imageBase: string,
  capabilities: readonly Capability[] = [],
): Order {
  const status = orderStatus(received.status)
  const has = new Set<Capability>(capabilities)
  const shipment = has.has('shipment') ? received.shipment : undefined
  if (status.code === 'unknown') console.warn(orderStatusMessages.invalid, received.status)
  return {
    id: received.id,
    status,
    createdAt: received.createdAt,
    items: received.items.map((item, index) => ({
      id: item.id ?? String(index),
      name: item.productTitle,
      quantity: item.quantity,
      price: item.price,
      selectedSize: item.selectedSize,
      selectedColor: item.selectedColor,
      otherOptions: item.options && lineChoice(item.options).otherOptions,
      image: toImageUrl(item.image ?? '', imageBase) || undefined,
      path: item.productId && variantUrl(item.productId, { variant: item.variantId }),
      variantId: item.variantId,
      productId: has.has('shipment') ? item.productId : undefined,
      returnable: has.has('returns') ? item.returnable : undefined,
      hsn: item.hsn,
      gstRate: item.gstRate,
      discount: has.has('offers') ? item.discount : undefined,
    })),
    total: orderTotal(received),
    discount: orderDiscount(received, capabilities),
    fee: orderFee(received, capabilities),
    // Without `shipment`, the API sends neither method nor tracking number.
    shipping: {
      address: received.shippingAddress
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(', '),
      method: ordersMessages.method,
      tracking: shipment?.trackingNumber ?? ordersMessages.notAvailable,
    },
    promisedBy: has.has('quotes') ? received.promisedBy : undefined,
    isCash: CASH_CAPABILITIES.some((word) => has.has(word)) ? received.cashOnDelivery : undefined,
    payment: has.has('shipment') ? received.payment : undefined,
    refunds: has.has('shipment') ? received.refunds : undefined,
    history: has.has('shipment')
      ? received.history.map(({ status: code, at }) => ({ status: orderStatus(code), at }))
      : undefined,
    shipment: shipment && {
      courier: shipment.courier,
      trackingUrl: webAddress(shipment.trackingUrl),
      parcel: shipment.parcel,
    },
    isCancellable: has.has('cancellation') ? received.cancellable : undefined,
    returnableUntil: has.has('returns') ? received.returnableUntil : undefined,
    returns: has.has('returns') ? received.returns : undefined,
    // A tax invoice is issued at the dispatch.
    invoice:
      has.has('invoice') && received.invoice && !(has.has('tax-invoice') && status.code === 'processing')
        ? { recipient: received.invoice.recipient, paidAt: received.invoice.paidAt }
        : undefined,
  }
}

function orderDiscount(
  { discount }: Pick<ReceivedOrder, 'discount'>,
  capabilities: readonly Capability[],
): Order['discount'] {
  if (!discount || discount.amount <= 0 || !capabilities.includes('offers')) return undefined
  return { label: discount.label, amount: discount.amount }
}

function orderFee(
  { cashOnDelivery, fees }: Pick<ReceivedOrder, 'cashOnDelivery' | 'fees'>,
  capabilities: readonly Capability[],
): number | undefined {
  if (!cashOnDelivery || !CASH_CAPABILITIES.some((word) => capabilities.includes(word))) return undefined
  return fees.reduce((sum, { amount }) => sum + toPaise(amount), 0) / 100 || undefined
}

/** Returns an https address; `undefined` for anything else. */
function webAddress(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : undefined
}

/** The four statuses of an order that is not cancelled, in their order. */
const FORWARD = ['pending', 'processing', 'shipped', 'delivered'] as const

/**
 * Returns the steps of an order: those that it has reached, with their times where the API knows them, and those to
 * come. A cancelled order ends with its cancellation.
 */
export function orderSteps({ status, history, createdAt }: Pick<Order, 'status' | 'history' | 'createdAt'>): {
  code: (typeof CODES)[number]
  at: string | undefined
  isReached: boolean
}[] {
  const timeOf = (code: string) =>
    history?.find((step) => step.status.code === code)?.at ?? (code === 'pending' ? createdAt : undefined)
  if (status.code === 'cancelled') {
    const before = FORWARD.filter((code) => code === 'pending' || timeOf(code) !== undefined)
    return [...before, 'cancelled' as const].map((code) => ({ code, at: timeOf(code), isReached: true }))
  }
  const reached = FORWARD.findIndex((code) => code === status.code)
  return FORWARD.map((code, index) => ({
    code,
    at: index <= reached ? timeOf(code) : undefined,
    isReached: index <= reached,
  }))
}

/** True for an item that can be returned while another size of its product takes its place. */
export function canExchange({ productId, selectedSize, returnable = 0 }: OrderItem): boolean {
  return Boolean(productId && selectedSize) && returnable > 0
}

/** True for an order with an invoice: the shop has accepted it, and it is not cancelled. */
export function hasInvoice({ status, invoice }: Pick<Order, 'status' | 'invoice'>): boolean {
  return invoice !== undefined && ['processing', 'shipped', 'delivered'].includes(status.code)
}

/** Formats a price for order views, which show `$` and 2 decimals although the amount is in rupees. */
export function formatOrderPrice(price: number): string {
  return `$${price.toFixed(2)}`
}

/** The five statuses of the store API, by number from 0. */
const CODES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const

/** Status of an order; `number` is the received number of a status beyond the five. */
export type OrderStatus = { code: (typeof CODES)[number] } | { code: 'unknown'; number?: number }

/**
 * Parses a received status: absent is Pending, numeric text is its number, anything else is unknown.
 *
 * @example orderStatus(7) // { code: 'unknown', number: 7 }
 */
export function orderStatus(received: unknown): OrderStatus {
  const number = toNumber(received)
  if (number === undefined) return { code: 'unknown' }
  const code = CODES[number]
  return code ? { code } : { code: 'unknown', number }
}

function toNumber(received: unknown): number | undefined {
  if (received === undefined || received === null) return 0
  if (typeof received === 'string' && /^\d{1,9}$/.test(received)) return Number(received)
  return typeof received === 'number' && Number.isFinite(received) ? received : undefined
}

/**
 * Returns the sum of price times quantity in rupees. With an invalid line, or without lines, returns the total that the
 * API sends, else `undefined`: an incomplete sum is never shown as the total.
 */
function orderTotal({ items, total }: Pick<ReceivedOrder, 'items' | 'total'>): number | undefined {
  const lines = items.flatMap(({ price, quantity }) =>
    price === undefined || quantity === undefined ? [] : [{ price, quantity }],
  )
  return items.length > 0 && lines.length === items.length ? sumOfLines(lines) : total
}

/** Returns what the order costs its shopper: the total less the discount and with the fee, in rupees. */
export function payableOf({
  total,
  discount,
  fee = 0,
}: Pick<Order, 'total' | 'discount' | 'fee'>): number | undefined {
  if (total === undefined) return undefined
  return (Math.max(0, toPaise(total) - toPaise(discount?.amount ?? 0)) + toPaise(fee)) / 100
}

/** Returns what a received order costs its shopper, in rupees. */
export function receivedPayable(
  received: ReceivedOrder,
  capabilities: readonly Capability[] = [],
): number | undefined {
  return payableOf({
    total: orderTotal(received),
    discount: orderDiscount(received, capabilities),
    fee: orderFee(received, capabilities),
  })
}
