import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { lockName, withTenant, type Database, type Transaction } from '../../db/index.ts'
import { products, productVariants } from '../../db/schema.ts'
import { describeFailure } from '../../http/errors.ts'
import type { Log } from '../../http/log.ts'
import type { PublishedProduct, PublishedShop } from '../notifications/publish.ts'
import { listHosts, listOrderTerms } from '../tenants/find.ts'
import { noteCatalogueWrite } from '../tenants/write.ts'

/** Dependencies for publishing products that sold out or came back. */
export interface Publishing {
  db: Database
  log: Log
  /** Purges the pages that show or list the products; returns the storefronts that failed. */
  publish: (shop: PublishedShop, products: readonly PublishedProduct[]) => Promise<string[]>
}

const IS_ON_SALE = sql<boolean>`(${productVariants.stock} is null or ${productVariants.stock} > 0 or ${productVariants.sellsBeyondStock})`

/** What the variants of each product imply, as `cheapestVariant` decides it. */
function impliedFields(tx: Transaction, tenantId: string, productIds?: readonly string[]) {
  const { productId, regularPrice, discountedPrice, position } = productVariants
  return tx
    .selectDistinctOn([productId], {
      productId,
      onSale: IS_ON_SALE.as('on_sale'),
      regularPrice,
      discountedPrice,
    })
    .from(productVariants)
    .where(
      and(
        eq(productVariants.tenantId, tenantId),
        productIds && inArray(productVariants.productId, [...productIds]),
      ),
    )
    .orderBy(
      productId,
      sql`${IS_ON_SALE} desc`,
      sql`coalesce(${discountedPrice}, ${regularPrice})`,
      asc(position),
    )
    .as('implied')
}

type Implied = ReturnType<typeof impliedFields>

/**
 * Sets `available` and the prices of the products from their variants and returns the ids of the products that changed.
 * Takes the turn of the shop's catalogue first, so that the last of concurrent calls sees every committed order.
 */
export async function refreshAvailability(
  tx: Transaction,
  tenantId: string,
  productIds: readonly string[],
): Promise<string[]> {
  if (productIds.length === 0) return []
  await awaitTurnForProducts(tx, tenantId)
  const implied = impliedFields(tx, tenantId, productIds)
  const changed = await tx
    .update(products)
    .set({
      available: sql`${implied.onSale}`,
      regularPrice: sql`${implied.regularPrice}`,
      discountedPrice: sql`${implied.discountedPrice}`,
    })
    .from(implied)
    .where(isStale(tenantId, implied))
    .returning({ id: products.id })
  return changed.map(({ id }) => id)
}

/** The lock of the trigger `await_turn_for_products`, for statements that must not begin before it. */
export async function awaitTurnForProducts(tx: Transaction, tenantId: string): Promise<void> {
  await lockName(tx, `products of ${tenantId}`)
}

/**
 * `refreshAvailability` after an order or a cancellation, in a transaction of its own because an import may hold the
 * catalogue; then purges the pages of these products. A failure is logged, and `repairAvailability` makes up for it.
 * @returns whether products changed and their pages were published
 */
export async function publishAvailability(
  { db, log, publish }: Publishing,
  tenantId: string,
  productIds: readonly string[],
): Promise<boolean> {
  if (productIds.length === 0) return false
  try {
    const changed = await withTenant(db, tenantId, async (tx) =>
      readPublished(tx, tenantId, await refreshAvailability(tx, tenantId, productIds)),
    )
    if (changed.length === 0) return false
    // Shared reads and replicas from before this write are no longer used.
    await noteCatalogueWrite(db, tenantId)
    const storefronts = await publish({ id: tenantId, hosts: await listHosts(db, tenantId) }, changed)
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
export async function readPublished(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<PublishedProduct[]> {
  if (ids.length === 0) return []
  return tx
    .select({ id: products.id, category: products.category })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.id, [...ids])))
}

/** Updates the products of all shops whose availability or price was not updated because a process ended too early. */
export async function repairAvailability(services: Publishing, signal?: AbortSignal): Promise<void> {
  for (const { id } of await listOrderTerms(services.db)) {
    if (signal?.aborted) return
    const stale = await withTenant(services.db, id, (tx) => {
      const implied = impliedFields(tx, id)
      return tx.select({ id: products.id }).from(products).innerJoin(implied, isStale(id, implied))
    })
    await publishAvailability(
      services,
      id,
      stale.map((product) => product.id),
    )
  }
}

function isStale(tenantId: string, implied: Implied) {
  const { available, regularPrice, discountedPrice } = products
  return and(
    eq(products.tenantId, tenantId),
    eq(products.id, implied.productId),
    sql`(${available}, ${regularPrice}, ${discountedPrice})
      is distinct from (${implied.onSale}, ${implied.regularPrice}, ${implied.discountedPrice})`,
  )
}
