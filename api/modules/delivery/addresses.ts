import { and, desc, eq, inArray } from 'drizzle-orm'

import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Transaction } from '../../db/index.ts'
import { addresses, users } from '../../db/schema.ts'
import { randomId } from '../../ids.ts'

/** Over this number the oldest address of a user is removed. */
const ADDRESSES_MAX = 10

const FIELDS = ['fullName', 'address', 'city', 'state', 'postalCode', 'phone'] as const

type AddressRow = typeof addresses.$inferSelect

/** Returns the addresses of a user, newest first. */
export function listAddresses(tx: Transaction, tenantId: string, userId: string): Promise<AddressRow[]> {
  return tx
    .select()
    .from(addresses)
    .where(isOfUser(tenantId, userId))
    .orderBy(desc(addresses.createdAt), desc(addresses.id))
}

/** Adds an address, or returns the same one that the user has already. */
export async function addAddress(
  tx: Transaction,
  tenantId: string,
  userId: string,
  address: ShippingAddress,
  createdAt: Date,
): Promise<Pick<AddressRow, 'id' | 'address'>> {
  // Locks the account, so that simultaneous requests see each other's addresses.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
    .for('update')
  const saved = await listAddresses(tx, tenantId, userId)
  const same = saved.find((row) => isSame(row.address, address))
  if (same) return same
  const surplus = saved.slice(ADDRESSES_MAX - 1).map(({ id }) => id)
  if (surplus.length > 0) {
    await tx.delete(addresses).where(and(isOfUser(tenantId, userId), inArray(addresses.id, surplus)))
  }
  const id = randomId()
  // Two addresses of one millisecond keep their order.
  const after = (saved[0]?.createdAt.getTime() ?? 0) + 1
  const row = { tenantId, id, userId, address, createdAt: new Date(Math.max(after, createdAt.getTime())) }
  await tx.insert(addresses).values(row)
  return { id, address }
}

/** Returns false when the user has no such address. */
export async function removeAddress(
  tx: Transaction,
  tenantId: string,
  userId: string,
  id: string,
): Promise<boolean> {
  const removed = await tx
    .delete(addresses)
    .where(and(isOfUser(tenantId, userId), eq(addresses.id, id)))
    .returning({ id: addresses.id })
  return removed.length > 0
}

function isOfUser(tenantId: string, userId: string) {
  return and(eq(addresses.tenantId, tenantId), eq(addresses.userId, userId))
}

function isSame(one: ShippingAddress, other: ShippingAddress): boolean {
  return FIELDS.every((name) => one[name] === other[name])
}
