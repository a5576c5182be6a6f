import { toPaise } from '../catalogue/money.ts'
import type { OrderItem } from './order.ts'

/** Tax of one rate that the prices include, in rupees. */
export interface IncludedTax {
  /** Percent. */
  rate: number
  amount: number
}

/**
 * Returns the GST that the prices less the discount include, by rate. Only with a known rate of every item: a partial sum would look
 * complete.
 */
export function includedTaxes(
  items: readonly Pick<OrderItem, 'price' | 'quantity' | 'gstRate' | 'discount'>[],
): IncludedTax[] {
  const paise = new Map<number, number>()
  for (const { price, quantity, gstRate, discount = 0 } of items) {
    if (price === undefined || quantity === undefined || gstRate === undefined) return []
    const gross = toPaise(price) * quantity - toPaise(discount)
    paise.set(gstRate, (paise.get(gstRate) ?? 0) + (gross * gstRate) / (100 + gstRate))
  }
  return [...paise]
    .filter(([rate]) => rate > 0)
    .toSorted(([one], [other]) => one - other)
    .map(([rate, amount]) => ({ rate, amount: Math.round(amount) / 100 }))
}
