import { AUTH_COOKIE, SESSION_KEY, TOKEN_DAYS } from '@tanabana/contract/constants.ts'
import { fingerprint, readCookie, removeCookie, writeCookie } from '../platform/cookies.ts'
import { readStored, saveStored } from '../platform/storage.ts'
import { checkSession, parseSessionRecord, $session } from './session-store.ts'
import type { SessionRecord } from './session-store.ts'

const SECONDS_PER_DAY = 24 * 60 * 60

/** Returns the bearer token; `undefined` for a guest. */
export function readToken(): string | undefined {
  return readCookie(AUTH_COOKIE)
}

/**
 * Returns an id of the account that is signed in; `undefined` for a guest. It stays the same when the account signs in
 * again. A token without a recorded sign-in counts as a separate account.
 */
export function readSessionId(): string | undefined {
  const token = readToken()
  if (!token) return undefined
  const digest = fingerprint(token)
  const { account, token: known } = parseSessionRecord(readStored(SESSION_KEY))
  return account !== undefined && known === digest ? account : digest
}

/** Saves the token for 30 days, or for the browser session when the shopper declines to be remembered. */
export function startSession(token: string, email: string, isRemembered: boolean): void {
  writeCookie(AUTH_COOKIE, token, isRemembered ? TOKEN_DAYS * SECONDS_PER_DAY : undefined)
  checkSession()
  if ($session.get() === 'signed-in') saveRecord({ account: fingerprint(email), token: fingerprint(token) })
}

/** Removes the cookie at sign-out. Returns false when the browser refuses. */
export function endSession(): boolean {
  removeCookie(AUTH_COOKIE)
  checkSession()
  if ($session.get() === 'signed-in') return false
  saveRecord({ signedOut: Date.now() })
  return true
}

/** Removes the cookie after any 401. */
export function expireSession(): void {
  removeCookie(AUTH_COOKIE)
  saveRecord({ expired: Date.now() })
  checkSession()
}

/** Other tabs receive the record as a storage event. */
function saveRecord(record: SessionRecord): void {
  saveStored(SESSION_KEY, record)
}
