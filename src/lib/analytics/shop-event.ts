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

/** Returns the lines and quantities that were added between two states of the cart. */
export function addedLines(before: readonly CartLine[] | undefined, after: readonly CartLine[]): CartLine[] {
  return after.flatMap((line) => {
    const quantity = line.quantity - (before?.find((one) => isSameLine(one, line))?.quantity ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

function toItem({ id, name, price, quantity, selectedSize, selectedColor }: CartLine): EventItem {
  const variant = [selectedSize, selectedColor].filter(Boolean).join(' / ')
  return { item_id: id, item_name: name, ...(variant && { item_variant: variant }), price, quantity }
}
