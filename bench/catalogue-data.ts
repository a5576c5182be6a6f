import { sql } from 'drizzle-orm'

import { withTenant, type Database } from '../api/db/index.ts'
import { putTenant } from '../api/modules/tenants/write.ts'

const ROWS_PER_STATEMENT = 20_000

/**
 * Creates a shop of `count` products with the ids p0, p1 …: 10 categories, each with 4 parent categories and all
 * genders, 1 product in 50 featured, creation dates in batches of some hundred as in imports.
 */
export async function makeShop(db: Database, id: string, count: number): Promise<void> {
  await putTenant(db, {
    id,
    hosts: [`${id}.example`],
    record: { storeName: id, categories: ['Kurtas', 'Accessories'] },
    payee: { upiId: 'bench@bank', name: 'Bench' },
  })
  for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
    const to = Math.min(count, from + ROWS_PER_STATEMENT) - 1
    await withTenant(db, id, async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', '0', true)`)
      await tx.execute(rows(id, from, to))
    })
  }
}

const rows = (tenantId: string, from: number, to: number) => sql`
  insert into products (tenant_id, id, key, title, description, category, parent_category, gender, regular_price,
    img_url, images, attributes, featured, created_at)
  select ${tenantId}, 'p' || i, 'key ' || i, 'Handloom cotton kurta number ' || i, repeat('Woven by hand. ', 12),
    category, category || ' of kind ' || i / 10 % 4,
    (array['Women', 'Men', 'Women', 'Unisex', null])[i / 40 % 5 + 1], 99900 + i % 1000 * 100,
    '/media/' || i || '.webp', jsonb_build_array(jsonb_build_object('url', '/media/' || i || '.webp')),
    '[{"key": "Sizes", "value": ["S", "M", "L"]}, {"key": "Colors", "value": ["Indigo"]}]',
    i % 50 = 7, timestamptz '2026-01-01 00:00+00' - i / 400 * 7919 % 100000 * interval '1 minute'
  from generate_series(${from}::int, ${to}::int) as i,
    lateral (select (array['Kurtas', 'Sarees', 'Shirts', 'T-Shirts', 'Dresses', 'Jeans', 'Accessories',
      'Personal Care', 'Home', 'Jackets'])[i % 10 + 1] as category) as chosen`
