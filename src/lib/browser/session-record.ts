import { parseRecord } from '../domain/parse-record.ts'

/** The stored record of the browser's session. It holds digests, never the token or the e-mail. */
export interface SessionRecord {
  account?: string
  token?: string
  /** Time at which the store API rejected the token, in milliseconds since 1970. */
  expired?: number
  /** Time of the sign-out, in milliseconds since 1970; makes other tabs notice the change. */
  signedOut?: number
}

/** Parses a stored record; empty when it is absent or unreadable, or after sign-out. */
export function parseSessionRecord(stored: string | null): SessionRecord {
  const { account, token, expired } = parseRecord(stored)
  return {
    ...(typeof account === 'string' && { account }),
    ...(typeof token === 'string' && { token }),
    ...(typeof expired === 'number' && { expired }),
  }
}
