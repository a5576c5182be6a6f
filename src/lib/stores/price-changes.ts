import { atom, onMount } from 'nanostores'

import { isSameLine, type CartLine } from '../domain/cart.ts'
import { $cart } from './cart.ts'

/** Rupees. */
interface PriceChange {
  from: number
  to: number
}

type PriceChanges = Readonly<Record<string, PriceChange>>

export const NO_CHANGES: PriceChanges = {}

/** Prices of cart lines that changed while this page was open, here or in another tab, by product id. */
export const $priceChanges = atom<PriceChanges>(NO_CHANGES)

onMount($priceChanges, () =>
  $cart.listen((lines, before) => {
    const changes = { ...$priceChanges.get() }
    for (const line of lines) {
      const from = priceBefore(line, before)
      if (from === undefined || from === line.price) continue
      const first = changes[line.id]?.from ?? from
      changes[line.id] = { from: first, to: line.price }
    }
    $priceChanges.set(Object.fromEntries(Object.entries(changes).filter(([, { from, to }]) => from !== to)))
  }),
)

function priceBefore(line: CartLine, before: readonly CartLine[] = []): number | undefined {
  return before.find((other) => isSameLine(other, line))?.price
}
