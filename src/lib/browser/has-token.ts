import { AUTH_COOKIE } from '../constants.ts'

const TOKEN = new RegExp(`(?:^|; )${AUTH_COOKIE}=[^;]`)

/** True when the auth cookie exists. `scripts/inline/head.js` has the same check. */
export function hasToken(): boolean {
  return TOKEN.test(document.cookie)
}
