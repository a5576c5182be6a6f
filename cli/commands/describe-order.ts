import type { Transaction } from '../../api/db/index.ts'
import { formatOrderNumber, parseOrderNumber } from '../../api/ids.ts'
import { nameOf } from '../../api/modules/orders/advance.ts'
import type { findOrder, ItemRow, OrderRow } from '../../api/modules/orders/read.ts'
import type { ReturnRow } from '../../api/modules/orders/returns.ts'
import { ORDER_STATUS, toOrder } from '../../api/modules/orders/lifecycle/order-rules.ts'
import { moneyOf, type OrderMoney } from '../../api/modules/orders/lifecycle/money-rules.ts'
import { readOrderMoney } from '../../api/modules/orders/order-money.ts'
import type { listMismatches } from '../../api/modules/payments/mismatches.ts'
import { formatMoney, formatRupees } from '../../api/rupees.ts'
import { CommandError } from '../context.ts'
import { count } from '../import/text.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

type MismatchedPayment = Awaited<ReturnType<typeof listMismatches>>[number]

export type StatusName = keyof typeof ORDER_STATUS

export const STATUS_NAMES = Object.keys(ORDER_STATUS) as StatusName[]

/**
 * The order number without dashes.
 * @throws {CommandError} the text is no order number
 */
export function requireNumber(typed: string): string {
  const number = parseOrderNumber(typed)
  if (number) return number
  throw new CommandError(
    `"${typed}" is not an order number. Order numbers have 12 letters and digits, such as 7K3M-9Q2X-V0AB.`,
  )
}

/** `paid`, `unpaid`, `cash on delivery`, `refunded`, or the amount due for refund and whether the order is otherwise paid. */
export function formatPaymentState(
  { payment, kept, refundDue }: OrderMoney,
  order: Pick<Order, 'cashOnDelivery'>,
): string {
  if (payment === 'unpaid' && order.cashOnDelivery) return 'cash on delivery'
  if (payment !== 'refund due') return payment
  return `${kept > 0 ? 'paid, ' : ''}refund due ${formatRupees(refundDue)}`
}

/** Tells the merchant that a late payment took pieces that are no longer there. */
export function oversoldSentence(pieces: number): string {
  return `${count(pieces, 'piece')} of it went back into stock before the payment and ${pieces === 1 ? 'was' : 'were'} sold again. Restock, or cancel the order and refund it.`
}

/** An order for merchants: full address, prices in rupees. */
export function describeOrder(order: Order, { payment, refundDue }: OrderMoney) {
  const { number, status, total, createdAt, paidAt, shippingAddress, contactEmail, attribution, items } =
    order
  return {
    id: formatOrderNumber(number),
    status: nameOf(status),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    payment,
    cashOnDelivery: order.cashOnDelivery,
    refundDue: refundDue / 100,
    total: total / 100,
    cashFee: order.cashFee / 100,
    promisedBy: order.promisedBy?.toISOString().slice(0, 10) ?? null,
    email: contactEmail,
    shippingAddress,
    attribution,
    shipment: order.shipment,
    parcel: order.parcel,
    items: items.map((item) => ({
      productId: item.productId,
      productTitle: item.productTitle,
      quantity: item.quantity,
      price: item.price / 100,
      selectedSize: item.selectedSize,
      selectedColor: item.selectedColor,
      options: item.variantOptions,
      sku: item.sku,
      oversold: item.oversold,
    })),
  }
}

/** Money that does not fit its order, for merchants. */
export function describeMismatch(one: MismatchedPayment) {
  return {
    payment: one.id,
    order: formatOrderNumber(one.orderNumber),
    amount: one.amount / 100,
    currency: one.currency,
    total: one.total / 100,
    namedOrder: one.mismatch?.orderNumber ? formatOrderNumber(one.mismatch.orderNumber) : null,
    provider: one.provider,
    reference: one.gatewayReference,
    receivedAt: one.settledAt?.toISOString() ?? null,
  }
}

export function mismatchLine(one: MismatchedPayment): string {
  const named = one.mismatch?.orderNumber
  const facts = [
    `${one.id}: mismatch`,
    `${formatMoney(one.amount, one.currency)} for an order of ${formatRupees(one.total)}`,
    named === undefined ? '' : `the provider names order ${formatOrderNumber(named)}`,
    one.provider,
    one.gatewayReference ?? '',
  ]
  return facts.filter(Boolean).join('  ')
}

/** A return for merchants, with the items of its order. */
export function describeReturn(row: ReturnRow, items: readonly ItemRow[]) {
  return {
    id: row.id,
    status: row.status,
    order: formatOrderNumber(row.orderNumber),
    createdAt: row.createdAt.toISOString(),
    reason: row.reason,
    note: row.note,
    items: row.lines.map(({ line, quantity }) => {
      const item = items.find((one) => one.line === line)
      const choice = item ? formatChoice(item) : ''
      return { product: `${item?.productTitle ?? ''}${choice && ` (${choice})`}`, quantity }
    }),
  }
}

/** The variant's options, such as `Size M, Length 46`; size and colour of a product without variants. */
export function formatChoice({ variantOptions, selectedSize, selectedColor }: ItemRow): string {
  if (variantOptions) return formatOptions(variantOptions)
  return [selectedSize, selectedColor].filter((one) => one !== null).join(', ')
}

export function formatOptions(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

/** Ad attribution in the form of URL parameters. */
export function adTags(attribution: ReturnType<typeof describeOrder>['attribution']): string {
  return new URLSearchParams(attribution?.tags).toString()
}

/** Returns a function from order to its payment state. */
export async function createMoneyLookup(tx: Transaction, tenantId: string, found: readonly OrderRow[]) {
  const all = await readOrderMoney(tx, tenantId, found)
  return (order: OrderRow): OrderMoney => all.get(order.number) ?? moneyOf(toOrder(order), [])
}
