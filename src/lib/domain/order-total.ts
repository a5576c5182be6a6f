import type { ReceivedOrder } from '../schemas/order.ts'
import { sumOfLines } from './paise.ts'

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
