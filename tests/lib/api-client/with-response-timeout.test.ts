import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { withResponseTimeout } from '../../../src/lib/api-client/response-timeout.ts'
import { NoResponseError } from '../../../src/lib/api-client/errors.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a response in time is the result, and nothing comes later', async () => {
  const onLateResult = vi.fn()
  const outcome = withResponseTimeout(Promise.resolve('orders'), onLateResult)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toBe('orders')
  expect(onLateResult).not.toHaveBeenCalled()
})

test('a failure in time is passed on', async () => {
  await expect(withResponseTimeout(Promise.reject(new RangeError('refused')))).rejects.toThrow('refused')
})

test('no response within 3 s is a failure, and a later response goes to onLateResult', async () => {
  const onLateResult = vi.fn()
  const call = Promise.withResolvers<string>()
  const failure = expect(withResponseTimeout(call.promise, onLateResult)).rejects.toThrow(NoResponseError)
  await vi.advanceTimersByTimeAsync(3000)
  await failure
  call.resolve('orders')
  await vi.advanceTimersByTimeAsync(0)
  expect(onLateResult).toHaveBeenCalledExactlyOnceWith('orders')
})

test('a failure after the timeout is ignored', async () => {
  const onLateResult = vi.fn()
  const call = Promise.withResolvers<string>()
  const failure = expect(withResponseTimeout(call.promise, onLateResult)).rejects.toThrow(NoResponseError)
  await vi.advanceTimersByTimeAsync(3000)
  call.reject(new RangeError('refused'))
  await failure
  expect(onLateResult).not.toHaveBeenCalled()
})
