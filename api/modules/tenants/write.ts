import { eq, inArray, sql } from 'drizzle-orm'

import type { Database, Transaction } from '../../db/index.ts'
import { tenantHosts, tenants } from '../../db/schema.ts'
import { findTenant } from './find.ts'
import { clearTenantCache } from './tenant-cache.ts'
import { refuseLargeRecord } from './record-size.ts'
import type { PaymentAccount } from '../../db/json-columns.ts'
import type { Tenant } from '../../tenant.ts'

export class HostTakenError extends Error {
  override name = 'HostTakenError'

  constructor(host: string, owner: string) {
    super(
      `The host ${host} already belongs to the shop ${owner}. Remove it there first, or choose another host.`,
    )
  }
}

export class ShopExistsError extends Error {
  override name = 'ShopExistsError'

  constructor(id: string) {
    super(`The shop ${id} already exists.`)
  }
}

/**
 * Creates the shop.
 * @throws {ShopExistsError} there is a shop with this id; nothing is written
 * @throws {HostTakenError} a host belongs to another shop; nothing is written
 */
export async function createTenant(db: Database, tenant: Tenant): Promise<void> {
  await db.orm.transaction(async (tx) => {
    const { id, record, payee } = tenant
    const created = await tx
      .insert(tenants)
      .values({ id, record, payeeUpiId: payee.upiId, payeeName: payee.name })
      .onConflictDoNothing()
      .returning({ id: tenants.id })
    if (created.length === 0) throw new ShopExistsError(id)
    await writeTenant(tx, tenant)
  })
  clearTenantCache(db)
}

/** Replaces the shop's accounts with payment providers, the one for new payments first. */
export async function putPaymentAccounts(
  db: Database,
  tenantId: string,
  paymentAccounts: PaymentAccount[],
): Promise<void> {
  await db.orm
    .update(tenants)
    .set({ paymentAccounts, updatedAt: sql`now()` })
    .where(eq(tenants.id, tenantId))
  clearTenantCache(db)
}

/** Sets the sender of the shop's e-mails; `null` for the platform's own. */
export async function putMailFrom(db: Database, tenantId: string, mailFrom: string | null): Promise<void> {
  await db.orm
    .update(tenants)
    .set({ mailFrom, updatedAt: sql`now()` })
    .where(eq(tenants.id, tenantId))
  clearTenantCache(db)
}

/**
 * Creates the shop, or replaces record, payee and hosts of an existing one, whose payment accounts stay.
 * @throws {HostTakenError} a host belongs to another shop; nothing is written
 * @throws {RecordTooLargeError} nothing is written
 */
export async function putTenant(db: Database, tenant: Tenant): Promise<'created' | 'updated'> {
  const result = await db.orm.transaction(async (tx) => {
    const isKnown = await lockTenant(tx, tenant.id)
    await writeTenant(tx, tenant)
    return isKnown ? ('updated' as const) : ('created' as const)
  })
  clearTenantCache(db)
  return result
}

/**
 * Replaces record, payee and hosts of a shop by the result of `change`, which may write in the same transaction.
 * Concurrent changes run one after the other.
 * @throws {HostTakenError} a host belongs to another shop
 * @throws {RecordTooLargeError} the record is too large
 * @throws {Error} there is no such shop, or `change` throws; nothing is written
 */
export async function changeTenant(
  db: Database,
  id: string,
  change: (known: Tenant, tx: Transaction) => Tenant | Promise<Tenant>,
): Promise<{ known: Tenant; tenant: Tenant }> {
  const result = await db.orm.transaction(async (tx) => {
    const known = await readLocked(tx, id)
    const tenant = await change(known, tx)
    await writeTenant(tx, tenant)
    return { known, tenant }
  })
  clearTenantCache(db)
  return result
}

/**
 * Reads a shop and locks it against concurrent changes.
 * @throws {Error} there is no such shop
 */
export async function readLocked(tx: Transaction, id: string): Promise<Tenant> {
  await lockTenant(tx, id)
  const known = await findTenant({ orm: tx }, id)
  if (!known) throw new Error(`There is no shop "${id}".`)
  return known
}

/** Weaker than "update", so that orders of the shop can be written concurrently. */
async function lockTenant(tx: Transaction, id: string): Promise<boolean> {
  const known = await tx
    .select({ id: tenants.id })
    .from(tenants)
    .where(eq(tenants.id, id))
    .for('no key update')
  return known.length > 0
}

async function writeTenant(
  tx: Transaction,
  { id, record, payee, orderLimits, ...tenant }: Tenant,
): Promise<void> {
  refuseLargeRecord(record)
  const hosts = tenant.hosts.map((host) => host.toLowerCase())
  const foreign = await tx.select().from(tenantHosts).where(inArray(tenantHosts.host, hosts))
  const taken = foreign.find((row) => row.tenantId !== id)
  if (taken) throw new HostTakenError(taken.host, taken.tenantId)

  const values = {
    record,
    payeeUpiId: payee.upiId,
    payeeName: payee.name,
    payeeConfirmsWithinHours: payee.confirmsWithinHours ?? null,
    orderLimits,
    updatedAt: sql`now()`,
  }
  await tx
    .insert(tenants)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: tenants.id, set: values })
  await tx.delete(tenantHosts).where(eq(tenantHosts.tenantId, id))
  await tx.insert(tenantHosts).values(hosts.map((host, position) => ({ host, tenantId: id, position })))
}

/** Stops serving a shop, or resumes it; all its data stay. */
export async function suspendTenant(db: Database, id: string, isSuspended: boolean): Promise<void> {
  await db.orm
    .update(tenants)
    .set({ suspendedAt: isSuspended ? sql`now()` : null })
    .where(eq(tenants.id, id))
  clearTenantCache(db)
}

/** Records a write to the shop's catalogue: from now on, reads use a replica only after it has replayed that write. */
export async function recordCatalogueWrite(db: Database, id: string): Promise<void> {
  await db.orm
    .update(tenants)
    .set({ catalogueWritten: sql`pg_current_wal_insert_lsn()::text` })
    .where(eq(tenants.id, id))
  clearTenantCache(db)
}
