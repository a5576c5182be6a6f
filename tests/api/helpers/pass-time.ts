import { onTestFinished, vi } from 'vitest'

/** Lets time pass in this test: for an app, and for the limits, which go by the time of the machine. */
export function passTime(clock: { now: Date }, ms: number): void {
  clock.now = new Date(clock.now.getTime() + ms)
  vi.setSystemTime(Date.now() + ms)
  onTestFinished(() => void vi.useRealTimers())
}
