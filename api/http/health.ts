import { sql } from 'drizzle-orm'
import { Hono } from 'hono'

import { tenantHostOf } from './addresses.ts'
import type { Env } from './context.ts'
import { getTenantByHost } from '../modules/tenants/tenant-cache.ts'

/** Health checks of the process, independent of any shop. */
export const probes = new Hono<Env>()

/** Liveness, independent of the database. */
probes.get('/livez', (c) => c.json({ status: 'ok' }))

/** Readiness: the database responds and the process is not shutting down. */
probes.get('/readyz', async (c) => {
  const { db, isDraining } = c.get('services')
  if (isDraining()) return c.json({ error: 'The API is shutting down.' }, 503)
  await db.orm.execute(sql`select 1`)
  return c.json({ status: 'ok' })
})

/**
 * For proxies with on-demand certificates: 200 for a `?domain=` of a shop or its API, including suspended shops,
 * which still receive payment webhooks; otherwise 404.
 */
probes.get('/tls-allowed', async (c) => {
  const { db, config } = c.get('services')
  const host = tenantHostOf(c.req.query('domain'), config.defaultTenantHost)
  const tenant = host === undefined ? undefined : await getTenantByHost(db, host)
  return tenant ? c.json({ status: 'ok' }) : c.json({ error: 'There is no shop at this address.' }, 404)
})
