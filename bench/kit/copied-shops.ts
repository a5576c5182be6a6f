import { textOf } from '../../tests/kit/api/store-caller.ts'
import { administer } from '../../tests/kit/database/databases.ts'

/** What the triggers of `products` write, and the products themselves. */
const PRODUCT_TABLES = ['products', 'product_entries']
const COUNT_TABLES = ['product_groups', 'product_choices', 'product_values']
const SHOP_TABLES = ['tenants', 'tenant_hosts', ...PRODUCT_TABLES, ...COUNT_TABLES, 'product_words']
/** Above the places of all products that were imported. */
const PLACES = 10_000_000
/** Nor foreign keys. */
const WITHOUT_TRIGGERS = 'set session_replication_role = replica'

/**
 * Copies the products of a shop with the ids p0, p1 … until it has `times` as many, without the triggers, which take a
 * millisecond per product: each copy has the next ids and is a second newer. `url` is that of the server's administrator.
 */
export async function growShop(url: string, tenantId: string, size: number, times: number): Promise<void> {
  const changes = {
    id: `'p' || (substr(id, 2)::int + copy * ${size})`,
    key: `key || ' of copy ' || copy`,
    position: `position + copy * ${PLACES}`,
    listing_rank: `listing_rank - copy * ${PLACES}`,
    created_at: `created_at + copy * interval '1 second'`,
  }
  for (const table of PRODUCT_TABLES) await copyRows(url, table, changes, tenantId, times - 1)
  for (const table of COUNT_TABLES) {
    const increase = `update ${table} set products = products * ${times} where tenant_id = '${tenantId}'`
    await administer(url, WITHOUT_TRIGGERS, increase)
  }
}

/** Copies the shop `shop-0` until there are `shops`, named shop-1, shop-2 … */
export async function copyShop(url: string, shops: number): Promise<void> {
  const changes = {
    tenant_id: `'shop-' || copy`,
    host: `'shop-' || copy || '.example'`,
  }
  for (const table of SHOP_TABLES) {
    const named = table === 'tenants' ? { id: changes.tenant_id } : changes
    await copyRows(url, table, named, 'shop-0', shops - 1)
  }
}

async function copyRows(
  url: string,
  table: string,
  changes: Record<string, string>,
  tenantId: string,
  copies: number,
): Promise<void> {
  const columns = (
    await administer(
      url,
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`,
    )
  ).map((row) => textOf(row, 'name'))
  const values = columns.map((name) => changes[name] ?? `"${name}"`)
  const owner = table === 'tenants' ? 'id' : 'tenant_id'
  await administer(
    url,
    WITHOUT_TRIGGERS,
    `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')})
     select ${values.join(', ')} from ${table}, generate_series(1, ${copies}) as copy where ${owner} = '${tenantId}'`,
  )
}
