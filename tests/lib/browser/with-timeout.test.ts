import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { inTime } from '../../../src/lib/browser/in-time.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('an answer that comes in time is the answer, and nothing comes later', async () => {
  const late = vi.fn()
  const told = inTime(Promise.resolve('orders'), late)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await told).toBe('orders')
  expect(late).not.toHaveBeenCalled()
})

test('a failure is told as it is', async () => {
  await expect(inTime(Promise.reject(new RangeError('refused')))).rejects.toThrow('refused')
})

test('after 3 s without an answer there is none, and what comes later is handed on', async () => {
  const late = vi.fn()
  const call = Promise.withResolvers<string>()
  const told = inTime(call.promise, late).catch((error: unknown) => (error as Error).name)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await told).toBe('NoResponseError')
  call.resolve('orders')
  await vi.advanceTimersByTimeAsync(0)
  expect(late).toHaveBeenCalledExactlyOnceWith('orders')
})

test('a failure after the time limit is ignored', async () => {
  const late = vi.fn()
  const call = Promise.withResolvers<string>()
  const told = inTime(call.promise, late).catch((error: unknown) => (error as Error).name)
  await vi.advanceTimersByTimeAsync(3000)
  call.reject(new RangeError('refused'))
  expect(await told).toBe('NoResponseError')
  expect(late).not.toHaveBeenCalled()
})
