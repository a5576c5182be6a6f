import { randomBytes } from 'node:crypto'

import { and, desc, eq, gt, lte, ne } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { staff, staffSessions } from '../../db/schema.ts'
import { newStaffSessionId } from '../../ids.ts'
import { hashOf } from '../users/tokens.ts'
import type { StaffRow } from './accounts.ts'

export type StaffSession = typeof staffSessions.$inferSelect

const TOKEN_BYTES = 32
const IDLE_MS = 12 * 60 * 60_000
/** A session's last use is stored this often at most. */
const USE_STEP_MS = 60_000
const USER_AGENT_MAX = 200

/** Opens a session and returns the value of its cookie, of which only the SHA-256 is stored. */
export async function openSession(
  tx: Transaction,
  { tenantId, id: staffId }: StaffRow,
  userAgent: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await tx
    .delete(staffSessions)
    .where(and(eq(staffSessions.tenantId, tenantId), lte(staffSessions.usedAt, idleSince(now))))
  await tx.insert(staffSessions).values({
    ...{ tenantId, hash: hashOf(token), id: newStaffSessionId(), staffId },
    ...{ userAgent: userAgent.slice(0, USER_AGENT_MAX), createdAt: now, usedAt: now },
  })
  return token
}

/** The session of a cookie and its person; `undefined` when it is unknown, ended, or idle for 12 hours. Counts as a use. */
export async function useSession(
  tx: Transaction,
  tenantId: string,
  token: string,
  now: Date,
): Promise<{ session: StaffSession; person: StaffRow } | undefined> {
  const hash = hashOf(token)
  const [found] = await tx
    .select({ session: staffSessions, person: staff })
    .from(staffSessions)
    .innerJoin(staff, and(eq(staff.tenantId, staffSessions.tenantId), eq(staff.id, staffSessions.staffId)))
    .where(
      and(
        eq(staffSessions.tenantId, tenantId),
        eq(staffSessions.hash, hash),
        gt(staffSessions.usedAt, idleSince(now)),
      ),
    )
  if (found && now.getTime() - found.session.usedAt.getTime() > USE_STEP_MS) {
    await tx
      .update(staffSessions)
      .set({ usedAt: now })
      .where(and(eq(staffSessions.tenantId, tenantId), eq(staffSessions.hash, hash)))
  }
  return found
}

export async function listSessions(
  tx: Transaction,
  { tenantId, staffId, now }: { tenantId: string; staffId: string; now: Date },
): Promise<StaffSession[]> {
  return tx
    .select()
    .from(staffSessions)
    .where(and(isOf(tenantId, staffId), gt(staffSessions.usedAt, idleSince(now))))
    .orderBy(desc(staffSessions.usedAt))
}

/** Ends one session of a person, by its id; returns whether there was one. */
export async function endSession(
  tx: Transaction,
  tenantId: string,
  staffId: string,
  id: string,
): Promise<boolean> {
  const ended = await tx
    .delete(staffSessions)
    .where(and(isOf(tenantId, staffId), eq(staffSessions.id, id)))
    .returning({ id: staffSessions.id })
  return ended.length > 0
}

/** Ends the sessions of a person, but one. */
export async function endSessions(
  tx: Transaction,
  tenantId: string,
  staffId: string,
  exceptId?: string,
): Promise<void> {
  const others = exceptId === undefined ? undefined : ne(staffSessions.id, exceptId)
  await tx.delete(staffSessions).where(and(isOf(tenantId, staffId), others))
}

function isOf(tenantId: string, staffId: string) {
  return and(eq(staffSessions.tenantId, tenantId), eq(staffSessions.staffId, staffId))
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS)
}
