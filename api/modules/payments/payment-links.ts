import { and, eq, gt } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { paymentLinks } from '../../db/schema.ts'
import { newLinkReference } from '../../ids.ts'
import { deriveKnownToken, deriveLinkToken, isLinkToken, type TokenSource } from '../../link-tokens.ts'
import { hashOf } from '../users/tokens.ts'

const VALID_MS = 7 * 24 * 60 * 60 * 1000

export type PaymentLinkRow = typeof paymentLinks.$inferSelect

/**
 * Returns the link of an order, valid for 7 days from now: the same one as long as it is valid, else a new one. The
 * caller has locked the order. docs/requirements.md#1119-payment-links
 */
export async function openPaymentLink(
  tx: Transaction,
  source: TokenSource,
  { tenantId, orderNumber }: { tenantId: string; orderNumber: string },
): Promise<PaymentLinkRow & { token: string }> {
  const now = source.now()
  const expiresAt = new Date(now.getTime() + VALID_MS)
  const [known] = await tx
    .update(paymentLinks)
    .set({ expiresAt })
    .where(and(isOfOrder(tenantId, orderNumber), gt(paymentLinks.expiresAt, now)))
    .returning()
  const token = known && tokenOf(source, known)
  if (known && token !== undefined) return { ...known, token }

  await revokePaymentLink(tx, tenantId, orderNumber)
  const reference = newLinkReference()
  const [secret = ''] = source.paymentSecrets
  const newToken = deriveLinkToken(secret, tokenFacts(tenantId, reference))
  const row = { tenantId, reference, orderNumber, tokenHash: hashOf(newToken), createdAt: now, expiresAt }
  await tx.insert(paymentLinks).values(row)
  return { ...row, token: newToken }
}

/** The valid link with this token; `undefined` for any other text. */
export async function findPaymentLink(
  tx: Transaction,
  tenantId: string,
  token: string,
  now: Date,
): Promise<PaymentLinkRow | undefined> {
  if (!isLinkToken(token)) return undefined
  const [link] = await tx
    .select()
    .from(paymentLinks)
    .where(
      and(
        eq(paymentLinks.tenantId, tenantId),
        eq(paymentLinks.tokenHash, hashOf(token)),
        gt(paymentLinks.expiresAt, now),
      ),
    )
  return link
}

/** The path of the shop's page for the link with this reference; `undefined` when the link is no longer valid. */
export async function findPaymentLinkPath(
  tx: Transaction,
  source: TokenSource,
  { tenantId, reference }: { tenantId: string; reference: string },
): Promise<string | undefined> {
  const [link] = await tx
    .select()
    .from(paymentLinks)
    .where(
      and(
        eq(paymentLinks.tenantId, tenantId),
        eq(paymentLinks.reference, reference),
        gt(paymentLinks.expiresAt, source.now()),
      ),
    )
  const token = link && tokenOf(source, link)
  return token && `/pay/${token}`
}

/** Ends the link of an order, if it has one. */
export async function revokePaymentLink(
  tx: Transaction,
  tenantId: string,
  orderNumber: string,
): Promise<void> {
  await tx.delete(paymentLinks).where(isOfOrder(tenantId, orderNumber))
}

function isOfOrder(tenantId: string, orderNumber: string) {
  return and(eq(paymentLinks.tenantId, tenantId), eq(paymentLinks.orderNumber, orderNumber))
}

function tokenOf({ paymentSecrets }: TokenSource, { tenantId, reference, tokenHash }: PaymentLinkRow) {
  return deriveKnownToken(paymentSecrets, tokenFacts(tenantId, reference), tokenHash)
}

function tokenFacts(tenantId: string, reference: string) {
  return { purpose: 'link' as const, tenantId, message: reference }
}
