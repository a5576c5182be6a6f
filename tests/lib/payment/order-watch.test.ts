// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { watchOrder, type OrderWatch } from '../../../src/lib/payment/order-watch.ts'

const look = vi.fn<() => Promise<boolean>>()
const onPause = vi.fn()
const onResume = vi.fn()
let watch: OrderWatch

beforeEach(() => {
  vi.useFakeTimers()
  look.mockReset().mockResolvedValue(false)
  onPause.mockReset()
  onResume.mockReset()
  watch = watchOrder({ look, isFinal: (error) => error === 'final', onPause, onResume })
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

test('looks every few seconds, ever slower', async () => {
  await vi.advanceTimersByTimeAsync(2999)
  expect(look).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(look).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3600)
  expect(look).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(look.mock.calls.length).toBeLessThan(60)
})

test('ends with the first true', async () => {
  look.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledTimes(1)
})

test('goes on after a failure, unless it is final', async () => {
  look.mockRejectedValueOnce('a slow network').mockRejectedValueOnce('final')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledTimes(2)
})

test('rests while the tab is hidden and looks at once when it is shown', async () => {
  setHidden(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledTimes(0)
  setHidden(false)
  expect(look).toHaveBeenCalledTimes(1)
})

test('gives up after a quarter of an hour and takes it up again when asked', async () => {
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  expect(onPause).toHaveBeenCalledTimes(1)
  const before = look.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledTimes(before)
  watch.lookNow()
  expect(look).toHaveBeenCalledTimes(before + 1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(look).toHaveBeenCalledTimes(before + 2)
})

test('says that it looks again, asked to or with the tab shown again', async () => {
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  expect(onResume).toHaveBeenCalledTimes(0)
  setHidden(true)
  setHidden(false)
  expect(onResume).toHaveBeenCalledTimes(1)
  watch.lookNow()
  expect(onResume).toHaveBeenCalledTimes(2)
})

test('does not say so once it is over', async () => {
  look.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(3000)
  watch.lookNow()
  expect(onResume).toHaveBeenCalledTimes(0)
})

test('never looks twice at the same time', () => {
  look.mockReturnValue(new Promise(() => undefined))
  watch.lookNow()
  watch.lookNow()
  expect(look).toHaveBeenCalledTimes(1)
})

test('is silent once stopped', async () => {
  watch.stop()
  watch.lookNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledTimes(0)
})
