import { onMount, type WritableAtom } from 'nanostores'

import { keepStored } from '../browser/stored.ts'
import { CART_DEED_KEY } from '../constants.ts'
import type { CartLine } from '../domain/cart.ts'
import { parseDeed, replayDeeds, type CartDeed, type ToldDeed } from '../domain/cart-deeds.ts'

/** Storage events are long through by then. */
const SETTLED_MS = 2000

/**
 * Keeps what tabs do at the same moment. Tabs see each other's storage a little late, under a Web Lock too, and the
 * last one to write the cart wins. So a tab broadcasts its deed under a key of its own before it writes the cart. A tab
 * that receives deeds of several tabs replays them all on the cart from before them. The result is the same cart in
 * every tab, whichever writes last. SECURITY.md#two-tabs
 *
 * Returns the function that broadcasts a deed. Where storage is full it broadcasts nothing: the cart itself is written
 * last.
 */
export function joinTabs($cart: WritableAtom<CartLine[]>): (deed: CartDeed) => void {
  const tab = Math.random()
  let recent: ToldDeed[] = []
  let before: CartLine[]

  const isSettled = (at: number) => !(at - (recent.at(-1)?.at ?? 0) < SETTLED_MS)

  function remember(told: ToldDeed): void {
    if (isSettled(told.at)) {
      recent = []
      before = $cart.get()
    }
    recent.push(told)
  }

  function settle(): void {
    if (isSettled(Date.now())) return
    if (recent.some((told) => told.tab !== recent[0]?.tab)) $cart.set(replayDeeds(before, recent))
  }

  onMount($cart, () => {
    const hear = ({ key, newValue }: StorageEvent) => {
      const told = key === CART_DEED_KEY && newValue ? parseDeed(newValue) : undefined
      if (told) remember(told)
      // After the store itself has heard: what it takes from another tab may lack a deed of this one.
      setTimeout(settle)
    }
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  })

  return (deed) => {
    const told = { ...deed, tab, at: Date.now() }
    remember(told)
    keepStored(CART_DEED_KEY, told)
  }
}
