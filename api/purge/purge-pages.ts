import { changedProductTags, tenantTag } from '@tanabana/contract/cache-tags.ts'
import { createHttpClient } from '@tanabana/node/http-client.ts'
import type { Config } from '../config.ts'
import type { Tenant } from '../tenant.ts'
import { findPurgeTargets, type PurgeTarget } from './purge-targets.ts'

const TIMEOUT_MS = 2000
const OWN_NAMES = ['localhost', '127.0.0.1']
/** The tags of more products, each at every host, would not fit into one purge, which then purges the whole shop. */
const PRODUCTS_MAX = 100
/** An edge cache reads the tags from a header, which servers limit to 8 KB. */
const TAG_HEADER_MAX_LENGTH = 4096

const send = createHttpClient({ maxBytes: 64 * 1024 })

export type PurgeConfig = Pick<Config, 'defaultTenantHost' | 'storefronts' | 'edgeCaches' | 'purgeSecret'>

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
 * Purges a shop's pages at every storefront and then at every edge cache, so that an edit is visible at once; with
 * `products`, only the pages that show or list them. Returns the servers that failed, whose pages expire by their age.
 * docs/requirements.md#16-page-cache
 */
export async function purgePages(
  config: PurgeConfig,
  { hosts }: Pick<PurgedShop, 'hosts'>,
  products?: readonly PurgedProduct[],
): Promise<string[]> {
  const { defaultTenantHost, storefronts, edgeCaches } = config
  const names = hosts.includes(defaultTenantHost) ? [...hosts, ...OWN_NAMES] : hosts
  const tagsOf = (host: string) =>
    products && products.length * names.length <= PRODUCTS_MAX
      ? changedProductTags({ host }, [...products])
      : [tenantTag(host)]
  const tags = names.flatMap(tagsOf)
  const failed = await purgeStorefronts(config, storefronts, tags)
  // An edge cache that is purged first would fetch the old page again.
  return [...failed, ...(await purgeEdgeCaches(config, edgeCaches, tags))]
}

/** Sends each storefront a purge without tags, by which one that was cut off learns it. Returns those that failed. */
export function sendHeartbeats(config: PurgeConfig): Promise<string[]> {
  return purgeStorefronts(config, config.storefronts, [])
}

function purgeStorefronts(
  config: PurgeConfig,
  origins: readonly string[],
  tags: string[],
): Promise<string[]> {
  const body = JSON.stringify({ tags })
  return sendToAll(origins, ({ origin, host }) =>
    isAccepted(config, `${origin}/_cache/purge`, {
      method: 'POST',
      headers: { host, 'content-type': 'application/json' },
      body,
    }),
  )
}

/** The interface of edge caches: docs/deploy.md#an-edge-cache */
function purgeEdgeCaches(config: PurgeConfig, origins: readonly string[], tags: string[]): Promise<string[]> {
  const lists = tagLists(tags)
  return sendToAll(origins, async ({ origin, host }) => {
    for (const list of lists) {
      const headers = { host, 'surrogate-key': list }
      if (!(await isAccepted(config, `${origin}/`, { method: 'PURGE', headers }))) return false
    }
    return true
  })
}

/** Joins tags with blanks to headers of a length that servers accept. */
function tagLists(tags: readonly string[]): string[] {
  const lists: string[] = []
  for (const tag of tags) {
    const last = lists.at(-1)
    if (last !== undefined && last.length + tag.length < TAG_HEADER_MAX_LENGTH)
      lists[lists.length - 1] = `${last} ${tag}`
    else lists.push(tag)
  }
  return lists
}

async function sendToAll(
  origins: readonly string[],
  isPurged: (target: PurgeTarget) => Promise<boolean>,
): Promise<string[]> {
  const failures = await Promise.all(
    origins.map(async (origin) => {
      const targets = await findPurgeTargets(origin).catch(() => [])
      if (targets.length === 0) return [origin]
      const results = await Promise.all(targets.map(isPurged))
      return targets.flatMap((target, index) => (results[index] ? [] : [target.origin]))
    }),
  )
  return failures.flat()
}

async function isAccepted(
  { purgeSecret }: PurgeConfig,
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
): Promise<boolean> {
  try {
    const { status } = await send(url, {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${purgeSecret ?? ''}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return status >= 200 && status < 300
  } catch {
    return false
  }
}
