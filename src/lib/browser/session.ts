/** What this tab keeps under `key`, or `null` where it keeps nothing or can't be read. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps the text in this tab, or forgets it without one; a browser without storage does neither. */
export function keepSession(key: string, text?: string): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Nothing that is kept here is needed.
  }
}
