import { administer } from '../tests/postgres/databases.ts'

const ROWS_PER_STATEMENT = 50_000

/** Connections; each uses one core. */
const CONNECTIONS = 2
const WITHOUT_TRIGGERS = 'set session_replication_role = replica'

/**
 * Writes shops `shop-1`, `shop-2` … with these numbers of products into a migrated database: as administrator,
 * without triggers and checks, then the counts that the triggers maintain. Vacuums like PostgreSQL's background job,
 * so that it does not run during the measurement.
 */
export async function makeShops(adminUrl: string, sizes: number[]): Promise<void> {
  const last = sizes.length
  await administer(
    adminUrl,
    WITHOUT_TRIGGERS,
    `insert into tenants (id, record, payee_upi_id, payee_name)
       select 'shop-' || shop, jsonb_build_object('storeName', 'Shop ' || shop, 'categories',
         '["Kurtas", "Sarees"]'::jsonb, 'policies', '{"terms": "<p>Terms.</p>"}'::jsonb), 'bench@bank', 'Bench'
       from generate_series(1, ${last}) as shop`,
    `insert into tenant_hosts (host, tenant_id, position)
       select 'shop-' || shop || '.localhost', 'shop-' || shop, 0 from generate_series(1, ${last}) as shop`,
  )
  const inserts: string[] = []
  let shop = 1
  while (shop <= last) {
    const size = sizes[shop - 1] ?? 0
    let until = shop
    while (until < last && sizes[until] === size && (until - shop + 2) * size <= ROWS_PER_STATEMENT)
      until += 1
    inserts.push(insertProducts(shop, until, size))
    shop = until + 1
  }
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, connection) => {
      const own = inserts.filter((_, index) => index % CONNECTIONS === connection)
      return administer(adminUrl, WITHOUT_TRIGGERS, ...own)
    }),
  )
  await administer(
    adminUrl,
    WITHOUT_TRIGGERS,
    `insert into product_groups (tenant_id, id, category, parent_category, gender, featured, products)
       select tenant_id, group_id, category, parent_category, gender, featured, count(*) from products
       group by 1, 2, 3, 4, 5, 6`,
    'vacuum (analyze)',
    'checkpoint',
  )
}

function insertProducts(from: number, to: number, size: number): string {
  return `insert into products (tenant_id, id, key, title, description, category, parent_category, gender,
      regular_price, img_url, images, attributes, featured, created_at)
    select 'shop-' || shop, 'p' || i, 'key ' || i, 'Handloom kurta number ' || i, repeat('Woven by hand. ', 8),
      category, category || ' of kind ' || i / 10 % 4, (array['Women', 'Men', 'Unisex', null])[i / 40 % 4 + 1],
      99900 + i % 1000 * 100, '/media/' || i || '.webp', '[]',
      '[{"key": "Sizes", "value": ["S", "M", "L"]}, {"key": "Colors", "value": ["Indigo"]}]',
      i % 50 = 7, timestamptz '2026-01-01 00:00+00' - i * interval '1 minute'
    from generate_series(${from}, ${to}) as shop, generate_series(1, ${size}) as i,
      lateral (select (array['Kurtas', 'Sarees', 'Shirts', 'Dresses', 'Jeans'])[i % 5 + 1] as category) as chosen`
}
