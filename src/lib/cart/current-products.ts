import { atom, onMount } from 'nanostores'

import type { StoreClient } from '../api-client/client.ts'
import type { Product } from '../catalogue/product.ts'
import { variantOfLine } from '../catalogue/variants.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { chooseForLine, updatePrice } from './cart-actions.ts'
import { $cart } from './cart-store.ts'
import { isSameLine } from './cart.ts'
import type { CartLine } from './cart.ts'
import type { CurrentProduct } from './line-issues.ts'

type CurrentProducts = ReadonlyMap<string, CurrentProduct>

/** Rupees. */
interface PriceChange {
  from: number
  to: number
}

type PriceChanges = ReadonlyMap<string, PriceChange>

const CONCURRENT_LOOK_UPS = 4

export const NO_PRODUCTS: CurrentProducts = new Map()
export const NO_CHANGES: PriceChanges = new Map()

/** Products in the cart by id, as the store API described them while this page was open. */
export const $currentProducts = atom<CurrentProducts>(NO_PRODUCTS)

/** Prices of cart lines that changed while this page was open, here or in another tab, by `priceId`. */
export const $priceChanges = atom<PriceChanges>(NO_CHANGES)

onMount($priceChanges, () =>
  $cart.listen((lines, before) => {
    const changes = new Map($priceChanges.get())
    for (const line of lines) {
      const from = priceBefore(line, before)
      if (from === undefined || from === line.price) continue
      const id = priceId(line)
      changes.set(id, { from: changes.get(id)?.from ?? from, to: line.price })
    }
    $priceChanges.set(new Map([...changes].filter(([, { from, to }]) => from !== to)))
  }),
)

/** Returns the id of what has the line's price: its variant or its product. */
export function priceId({ id, variantId }: Pick<CartLine, 'id' | 'variantId'>): string {
  return variantId ?? id
}

const pending = new Set<Promise<unknown>>()

/** Loaded with the first look-up: where a quote has the prices, most pages need none. */
const loadProducts = () => import('../api-client/product.ts')

/**
 * Fetches the products again and updates the prices of their cart lines. A failed look-up changes nothing. Never
 * rejects.
 */
export async function lookUpProducts(
  client: StoreClient,
  ids: string[],
  capabilities: readonly Capability[] | undefined,
): Promise<void> {
  const queue = [...ids]
  const next = async (): Promise<void> => {
    const id = queue.shift()
    if (id === undefined) return
    await lookUp(client, id, capabilities)
    return next()
  }
  const all = Promise.all(Array.from({ length: CONCURRENT_LOOK_UPS }, next))
  pending.add(all)
  await all
  pending.delete(all)
}

/** Resolves when no look-up is in flight. */
export async function lookUpsSettled(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending)
}

/** Marks a product as gone, after another response of the store API has reported it. */
export function markGone(id: string): void {
  setCurrentProduct(id, 'gone')
}

async function lookUp(
  client: StoreClient,
  id: string,
  capabilities: readonly Capability[] | undefined,
): Promise<void> {
  try {
    const { fetchProduct } = await loadProducts()
    const product = await fetchProduct(client, id, capabilities)
    if (!product) {
      setCurrentProduct(id, 'gone')
      return
    }
    if (product.id !== id) return
    const { price, sizes, colors, soldOut, options, variants } = product
    setCurrentProduct(id, { price, sizes, colors, soldOut, options, variants })
    takeCurrentVariants(product)
    updatePrice(id, price)
    for (const variant of variants) updatePrice(id, variant.price, variant.id)
  } catch {
    // Keep the line unchanged.
  }
}

/** Updates each line of a product to the variant that its choice has now; an import may have replaced it. */
function takeCurrentVariants(product: Product): void {
  for (const line of $cart.get()) {
    if (line.id !== product.id || line.variantId === undefined) continue
    const variantId = variantOfLine(line, product)?.id
    if (variantId !== undefined && variantId !== line.variantId) chooseForLine(line, { variantId })
  }
}

function setCurrentProduct(id: string, product: CurrentProduct): void {
  $currentProducts.set(new Map($currentProducts.get()).set(id, product))
}

function priceBefore(line: CartLine, before: readonly CartLine[] = []): number | undefined {
  // Another choice is no change of price.
  return before.find((other) => isSameLine(other, line) && other.variantId === line.variantId)?.price
}
