import { randomBytes } from 'node:crypto'

import { and, asc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'

import type { Language } from '@tanabana/contract/store-info.ts'
import type { Transaction } from '../../db/index.ts'
import { newsletterSubscriptions } from '../../db/schema.ts'
import { sendShopMessages } from '../shop-messages/send-shop-messages.ts'
import { tellWebhooks } from '../shop-messages/tell-webhooks.ts'
import { randomId } from '../../ids.ts'
import { normalizeEmail } from '../../normalize-email.ts'

export type Subscription = typeof newsletterSubscriptions.$inferSelect

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
const UNCONFIRMED_MS = 7 * 24 * 60 * 60_000

/**
 * Stores a request for the newsletter, with the e-mail that asks its receiver to confirm. It does the same for an
 * address that is subscribed; that one gets no e-mail.
 */
export async function requestSubscription(
  tx: Transaction,
  request: { tenantId: string; email: string; language: Language | undefined; now: Date },
): Promise<void> {
  const { tenantId, language = null, now } = request
  const email = normalizeEmail(request.email)
  const isOld = lt(newsletterSubscriptions.createdAt, new Date(now.getTime() - UNCONFIRMED_MS))
  await tx
    .delete(newsletterSubscriptions)
    .where(
      and(eq(newsletterSubscriptions.tenantId, tenantId), isNull(newsletterSubscriptions.confirmedAt), isOld),
    )
  const row = {
    tenantId,
    id: randomId(),
    email,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    language,
  }
  const [stored] = await tx
    .insert(newsletterSubscriptions)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({
      target: [newsletterSubscriptions.tenantId, newsletterSubscriptions.email],
      set: { createdAt: now },
    })
    .returning({ id: newsletterSubscriptions.id })
  await sendShopMessages(tx, { tenantId, kind: 'newsletter.requested', subject: stored?.id ?? row.id, now })
}

export async function findSubscription(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(newsletterSubscriptions)
    .where(and(eq(newsletterSubscriptions.tenantId, tenantId), eq(newsletterSubscriptions.id, id)))
  return row
}

/** Confirms a request, once. Returns false for another token, and for a request that is older than a week. */
export async function confirmSubscription(
  tx: Transaction,
  tenantId: string,
  token: string,
  now: Date,
): Promise<boolean> {
  if (!TOKEN.test(token)) return false
  const [known] = await tx.select().from(newsletterSubscriptions).where(isNamed(tenantId, token))
  if (!known) return false
  if (known.confirmedAt) return true
  if (now.getTime() - known.createdAt.getTime() > UNCONFIRMED_MS) return false
  const confirmed = await tx
    .update(newsletterSubscriptions)
    .set({ confirmedAt: now })
    .where(and(isNamed(tenantId, token), isNull(newsletterSubscriptions.confirmedAt)))
    .returning({ email: newsletterSubscriptions.email })
  const event = { tenantId, kind: 'newsletter.confirmed', subject: known.id, now } as const
  if (confirmed.length > 0) {
    await sendShopMessages(tx, event)
    await tellWebhooks(tx, event)
  }
  return true
}

/** Ends a subscription or a request. Another token changes nothing. */
export async function endSubscription(
  tx: Transaction,
  tenantId: string,
  token: string,
  now: Date,
): Promise<void> {
  if (TOKEN.test(token)) await end(tx, { tenantId, isEnded: isNamed(tenantId, token), now })
}

/** Confirmed subscriptions, oldest first. */
export function listSubscriptions(tx: Transaction, tenantId: string): Promise<Subscription[]> {
  return tx
    .select()
    .from(newsletterSubscriptions)
    .where(
      and(eq(newsletterSubscriptions.tenantId, tenantId), isNotNull(newsletterSubscriptions.confirmedAt)),
    )
    .orderBy(asc(newsletterSubscriptions.confirmedAt))
}

/** Returns false when the shop has no such subscription. */
export function removeSubscription(
  tx: Transaction,
  tenantId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const isEnded = and(
    eq(newsletterSubscriptions.tenantId, tenantId),
    eq(newsletterSubscriptions.email, normalizeEmail(email)),
  )
  return end(tx, { tenantId, isEnded, now })
}

/** Deletes a subscription or request. Webhooks, which know confirmed ones alone, are told of these. */
async function end(
  tx: Transaction,
  { tenantId, isEnded, now }: { tenantId: string; isEnded: SQL | undefined; now: Date },
): Promise<boolean> {
  const removed = await tx.delete(newsletterSubscriptions).where(isEnded).returning()
  for (const { id, confirmedAt } of removed)
    if (confirmedAt) await tellWebhooks(tx, { tenantId, kind: 'newsletter.ended', subject: id, now })
  return removed.length > 0
}

function isNamed(tenantId: string, token: string) {
  return and(eq(newsletterSubscriptions.tenantId, tenantId), eq(newsletterSubscriptions.token, token))
}
