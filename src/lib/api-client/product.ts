import { receivedProductSchema } from '@tanabana/contract/product.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { type Product, toProduct } from '../catalogue/product.ts'
import type { StoreClient } from './client.ts'
import { StatusError } from './errors.ts'

const productResponseSchema = wrappedOrBare(receivedProductSchema)

/**
 * Returns a product; `undefined` for an unknown id, and without a call for an empty id. Throws as the client does.
 * docs/requirements.md#72-calls
 */
export async function fetchProduct(
  client: StoreClient,
  id: string,
  capabilities: readonly Capability[] = [],
): Promise<Product | undefined> {
  if (!id) return undefined
  try {
    const received = await client.get(`/products/${encodeURIComponent(id)}`, productResponseSchema)
    return toProduct(received, client.publicBase, capabilities.includes('variants'))
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return undefined
    throw error
  }
}
