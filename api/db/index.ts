import { sql } from 'drizzle-orm'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'

import type { Database, DatabaseConfig, Transaction } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

export { lockName } from './advisory-lock.ts'
export type { Database, DatabaseConfig, Orm, Transaction } from './database.ts'
export { enqueue } from './enqueue.ts'
export { isUniqueViolation } from './error-code.ts'

/** PGlite has one connection, so a hanging transaction would block all others. */
const DEFAULT_STATEMENT_TIMEOUT_MS = 10_000

/**
 * Opens and migrates the configured database.
 * @throws {DataDirectoryInUseError} another process holds the data directory
 * @throws {DatabaseUnusableError} PostgreSQL or the data directory cannot be used; the message gives the remedy
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, config) : openPglite(config.dataDir)
}

/**
 * Runs `work` in one transaction that row-level security limits to this tenant's rows. Role and tenant end with the
 * transaction, which is safe behind connection poolers. docs/requirements.md#122-database
 */
export async function withTenant<T>(
  db: Database,
  tenantId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return runAsTenant(db, tenantId, work, {})
}

/** Runs `work` as `withTenant` does, in the middle of a transaction that reads and writes tenants. */
export async function actAsTenant<T>(
  tx: Transaction,
  tenantId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await tx.execute(
    sql`select set_config('app.tenant', ${tenantId}, true), set_config('role', 'tanabana_app', true)`,
  )
  const result = await work(tx)
  await tx.execute(sql`select set_config('role', 'tanabana_directory', true)`)
  return result
}

/** Planner settings for queries that follow an index: PGlite never collects statistics. */
const READ_SETTINGS = { enable_seqscan: 'off', enable_bitmapscan: 'off', jit: 'off' }

/** `withTenant` for reading a few rows: all queries of `work` see one snapshot. */
export async function readTenant<T>(
  db: Database,
  tenantId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return runAsTenant(db, tenantId, work, READ_SETTINGS, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function runAsTenant<T>(
  db: Database,
  tenantId: string,
  work: (tx: Transaction) => Promise<T>,
  settings: Record<string, string>,
  config?: PgTransactionConfig,
): Promise<T> {
  const all = {
    'app.tenant': tenantId,
    statement_timeout: String(db.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS),
    ...settings,
    role: 'tanabana_app',
  }
  const calls = Object.entries(all).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  return db.orm.transaction(async (tx) => {
    await tx.execute(sql`select ${sql.join(calls, sql`, `)}`)
    return work(tx)
  }, config)
}
