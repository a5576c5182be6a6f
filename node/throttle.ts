const WINDOW_MS = 10_000
const KEYS_MAX = 1000

/**
 * Lets one event per key through in ten seconds. Returns the count of events left out since the previous one, or
 * `undefined` for an event to leave out.
 */
export function createThrottle(now: () => number): (key: string) => number | undefined {
  const windows = new Map<string, { endsAt: number; leftOut: number }>()
  return (key) => {
    const window = windows.get(key)
    if (window && window.endsAt > now()) {
      window.leftOut += 1
      return undefined
    }
    if (windows.size >= KEYS_MAX) windows.clear()
    windows.set(key, { endsAt: now() + WINDOW_MS, leftOut: 0 })
    return window?.leftOut ?? 0
  }
}
