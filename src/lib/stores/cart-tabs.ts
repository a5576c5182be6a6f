import { onMount, type WritableAtom } from 'nanostores'

import { keepStored } from '../browser/stored.ts'
import { CART_ACTION_KEY } from '../constants.ts'
import { parseAction, replayActions, type BroadcastAction, type CartAction } from '../domain/cart-actions.ts'
import type { CartLine } from '../domain/cart.ts'

/** Storage events take less time than this. */
const SETTLED_MS = 2000

/**
 * Keeps simultaneous changes of several tabs. Tabs see each other's storage with a delay, under a Web Lock too, and the
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
      // Run after the store's own listener: the cart that it takes over may lack an action of this tab.
      setTimeout(settle)
    }
    window.addEventListener('storage', receive)
    return () => window.removeEventListener('storage', receive)
  })

  return (action) => {
    const sent = { ...action, tab, at: Date.now() }
    remember(sent)
    keepStored(CART_ACTION_KEY, sent)
  }
}
