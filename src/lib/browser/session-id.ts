import { SESSION_KEY } from '../constants.ts'
import { fingerprint } from '../domain/fingerprint.ts'
import { readToken } from './read-token.ts'
import { parseSessionRecord, type SessionRecord } from './session-record.ts'
import { keepStored, readStored } from './stored.ts'

/**
 * Whose session this browser has at this moment: a short text that differs between accounts and stays the same when
 * one account signs in again; `undefined` for a guest. A token that no sign-in of this browser has recorded is an
 * account of its own.
 */
export function readSessionId(): string | undefined {
  const token = readToken()
  if (!token) return undefined
  const digest = fingerprint(token)
  const { account, token: known } = parseSessionRecord(readStored(SESSION_KEY))
  return account !== undefined && known === digest ? account : digest
}

/** Records who has signed in; other tabs hear of it. */
export function recordSession(token: string, email: string): void {
  keepRecord({ account: fingerprint(email), token: fingerprint(token) })
}

/** Tells other tabs that the store refused the token. */
export function recordExpiry(): void {
  keepRecord({ expired: Date.now() })
}

/** Tells other tabs that the shopper signed out. */
export function forgetSession(): void {
  keepStored(SESSION_KEY, { signedOut: Date.now() })
}

function keepRecord(record: SessionRecord): void {
  keepStored(SESSION_KEY, record)
}
