import { onMount } from 'nanostores'
import type { WritableAtom } from 'nanostores'

import { CART_ACTION_KEY } from '@tanabana/contract/constants.ts'
import { parseRecord, toRecord } from '../platform/parse-stored.ts'
import { saveStored } from '../platform/storage.ts'
import { addLine, changeChoice, parseCart, removeProduct, setPrice, setQuantity } from './cart.ts'
import type { CartLine, LineChoice, LineKey } from './cart.ts'

/** Storage events arrive within this time; actions further apart are not simultaneous. */
const SETTLED_MS = 2000

/** A change to the cart, as data that can be broadcast to other tabs. */
export type CartAction =
  | { type: 'add'; line: CartLine }
  | { type: 'remove'; id: string }
  | { type: 'quantity'; key: LineKey; quantity: number }
  | { type: 'price'; id: string; price: number; variantId?: string }
  | { type: 'choose'; key: LineKey; choice: LineChoice }
  | { type: 'clear' }

/** `at` in milliseconds since 1970; `tab` is a random number that tells tabs apart. */
export type BroadcastAction = CartAction & { tab: number; at: number }

/**
 * Merges simultaneous changes of several tabs. Tabs see each other's storage with a delay, under a Web Lock too, and the
 * last tab to write the cart wins. So a tab broadcasts its action under a separate key before it writes the cart. A tab
 * that receives actions of several tabs replays them all on the cart from before them. The result is the same cart in
 * every tab, whichever writes last. SECURITY.md#two-tabs
 *
 * Returns the function that broadcasts an action. Where storage is full it broadcasts nothing.
 */
export function joinTabs($cart: WritableAtom<CartLine[]>): (action: CartAction) => void {
  const tab = Math.random()
  let recent: BroadcastAction[] = []
  let before: CartLine[]

  const isSettled = (at: number) => !(at - (recent.at(-1)?.at ?? 0) < SETTLED_MS)

  function remember(action: BroadcastAction): void {
    if (isSettled(action.at)) {
      recent = []
      before = $cart.get()
    }
    recent.push(action)
  }

  function settle(): void {
    if (isSettled(Date.now())) return
    if (recent.some((action) => action.tab !== recent[0]?.tab)) $cart.set(replayActions(before, recent))
  }

  onMount($cart, () => {
    const receive = ({ key, newValue }: StorageEvent) => {
      const action = key === CART_ACTION_KEY && newValue ? parseAction(newValue) : undefined
      if (action) remember(action)
      // Run after the store's own listener: the cart that it reads may lack an action of this tab.
      setTimeout(settle)
    }
    window.addEventListener('storage', receive)
    return () => window.removeEventListener('storage', receive)
  })

  return (action) => {
    const sent = { ...action, tab, at: Date.now() }
    remember(sent)
    saveStored(CART_ACTION_KEY, sent)
  }
}

/** Returns the cart after the action. docs/requirements.md#42-cart */
export function applyAction(lines: CartLine[], action: CartAction): CartLine[] {
  if (action.type === 'add') return addLine(lines, action.line)
  if (action.type === 'remove') return removeProduct(lines, action.id)
  if (action.type === 'quantity') return setQuantity(lines, action.key, action.quantity)
  if (action.type === 'price') return setPrice(lines, action.id, action.price, action.variantId)
  if (action.type === 'choose') return changeChoice(lines, action.key, action.choice)
  return []
}

/** Returns the cart after all actions, in the order of their times, whatever their order in the list. */
export function replayActions(lines: CartLine[], actions: BroadcastAction[]): CartLine[] {
  return actions.toSorted((one, other) => one.at - other.at || one.tab - other.tab).reduce(applyAction, lines)
}

/** Parses an action of another tab; `undefined` for anything else. */
export function parseAction(text: string): BroadcastAction | undefined {
  const { at, tab, ...fields } = parseRecord(text)
  if (typeof at !== 'number' || typeof tab !== 'number') return undefined
  const action = parseFields(fields)
  return action && { ...action, at, tab }
}

function parseFields({
  type,
  line,
  id,
  key,
  quantity,
  price,
  variantId,
  choice,
}: Record<string, unknown>): CartAction | undefined {
  if (type === 'add') {
    const [added] = parseCart(JSON.stringify([line]))
    return added && { type, line: added }
  }
  if (type === 'remove') return { type, id: toText(id) }
  if (type === 'quantity') return { type, key: toKey(key), quantity: Number(quantity) }
  if (type === 'price') {
    return {
      type,
      id: toText(id),
      price: Number(price),
      ...(typeof variantId === 'string' && { variantId }),
    }
  }
  if (type === 'choose') return { type, key: toKey(key), choice: toChoice(choice) }
  // A tab with a newer version may send unknown actions.
  return type === 'clear' ? { type } : undefined
}

function toKey(value: unknown): LineKey {
  return { id: toText(toRecord(value).id), ...toChoice(value) }
}

function toChoice(value: unknown): LineChoice {
  const record = toRecord(value)
  const names = ['selectedSize', 'selectedColor', 'otherOptions', 'variantId', 'image']
  const texts = names.filter((name) => typeof record[name] === 'string')
  return {
    ...Object.fromEntries(texts.map((name) => [name, record[name]])),
    ...(typeof record.price === 'number' && { price: record.price }),
  }
}

/** Returns a text unchanged; for anything else an empty id, which no line has. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
