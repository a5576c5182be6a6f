import { asc, eq, sql } from 'drizzle-orm'

import type { Database, Orm, Transaction } from '../../db/index.ts'
import { tenantHosts, tenants } from '../../db/schema.ts'
import type { Tenant } from '../../tenant.ts'

/** The shop with this id, or `undefined`; inside a transaction as that sees it. */
export async function findTenant(db: { orm: Orm | Transaction }, id: string): Promise<Tenant | undefined> {
  const rows = await db.orm
    .select()
    .from(tenants)
    .innerJoin(tenantHosts, eq(tenantHosts.tenantId, tenants.id))
    .where(eq(tenants.id, id))
    .orderBy(asc(tenantHosts.position))
  const row = rows[0]?.tenants
  if (!row) return undefined
  return {
    id: row.id,
    hosts: rows.map((one) => one.tenant_hosts.host),
    record: row.record,
    payee: {
      upiId: row.payeeUpiId,
      name: row.payeeName,
      ...(row.payeeConfirmsWithinHours !== null && { confirmsWithinHours: row.payeeConfirmsWithinHours }),
    },
    ...(row.paymentAccounts.length > 0 && { paymentAccounts: row.paymentAccounts }),
    ...(Object.keys(row.orderLimits).length > 0 && { orderLimits: row.orderLimits }),
    catalogueWritten: row.catalogueWritten ?? undefined,
    ...(row.mailFrom !== null && { mailFrom: row.mailFrom }),
    ...(row.suspendedAt !== null && { isSuspended: true }),
  }
}

/** Shops by id that were read before, each with the version that it had then. */
export interface KnownTenants {
  get(id: string): { version: string; tenant: Tenant | undefined } | undefined
  set(id: string, known: { version: string; tenant: Tenant | undefined }): unknown
}

/**
 * The shop of this host (lower case, no port), or `undefined`; a known one is read again only when its row was written.
 * A subquery instead of a join: an unknown host costs half as much, which matters in floods of them.
 */
export async function findTenantByHost(
  db: Database,
  host: string,
  knownTenants: KnownTenants = new Map(),
): Promise<Tenant | undefined> {
  const [row] = await db.orm
    .select({
      id: tenantHosts.tenantId,
      // The transaction of the last write.
      version: sql<string>`(select xmin::text from ${tenants} where ${tenants.id} = ${tenantHosts.tenantId})`,
    })
    .from(tenantHosts)
    .where(eq(tenantHosts.host, host))
  if (!row) return undefined
  const { id, version } = row
  const known = knownTenants.get(id)
  if (known?.version === version) return known.tenant
  // After a write in between, this tenant is newer than its version, and the next call reads it again.
  const tenant = await findTenant(db, id)
  knownTenants.set(id, { version, tenant })
  return tenant
}

/** Every shop that has an account with a payment provider. */
export async function listPayingShops(
  db: Database,
): Promise<Required<Pick<Tenant, 'id' | 'paymentAccounts'>>[]> {
  return db.orm
    .select({ id: tenants.id, paymentAccounts: tenants.paymentAccounts })
    .from(tenants)
    .where(sql`${tenants.paymentAccounts} <> '[]'::jsonb`)
    .orderBy(asc(tenants.id))
}

/** The terms of a shop for its unpaid orders. */
export type OrderTerms = Pick<
  typeof tenants.$inferSelect,
  'id' | 'orderLimits' | 'payeeConfirmsWithinHours' | 'paymentAccounts'
>

/** Every shop with its terms for unpaid orders. */
export async function listOrderTerms(db: Database): Promise<OrderTerms[]> {
  const { id, orderLimits, payeeConfirmsWithinHours, paymentAccounts } = tenants
  return db.orm
    .select({ id, orderLimits, payeeConfirmsWithinHours, paymentAccounts })
    .from(tenants)
    .orderBy(asc(tenants.id))
}

/** The hosts of a shop, the main one first; empty for an unknown shop. */
export async function listHosts(db: Database, id: string): Promise<string[]> {
  const rows = await db.orm
    .select({ host: tenantHosts.host })
    .from(tenantHosts)
    .where(eq(tenantHosts.tenantId, id))
    .orderBy(asc(tenantHosts.position))
  return rows.map(({ host }) => host)
}

/** Every host of a shop, including those of suspended shops. */
export async function listTenantHosts(db: Database): Promise<string[]> {
  const rows = await db.orm
    .select({ host: tenantHosts.host })
    .from(tenantHosts)
    .orderBy(asc(tenantHosts.host))
  return rows.map(({ host }) => host)
}

/** Every shop, by id. */
export async function listTenants(db: Database): Promise<Tenant[]> {
  const rows = await db.orm.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id))
  const all = await Promise.all(rows.map(({ id }) => findTenant(db, id)))
  return all.filter((tenant) => tenant !== undefined)
}
