import { ApiError } from '../errors.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Beyond this many callers the oldest are forgotten: a flood must not fill the memory. */
const CALLERS_MAX = 50_000

interface Throttle {
  /**
   * Counts one call, before its work begins, so that parallel calls count in full.
   * @throws {ApiError} 429 with Retry-After when the caller has used up its window
   */
  take(caller: string): void
  /** Takes the count back: the call turned out to be harmless. */
  giveBack(caller: string): void
}

export type Throttles = ReturnType<typeof createThrottles>

/** Per process. Figures of T18, T19 and T20 in the research; a shopper who mistypes stays far below them. */
export function createThrottles(isOn: boolean, now: () => Date) {
  const throttle = (limit: number, windowMs: number) =>
    createThrottle({ limit: isOn ? limit : Infinity, windowMs, now })
  return {
    signInByEmail: throttle(5, MINUTE_MS),
    signInByAddress: throttle(20, MINUTE_MS),
    registration: throttle(3, MINUTE_MS),
    orderCreation: throttle(10, MINUTE_MS),
    paymentStart: throttle(10, MINUTE_MS),
    paymentReturn: throttle(10, MINUTE_MS),
    tracking: throttle(10, MINUTE_MS),
    /** Wrong contacts only: looking at one's own order is never stopped by these two. */
    wrongContactByAddress: throttle(5, HOUR_MS),
    wrongContact: throttle(20, HOUR_MS),
  }
}

function createThrottle(options: { limit: number; windowMs: number; now: () => Date }): Throttle {
  const { limit, windowMs, now } = options
  const windows = new Map<string, { count: number; endsAt: number }>()

  return {
    take(caller) {
      const time = now().getTime()
      let window = windows.get(caller)
      if (!window || window.endsAt <= time) {
        windows.delete(caller)
        window = { count: 0, endsAt: time + windowMs }
        windows.set(caller, window)
        const oldest = windows.keys().next()
        if (windows.size > CALLERS_MAX && !oldest.done) windows.delete(oldest.value)
      }
      if (window.count >= limit) {
        const seconds = Math.max(1, Math.ceil((window.endsAt - time) / 1000))
        throw new ApiError(429, 'Too many attempts. Please wait a little and try again.', {
          'retry-after': String(seconds),
        })
      }
      window.count += 1
    },
    giveBack(caller) {
      const window = windows.get(caller)
      if (window && window.count > 0) window.count -= 1
    },
  }
}
