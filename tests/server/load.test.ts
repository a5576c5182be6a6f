import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { load, loadWithin, waitingAddress } from '../../src/server/load.ts'

const page = new URL('http://shop.example/products?category=men')
const never = Promise.race<string>([])

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an answer within the budget is ready', async () => {
  expect(await loadWithin(Promise.resolve('x'), page)).toEqual({ status: 'ready', value: 'x' })
})

test('no answer after 300 ms is late', async () => {
  const loaded = loadWithin(never, page)
  await vi.advanceTimersByTimeAsync(300)
  expect(await loaded).toEqual({ status: 'late' })
})

test('a failure is failed, and logged', async () => {
  expect(await load(Promise.reject(new Error('asleep')))).toEqual({ status: 'failed' })
  expect(console.error).toHaveBeenCalledWith('Error: asleep')
})

test('an address that asks to wait waits', async () => {
  const slow = new Promise<string>((resolve) => setTimeout(resolve, 1400, 'x'))
  const loaded = loadWithin(slow, new URL('?wait=1', page))
  await vi.advanceTimersByTimeAsync(1400)
  expect(await loaded).toEqual({ status: 'ready', value: 'x' })
})

test('the waiting address keeps what the page asked for', () => {
  expect(waitingAddress(page)).toBe('/products?category=men&wait=1')
  expect(waitingAddress(new URL('http://shop.example/'))).toBe('/?wait=1')
})
