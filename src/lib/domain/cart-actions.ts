import {
  addLine,
  changeChoice,
  parseCart,
  removeProduct,
  setPrice,
  setQuantity,
  type CartLine,
  type LineChoice,
  type LineKey,
} from './cart.ts'

/** What a shopper does to the cart, in a form that other tabs can be told. */
export type CartDeed =
  | { act: 'add'; line: CartLine }
  | { act: 'remove'; id: string }
  | { act: 'quantity'; key: LineKey; quantity: number }
  | { act: 'price'; id: string; price: number }
  | { act: 'choose'; key: LineKey; choice: LineChoice }
  | { act: 'clear' }

/** `at` in milliseconds since 1970; `tab` is a random number that tells tabs apart. */
export type ToldDeed = CartDeed & { tab: number; at: number }

/** The cart after the deed. docs/requirements.md#42-cart */
export function applyDeed(lines: CartLine[], deed: CartDeed): CartLine[] {
  if (deed.act === 'add') return addLine(lines, deed.line)
  if (deed.act === 'remove') return removeProduct(lines, deed.id)
  if (deed.act === 'quantity') return setQuantity(lines, deed.key, deed.quantity)
  if (deed.act === 'price') return setPrice(lines, deed.id, deed.price)
  if (deed.act === 'choose') return changeChoice(lines, deed.key, deed.choice)
  return []
}

/** The cart after all the deeds, whichever order they were heard in. */
export function replayDeeds(lines: CartLine[], deeds: ToldDeed[]): CartLine[] {
  return deeds.toSorted((one, other) => one.at - other.at || one.tab - other.tab).reduce(applyDeed, lines)
}

/** A deed as another tab sends it. */
interface SentDeed {
  act: string
  at: number
  tab: number
  id: string
  key: LineKey
  line: unknown
  quantity: unknown
  price: unknown
  choice: unknown
}

/** What another tab has told, read as storage is: `undefined` for anything that is no deed of a cart. */
export function parseDeed(text: string): ToldDeed | undefined {
  try {
    const { act, at, tab, line, id, key, quantity, price, choice } = JSON.parse(text) as SentDeed
    if (!Number.isFinite(at) || !Number.isFinite(tab)) return undefined
    if (act === 'add') {
      const [added] = parseCart(JSON.stringify([line]))
      return added && { act, line: added, at, tab }
    }
    if (act === 'remove') return { act, id, at, tab }
    if (act === 'quantity') return { act, key: { ...key }, quantity: Number(quantity), at, tab }
    if (act === 'price') return { act, id, price: Number(price), at, tab }
    if (act === 'choose') return { act, key: { ...key }, choice: parseChoice(choice), at, tab }
    // A tab with a newer shop may tell of what this one does not know.
    return act === 'clear' ? { act, at, tab } : undefined
  } catch {
    return undefined
  }
}

function parseChoice(value: unknown): LineChoice {
  const { selectedSize, selectedColor } = Object(value) as Partial<Record<keyof LineChoice, unknown>>
  return {
    ...(typeof selectedSize === 'string' && { selectedSize }),
    ...(typeof selectedColor === 'string' && { selectedColor }),
  }
}
