import { and, asc, desc, eq, isNull, lt } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { contactMessages } from '../../db/schema.ts'
import { newContactNumber } from '../../ids.ts'
import { sendShopMessages } from '../shop-messages/send-shop-messages.ts'
import { tellWebhooks } from '../shop-messages/tell-webhooks.ts'
import { normalizeEmail } from '../../normalize-email.ts'

export type ContactMessage = typeof contactMessages.$inferSelect

const KEPT_MS = 365 * 24 * 60 * 60_000

/** Stores a message of the contact form, with the e-mails to the merchant and to the sender. Returns its number. */
export async function receiveContactMessage(
  tx: Transaction,
  message: Omit<ContactMessage, 'number' | 'answeredAt'>,
): Promise<string> {
  const { tenantId, createdAt: now } = message
  const isOld = lt(contactMessages.createdAt, new Date(now.getTime() - KEPT_MS))
  await tx.delete(contactMessages).where(and(eq(contactMessages.tenantId, tenantId), isOld))
  const number = newContactNumber()
  await tx.insert(contactMessages).values({ ...message, number, email: normalizeEmail(message.email) })
  const event = { tenantId, kind: 'contact.received', subject: number, now } as const
  await sendShopMessages(tx, event)
  await tellWebhooks(tx, event)
  return number
}

export async function findContactMessage(
  tx: Transaction,
  tenantId: string,
  number: string,
): Promise<ContactMessage | undefined> {
  const [row] = await tx.select().from(contactMessages).where(isNamed(tenantId, number))
  return row
}

/** The newest messages of a shop. */
export function listContactMessages(
  tx: Transaction,
  tenantId: string,
  limit: number,
): Promise<ContactMessage[]> {
  return tx
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.tenantId, tenantId))
    .orderBy(desc(contactMessages.createdAt))
    .limit(limit)
}

/** Messages without an answer, the longest waiting first. */
export function listUnansweredMessages(
  tx: Transaction,
  tenantId: string,
  limit: number,
): Promise<ContactMessage[]> {
  return tx
    .select()
    .from(contactMessages)
    .where(and(eq(contactMessages.tenantId, tenantId), isNull(contactMessages.answeredAt)))
    .orderBy(asc(contactMessages.createdAt))
    .limit(limit)
}

/** Records when a message was answered, or with null that it was not; `undefined` when the shop has no such message. */
export async function markAnswered(
  tx: Transaction,
  tenantId: string,
  number: string,
  answeredAt: Date | null,
): Promise<ContactMessage | undefined> {
  const [row] = await tx
    .update(contactMessages)
    .set({ answeredAt })
    .where(isNamed(tenantId, number))
    .returning()
  return row
}

/** Returns false when the shop has no such message. */
export async function removeContactMessage(
  tx: Transaction,
  tenantId: string,
  number: string,
): Promise<boolean> {
  const removed = await tx.delete(contactMessages).where(isNamed(tenantId, number)).returning()
  return removed.length > 0
}

function isNamed(tenantId: string, number: string) {
  return and(eq(contactMessages.tenantId, tenantId), eq(contactMessages.number, number))
}
