import { storedProducts, type Read } from '../catalogue/stored-products.ts'
import { shopOrigins } from '../tenants/shop-origins.ts'
import type { Tenant } from '../../tenant.ts'
import type { FeedFormat } from './feed.ts'
import { openFeed } from './open-feed.ts'

export interface WrittenFeed {
  products: number
  /** Keys of products by the format's warning. */
  warned: ReadonlyMap<string, readonly string[]>
}

export interface FeedOptions {
  format: FeedFormat
  /** Origins in addresses; those of the shop's main host by default. */
  shop?: string | undefined
  api?: string | undefined
  onProgress?: ((products: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Writes the catalogue of a shop, a line at a time. */
export async function writeFeed(
  read: Read,
  tenant: Tenant,
  { format, shop, api, onProgress, signal }: FeedOptions,
  write: (line: string) => Promise<void>,
): Promise<WrittenFeed> {
  const origins = shopOrigins(tenant)
  const { storeName, description = '' } = tenant.record
  const feed = openFeed(
    format,
    { storeName, description, shop: shop ?? origins.shop, api: api ?? origins.api },
    format === 'shopify-csv' ? await attributeKeys(read, tenant.id) : [],
  )
  let products = 0
  const warned = new Map<string, string[]>()
  for (const line of feed.head) await write(line)
  for await (const batch of storedProducts(read, tenant.id)) {
    signal?.throwIfAborted()
    for (const product of batch) {
      const { lines, warnings } = feed.entry(product, products === 0)
      for (const line of lines) await write(line)
      if (lines.length > 0) products += 1
      for (const warning of warnings) {
        const keys = warned.get(warning) ?? []
        keys.push(product.key)
        warned.set(warning, keys)
      }
    }
    onProgress?.(products)
  }
  for (const line of feed.tail) await write(line)
  return { products, warned }
}

async function attributeKeys(read: Read, tenantId: string): Promise<string[]> {
  const keys = new Map<string, string>()
  for await (const batch of storedProducts(read, tenantId)) {
    for (const { key } of batch.flatMap((product) => product.attributes)) {
      if (!keys.has(key.toLowerCase())) keys.set(key.toLowerCase(), key)
    }
  }
  return [...keys.values()]
}
