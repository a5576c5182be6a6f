import { and, eq, inArray, sql } from 'drizzle-orm'

import { SIZE_NAMES } from '@tanabana/contract/attribute-names.ts'
import { lockName, withTenant, type Database, type Transaction } from '../../db/index.ts'
import { products, productVariants } from '../../db/schema.ts'
import { describeFailure } from '../../errors.ts'
import type { Log } from '../../http/log.ts'
import type { PurgedProduct, PurgeProducts } from '../../purge/purge-pages.ts'
import { listHosts } from '../tenants/find.ts'
import { recordCatalogueWrite } from '../tenants/write.ts'

/** Dependencies for showing that products sold out or came back. */
export interface AvailabilityServices {
  db: Database
  log: Log
  purge: PurgeProducts
}

const IS_ON_SALE = sql<boolean>`(${productVariants.stock} is null or ${productVariants.stock} > 0 or ${productVariants.sellsBeyondStock})`

/** What the variants of each product imply: `available`, the prices of `cheapestVariant`, and what is on sale. */
function impliedFields(tx: Transaction, tenantId: string, productIds?: readonly string[]) {
  const { productId, regularPrice, discountedPrice, position, options } = productVariants
  const cheapestFirst = sql`${IS_ON_SALE} desc, coalesce(${discountedPrice}, ${regularPrice}), ${position}`
  return tx
    .select({
      productId,
      onSale: sql<boolean>`bool_or(${IS_ON_SALE})`.as('on_sale'),
      regularPrice: sql<number>`(array_agg(${regularPrice} order by ${cheapestFirst}))[1]`.as(
        'implied_regular_price',
      ),
      discountedPrice: sql<number | null>`(array_agg(${discountedPrice} order by ${cheapestFirst}))[1]`.as(
        'implied_discounted_price',
      ),
      optionsOnSale: sql`array_agg(${options}) filter (where ${IS_ON_SALE})`.as('options_on_sale'),
    })
    .from(productVariants)
    .where(
      and(
        eq(productVariants.tenantId, tenantId),
        productIds && inArray(productVariants.productId, [...productIds]),
      ),
    )
    .groupBy(productId)
    .as('implied')
}

type Implied = ReturnType<typeof impliedFields>

/** The sizes that `soldOutSizesOfProduct` names. Without a size option they depend on no variant and stay. */
function impliedSoldOutSizes({ optionsOnSale }: Implied) {
  return sql`coalesce((
    select array(
      select size from jsonb_array_elements_text(option -> 'values') with ordinality as listed (size, place)
      where not exists (
        select from unnest(${optionsOnSale}) as chosen where chosen ->> (option ->> 'name') = size
      )
      order by listed.place
    )
    from jsonb_array_elements(${products.options}) with ordinality as named (option, place)
    where lower(btrim(option ->> 'name')) in (${sql.join(
      SIZE_NAMES.map((name) => sql`${name}`),
      sql`, `,
    )})
    order by named.place limit 1
  ), ${products.soldOutSizes})`
}

/**
 * Sets `available`, `soldOutSizes` and the prices of the products from their variants and returns the ids of the
 * products that changed. Locks the shop's products first, so that the last of concurrent calls sees every committed
 * order.
 */
export async function refreshAvailability(
  tx: Transaction,
  tenantId: string,
  productIds: readonly string[],
): Promise<string[]> {
  if (productIds.length === 0) return []
  await lockProducts(tx, tenantId)
  const implied = impliedFields(tx, tenantId, productIds)
  const changed = await tx
    .update(products)
    .set({
      available: sql`${implied.onSale}`,
      regularPrice: sql`${implied.regularPrice}`,
      discountedPrice: sql`${implied.discountedPrice}`,
      soldOutSizes: impliedSoldOutSizes(implied),
    })
    .from(implied)
    .where(isStale(tenantId, implied))
    .returning({ id: products.id })
  return changed.map(({ id }) => id)
}

/**
 * Locks the products of a shop until the transaction ends. Each write of a product takes the lock by a trigger; call
 * this before statements that must not begin before it.
 */
export async function lockProducts(tx: Transaction, tenantId: string): Promise<void> {
  await lockName(tx, `products of ${tenantId}`)
}

/**
 * `refreshAvailability` after an order or a cancellation, in a transaction of its own because an import may hold the
 * catalogue; then purges the pages of these products. A failure is logged, and `repairAvailability` makes up for it.
 * @returns whether products changed and their pages were purged
 */
export async function updateAvailability(
  { db, log, purge }: AvailabilityServices,
  tenantId: string,
  productIds: readonly string[],
): Promise<boolean> {
  if (productIds.length === 0) return false
  try {
    const changed = await withTenant(db, tenantId, async (tx) =>
      readPurgedProducts(tx, tenantId, await refreshAvailability(tx, tenantId, productIds)),
    )
    if (changed.length === 0) return false
    // Shared reads and replicas from before this write are no longer used.
    await recordCatalogueWrite(db, tenantId)
    const storefronts = await purge({ id: tenantId, hosts: await listHosts(db, tenantId) }, changed)
    if (storefronts.length > 0)
      log({ level: 'warn', event: 'pages not purged', tenant: tenantId, storefronts })
    return true
  } catch (error) {
    log({
      level: 'error',
      event: 'availability not updated',
      tenant: tenantId,
      ...describeFailure(error),
    })
    return false
  }
}

/** Reads what a purge of the pages of these products needs. */
export async function readPurgedProducts(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<PurgedProduct[]> {
  if (ids.length === 0) return []
  return tx
    .select({ id: products.id, category: products.category })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.id, [...ids])))
}

/** The ids of the products whose availability, sold-out sizes or price is not what their variants imply. */
export async function findStaleProducts(tx: Transaction, tenantId: string): Promise<string[]> {
  const implied = impliedFields(tx, tenantId)
  const stale = await tx
    .select({ id: products.id })
    .from(products)
    .innerJoin(implied, isStale(tenantId, implied))
  return stale.map(({ id }) => id)
}

function isStale(tenantId: string, implied: Implied) {
  const { available, regularPrice, discountedPrice, soldOutSizes } = products
  return and(
    eq(products.tenantId, tenantId),
    eq(products.id, implied.productId),
    sql`(${available}, ${regularPrice}, ${discountedPrice}, ${soldOutSizes}) is distinct from
      (${implied.onSale}, ${implied.regularPrice}, ${implied.discountedPrice}, ${impliedSoldOutSizes(implied)})`,
  )
}
