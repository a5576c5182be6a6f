import { fileURLToPath } from 'node:url'

import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'

import type { Orm } from './index.ts'

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))
const LOCK = 8_044_001

/**
 * Brings the database up to the newest migration, all in one transaction. Several processes may start at once: one
 * migrates, the others wait. The lock belongs to the transaction, not to a session, so it holds behind a pooler too.
 */
export async function migrate(orm: Orm): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  await orm.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await tx.execute(sql`create table if not exists schema_migrations (
      hash text primary key, applied_at timestamptz not null default now())`)
    for (const { hash, sql: statements } of migrations) {
      const claimed = await tx.execute(
        sql`insert into schema_migrations (hash) values (${hash}) on conflict do nothing returning hash`,
      )
      if (!hasRows(claimed)) continue
      for (const statement of statements) await tx.execute(sql.raw(statement))
    }
  })
}

/** Both drivers answer with `rows`, though they share no type. */
function hasRows(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'rows' in result
    ? Array.isArray(result.rows) && result.rows.length > 0
    : false
}
