import type { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ClientConfig } from 'pg'

interface Rows<T> {
  rows: T[]
}

/** The part that results of PGlite and node-postgres share. */
interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this['row']>
}

export type Orm = PgDatabase<RowsHKT>
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]

export interface Database {
  /** Direct access, for tenants and their hosts only; reach every other table through `withTenant`. */
  orm: Orm
  /** Runs one statement with parameters `$1` and so on, outside of transactions; PostgreSQL only. */
  query?(text: string, values: readonly unknown[]): Promise<unknown[]>
  /** PGlite: one connection in this process for all shops, so that work on it is done in short pieces. */
  isEmbedded?: boolean
  /** Connection of the job engine: the same PGlite, or connections of its own to the same PostgreSQL. */
  engine?: { pglite: PGlite } | { postgres: ClientConfig }
  /** Serves `readCatalogue`, if configured. */
  replica?: Replica
  /** PostgreSQL cancels a statement after this time. */
  statementTimeoutMs?: number | undefined
  /** Warnings for the operator. */
  warnings?: string[]
  /** Ends running work and releases the data directory. */
  close(): Promise<void>
}

/** A PostgreSQL replica of the primary, which lags by moments or hours. */
export interface Replica {
  database: Database
  /** Last known replay position in the write-ahead log. */
  replayed: bigint
  /** Do not use the replica before this time of `performance.now()`. */
  cooldownUntil: number
}

export interface DatabaseConfig {
  /** Directory of PGlite, its lock and the shops' pictures, or `memory://` for a database that ends with the process. */
  dataDir: string
  /** PostgreSQL URL; replaces PGlite. */
  databaseUrl?: string | undefined
  /** URL of a PostgreSQL replica. */
  replicaUrl?: string | undefined
  /** Maximum number of connections to PostgreSQL. */
  databasePool?: number | undefined
  statementTimeoutMs?: number | undefined
  /** How long to wait at start for PostgreSQL to accept connections. */
  startWaitMs?: number | undefined
  /** Gets a sentence when the wait begins. */
  onStartWait?: (sentence: string) => void
}
