import { AUTH_COOKIE } from '../constants.ts'
import { readCookie } from './cookies.ts'

/** Returns the bearer token; `undefined` for a guest. */
export function readToken(): string | undefined {
  return readCookie(AUTH_COOKIE)
}
