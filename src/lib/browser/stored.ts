/** What local storage holds under `key` at this moment, or `null` where it holds nothing or can't be read. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps `value` as JSON under `key`, nothing when it is `undefined`; a browser without storage keeps nothing at all. */
export function keepStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page goes on without what it would have kept.
  }
}
