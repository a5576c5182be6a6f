import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

interface Rows<T> {
  rows: T[]
}

/** The part of a result that PGlite and node-postgres have in common. */
interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this['row']>
}

export type Orm = PgDatabase<RowsHKT>
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]

export interface Database {
  /** For the tenants and their hosts; every other table is reached inside `withTenant` alone. */
  orm: Orm
  /** One statement of PostgreSQL with `$1` and so on, outside of any transaction; PGlite has none. */
  query?(text: string, values: readonly unknown[]): Promise<unknown[]>
  /** Answers `readCatalogue`, where there is one. */
  replica?: Replica
  /** After so long PostgreSQL breaks a statement off. */
  statementTimeoutMs?: number | undefined
  /** What its operator should know. */
  warnings?: string[]
  /** Ends what is under way and lets go of the data directory. */
  close(): Promise<void>
}

/** A PostgreSQL that follows the primary, later by a moment or by hours. */
export interface Replica {
  database: Database
  /** Up to here it is known to have followed; a place in PostgreSQL's log. */
  replayed: bigint
  /** By `performance.now()`. */
  cooldownUntil: number
}

export interface DatabaseConfig {
  /** Where PGlite, its lock and the shops' pictures live, or `memory://` for a database that ends with the process. */
  dataDir: string
  /** A PostgreSQL address; with it PGlite is not used. */
  databaseUrl?: string | undefined
  /** A PostgreSQL that follows that one. */
  replicaUrl?: string | undefined
  /** So many connections to PostgreSQL at most. */
  databasePool?: number | undefined
  statementTimeoutMs?: number | undefined
  /** How long a PostgreSQL that is not there yet is waited for. */
  startWaitMs?: number | undefined
}
