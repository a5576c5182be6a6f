import { createHash, randomBytes } from 'node:crypto'

import { and, desc, eq, gt, lte, notInArray, or } from 'drizzle-orm'

import { TOKEN_DAYS } from '../../src/lib/constants.ts'
import type { User } from '../context.ts'
import { type Database, type Transaction, withTenant } from '../db/index.ts'
import { tokens, users } from '../db/schema.ts'

const TOKEN_BYTES = 32
/** So many of one account are valid at once; the oldest ends when another is issued. */
const TOKENS_MAX = 20
const DAY_MS = 24 * 60 * 60 * 1000

/** A new bearer token for this account, valid 30 days. Only its SHA-256 is stored. */
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

/** The account that a token of this shop belongs to; `undefined` when it is unknown, expired or revoked. */
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

/** Signs the account out everywhere, or every account of the shop; gives how many tokens that ended. */
export async function revokeTokens(tx: Transaction, tenantId: string, userId?: string): Promise<number> {
  const revoked = await tx
    .delete(tokens)
    .where(and(eq(tokens.tenantId, tenantId), userId === undefined ? undefined : eq(tokens.userId, userId)))
    .returning({ hash: tokens.hash })
  return revoked.length
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
