import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import type { Database } from './index.ts'
import { migrate } from './migrate.ts'
import * as schema from './schema.ts'

const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5000

export async function openPostgres(databaseUrl: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // A connection that breaks while idle must not end the process; the next query opens another.
  pool.on('error', () => undefined)
  const orm = drizzle(pool, { schema, casing: 'snake_case' })
  try {
    await migrate(orm)
  } catch (error) {
    await pool.end()
    throw error
  }
  return { orm, close: () => pool.end() }
}
