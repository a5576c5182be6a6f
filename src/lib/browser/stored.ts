/** The first outlives the visit and is shared by all tabs, the second is this tab's. */
type Place = 'localStorage' | 'sessionStorage'

/** What the storage holds under `key` at this moment, or `null` where it holds nothing or can't be read. */
export function readStored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return window[place].getItem(key)
  } catch {
    return null
  }
}

/** Keeps `value` as JSON under `key`, nothing when it is `undefined`; a browser without storage keeps nothing at all. */
export function keepStored(key: string, value: unknown, place: Place = 'localStorage'): void {
  try {
    const storage = window[place]
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // The page goes on without what it would have kept.
  }
}
