import { fileURLToPath } from 'node:url'

import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { migrate } from '../../../../api/db/migrate.ts'
import { productChoices, productGroups } from '../../../../api/db/schema.ts'
import { openStore, type Store } from '../../helpers/store.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../../api/db/migrations', import.meta.url))

/** A database with the first `count` migrations and two shops. */
async function openOldStore(count: number): Promise<Store> {
  const store = await openStore([])
  const { orm } = store.db
  await orm.execute(sql`reset role`)
  await orm.execute(sql`drop schema public cascade`)
  await orm.execute(sql`create schema public`)
  await orm.execute(sql`create table schema_migrations (hash text primary key)`)
  for (const { hash, sql: statements } of readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(
    0,
    count,
  )) {
    await orm.execute(sql`insert into schema_migrations values (${hash})`)
    for (const statement of statements) await orm.execute(sql.raw(statement))
  }
  await orm.execute(
    sql`insert into tenants (id, record, payee_upi_id, payee_name) values ('asha', '{}', '', ''), ('bela', '{}', '', '')`,
  )
  return store
}

/** Writes five products to each shop as the owner of the tables, shop by shop. */
async function writeOldProducts({ db: { orm } }: Store): Promise<void> {
  for (const tenant of ['asha', 'bela']) {
    await orm.execute(sql`select set_config('app.tenant', ${tenant}, false)`)
    await orm.execute(sql`
      insert into products (tenant_id, id, key, title, description, category, parent_category, gender,
        regular_price, img_url, images, attributes, featured)
      select ${tenant}, 'p' || i, 'k' || i, 'Kurta', '', 'Kurtas', 'Kind ' || i % 2, null, 100, '', '[]',
        '[{"key": "Colours", "value": ["Navy"]}, {"key": "Fabric", "value": ["Silk"]}]', false
      from generate_series(1, 5) as i`)
  }
  await orm.execute(sql`select set_config('app.tenant', '', false)`)
}

it('counts the products of a database from before the counts', async () => {
  const store = await openOldStore(2)
  await writeOldProducts(store)

  await migrate(store.db.orm, () => Promise.resolve())

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

it('finds the attributes of products from before the attribute facets', async () => {
  const store = await openOldStore(12)
  await writeOldProducts(store)

  await migrate(store.db.orm, () => Promise.resolve())

  for (const tenant of ['asha', 'bela']) {
    const counted = await withTenant(store.db, tenant, (tx) => tx.select().from(productChoices))
    expect(counted.map(({ colorFamilies, fabrics }) => [colorFamilies, fabrics])).toEqual([
      [['Blue'], ['Silk']],
      [['Blue'], ['Silk']],
    ])
    expect(counted.reduce((sum, { products }) => sum + products, 0)).toBe(5)
  }
  await store.close()
})
