import { bearerAuth } from 'hono/bearer-auth'

import type { AppContext, Env } from '../../http/context.ts'
import { ApiError } from '../../errors.ts'
import { findSession } from './tokens.ts'

const TOKEN = /^[\w-]{43}$/

/** The bearer token of the request, if it is well-formed. */
export function bearerToken(c: AppContext): string | undefined {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** The session of the request's bearer token; `undefined` without a valid token of this shop. */
export async function readSession(c: AppContext): ReturnType<typeof findSession> {
  const { db, now } = c.get('services')
  const token = bearerToken(c)
  return token === undefined ? undefined : findSession(db, c.get('tenant').id, token, now())
}

/** By default, Hono responds to a malformed header with 400, and always with a plain-text body. */
const refuse = {
  message(): never {
    throw new ApiError(401, 'Please sign in.', { 'www-authenticate': 'Bearer' })
  },
}

/**
 * Sets the signed-in user. Only the `Authorization: Bearer` header counts, never a cookie, so no other page can act
 * with a shopper's rights. SECURITY.md#stolen-token SECURITY.md#foreign-tokens
 * @throws {ApiError} 401 without a valid token of this shop
 */
export const requireUser = bearerAuth<Env>({
  async verifyToken(token, c) {
    const { db, now } = c.get('services')
    const session = TOKEN.test(token) && (await findSession(db, c.get('tenant').id, token, now()))
    if (!session) return false
    c.set('user', session.user)
    c.set('tokenHash', session.tokenHash)
    return true
  },
  noAuthenticationHeader: refuse,
  invalidAuthenticationHeader: refuse,
  invalidToken: refuse,
})
