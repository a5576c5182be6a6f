import type { ReceivedOrder } from '../schemas/order.ts'
import { sumOfLines } from './paise.ts'

/**
 * Rupees: the sum of price times quantity. Where a line can't be read, or none came, the total that the API itself
 * names, else `undefined`: an incomplete sum is never shown as the total.
 */
export function orderTotal({ items, total }: Pick<ReceivedOrder, 'items' | 'total'>): number | undefined {
  const lines = items.flatMap(({ price, quantity }) =>
    price === undefined || quantity === undefined ? [] : [{ price, quantity }],
  )
  return items.length > 0 && lines.length === items.length ? sumOfLines(lines) : total
}
