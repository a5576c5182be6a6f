import { AUTH_COOKIE } from '../constants.ts'

const TOKEN = new RegExp(`(?:^|; )${AUTH_COOKIE}=[^;]`)

/** Whether there is a token: every page asks, and few read it. scripts/inline/head.js asks the same. */
export function hasToken(): boolean {
  return TOKEN.test(document.cookie)
}
