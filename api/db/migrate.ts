import { fileURLToPath } from 'node:url'

import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'

import type { Orm, Transaction } from './database.ts'

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))
const LOCK = 8_044_001

/**
 * Brings the database up to the newest migration, and then does `finish`, all in one transaction. Several processes
 * may start at once: one migrates, the others wait. Lock and role belong to the transaction, not to a session, so they
 * hold behind a pooler too.
 */
export async function migrate<T>(orm: Orm, finish: (tx: Transaction) => Promise<T>): Promise<T> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  return orm.transaction(async (tx) => {
    // Sessions may begin as a role that owns nothing.
    await tx.execute(sql`set local role none`)
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await tx.execute(sql`create table if not exists schema_migrations (
      hash text primary key, applied_at timestamptz not null default now())`)
    for (const { hash, sql: statements } of migrations) {
      const claimed = await tx.execute(
        sql`insert into schema_migrations (hash) values (${hash}) on conflict do nothing returning hash`,
      )
      if (claimed.rows.length === 0) continue
      for (const statement of statements) await tx.execute(sql.raw(statement))
    }
    return finish(tx)
  })
}
