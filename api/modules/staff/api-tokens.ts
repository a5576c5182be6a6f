import { randomBytes } from 'node:crypto'

import { and, desc, eq, gt } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { staffTokens } from '../../db/schema.ts'
import { newStaffSessionId } from '../../ids.ts'
import { hashOf } from '../users/tokens.ts'
import type { Permission } from './permissions.ts'

export type ApiToken = typeof staffTokens.$inferSelect

const TOKEN_BYTES = 32
/** Lets secret scanners find a leaked token. */
const PREFIX = 'tnb_'
const USE_STEP_MS = 60_000

/** Creates a token of a program. It is returned once; only its SHA-256 is stored. */
export async function createApiToken(
  tx: Transaction,
  tenantId: string,
  made: { name: string; scopes: Permission[]; createdBy: string; expiresAt: Date; now: Date },
): Promise<{ token: string; row: ApiToken }> {
  const { now, ...values } = made
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  const [row] = await tx
    .insert(staffTokens)
    .values({ ...values, tenantId, hash: hashOf(token), id: newStaffSessionId(), createdAt: now })
    .returning()
  if (!row) throw new Error('The token was not stored.')
  return { token, row }
}

/** The token that a call carries; `undefined` when it is unknown, revoked or expired. Counts as a use. */
export async function useApiToken(
  tx: Transaction,
  tenantId: string,
  token: string,
  now: Date,
): Promise<ApiToken | undefined> {
  const isToken = and(eq(staffTokens.tenantId, tenantId), eq(staffTokens.hash, hashOf(token)))
  const [row] = await tx
    .select()
    .from(staffTokens)
    .where(and(isToken, gt(staffTokens.expiresAt, now)))
  if (row && now.getTime() - (row.usedAt?.getTime() ?? 0) > USE_STEP_MS) {
    await tx.update(staffTokens).set({ usedAt: now }).where(isToken)
  }
  return row
}

export async function listApiTokens(tx: Transaction, tenantId: string): Promise<ApiToken[]> {
  return tx
    .select()
    .from(staffTokens)
    .where(eq(staffTokens.tenantId, tenantId))
    .orderBy(desc(staffTokens.createdAt), desc(staffTokens.id))
}

/** Revokes a token; returns what it was. */
export async function revokeApiToken(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<ApiToken | undefined> {
  const [row] = await tx
    .delete(staffTokens)
    .where(and(eq(staffTokens.tenantId, tenantId), eq(staffTokens.id, id)))
    .returning()
  return row
}
