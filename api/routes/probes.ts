import { sql } from 'drizzle-orm'
import { Hono } from 'hono'

import type { Env } from '../context.ts'

/** For whoever watches the process; they belong to no shop. */
export const probes = new Hono<Env>()

/** The process runs, whatever its database does. */
probes.get('/livez', (c) => c.json({ status: 'ok' }))

/** Traffic may come: the database answers and nobody has asked the process to stop. */
probes.get('/readyz', async (c) => {
  const { db, isDraining } = c.get('services')
  if (isDraining()) return c.json({ error: 'The API is shutting down.' }, 503)
  await db.orm.execute(sql`select 1`)
  return c.json({ status: 'ok' })
})
