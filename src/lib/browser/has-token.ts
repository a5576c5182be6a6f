import { AUTH_COOKIE } from '../constants.ts'

const TOKEN = new RegExp(`(?:^|; )${AUTH_COOKIE}=[^;]`)

/** Whether there is a token, without its reading: every page asks. scripts/inline/head.js asks the same. */
export function hasToken(): boolean {
  return TOKEN.test(document.cookie)
}
