/** What the browser keeps of its session. Digests: neither the token nor the e-mail itself. */
export interface SessionRecord {
  account?: string
  token?: string
  /** When the store API refused the token, in milliseconds. */
  expired?: number
}

/** Reads a stored record; empty for one that is absent, unreadable or of a shopper who signed out. */
export function parseSessionRecord(stored: string | null): SessionRecord {
  try {
    const record = JSON.parse(stored ?? 'null') as Partial<Record<keyof SessionRecord, unknown>> | null
    const { account, token, expired } = record ?? {}
    return {
      ...(typeof account === 'string' && { account }),
      ...(typeof token === 'string' && { token }),
      ...(typeof expired === 'number' && { expired }),
    }
  } catch {
    return {}
  }
}
