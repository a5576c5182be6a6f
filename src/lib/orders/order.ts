import { sumOfLines } from '../catalogue/money.ts'
import { lineChoice } from '../catalogue/variants.ts'
import type { ReceivedOrder } from '../contract/order.ts'
import { ordersMessages, orderStatusMessages } from './messages.ts'

/** Invalid fields are `undefined`. */
interface OrderItem {
  id: string
  name: string | undefined
  quantity: number | undefined
  /** Unit price in rupees; order views show it with `$`. */
  price: number | undefined
  /** Set where the store has the capability `order-lines`. */
  selectedSize: string | undefined
  selectedColor: string | undefined
  /** Set where the store has the capability `variants`: options other than size and colour, and the picture. */
  otherOptions: Record<string, string> | undefined
  image: string | undefined
}

/** An order for display. */
export interface Order {
  id: string
  status: OrderStatus
  /** As the API sent it. */
  createdAt: string | undefined
  items: OrderItem[]
  /** Rupees. */
  total: number | undefined
  shipping: {
    /** One line; empty when the store sends none. */
    address: string
    /** English text for `t`, like `tracking`. */
    method: string
    tracking: string
  }
}

/** Converts a received order for display, and warns in the console about an unknown status. */
export function toOrder(received: ReceivedOrder): Order {
  const status = orderStatus(received.status)
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
      image: item.image,
    })),
    total: orderTotal(received),
    // The API sends neither method nor tracking number.
    shipping: {
      address: received.shippingAddress
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(', '),
      method: ordersMessages.method,
      tracking: ordersMessages.notAvailable,
    },
  }
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
export function orderTotal({ items, total }: Pick<ReceivedOrder, 'items' | 'total'>): number | undefined {
  const lines = items.flatMap(({ price, quantity }) =>
    price === undefined || quantity === undefined ? [] : [{ price, quantity }],
  )
  return items.length > 0 && lines.length === items.length ? sumOfLines(lines) : total
}
