import { createHttpClient } from '../../../src/network/http-client.ts'
import type { Config } from '../../config.ts'
import type { Tenant } from '../tenants/tenant.ts'

const TIMEOUT_MS = 2000
const OWN_NAMES = ['localhost', '127.0.0.1']

const send = createHttpClient({ maxBytes: 64 * 1024 })

export type PublishConfig = Pick<Config, 'defaultTenantHost' | 'storefronts' | 'purgeSecret'>

/**
 * Purges a shop's pages at every storefront, so that an edit is visible at once. Returns the storefronts that failed,
 * whose pages expire within a minute. docs/requirements.md#16-page-cache
 */
export async function publishShop(
  config: PublishConfig,
  { hosts }: Pick<Tenant, 'hosts'>,
): Promise<string[]> {
  const { defaultTenantHost, storefronts, purgeSecret } = config
  const names = hosts.includes(defaultTenantHost) ? [...hosts, ...OWN_NAMES] : hosts
  const body = JSON.stringify({ tags: names.map((host) => `tenant:${host}`) })
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
