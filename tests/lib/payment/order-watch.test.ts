// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { watchOrder, type OrderWatch } from '../../../src/lib/payment/order-watch.ts'

const check = vi.fn<() => Promise<boolean>>()
const onPause = vi.fn()
const onResume = vi.fn()
let watch: OrderWatch

beforeEach(() => {
  vi.useFakeTimers()
  check.mockReset().mockResolvedValue(false)
  onPause.mockReset()
  onResume.mockReset()
  watch = watchOrder({ check, isFinal: (error) => error === 'final', onPause, onResume })
})
afterEach(() => {
  watch.stop()
  setHidden(false)
  vi.useRealTimers()
})

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('checks every few seconds, at growing intervals', { tags: ['@req-13.4'] }, async () => {
  await vi.advanceTimersByTimeAsync(2999)
  expect(check).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(check).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3600)
  expect(check).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(check.mock.calls.length).toBeLessThan(60)
})

test('ends with the first true', async () => {
  check.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).toHaveBeenCalledTimes(1)
})

test('goes on after a failure, unless it is final', async () => {
  check.mockRejectedValueOnce('a slow network').mockRejectedValueOnce('final')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).toHaveBeenCalledTimes(2)
})

test('pauses while the tab is hidden and checks at once when it is shown', async () => {
  setHidden(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).toHaveBeenCalledTimes(0)
  setHidden(false)
  expect(check).toHaveBeenCalledTimes(1)
})

test('pauses after a quarter of an hour and resumes on checkNow', async () => {
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  expect(onPause).toHaveBeenCalledTimes(1)
  const before = check.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).toHaveBeenCalledTimes(before)
  watch.checkNow()
  expect(check).toHaveBeenCalledTimes(before + 1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(check).toHaveBeenCalledTimes(before + 2)
})

test('reports that it resumes, on checkNow or when the tab is shown', async () => {
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  expect(onResume).toHaveBeenCalledTimes(0)
  setHidden(true)
  setHidden(false)
  expect(onResume).toHaveBeenCalledTimes(1)
  watch.checkNow()
  expect(onResume).toHaveBeenCalledTimes(2)
})

test('does not report that after its end', async () => {
  check.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(3000)
  watch.checkNow()
  expect(onResume).toHaveBeenCalledTimes(0)
})

test('never checks twice at the same time', () => {
  check.mockReturnValue(new Promise(() => undefined))
  watch.checkNow()
  watch.checkNow()
  expect(check).toHaveBeenCalledTimes(1)
})

test('is silent once stopped', async () => {
  watch.stop()
  watch.checkNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).toHaveBeenCalledTimes(0)
})
