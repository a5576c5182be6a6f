import { sql } from 'drizzle-orm'
import { Hono } from 'hono'

import { tenantHostOf } from '../addresses.ts'
import type { Env } from '../context.ts'
import { getTenantByHost } from '../tenants/tenant-cache.ts'

/** Routes for monitors of the process; they belong to no shop. */
export const probes = new Hono<Env>()

/** The process runs, whatever its database does. */
probes.get('/livez', (c) => c.json({ status: 'ok' }))

/** Ready for traffic: the database answers and the process is not shutting down. */
probes.get('/readyz', async (c) => {
  const { db, isDraining } = c.get('services')
  if (isDraining()) return c.json({ error: 'The API is shutting down.' }, 503)
  await db.orm.execute(sql`select 1`)
  return c.json({ status: 'ok' })
})

/**
 * For a proxy that gets certificates by itself: 200 for a name (`?domain=`) under which a shop or its API is served,
 * a suspended one too, whose payments may still be told of; 404 for any other.
 */
probes.get('/tls-allowed', async (c) => {
  const { db, config } = c.get('services')
  const host = tenantHostOf(c.req.query('domain'), config.defaultTenantHost)
  const tenant = host === undefined ? undefined : await getTenantByHost(db, host)
  return tenant ? c.json({ status: 'ok' }) : c.json({ error: 'There is no shop at this address.' }, 404)
})
