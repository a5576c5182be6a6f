import { asc, eq, sql } from 'drizzle-orm'

import type { Database, Orm, Transaction } from '../../db/index.ts'
import { tenantHosts, tenants } from '../../db/schema.ts'
import type { Tenant } from './tenant.ts'

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
    ...(row.suspendedAt !== null && { isSuspended: true }),
  }
}

/**
 * The shop of this host (lower case, no port), or `undefined`. Two queries instead of a join: an unknown host costs
 * half as much, which matters in floods of them, and known hosts are cached.
 */
export async function findTenantByHost(db: Database, host: string): Promise<Tenant | undefined> {
  const [row] = await db.orm
    .select({ id: tenantHosts.tenantId })
    .from(tenantHosts)
    .where(eq(tenantHosts.host, host))
  return row && findTenant(db, row.id)
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
