import { onTestFinished, vi } from 'vitest'

/** Advances the clocks of this test: the app's, and the system time that rate limits use. */
export function passTime(clock: { now: Date }, ms: number): void {
  clock.now = new Date(clock.now.getTime() + ms)
  vi.setSystemTime(Date.now() + ms)
  onTestFinished(() => void vi.useRealTimers())
}
