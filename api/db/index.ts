import { sql } from 'drizzle-orm'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'

import type { Database, DatabaseConfig, Transaction } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

export type { Database, DatabaseConfig, Orm, Transaction } from './database.ts'

/** PGlite has one connection, so a hung transaction would block all others. */
const DEFAULT_STATEMENT_TIMEOUT_MS = 10_000

/**
 * Opens and migrates the database that the configuration names.
 * @throws {DataDirectoryInUseError} another process holds the data directory
 * @throws {DatabaseUnusableError} PostgreSQL or the data directory can't be used; the message says what to correct
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, config) : openPglite(config.dataDir)
}

/**
 * Runs `work` in one transaction that sees and writes only this tenant's rows, whatever its queries say. Role and
 * tenant end with the transaction, so that poolers which hand connections around are safe. docs/requirements.md#122-database
 */
export async function withTenant<T>(
  db: Database,
  tenantId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return runAsTenant(db, tenantId, work, {})
}

/** For queries that follow an index: PGlite never gathers the statistics that would tell the planner to. */
const READ_SETTINGS = { enable_seqscan: 'off', enable_bitmapscan: 'off', jit: 'off' }

/** `withTenant` for reading a few rows: all queries of `work` see the shop as it was at the first of them. */
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
