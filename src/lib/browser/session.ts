/** What this tab keeps under `key`, or `null` where it keeps nothing or can't be read. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** `keepStored` for this tab alone. */
export function keepSession(key: string, value?: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page goes on without what it would have kept.
  }
}
