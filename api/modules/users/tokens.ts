import { createHash, randomBytes } from 'node:crypto'

import { and, desc, eq, gt, lte, ne, notInArray, or } from 'drizzle-orm'

import { TOKEN_DAYS } from '@tanabana/contract/constants.ts'
import type { User } from '../../http/context.ts'
import { type Database, type Transaction, withTenant } from '../../db/index.ts'
import { tokens, users } from '../../db/schema.ts'

const TOKEN_BYTES = 32
/** Maximum of valid tokens per account; a new one revokes the oldest. */
const TOKENS_MAX = 20
const DAY_MS = 24 * 60 * 60 * 1000

/** Issues a bearer token for the account, valid for 30 days. Only its SHA-256 is stored. */
export async function issueToken(
  tx: Transaction,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const ofUser = and(eq(tokens.tenantId, tenantId), eq(tokens.userId, userId))
  const newest = tx
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(ofUser)
    .orderBy(desc(tokens.createdAt), desc(tokens.hash))
    .limit(TOKENS_MAX - 1)
  await tx.delete(tokens).where(and(ofUser, or(lte(tokens.expiresAt, now), notInArray(tokens.hash, newest))))
  await tx.insert(tokens).values({
    tenantId,
    hash: hashOf(token),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + TOKEN_DAYS * DAY_MS),
  })
  return token
}

/** The account of a token of this shop; `undefined` when the token is unknown, expired or revoked. */
export async function findSession(
  db: Database,
  tenantId: string,
  token: string,
  now: Date,
): Promise<{ user: User; tokenHash: string } | undefined> {
  const tokenHash = hashOf(token)
  const [user] = await withTenant(db, tenantId, (tx) =>
    tx
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        createdAt: users.createdAt,
      })
      .from(tokens)
      .innerJoin(users, and(eq(users.tenantId, tokens.tenantId), eq(users.id, tokens.userId)))
      .where(and(eq(tokens.tenantId, tenantId), eq(tokens.hash, tokenHash), gt(tokens.expiresAt, now))),
  )
  return user && { user, tokenHash }
}

export async function revokeToken(tx: Transaction, tenantId: string, tokenHash: string): Promise<void> {
  await tx.delete(tokens).where(and(eq(tokens.tenantId, tenantId), eq(tokens.hash, tokenHash)))
}

/**
 * Revokes all tokens of the account but one, or all of every account of the shop, and returns their number.
 */
export async function revokeTokens(
  tx: Transaction,
  tenantId: string,
  userId?: string,
  exceptHash?: string,
): Promise<number> {
  const revoked = await tx
    .delete(tokens)
    .where(
      and(
        eq(tokens.tenantId, tenantId),
        userId === undefined ? undefined : eq(tokens.userId, userId),
        exceptHash === undefined ? undefined : ne(tokens.hash, exceptHash),
      ),
    )
    .returning({ hash: tokens.hash })
  return revoked.length
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
