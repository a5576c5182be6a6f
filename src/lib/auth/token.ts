import { AUTH_COOKIE, SESSION_KEY, TOKEN_DAYS } from '../contract/constants.ts'
import { readCookie, removeCookie, writeCookie } from '../platform/cookies.ts'
import { fingerprint } from '../platform/fingerprint.ts'
import { keepStored, readStored } from '../platform/storage.ts'
import { $session, checkSession, parseSessionRecord } from './session.ts'
import type { SessionRecord } from './session.ts'

/** Returns the bearer token; `undefined` for a guest. */
export function readToken(): string | undefined {
  return readCookie(AUTH_COOKIE)
}

const SECONDS_PER_DAY = 24 * 60 * 60

/** Saves the token for 30 days, or for the browser session when the shopper declines to be remembered. */
function writeToken(token: string, isRemembered: boolean): void {
  writeCookie(AUTH_COOKIE, token, isRemembered ? TOKEN_DAYS * SECONDS_PER_DAY : undefined)
}

function removeToken(): void {
  removeCookie(AUTH_COOKIE)
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

/** Records a sign-in. Other tabs receive it as a storage event. */
function recordSession(token: string, email: string): void {
  writeRecord({ account: fingerprint(email), token: fingerprint(token) })
}

/** Records that the store API rejected the token. */
function recordExpiry(): void {
  writeRecord({ expired: Date.now() })
}

/** Records a sign-out. */
function forgetSession(): void {
  writeRecord({ signedOut: Date.now() })
}

function writeRecord(record: SessionRecord): void {
  keepStored(SESSION_KEY, record)
}

export function startSession(token: string, email: string, isRemembered: boolean): void {
  writeToken(token, isRemembered)
  checkSession()
  if ($session.get() === 'signed-in') recordSession(token, email)
}

/** Removes the cookie at sign-out. Returns false when the browser keeps it. */
export function endSession(): boolean {
  removeToken()
  checkSession()
  if ($session.get() === 'signed-in') return false
  forgetSession()
  return true
}

/** Removes the cookie after any 401. */
export function expireSession(): void {
  removeToken()
  recordExpiry()
  checkSession()
}
