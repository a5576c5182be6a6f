import type { QuotedVariant } from './order-item.ts'

/** An item of which too few pieces are left. */
export interface Shortage<Item> {
  item: Item
  /** Pieces of the variant that can be ordered. */
  left: number
  /** Pieces of this item that are not in stock. */
  missing: number
}

type Stock = Pick<QuotedVariant, 'stock' | 'sellsBeyondStock'>

/** The items of variants of which too few pieces are left, in their order; a variant that is gone has none. */
export function findShortages<Item extends { variantId: string | null; quantity: number }>(
  items: readonly Item[],
  variants: ReadonlyMap<string, Stock>,
): Shortage<Item>[] {
  const wanted = new Map<string | null, number>()
  for (const { variantId, quantity } of items) wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity)
  const remaining = new Map<string, number>()
  return items.flatMap((item) => {
    if (item.variantId === null) return []
    const row = variants.get(item.variantId)
    const left = row ? piecesLeft(row) : 0
    if (left === undefined) return []
    const before = remaining.get(item.variantId) ?? left
    remaining.set(item.variantId, Math.max(0, before - item.quantity))
    if ((wanted.get(item.variantId) ?? 0) <= left) return []
    return [{ item, left, missing: Math.max(0, item.quantity - before) }]
  })
}

/** Pieces of a variant that can be ordered; `undefined` where there is no limit. */
export function piecesLeft({ stock, sellsBeyondStock }: Stock): number | undefined {
  return stock === null || sellsBeyondStock ? undefined : Math.max(0, stock)
}
