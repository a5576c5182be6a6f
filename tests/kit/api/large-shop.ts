import { sql } from 'drizzle-orm'

import { withTenant, type Database } from '../../../api/db/index.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'

const ROWS_PER_STATEMENT = 20_000

/** How the products differ: only in category, gender and price, or also in colours, sizes, fabric, occasion and country. */
type Variety = 'plain' | 'varied'

/**
 * Creates a shop of `count` products with the ids p0, p1 …: 10 categories, each with 4 parent categories and all
 * genders, 1 product in 50 featured, creation dates in batches of some hundred as in imports.
 */
export async function makeShop(
  db: Database,
  id: string,
  count: number,
  variety: Variety = 'plain',
  host = `${id}.example`,
): Promise<void> {
  await putTenant(db, {
    id,
    hosts: [host],
    record: { storeName: id, categories: ['Kurtas', 'Accessories'] },
    payee: { upiId: 'bench@bank', name: 'Bench' },
  })
  for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
    const to = Math.min(count, from + ROWS_PER_STATEMENT) - 1
    await withTenant(db, id, async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', '0', true)`)
      await tx.execute(variety === 'plain' ? plainRows(id, from, to) : variedRows(id, from, to))
    })
  }
}

const plainRows = (tenantId: string, from: number, to: number) => sql`
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

/** Colours, sizes and facts as in a shop of many brands: nearly every product has a combination of its own. */
const variedRows = (tenantId: string, from: number, to: number) => sql`
  insert into products (tenant_id, id, key, title, description, category, parent_category, gender, regular_price,
    discounted_price, img_url, images, attributes, featured, created_at)
  select ${tenantId}, 'p' || i, 'key ' || i, color || ' ' || fabric || ' ' || garment || ' number ' || i,
    repeat('Woven by hand. ', 12), category, garment || ' of kind ' || i / 10 % 4,
    (array['Women', 'Men', 'Women', 'Unisex', null])[i / 40 % 5 + 1], price,
    case when i % 3 = 0 then price - price * (i / 3 % 6) / 10 - 100 end,
    '/media/' || i || '.webp', jsonb_build_array(jsonb_build_object('url', '/media/' || i || '.webp')),
    jsonb_build_array(
      jsonb_build_object('key', 'Sizes', 'value',
        (array['["S", "M", "L"]', '["XS", "S", "M", "L", "XL"]', '["28", "30", "32", "34"]'])[i % 3 + 1]::jsonb),
      jsonb_build_object('key', 'Colors', 'value', jsonb_build_array(color, colors[i / 7 % 16 + 1])),
      jsonb_build_object('key', 'Material', 'value', jsonb_build_array(fabric)),
      jsonb_build_object('key', 'Occasion', 'value',
        jsonb_build_array((array['Festive', 'Wedding', 'Everyday', 'Office', 'Party'])[i / 11 % 5 + 1])),
      jsonb_build_object('key', 'Country of Origin', 'value',
        jsonb_build_array((array['India', 'India', 'Bangladesh', 'Vietnam'])[i / 13 % 4 + 1]))
    ),
    i % 50 = 7, timestamptz '2026-01-01 00:00+00' - i / 400 * 7919 % 100000 * interval '1 minute'
  from generate_series(${from}::int, ${to}::int) as i,
    lateral (select 99900 + i % 1000 * 100 as price,
      (array['Kurtas', 'Sarees', 'Shirts', 'T-Shirts', 'Dresses', 'Jeans', 'Accessories', 'Bottomwear', 'Home',
        'Jackets'])[i % 10 + 1] as category,
      (array['Kurta', 'Saree', 'Shirt', 'T-Shirt', 'Dress', 'Jeans', 'Stole', 'Palazzo', 'Bedsheet',
        'Jacket'])[i % 10 + 1] as garment,
      (array['Cotton', 'Silk', 'Linen', 'Wool', 'Viscose', 'Khadi', 'Georgette', 'Denim'])[i / 5 % 8 + 1] as fabric,
      array['Indigo', 'Navy', 'Blue', 'Sky', 'Madder', 'Maroon', 'Red', 'Rust', 'Olive', 'Sage', 'Mustard', 'Ivory',
        'White', 'Black', 'Rani Pink', 'Lilac'] as colors) as chosen,
    lateral (select colors[i / 3 % 16 + 1] as color) as dyed`
