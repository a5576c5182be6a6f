import { createMiddleware } from 'hono/factory'

import { tenantHostOf } from '../../http/addresses.ts'
import type { Env } from '../../http/context.ts'
import { ApiError } from '../../errors.ts'
import { isWebhookPath } from '../../http/webhook-path.ts'
import { getTenantByHost } from './tenant-cache.ts'

/**
 * Sets the shop of the request's host. An unknown host gets 421; so does a suspended shop, except for webhooks.
 * docs/requirements.md#14-tenancy
 */
export function tenancy() {
  return createMiddleware<Env>(async (c, next) => {
    const { db, config } = c.get('services')
    const host = tenantHostOf(c.req.header('host') ?? new URL(c.req.url).host, config.defaultTenantHost)
    const tenant = host === undefined ? undefined : await getTenantByHost(db, host)
    // Providers report payments of suspended shops too.
    const isServed = tenant && (!tenant.isSuspended || isWebhookPath(c.req.path))
    if (!isServed) throw new ApiError(421, 'There is no shop at this address.')
    c.set('tenant', tenant)
    await next()
  })
}
