import { formatOrderNumber } from '../ids.ts'
import type { findOrder } from '../orders/read.ts'
import { ORDER_STATUS } from '../orders/status.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export type StatusName = keyof typeof ORDER_STATUS

export const STATUS_NAMES = Object.keys(ORDER_STATUS) as StatusName[]

/** As a merchant reads an amount. */
export const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

export function nameOf(status: number): string {
  return STATUS_NAMES.find((name) => ORDER_STATUS[name] === status) ?? String(status)
}

/** An order as a merchant sees it: the whole address, prices in rupees. */
export function describeOrder(order: Order) {
  const { number, status, total, createdAt, paidAt, shippingAddress, contactEmail, attribution, items } =
    order
  return {
    id: formatOrderNumber(number),
    status: nameOf(status),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    total: total / 100,
    email: contactEmail,
    shippingAddress,
    attribution,
    items: items.map(({ productId, productTitle, quantity, price, selectedSize, selectedColor }) => ({
      productId,
      productTitle,
      quantity,
      price: price / 100,
      selectedSize,
      selectedColor,
    })),
  }
}
