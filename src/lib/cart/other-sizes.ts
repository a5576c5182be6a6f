import type { Capability } from '@tanabana/contract/store-info.ts'
import type { StoreClient } from '../api-client/client.ts'
import { fetchProduct } from '../api-client/product.ts'
import type { Product } from '../catalogue/product.ts'
import { type BoughtItem, toCartLine } from './buy-again.ts'
import type { CartLine } from './cart.ts'

/** A cart line of a known size. */
export type SizedLine = CartLine & { selectedSize: string }

interface ReturnableItem extends BoughtItem {
  id: string
  /** Pieces that can be returned. */
  returnable: number | undefined
}

/**
 * Returns by item id its cart lines in each other size that is in stock, with everything else as it was bought; each
 * with as many pieces as can be returned and are left.
 * @throws the failure of a look-up
 */
export async function loadOtherSizes(
  client: StoreClient,
  items: readonly ReturnableItem[],
  capabilities: readonly Capability[],
): Promise<ReadonlyMap<string, SizedLine[]>> {
  const products = await Promise.all(
    items.map(({ productId = '' }) => fetchProduct(client, productId, capabilities)),
  )
  return new Map(
    items.map((item, index) => {
      const product = products[index]
      return [item.id, product ? linesInOtherSizes(item, product) : []]
    }),
  )
}

function linesInOtherSizes(item: ReturnableItem, product: Product): SizedLine[] {
  return product.sizes
    .filter((size) => size !== item.selectedSize)
    .flatMap((selectedSize) => {
      const wanted = { ...item, quantity: item.returnable, selectedSize, variantId: undefined }
      const line = toCartLine(wanted, product)
      return line ? [{ ...line, selectedSize }] : []
    })
}
