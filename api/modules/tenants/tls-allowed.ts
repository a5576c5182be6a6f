import { Hono } from 'hono'

import { tenantHostOf } from '../../http/addresses.ts'
import type { Env } from '../../http/context.ts'
import { getTenantByHost } from './tenant-cache.ts'

export const tlsAllowed = new Hono<Env>()

/**
 * For proxies with on-demand certificates: 200 for a `?domain=` of a shop or its API, including suspended shops,
 * which still receive payment webhooks; otherwise 404.
 */
tlsAllowed.get('/tls-allowed', async (c) => {
  const { db, config } = c.get('services')
  const host = tenantHostOf(c.req.query('domain'), config.defaultTenantHost)
  const tenant = host === undefined ? undefined : await getTenantByHost(db, host)
  return tenant ? c.json({ status: 'ok' }) : c.json({ error: 'There is no shop at this address.' }, 404)
})
