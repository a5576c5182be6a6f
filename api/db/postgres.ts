import { setTimeout } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import { isDatabaseAway } from '../errors.ts'
import type { Database, DatabaseConfig, Transaction } from './index.ts'
import { prepareLogin } from './login.ts'
import { migrate } from './migrate.ts'
import { explainRefusal } from './refusal.ts'
import * as schema from './schema.ts'

const DEFAULT_CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5000
/** The primary answers instead. */
const REPLICA_CONNECT_TIMEOUT_MS = 1000
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
export async function openPostgres(databaseUrl: string, config: DatabaseConfig): Promise<Database> {
  const warnings = await prepare(databaseUrl, config.startWaitMs ?? START_WAIT_MS)
  const primary = openPool(databaseUrl, config, CONNECT_TIMEOUT_MS)
  if (!config.replicaUrl) return { ...primary, warnings }
  const database = openPool(config.replicaUrl, config, REPLICA_CONNECT_TIMEOUT_MS)
  return {
    ...primary,
    warnings,
    replica: { database, replayed: 0n, restsUntil: 0 },
    async close() {
      await Promise.all([primary.close(), database.close()])
    },
  }
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
    survive(pool)
    try {
      return await migrate(drizzle(pool, { schema, casing: 'snake_case' }), async (tx) => {
        await forgetForeignWrites(tx)
        return prepareLogin(tx)
      })
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw explainRefusal(error, databaseUrl)
    } finally {
      await pool.end()
    }
    await setTimeout(START_PAUSE_MS)
  }
}

/** What was restored from a backup names places in the log of the server that it was taken from. */
async function forgetForeignWrites(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update tenants set catalogue_written = null where catalogue_written::pg_lsn > pg_current_wal_insert_lsn()`)
}

function openPool(
  connectionString: string,
  { databasePool = DEFAULT_CONNECTIONS, statementTimeoutMs }: DatabaseConfig,
  connectionTimeoutMillis: number,
): Database {
  const pool = new pg.Pool({
    connectionString,
    max: databasePool,
    connectionTimeoutMillis,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    ...(statementTimeoutMs ? { query_timeout: statementTimeoutMs + ANSWER_GRACE_MS } : {}),
  })
  survive(pool)
  const orm = drizzle(pool, { schema, casing: 'snake_case' })
  orm.transaction = transactionsOf(pool)
  return { orm, statementTimeoutMs, close: () => pool.end() }
}

/**
 * Drizzle's transaction on a pool never gives back a connection that broke at its `begin`, and gives back one that no
 * answer came from. Ten of those, and nobody is served any more.
 */
function transactionsOf(pool: pg.Pool): ReturnType<typeof ormOf>['transaction'] {
  const orms = new WeakMap<pg.PoolClient, ReturnType<typeof ormOf>>()
  return async (work, config) => {
    const client = await pool.connect()
    const orm = orms.get(client) ?? ormOf(client)
    orms.set(client, orm)
    try {
      const result = await orm.transaction(work, config)
      client.release()
      return result
    } catch (error) {
      client.release(isDatabaseAway(error))
      throw error
    }
  }
}

function ormOf(client: pg.PoolClient) {
  return drizzle(client, { schema, casing: 'snake_case' })
}

/** A connection that breaks must not end the process, idle or between two queries of a transaction. */
function survive(pool: pg.Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}
