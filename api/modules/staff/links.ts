import { randomBytes } from 'node:crypto'

import { and, eq, gt, lte } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { staff, staffLinks } from '../../db/schema.ts'
import { hashOf } from '../users/tokens.ts'
import type { StaffRow } from './accounts.ts'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
const HOUR_MS = 60 * 60_000
/** How long the link of a message sets a password. */
const VALID_MS = { invitation: 7 * 24 * HOUR_MS, reset: HOUR_MS / 2 }

/** Makes a link that sets the password of a person once, and returns its token. */
export async function openLink(
  tx: Transaction,
  { tenantId, id: staffId }: StaffRow,
  kind: keyof typeof VALID_MS,
  now: Date,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await tx.delete(staffLinks).where(and(eq(staffLinks.tenantId, tenantId), lte(staffLinks.expiresAt, now)))
  const expiresAt = new Date(now.getTime() + VALID_MS[kind])
  await tx.insert(staffLinks).values({ tenantId, hash: hashOf(token), staffId, expiresAt })
  return token
}

/** The page of the console that a link opens. */
export function linkAddress(apiOrigin: string, token: string): string {
  return `${apiOrigin}/admin/#/set-password/${token}`
}

/** The person of a valid link; `undefined` for any other text. */
export async function findByLink(
  tx: Transaction,
  tenantId: string,
  token: string,
  now: Date,
): Promise<StaffRow | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [found] = await tx
    .select({ person: staff })
    .from(staffLinks)
    .innerJoin(staff, and(eq(staff.tenantId, staffLinks.tenantId), eq(staff.id, staffLinks.staffId)))
    .where(
      and(
        eq(staffLinks.tenantId, tenantId),
        eq(staffLinks.hash, hashOf(token)),
        gt(staffLinks.expiresAt, now),
      ),
    )
  return found?.person
}

/** Ends all links of a person, and returns whether this one was among them. */
export async function useLink(tx: Transaction, { tenantId, id }: StaffRow, token: string): Promise<boolean> {
  const ended = await tx
    .delete(staffLinks)
    .where(and(eq(staffLinks.tenantId, tenantId), eq(staffLinks.staffId, id)))
    .returning({ hash: staffLinks.hash })
  return ended.some(({ hash }) => hash === hashOf(token))
}
