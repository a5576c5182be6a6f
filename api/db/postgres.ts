import { setTimeout } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'

import { isDatabaseUnavailable } from '../errors.ts'
import type { Database, DatabaseConfig, Orm, Transaction } from './database.ts'
import { prepareLogin, requireUtf8 } from './login.ts'
import { migrate } from './migrate.ts'
import { createPool, readClientConfig, type PoolOptions } from './pool.ts'
import { explainConnectionError } from './connection-error.ts'
import { runTransaction } from './transaction.ts'

const DEFAULT_CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5000
/** Short, because the primary serves the read instead. */
const REPLICA_CONNECT_TIMEOUT_MS = 1000
/** For a server that vanished: PostgreSQL's statement timeout fires first otherwise. */
const QUERY_GRACE_MS = 5000
/** Database and API often start together. */
const START_WAIT_MS = 30_000
const START_PAUSE_MS = 500

/**
 * Opens a pool to a migrated database; waits for a server that is still starting.
 * @throws {DatabaseUnusableError} a sentence with the remedy, without the password of the URL
 */
export async function openPostgres(databaseUrl: string, config: DatabaseConfig): Promise<Database> {
  const warnings = await prepare(databaseUrl, config)
  const primary = open(databaseUrl, config, { connectMs: CONNECT_TIMEOUT_MS })
  if (!config.replicaUrl) return { ...primary, warnings }
  const database = open(config.replicaUrl, config, {
    setting: 'DATABASE_REPLICA_URL',
    connectMs: REPLICA_CONNECT_TIMEOUT_MS,
  })
  return {
    ...primary,
    warnings,
    replica: { database, replayed: 0n, cooldownUntil: 0 },
    async close() {
      await Promise.all([primary.close(), database.close()])
    },
  }
}

/** Migrates over a separate connection: those of the pool need the login's settings, which the migration changes. */
async function prepare(
  databaseUrl: string,
  { startWaitMs = START_WAIT_MS, onStartWait }: DatabaseConfig,
): Promise<string[]> {
  const until = performance.now() + startWaitMs
  let isWaiting = false
  for (;;) {
    const pool = createPool(databaseUrl, { max: 1, connectMs: CONNECT_TIMEOUT_MS })
    try {
      await requireUtf8(pool)
      return await migrate(ormOf(pool), async (tx) => {
        await resetForeignLogPositions(tx)
        return prepareLogin(tx)
      })
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until)
        throw explainConnectionError(error, databaseUrl)
      if (!isWaiting) {
        const seconds = Math.round(startWaitMs / 1000)
        const { hostname, port } = new URL(databaseUrl)
        onStartWait?.(
          `The database at ${hostname}:${port || '5432'} can't be reached. Waiting up to ${seconds} seconds for it to start.`,
        )
      }
      isWaiting = true
    } finally {
      await pool.end()
    }
    await setTimeout(START_PAUSE_MS)
  }
}

/** A restored backup contains log positions of the original server. */
async function resetForeignLogPositions(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update tenants set catalogue_written = null where catalogue_written::pg_lsn > pg_current_wal_insert_lsn()`)
}

function open(
  databaseUrl: string,
  config: DatabaseConfig,
  connecting: Pick<PoolOptions, 'setting' | 'connectMs'>,
): Database {
  const { databasePool = DEFAULT_CONNECTIONS, statementTimeoutMs } = config
  const pool = createPool(databaseUrl, {
    ...connecting,
    max: databasePool,
    queryMs: statementTimeoutMs && statementTimeoutMs + QUERY_GRACE_MS,
  })
  return {
    orm: ormOf(pool),
    engine: { postgres: readClientConfig(databaseUrl, connecting.setting) },
    query: async (text, values) => (await pool.query<Record<string, unknown>>(text, [...values])).rows,
    statementTimeoutMs,
    close: () => pool.end(),
  }
}

function ormOf(pool: Pool): Orm {
  const orm: Orm = drizzle(pool, { casing: 'snake_case' })
  orm.transaction = (work, config) => runTransaction(pool, work, config)
  return orm
}
