import { randomBytes } from 'node:crypto'

import { eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { courierSecrets } from '../../db/schema.ts'

const SECRET_BYTES = 32

export async function findCourierSecret(tx: Transaction, tenantId: string): Promise<string | undefined> {
  const [row] = await tx.select().from(courierSecrets).where(eq(courierSecrets.tenantId, tenantId))
  return row?.secret
}

/** Stores a new secret; calls that are signed with the one before are refused from now on. */
export async function renewCourierSecret(tx: Transaction, tenantId: string): Promise<string> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  await tx
    .insert(courierSecrets)
    .values({ tenantId, secret })
    .onConflictDoUpdate({ target: courierSecrets.tenantId, set: { secret, createdAt: new Date() } })
  return secret
}

/** From now on, every call is refused. Returns `false` if there was no secret. */
export async function removeCourierSecret(tx: Transaction, tenantId: string): Promise<boolean> {
  const removed = await tx.delete(courierSecrets).where(eq(courierSecrets.tenantId, tenantId)).returning()
  return removed.length > 0
}
