import { and, eq } from 'drizzle-orm'

import { isUniqueViolation, type Transaction } from '../../db/index.ts'
import { orders, users } from '../../db/schema.ts'
import type { User } from '../../http/context.ts'
import { randomId } from '../../ids.ts'
import { normalizeEmail } from '../../normalize-email.ts'
import { tellWebhooks } from '../shop-messages/tell-webhooks.ts'

interface NewUser {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  createdAt: Date
}

/**
 * Creates the user; false when the shop already has an account with this e-mail, also under concurrent calls
 * (SECURITY.md#races).
 */
export async function createUser(tx: Transaction, tenantId: string, user: NewUser): Promise<boolean> {
  const id = randomId()
  const created = await tx
    .insert(users)
    .values({ ...user, tenantId, id, email: normalizeEmail(user.email) })
    .onConflictDoNothing({ target: [users.tenantId, users.email] })
    .returning({ id: users.id })
  if (created.length === 0) return false
  await tellWebhooks(tx, { tenantId, kind: 'account.created', subject: id, now: user.createdAt })
  return true
}

/** The account with this id. */
export async function findUser(tx: Transaction, tenantId: string, id: string): Promise<User | undefined> {
  const [user] = await tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, id)))
  return user
}

export async function replacePasswordHash(
  tx: Transaction,
  tenantId: string,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
}

export async function findPasswordHash(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  return row?.passwordHash
}

/**
 * Gives the account another e-mail, its orders too, so that their messages arrive and tracking works. Returns false when
 * another account has it, also under concurrent calls.
 */
export async function replaceEmail(
  tx: Transaction,
  tenantId: string,
  userId: string,
  email: string,
): Promise<boolean> {
  if (await findCredentials(tx, tenantId, email)) return false
  const contactEmail = normalizeEmail(email)
  try {
    // A refused update ends this inner transaction alone.
    await tx.transaction((inner) =>
      inner
        .update(users)
        .set({ email: contactEmail })
        .where(and(eq(users.tenantId, tenantId), eq(users.id, userId))),
    )
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
  await tx
    .update(orders)
    .set({ contactEmail })
    .where(and(eq(orders.tenantId, tenantId), eq(orders.userId, userId)))
  return true
}

export async function findCredentials(
  tx: Transaction,
  tenantId: string,
  email: string,
): Promise<{ id: string; passwordHash: string } | undefined> {
  const [row] = await tx
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.email, normalizeEmail(email))))
  return row
}
