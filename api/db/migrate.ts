import { fileURLToPath } from 'node:url'

import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'

import type { Orm, Transaction } from './database.ts'

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))
const LOCK = 8_044_001

/**
 * Applies all migrations, then runs `finish`, in one transaction. Of several starting processes one migrates and the
 * others wait. Lock and role are transaction-scoped, so this works behind poolers.
 */
export async function migrate<T>(orm: Orm, finish: (tx: Transaction) => Promise<T>): Promise<T> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  return orm.transaction(async (tx) => {
    // The session's default role may own nothing.
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
