import { readConfig } from '../config.ts'
import { createUpstreamCache } from '../upstream/upstream-cache.ts'
import { tenantHost } from './tenancy.ts'
import { createTenants, type Tenant } from './tenant.ts'

const config = readConfig(process.env)
const openTenant = createTenants({ config, responses: createUpstreamCache(config) })

/**
 * Returns the tenant of a request under `astro dev`, which has no HTTP entry. `undefined` for a host without a shop.
 */
export function devTenant(request: Request): Tenant | undefined {
  const host = tenantHost(request.headers.get('host'), config)
  return host === undefined ? undefined : openTenant({ host, protocol: 'http:' })
}
