import type * as z from 'zod/mini'

import type { wrongPasswordSchema } from '@tanabana/contract/user.ts'
import { withTenant } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import type { AppContext } from '../../http/context.ts'
import { findPasswordHash } from './accounts.ts'
import { PASSWORD_MAX_BYTES } from './new-password.ts'

/**
 * Checks the password of the signed-in account, so that a stolen session does not lead to the account. Counts wrong ones
 * per account.
 * @throws {ApiError} 422 it is wrong, 429 too many wrong ones
 */
export async function requirePassword(c: AppContext, password: string): Promise<void> {
  const { db, passwords, rateLimits } = c.get('services')
  const tenantId = c.get('tenant').id
  const account = [tenantId, c.get('user').id]
  const hash = await withTenant(db, tenantId, (tx) => findPasswordHash(tx, tenantId, c.get('user').id))
  const isPossible = Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
  const isRight = await passwords.verify(isPossible ? password : '', hash, () =>
    rateLimits.wrongPassword.consume(account),
  )
  if (!isRight) {
    const details: z.input<typeof wrongPasswordSchema> = { code: 'wrong-password' }
    throw new ApiError(422, 'The password is incorrect.', {}, details)
  }
  await rateLimits.wrongPassword.undo(account)
}
