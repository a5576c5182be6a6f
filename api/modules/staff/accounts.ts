import { and, asc, eq, lt } from 'drizzle-orm'

import { STAFF_PASSWORD_MIN_LENGTH } from '@tanabana/contract/constants.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { Transaction } from '../../db/index.ts'
import { staff } from '../../db/schema.ts'
import type { StaffRole } from '../../db/staff-columns.ts'
import { ApiError } from '../../errors.ts'
import { randomId } from '../../ids.ts'
import { normalizeEmail } from '../../normalize-email.ts'
import { checkNewPassword } from '../users/new-password.ts'

export type StaffRow = typeof staff.$inferSelect

export interface NewStaff {
  email: string
  name: string
  role: StaffRole
  language?: Language | undefined
  passwordHash?: string | undefined
}

/** A person without authenticator app, who sets one up at the next sign-in. */
export const NO_SECOND_FACTOR = { secondFactor: null, pendingFactor: null, secondFactorSince: null } as const

/** @throws {ApiError} 422 the password is short or easy to guess */
export function checkStaffPassword(
  password: string,
  { email, name, shop }: { email: string; name: string; shop: string },
): void {
  if (password.length < STAFF_PASSWORD_MIN_LENGTH) {
    throw new ApiError(422, `The password must have at least ${STAFF_PASSWORD_MIN_LENGTH} characters.`)
  }
  const [firstName = '', ...rest] = name.split(' ')
  checkNewPassword(password, { email, firstName, lastName: rest.join(' '), shop })
}

/**
 * Adds a person to the staff, who sets a password by invitation where none is given.
 * @throws {ApiError} 409 the e-mail is on the shop's staff already
 */
export async function addStaff(
  tx: Transaction,
  tenantId: string,
  { email, name, role, language, passwordHash }: NewStaff,
  now: Date,
): Promise<StaffRow> {
  const [row] = await tx
    .insert(staff)
    .values({
      ...{ tenantId, id: randomId(), email: normalizeEmail(email), name: name.trim(), role },
      ...{ language: language ?? null, passwordHash: passwordHash ?? null, createdAt: now },
    })
    .onConflictDoNothing({ target: [staff.tenantId, staff.email] })
    .returning()
  if (row) return row
  throw new ApiError(
    409,
    `${normalizeEmail(email)} is on the staff of this shop already.`,
    {},
    { code: 'exists' },
  )
}

export async function listStaff(tx: Transaction, tenantId: string): Promise<StaffRow[]> {
  return tx.select().from(staff).where(eq(staff.tenantId, tenantId)).orderBy(asc(staff.name), asc(staff.id))
}

export async function findStaff(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<StaffRow | undefined> {
  const [row] = await tx.select().from(staff).where(isPerson(tenantId, id))
  return row
}

export async function findStaffByEmail(
  tx: Transaction,
  tenantId: string,
  email: string,
): Promise<StaffRow | undefined> {
  const [row] = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.tenantId, tenantId), eq(staff.email, normalizeEmail(email))))
  return row
}

/**
 * Changes a person of the staff; without changes, writes nothing.
 * @throws {ApiError} 409 the shop would have no owner any more
 */
export async function changeStaff(
  tx: Transaction,
  { tenantId, id, role }: StaffRow,
  changes: Partial<Omit<StaffRow, 'tenantId' | 'id' | 'createdAt'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  if (role === 'owner' && changes.role !== undefined && changes.role !== 'owner') {
    await requireOtherOwner(tx, tenantId, id)
  }
  await tx.update(staff).set(changes).where(isPerson(tenantId, id))
}

/** Records the time step of a code that signs a person in; returns false for a step that counted already. */
export async function takeCodeStep(
  tx: Transaction,
  { tenantId, id }: Pick<StaffRow, 'tenantId' | 'id'>,
  step: number,
): Promise<boolean> {
  const taken = await tx
    .update(staff)
    .set({ secondFactorStep: step })
    .where(and(isPerson(tenantId, id), lt(staff.secondFactorStep, step)))
    .returning({ id: staff.id })
  return taken.length > 0
}

/**
 * Removes a person, whose sessions and links end with it.
 * @throws {ApiError} 409 the shop would have no owner any more
 */
export async function removeStaff(tx: Transaction, { tenantId, id, role }: StaffRow): Promise<void> {
  if (role === 'owner') await requireOtherOwner(tx, tenantId, id)
  await tx.delete(staff).where(isPerson(tenantId, id))
}

/** Locks the owners, so that two of them can't remove each other at the same moment. */
async function requireOtherOwner(tx: Transaction, tenantId: string, id: string): Promise<void> {
  const owners = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.tenantId, tenantId), eq(staff.role, 'owner')))
    .orderBy(asc(staff.id))
    .for('update')
  if (owners.some((one) => one.id !== id)) return
  throw new ApiError(
    409,
    'A shop needs an owner. Make another person owner first.',
    {},
    { code: 'last-owner' },
  )
}

function isPerson(tenantId: string, id: string) {
  return and(eq(staff.tenantId, tenantId), eq(staff.id, id))
}
