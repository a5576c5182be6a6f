import { randomBytes } from 'node:crypto'

import { and, eq, gt, inArray, lt } from 'drizzle-orm'

import type { Language } from '@tanabana/contract/store-info.ts'
import type { Transaction } from '../../db/index.ts'
import { accountRequests, accountTokens } from '../../db/schema.ts'
import { randomId } from '../../ids.ts'
import { sendShopMessages } from '../shop-messages/send-shop-messages.ts'
import { normalizeEmail } from '../../normalize-email.ts'
import { hashOf } from './tokens.ts'

export type AccountRequest = typeof accountRequests.$inferSelect

interface NewRequest {
  tenantId: string
  kind: AccountRequest['kind']
  /** Where the message goes. */
  email: string
  /** Absent for a guest, whose account is looked for when the message is sent. */
  userId?: string
  language: Language | undefined
  now: Date
}

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
const LINK_VALID_MS = 30 * 60_000
const KEPT_MS = 24 * 60 * 60_000

/**
 * Stores an event of an account and writes its message. It looks for no account, so that it does the same for any
 * address. SECURITY.md#account-enumeration
 */
export async function requestMessage(tx: Transaction, request: NewRequest): Promise<void> {
  const { tenantId, kind, email, userId = null, language = null, now } = request
  await tx
    .delete(accountRequests)
    .where(
      and(
        eq(accountRequests.tenantId, tenantId),
        lt(accountRequests.createdAt, new Date(now.getTime() - KEPT_MS)),
      ),
    )
  const row = { tenantId, id: randomId(), kind, email: normalizeEmail(email), userId, language }
  await tx.insert(accountRequests).values({ ...row, createdAt: now })
  await sendShopMessages(tx, { tenantId, kind, subject: row.id, now })
}

export async function findRequest(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<AccountRequest | undefined> {
  const [row] = await tx
    .select()
    .from(accountRequests)
    .where(and(eq(accountRequests.tenantId, tenantId), eq(accountRequests.id, id)))
  return row
}

/** Whether the link of a request still does something: 30 minutes from the request, however late its message goes out. */
export function isLinkValid({ createdAt }: AccountRequest, now: Date): boolean {
  return now < endOf(createdAt)
}

/** Makes a token for the link of a request. A message that is sent twice has two, and the first use ends both. */
export async function openToken(
  tx: Transaction,
  { tenantId, id, createdAt }: AccountRequest,
  userId: string,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = { tenantId, hash: hashOf(token), requestId: id, userId, expiresAt: endOf(createdAt) }
  await tx.insert(accountTokens).values(row)
  return token
}

/** The account and address of a valid token of this shop and event; `undefined` for any other text. */
export async function findToken(
  tx: Transaction,
  named: { tenantId: string; kind: AccountRequest['kind']; token: string; now: Date },
): Promise<{ userId: string; email: string } | undefined> {
  const { tenantId, kind, token, now } = named
  if (!TOKEN.test(token)) return undefined
  const [found] = await tx
    .select({ userId: accountTokens.userId, email: accountRequests.email })
    .from(accountTokens)
    .innerJoin(
      accountRequests,
      and(
        eq(accountRequests.tenantId, accountTokens.tenantId),
        eq(accountRequests.id, accountTokens.requestId),
      ),
    )
    .where(
      and(
        eq(accountTokens.tenantId, tenantId),
        eq(accountTokens.hash, hashOf(token)),
        eq(accountRequests.kind, kind),
        gt(accountTokens.expiresAt, now),
      ),
    )
  return found
}

/** Ends all links of an account. Returns false where this token was not among them any more: another call used it. */
export async function useToken(
  tx: Transaction,
  tenantId: string,
  userId: string,
  token: string,
): Promise<boolean> {
  const ended = await endTokens(tx, tenantId, userId)
  return ended.includes(hashOf(token))
}

/** Ends all links of an account, and returns their hashes. */
export async function endTokens(tx: Transaction, tenantId: string, userId: string): Promise<string[]> {
  const ended = await tx
    .delete(accountTokens)
    .where(and(eq(accountTokens.tenantId, tenantId), eq(accountTokens.userId, userId)))
    .returning({ hash: accountTokens.hash, requestId: accountTokens.requestId })
  const requests = ended.map(({ requestId }) => requestId)
  await tx
    .delete(accountRequests)
    .where(and(eq(accountRequests.tenantId, tenantId), inArray(accountRequests.id, requests)))
  return ended.map(({ hash }) => hash)
}

function endOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + LINK_VALID_MS)
}
