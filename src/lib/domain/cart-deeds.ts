import { addLine, removeProduct, setQuantity, type CartLine, type LineKey } from './cart.ts'

/** What a shopper does to the cart, in a form that other tabs can be told. */
export type CartDeed =
  | { act: 'add'; line: CartLine }
  | { act: 'remove'; id: string }
  | { act: 'quantity'; key: LineKey; quantity: number }
  | { act: 'clear' }

/** `at` in milliseconds since 1970; `tab` is a random number that tells tabs apart. */
export type ToldDeed = CartDeed & { tab: number; at: number }

/** The cart after the deed. §4 Cart */
export function applyDeed(lines: CartLine[], deed: CartDeed): CartLine[] {
  if (deed.act === 'add') return addLine(lines, deed.line)
  if (deed.act === 'remove') return removeProduct(lines, deed.id)
  if (deed.act === 'quantity') return setQuantity(lines, deed.key, deed.quantity)
  // A tab with a newer shop may tell of what this one does not know.
  return deed.act === 'clear' ? [] : lines
}

/** The cart after all the deeds, whichever order they were heard in. */
export function replayDeeds(lines: CartLine[], deeds: ToldDeed[]): CartLine[] {
  return deeds.toSorted((one, other) => one.at - other.at || one.tab - other.tab).reduce(applyDeed, lines)
}
