import { LRUCache } from 'lru-cache'

import { hostOfTag } from '@tanabana/contract/cache-tags.ts'
import { isLocalHost, LOCAL_NAMES } from '@tanabana/contract/local-hosts.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { strictTransport } from './security-headers.ts'
import { type Shop, siteOrigin, type TenancyConfig, tenantHost } from './tenancy.ts'

/** As long as a page stays fresh without purges. */
const MOVED_MS = 10_000
const HOSTS_MAX = 10_000

export type HostRules = ReturnType<typeof createHostRules>

/**
 * The rules of store info for all responses of a host: its main host and its transport security. Requests get a response
 * before store info is read, so the rules come from the host's last page.
 */
export function createHostRules(config: Pick<TenancyConfig, 'port' | 'tenantHosts'>) {
  const moved = new LRUCache<string, string>({ max: HOSTS_MAX, ttl: MOVED_MS })
  const withSubdomains = new LRUCache<string, true>({ max: HOSTS_MAX })

  function mainOrigin({ host, protocol }: Shop): string | undefined {
    const main = moved.get(host)
    return main && siteOrigin({ host: main, protocol }, config.port)
  }

  return {
    /** Updates the rules of a host by its store info; returns the origin of its main host, when that is another one. */
    update(shop: Shop, store: StoreInfo): string | undefined {
      const { host } = shop
      if (store.hstsIncludeSubDomains === true) withSubdomains.set(host, true)
      else withSubdomains.delete(host)
      const main = mainHost(host, store, config)
      if (main === undefined) moved.delete(host)
      else moved.set(host, main)
      return mainOrigin(shop)
    },
    /** Origin of the shop's main host; `undefined` for the main host itself, and before the first page of a host. */
    mainOrigin,
    /** Value of `Strict-Transport-Security`. */
    strictTransport: (host: string | undefined) =>
      strictTransport(host !== undefined && withSubdomains.has(host)),
    /** Forgets the main hosts of the tags' tenants. */
    invalidate(tags: readonly string[]): void {
      for (const tag of tags) moved.delete(hostOfTag(tag) ?? '')
    },
  }
}

/**
 * Returns the main host of the shop, when it is another one that this storefront serves. Hosts of this machine move
 * only to each other, so that a shop with a public host can be tried here.
 */
function mainHost(
  host: string,
  { mainHost: named }: StoreInfo,
  config: Pick<TenancyConfig, 'tenantHosts'>,
): string | undefined {
  const main = typeof named === 'string' ? tenantHost(named, config) : undefined
  if (main === undefined || main === host || LOCAL_NAMES.includes(host)) return undefined
  return isLocalHost(main) === isLocalHost(host) ? main : undefined
}
