import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { load, loadBy, pageDeadline, waitingAddress } from '../../../src/server/upstream/page-data.ts'
import { logTo, openLogger } from '../../../src/server/observability/log.ts'

const page = new URL('http://shop.example/products?category=men')
const never = Promise.race<string>([])
let lines: string[]

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  logTo(openLogger('info', (line) => lines.push(line)))
})
afterEach(() => {
  vi.useRealTimers()
})

test('a response before the deadline is ready', async () => {
  expect(await loadBy(performance.now() + 300, Promise.resolve('x'))).toEqual({ status: 'ready', value: 'x' })
})

test('no response by the deadline is pending', { tags: ['@req-15'] }, async () => {
  const loaded = loadBy(performance.now() + 300, never)
  await vi.advanceTimersByTimeAsync(300)
  expect(await loaded).toEqual({ status: 'pending' })
})

test('home, listing and product go out after 300 ms', { tags: ['@req-15'] }, () => {
  for (const path of ['/', '/products?category=men', '/product/1']) {
    expect(pageDeadline(new URL(path, page)) - performance.now()).toBe(300)
  }
})

test('pages that need store info wait, and so does an address with wait', () => {
  for (const path of ['/terms', '/checkout', '/fragments/listing', '/?wait=1', '/product/1?wait=1']) {
    expect(pageDeadline(new URL(path, page))).toBe(Infinity)
  }
})

test('without a deadline a page waits', async () => {
  const slow = new Promise<string>((resolve) => setTimeout(resolve, 1400, 'x'))
  const loaded = loadBy(Infinity, slow)
  await vi.advanceTimersByTimeAsync(1400)
  expect(await loaded).toEqual({ status: 'ready', value: 'x' })
})

test('a failure is failed, and logged', { tags: ['@req-8.3'] }, async () => {
  expect(await load(Promise.reject(new Error('asleep')))).toEqual({ status: 'failed' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', error: 'Error: asleep' })
})

test('the waiting address keeps the query of the page', () => {
  expect(waitingAddress(page)).toBe('/products?category=men&wait=1')
  expect(waitingAddress(new URL('http://shop.example/'))).toBe('/?wait=1')
})
