import { fileURLToPath } from 'node:url'

import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { migrate } from '../../../../api/db/migrate.ts'
import { productGroups } from '../../../../api/db/schema.ts'
import { openStore } from '../../helpers/store.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../../api/db/migrations', import.meta.url))

it('counts the products of a database from before the counts', async () => {
  const store = await openStore([])
  const { orm } = store.db
  await orm.execute(sql`reset role`)
  await orm.execute(sql`drop schema public cascade`)
  await orm.execute(sql`create schema public`)
  await orm.execute(sql`create table schema_migrations (hash text primary key)`)
  for (const { hash, sql: statements } of readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(0, 2)) {
    await orm.execute(sql`insert into schema_migrations values (${hash})`)
    for (const statement of statements) await orm.execute(sql.raw(statement))
  }
  await orm.execute(sql`insert into tenants values ('asha', '{}', '', ''), ('bela', '{}', '', '')`)
  await orm.execute(sql`
    insert into products (tenant_id, id, key, title, description, category, parent_category, gender,
      regular_price, img_url, images, attributes, featured)
    select tenant, 'p' || i, 'k' || i, '', '', 'Kurtas', 'Kind ' || i % 2, null, 100, '', '[]', '[]', false
    from generate_series(1, 5) as i, unnest(array['asha', 'bela']) as tenant`)

  await migrate(orm, () => Promise.resolve())

  const counted = await withTenant(store.db, 'asha', (tx) => tx.select().from(productGroups))
  expect(counted).toHaveLength(2)
  expect(counted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tenantId: 'asha', parentCategory: 'Kind 0', gender: null, products: 2 }),
      expect.objectContaining({ tenantId: 'asha', parentCategory: 'Kind 1', gender: null, products: 3 }),
    ]),
  )
  await store.close()
})
