import { orderStatusMessages } from '../messages/order-status.ts'
import { ordersMessages } from '../messages/orders.ts'
import type { ReceivedOrder } from '../schemas/order.ts'
import { orderStatus, type OrderStatus } from './order-status.ts'
import { orderTotal } from './order-total.ts'

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
