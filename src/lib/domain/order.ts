import { orderStatusMessages } from '../messages/order-status.ts'
import { ordersMessages } from '../messages/orders.ts'
import type { ReceivedOrder } from '../schemas/order.ts'
import { sumOfLines } from './paise.ts'
import { orderStatus, type OrderStatus } from './order-status.ts'

interface OrderItem {
  id: string
  name: string
  quantity: number
  /** For one piece, in rupees; order views write it with `$`. §9 */
  price: number
  /** Known where the store has the capability `order-lines`. design §7 */
  selectedSize?: string
  selectedColor?: string
}

/** An order as shown. §3 Order (display) */
export interface Order {
  id: string
  status: OrderStatus
  /** As the API wrote it. */
  createdAt: string | undefined
  items: OrderItem[]
  shipping: {
    /** One line; empty when the store gives none. */
    address: string
    /** To be translated, like `tracking`. */
    method: string
    tracking: string
  }
}

/** Turns a received order into what is shown, and warns of a status code that §4 does not know (§8). */
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
    })),
    // Method and tracking are not in the answer, so they are always these. §3 Order (display)
    shipping: {
      address: joinAddress(received.shippingAddress),
      method: ordersMessages.method,
      tracking: ordersMessages.noTracking,
    },
  }
}

/** Rupees: sum of price times quantity. §2 My orders */
export function orderTotal(order: Pick<Order, 'items'>): number {
  return sumOfLines(order.items)
}

/** A price for order views, which show `$` and 2 decimals although the amount is in rupees. §1, §9 */
export function formatOrderPrice(price: number): string {
  return `$${price.toFixed(2)}`
}

function joinAddress(address: ReceivedOrder['shippingAddress']): string {
  if (!address) return ''
  return [address.address, address.city, address.state, address.postalCode]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
}
