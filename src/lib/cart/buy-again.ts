import type { StoreClient } from '../api-client/client.ts'
import { fetchProduct } from '../api-client/product.ts'
import type { Product } from '../catalogue/product.ts'
import { lineChoice } from '../catalogue/variants.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { changeCart } from './cart-store.ts'
import type { CartLine } from './cart.ts'
import { lineIssues } from './line-issues.ts'

/** An item of an earlier order. */
export interface BoughtItem {
  name: string | undefined
  productId: string | undefined
  variantId: string | undefined
  quantity: number | undefined
  selectedSize: string | undefined
  selectedColor: string | undefined
  otherOptions: string | undefined
}

/** Names of the products in the cart, and of those that can't be bought in the same choice any more. */
export interface BoughtAgain {
  added: string[]
  missing: string[]
}

/**
 * Puts the items that are still sold into the cart, at their current prices. A line without its size or colour is added,
 * too: the cart asks for it. Returns `undefined` when the browser saves nothing.
 * @throws the failure of a look-up; nothing is added
 */
export async function buyAgain(
  client: StoreClient,
  items: readonly BoughtItem[],
  capabilities: readonly Capability[],
): Promise<BoughtAgain | undefined> {
  const ids = [...new Set(items.flatMap(({ productId }) => productId ?? []))]
  const found = await Promise.all(ids.map((id) => fetchProduct(client, id, capabilities)))
  const products = new Map(ids.map((id, index) => [id, found[index]]))
  const result: BoughtAgain = { added: [], missing: [] }
  for (const item of items) {
    const product = products.get(item.productId ?? '')
    const line = product && toCartLine(item, product)
    if (!line) {
      result.missing.push(item.name ?? '')
      continue
    }
    if (!changeCart({ type: 'add', line })) return undefined
    result.added.push(line.name)
  }
  return result
}

/** The item as a cart line at its current price; `undefined` when it can't be bought in the same choice any more. */
export function toCartLine(item: BoughtItem, product: Product): CartLine | undefined {
  const { id, name, image, price, variants } = product
  const quantity = item.quantity ?? 1
  const base = { id, name, image, price, quantity }
  const choice = choiceOf(item)
  const { removal, size, color, option } = lineIssues(choice, product)
  if (removal || [size, color, option].some((issue) => issue && issue !== 'missing')) return undefined
  if (variants.length === 0) return { ...base, ...choice }
  const variant =
    variants.find((one) => one.id === item.variantId) ??
    variants.find((one) => JSON.stringify(lineChoice(one.options)) === JSON.stringify(choice))
  if (!variant) return { ...base, ...choice }
  if (!variant.isAvailable) return undefined
  return {
    ...base,
    ...lineChoice(variant.options),
    variantId: variant.id,
    price: variant.price,
    image: variant.images[0] ?? image,
    quantity: Math.min(quantity, variant.stock ?? quantity),
  }
}

function choiceOf({ selectedSize, selectedColor, otherOptions }: BoughtItem) {
  return { selectedSize, selectedColor, otherOptions }
}
