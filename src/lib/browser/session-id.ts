import { SESSION_KEY } from '../constants.ts'
import { fingerprint } from '../domain/fingerprint.ts'
import { readToken } from './read-token.ts'
import { EXPIRED } from './session-tabs.ts'
import { keepStored, readStored } from './stored.ts'

/** Digests: neither the token nor the e-mail itself. The record of a session that is over says when it ended. */
interface SessionRecord {
  account: string
  token: string
}

/**
 * Whose session this browser has at this moment: a short text that differs between accounts and stays the same when
 * one account signs in again; `undefined` for a guest. A token that no sign-in of this browser has recorded is an
 * account of its own.
 */
export function readSessionId(): string | undefined {
  const token = readToken()
  if (!token) return undefined
  const digest = fingerprint(token)
  const record = readRecord()
  return record?.token === digest ? record.account : digest
}

/** Records who has signed in; other tabs hear of it. */
export function recordSession(token: string, email: string): void {
  const record: SessionRecord = { account: fingerprint(email), token: fingerprint(token) }
  keepStored(SESSION_KEY, record)
}

/** Tells other tabs that the store refused the token. */
export function recordExpiry(): void {
  keepStored(SESSION_KEY, { [EXPIRED]: Date.now() })
}

/** Tells other tabs that the shopper signed out. */
export function forgetSession(): void {
  keepStored(SESSION_KEY, { signedOut: Date.now() })
}

function readRecord(): SessionRecord | undefined {
  try {
    const record: Partial<Record<keyof SessionRecord, unknown>> | null = JSON.parse(
      readStored(SESSION_KEY) ?? 'null',
    )
    const { account, token } = record ?? {}
    return typeof account === 'string' && typeof token === 'string' ? { account, token } : undefined
  } catch {
    return undefined
  }
}
