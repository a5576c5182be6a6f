import { SESSION_KEY } from '../constants.ts'
import { fingerprint } from '../domain/fingerprint.ts'
import { readToken } from './read-token.ts'
import { parseSessionRecord, type SessionRecord } from './session-record.ts'
import { keepStored, readStored } from './stored.ts'

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
export function recordSession(token: string, email: string): void {
  writeRecord({ account: fingerprint(email), token: fingerprint(token) })
}

/** Records that the store API rejected the token. */
export function recordExpiry(): void {
  writeRecord({ expired: Date.now() })
}

/** Records a sign-out. */
export function forgetSession(): void {
  writeRecord({ signedOut: Date.now() })
}

function writeRecord(record: SessionRecord): void {
  keepStored(SESSION_KEY, record)
}
