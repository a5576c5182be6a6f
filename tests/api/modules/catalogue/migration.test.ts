import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { asc, eq, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { migrate } from '../../../../api/db/migrate.ts'
import { productChoices, productGroups, products, productValues, tenants } from '../../../../api/db/schema.ts'
import { findStaleProducts } from '../../../../api/modules/catalogue/availability.ts'
import { openStore, type Store } from '../../../kit/api/store.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../../api/db/migrations', import.meta.url))

/** A database with the first `count` migrations and two shops. */
async function openOldStore(count: number): Promise<Store> {
  const store = await openStore([])
  const { orm } = store.db
  await orm.execute(sql`reset role`)
  await orm.execute(sql`drop schema public cascade`)
  await orm.execute(sql`drop schema pgboss cascade`)
  await orm.execute(sql`create schema public`)
  await orm.execute(sql`create table schema_migrations (hash text primary key)`)
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(0, count)
  await orm.transaction(async (tx) => {
    for (const { hash, sql: statements } of migrations) {
      await tx.execute(sql`insert into schema_migrations values (${hash})`)
      for (const statement of statements) await tx.execute(sql.raw(statement))
    }
  })
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

/** The number of migrations before the one with this name. */
function migrationsBefore(tag: string): number {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[]
  }
  return journal.entries.findIndex((entry) => entry.tag === tag)
}

it('moves the texts of products from the store info to the products of the same shop', async () => {
  const store = await openOldStore(migrationsBefore('0028_product-translations'))
  await writeOldProducts(store)
  const texts = { Kurtas: 'कुर्ते' }
  const hindi = { title: 'कुर्ता', description: 'सूती' }
  const record = {
    storeName: 'Asha',
    capabilities: ['search'],
    translations: { hi: { texts, products: { Kurta: hindi, Gone: { title: 'x' } } }, en: { texts } },
  }
  await store.db.orm.execute(
    sql`update tenants set record = ${JSON.stringify(record)}::jsonb where id = 'asha'`,
  )

  await migrate(store.db.orm, () => Promise.resolve())

  const rowsOf = (tenant: string) =>
    withTenant(store.db, tenant, (tx) => tx.select().from(products).orderBy(asc(products.id)))
  expect((await rowsOf('asha')).map(({ translations }) => translations)).toEqual(
    Array.from({ length: 5 }, () => ({ hi: hindi })),
  )
  expect((await rowsOf('bela')).map(({ translations }) => translations)).toEqual(
    Array.from({ length: 5 }, () => null),
  )
  const [asha] = await store.db.orm.select().from(tenants).where(eq(tenants.id, 'asha'))
  expect(asha?.record).toEqual({
    storeName: 'Asha',
    capabilities: ['search', 'translations'],
    translations: { hi: { texts }, en: { texts } },
  })
  await store.close()
})

it('leaves the sold-out sizes of products from before out of the counts', async () => {
  const store = await openOldStore(migrationsBefore('0071_sold-out-sizes'))
  const { orm } = store.db
  const options = JSON.stringify([{ name: 'Size', values: ['S', 'M', 'L'] }])
  const named = (key: string, value: string[]) => ({ key, value })
  const sizes = named('Size', ['S', 'M', 'L'])
  const addProduct = (tenant: string, id: string, attributes: object[], available = true, own = '[]') =>
    orm.execute(sql`
      insert into products (tenant_id, id, key, title, description, category, parent_category, gender,
        regular_price, img_url, images, attributes, options, featured, available)
      values (${tenant}, ${id}, ${id}, 'Kurta', '', 'Kurtas', '', null, 100, '', '[]',
        ${JSON.stringify(attributes)}::jsonb, ${own}::jsonb, false, ${available})`)
  for (const tenant of ['asha', 'bela']) {
    await orm.execute(sql`select set_config('app.tenant', ${tenant}, false)`)
    await addProduct(tenant, 'counted', [sizes], true, options)
    await addProduct(tenant, 'gone', [sizes], false, options)
    await addProduct(tenant, 'named', [sizes, named('Sold out', [' l ', 'XS'])])
    // Of asha's counted product, M and L are sold out; of bela's, S and L.
    await orm.execute(sql`
      insert into product_variants (tenant_id, id, product_id, position, options, regular_price, stock, images)
      select ${tenant}, product || size || color, product, 0, jsonb_build_object('Size', size, 'Color', color), 100,
        (product = 'counted' and color = 'Red' and size = ${tenant === 'asha' ? 'S' : 'M'})::int,
        '[]'
      from unnest('{counted,gone}'::text[]) as product, unnest('{S,M,L}'::text[]) as size,
        unnest('{Red,Blue}'::text[]) as color`)
  }
  await orm.execute(sql`select set_config('app.tenant', '', false)`)

  await migrate(orm, () => Promise.resolve())

  for (const [tenant, left, soldOut] of [
    ['asha', ['S'], ['M', 'L']],
    ['bela', ['M'], ['S', 'L']],
  ] as const) {
    const { rows, choices, values, stale } = await withTenant(store.db, tenant, async (tx) => ({
      rows: await tx.select().from(products).orderBy(asc(products.id)),
      choices: await tx.select().from(productChoices).orderBy(asc(productChoices.sizes)),
      values: await tx.select().from(productValues).where(eq(productValues.facet, 'sizes')),
      stale: await findStaleProducts(tx, tenant),
    }))
    expect(rows.map(({ soldOutSizes }) => soldOutSizes)).toEqual([soldOut, ['S', 'M', 'L'], ['L']])
    expect(choices.map(({ sizes, available, products }) => ({ sizes, available, products }))).toEqual(
      expect.arrayContaining([
        { sizes: [...left], available: true, products: 1 },
        { sizes: ['L', 'M', 'S'], available: false, products: 1 },
        { sizes: ['M', 'S'], available: true, products: 1 },
      ]),
    )
    expect(choices).toHaveLength(3)
    expect(Object.fromEntries(values.map(({ value, products }) => [value, products]))).toEqual({
      L: 1,
      M: 2,
      S: 2,
      [left[0]]: 3,
    })
    expect(stale).toEqual([])
  }
  await store.close()
})
