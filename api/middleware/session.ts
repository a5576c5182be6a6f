import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { findSession } from '../users/tokens.ts'

/** The token that the call carries, if it has the form of one. */
export function bearerToken(c: AppContext): string | undefined {
  return /^Bearer +([\w-]{43})$/i.exec(c.req.header('authorization') ?? '')?.[1]
}

/**
 * Who is signed in. Only the `Authorization: Bearer` header counts, never a cookie, so no other page can act with a
 * shopper's rights (T5, T21).
 * @throws {ApiError} 401 without a token of this shop that is still valid
 */
export async function requireUser(c: AppContext): Promise<void> {
  const token = bearerToken(c)
  const { db, now } = c.get('services')
  const session = token && (await findSession(db, c.get('tenant').id, token, now()))
  if (!session) throw new ApiError(401, 'Please sign in.', { 'www-authenticate': 'Bearer' })
  c.set('user', session.user)
  c.set('tokenHash', session.tokenHash)
}
