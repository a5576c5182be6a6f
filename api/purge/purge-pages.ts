import { changedProductTags, tenantTag } from '@tanabana/contract/cache-tags.ts'
import { createHttpClient } from '@tanabana/node/http-client.ts'
import type { Config } from '../config.ts'
import type { Tenant } from '../tenant.ts'

const TIMEOUT_MS = 2000
const OWN_NAMES = ['localhost', '127.0.0.1']
/** The tags of more products, each at every host, would not fit into one purge, which then purges the whole shop. */
const PRODUCTS_MAX = 100

const send = createHttpClient({ maxBytes: 64 * 1024 })

export type PurgeConfig = Pick<Config, 'defaultTenantHost' | 'storefronts' | 'purgeSecret'>

export type PurgedShop = Pick<Tenant, 'id' | 'hosts'>

/** A changed product with its category, whose listings may show it. */
export interface PurgedProduct {
  id: string
  category: string
}

/**
 * Purges a shop's pages at the storefronts, or with `products` the pages that show or list them; returns the
 * storefronts that failed.
 */
export type PurgePages = (shop: PurgedShop, products?: readonly PurgedProduct[]) => Promise<string[]>

/** Purges the pages that show or list the products; returns the storefronts that failed. */
export type PurgeProducts = (shop: PurgedShop, products: readonly PurgedProduct[]) => Promise<string[]>

/**
 * Purges a shop's pages at every storefront, so that an edit is visible at once; with `products`, only the pages that
 * show or list them. Returns the storefronts that failed, whose pages expire within a minute.
 * docs/requirements.md#16-page-cache
 */
export async function purgePages(
  config: PurgeConfig,
  { hosts }: Pick<PurgedShop, 'hosts'>,
  products?: readonly PurgedProduct[],
): Promise<string[]> {
  const { defaultTenantHost, storefronts, purgeSecret } = config
  const names = hosts.includes(defaultTenantHost) ? [...hosts, ...OWN_NAMES] : hosts
  const tagsOf = (host: string) =>
    products && products.length * names.length <= PRODUCTS_MAX
      ? changedProductTags({ host }, [...products])
      : [tenantTag(host)]
  const body = JSON.stringify({ tags: names.flatMap(tagsOf) })
  const failures = await Promise.all(
    storefronts.map(async (origin) => {
      try {
        const { status } = await send(`${origin}/_cache/purge`, {
          method: 'POST',
          headers: { authorization: `Bearer ${purgeSecret ?? ''}`, 'content-type': 'application/json' },
          body,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        return status >= 200 && status < 300 ? [] : [origin]
      } catch {
        return [origin]
      }
    }),
  )
  return failures.flat()
}
