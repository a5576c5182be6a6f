import { AUTH_COOKIE, TOKEN_DAYS } from '../constants.ts'
import { removeCookie, writeCookie } from './cookies.ts'

const SECONDS_PER_DAY = 24 * 60 * 60

/** Saves the token for 30 days, or for the browser session when the shopper declines to be remembered. */
export function writeToken(token: string, isRemembered: boolean): void {
  writeCookie(AUTH_COOKIE, token, isRemembered ? TOKEN_DAYS * SECONDS_PER_DAY : undefined)
}

export function removeToken(): void {
  removeCookie(AUTH_COOKIE)
}
