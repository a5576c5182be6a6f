import { sql } from 'drizzle-orm'
import { Hono } from 'hono'

import type { Env } from './context.ts'

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
