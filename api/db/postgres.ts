import { setTimeout } from 'node:timers/promises'

import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import { isDatabaseAway } from '../errors.ts'
import type { Database, DatabaseConfig } from './index.ts'
import { prepareLogin } from './login.ts'
import { migrate } from './migrate.ts'
import { explainRefusal } from './refusal.ts'
import * as schema from './schema.ts'

const DEFAULT_CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5000
const IDLE_MS = 30_000
/** For a server that is gone without a word: PostgreSQL's own limit of a statement comes first. */
const ANSWER_GRACE_MS = 5000
/** Database and API are often started together. */
const START_WAIT_MS = 30_000
const START_PAUSE_MS = 500

/**
 * A pool of connections to a migrated database. Waits a while for a server that is not there yet.
 * @throws {Error} a sentence that says what to correct, without the password of the address
 */
export async function openPostgres(
  databaseUrl: string,
  { databasePool = DEFAULT_CONNECTIONS, statementTimeoutMs, startWaitMs = START_WAIT_MS }: DatabaseConfig,
): Promise<Database> {
  const warnings = await prepare(databaseUrl, startWaitMs)
  const pool = openPool(databaseUrl, databasePool, statementTimeoutMs)
  const orm = drizzle(pool, { schema, casing: 'snake_case' })
  return { orm, statementTimeoutMs, warnings, close: () => pool.end() }
}

/** The migration has a connection of its own: those of the pool begin with what it has settled for the login. */
async function prepare(databaseUrl: string, waitMs: number): Promise<string[]> {
  const until = performance.now() + waitMs
  for (;;) {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    pool.on('error', () => undefined)
    try {
      return await migrate(drizzle(pool, { schema, casing: 'snake_case' }), prepareLogin)
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw explainRefusal(error, databaseUrl)
    } finally {
      await pool.end()
    }
    await setTimeout(START_PAUSE_MS)
  }
}

function openPool(connectionString: string, max: number, statementTimeoutMs: number | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    ...(statementTimeoutMs ? { query_timeout: statementTimeoutMs + ANSWER_GRACE_MS } : {}),
  })
  // A connection that breaks while idle must not end the process; the next query opens another.
  pool.on('error', () => undefined)
  return pool
}
