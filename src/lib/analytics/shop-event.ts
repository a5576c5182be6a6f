import { type CartLine, isSameLine } from '../cart/cart.ts'
import { sumOfLines } from '../catalogue/money.ts'

/** A bought or viewed product in analytics terms; no personal data. */
interface EventItem {
  item_id: string
  item_name: string
  item_variant?: string
  price: number
  quantity: number
}

interface ShopEvent {
  currency: 'INR'
  /** In rupees. */
  value: number
  items: EventItem[]
}

/** Converts lines to an event, at the prices of the cart. */
export function shopEvent(lines: CartLine[]): ShopEvent {
  return { currency: 'INR', value: sumOfLines(lines), items: lines.map(toItem) }
}

/**
 * Returns the lines and quantities that were added between two states of the cart. Another size or colour for a line is
 * no addition, so a line counts at most by what its product grew.
 */
export function addedLines(before: readonly CartLine[] = [], after: readonly CartLine[]): CartLine[] {
  const growth = new Map<string, number>()
  for (const { id, quantity } of after) growth.set(id, (growth.get(id) ?? 0) + quantity)
  for (const { id, quantity } of before) growth.set(id, (growth.get(id) ?? 0) - quantity)
  return after.flatMap((line) => {
    const ofLine = line.quantity - (before.find((one) => isSameLine(one, line))?.quantity ?? 0)
    const ofProduct = growth.get(line.id) ?? 0
    const quantity = Math.min(ofLine, ofProduct)
    if (quantity <= 0) return []
    growth.set(line.id, ofProduct - quantity)
    return [{ ...line, quantity }]
  })
}

function toItem({ id, name, price, quantity, selectedSize, selectedColor }: CartLine): EventItem {
  const variant = [selectedSize, selectedColor].filter(Boolean).join(' / ')
  return { item_id: id, item_name: name, ...(variant && { item_variant: variant }), price, quantity }
}
