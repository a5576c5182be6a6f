import { AUTH_COOKIE, TOKEN_DAYS } from '../constants.ts'

const SECONDS_PER_DAY = 24 * 60 * 60

/** Keeps the token for 30 days, or for the browser session when the shopper is not to be remembered. §9 */
export function writeToken(token: string, isRemembered: boolean): void {
  const age = isRemembered ? `; Max-Age=${TOKEN_DAYS * SECONDS_PER_DAY}` : ''
  document.cookie = `${AUTH_COOKIE}=${encodeURIComponent(token)}${age}${attributes()}`
}

export function removeToken(): void {
  document.cookie = `${AUTH_COOKIE}=; Max-Age=0${attributes()}`
}

function attributes(): string {
  return `; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
}
