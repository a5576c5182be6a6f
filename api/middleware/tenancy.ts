import { createMiddleware } from 'hono/factory'

import { tenantHostOf } from '../addresses.ts'
import type { Env } from '../context.ts'
import { ApiError } from '../errors.ts'
import { findTenantByHost } from '../tenants/find.ts'
import type { Tenant } from '../tenants/tenant.ts'

/** An edit of the store record is seen within this time; a flood of invented hosts can't fill the memory. */
const REMEMBER_MS = 1000
const REMEMBERED_HOSTS = 1000

/** Finds the shop by the request's host; one that is not served here gets 421. design §3 */
export function tenancy() {
  const remembered = new Map<string, { tenant: Tenant | undefined; until: number }>()

  return createMiddleware<Env>(async (c, next) => {
    const { db, config } = c.get('services')
    const host = tenantHostOf(c.req.header('host') ?? new URL(c.req.url).host, config.defaultTenantHost)
    const tenant = host === undefined ? undefined : await remember(host)
    if (!tenant) throw new ApiError(421, 'No shop is served under this address.')
    c.set('tenant', tenant)
    await next()

    async function remember(name: string): Promise<Tenant | undefined> {
      const known = remembered.get(name)
      if (known && known.until > performance.now()) return known.tenant
      const found = await findTenantByHost(db, name)
      if (remembered.size >= REMEMBERED_HOSTS) remembered.clear()
      remembered.set(name, { tenant: found, until: performance.now() + REMEMBER_MS })
      return found
    }
  })
}
