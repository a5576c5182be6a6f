import { and, asc, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orderNotes, orders } from '../../db/schema.ts'
import { formatOrderNumber } from '../../ids.ts'
import { OrderStatusError } from './advance.ts'
import { lockOrder } from './change-order.ts'

export const NOTE_MAX = 1000
export const OWN_REFERENCE_MAX = 100

export type NoteRow = typeof orderNotes.$inferSelect

/**
 * Adds a note of the merchant to an order. Shoppers don't see it.
 * @throws {OrderStatusError} there is no such order
 */
export async function addNote(
  tx: Transaction,
  tenantId: string,
  number: string,
  { text, now }: { text: string; now: Date },
): Promise<void> {
  await requireOrder(tx, tenantId, number)
  await tx.insert(orderNotes).values({ tenantId, orderNumber: number, text, createdAt: now })
}

/** The notes of an order, oldest first. */
export function listNotes(tx: Transaction, tenantId: string, number: string): Promise<NoteRow[]> {
  return tx
    .select()
    .from(orderNotes)
    .where(and(eq(orderNotes.tenantId, tenantId), eq(orderNotes.orderNumber, number)))
    .orderBy(asc(orderNotes.id))
}

/**
 * Sets the merchant's own name of an order, or removes it.
 * @throws {OrderStatusError} there is no such order
 */
export async function setReference(
  tx: Transaction,
  tenantId: string,
  number: string,
  reference: string | null,
): Promise<void> {
  await requireOrder(tx, tenantId, number)
  await tx
    .update(orders)
    .set({ reference })
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, number)))
}

async function requireOrder(tx: Transaction, tenantId: string, number: string): Promise<void> {
  if (await lockOrder(tx, tenantId, number)) return
  throw new OrderStatusError(`This shop has no order ${formatOrderNumber(number)}.`)
}
