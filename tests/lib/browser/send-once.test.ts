// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sendOnce } from '../../../src/lib/browser/send-once.ts'
import { NoResponseError, StatusError } from '../../../src/lib/errors.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

const order = { products: { k1: 2 } }

/** The key that `send` gets; the try ends with `failure`, or well without one. */
async function keyOf(content: unknown, failure?: Error): Promise<string> {
  let seen = ''
  await sendOnce('order', content, async (key) => {
    seen = key
    if (failure) throw failure
  }).catch(() => undefined)
  return seen
}

test('the key lives through failures that leave it open whether the deed was done', async () => {
  const first = await keyOf(order, new NoResponseError('gone'))
  expect(await keyOf(order, new StatusError(500, undefined))).toBe(first)
  expect(await keyOf(order, new StatusError(409, undefined))).toBe(first)
  expect(await keyOf(order, new StatusError(401, undefined))).toBe(first)
  expect(await keyOf(order)).toBe(first)
})

test('after success the same content gets another key', async () => {
  const first = await keyOf(order)
  expect(await keyOf(order)).not.toBe(first)
})

test('another cart or address gets another key', async () => {
  const first = await keyOf(order, new NoResponseError('gone'))
  expect(await keyOf({ products: { k1: 3 } }, new NoResponseError('gone'))).not.toBe(first)
})

test.each([400, 404, 422])('a refusal with status %i ends the key', async (status) => {
  const first = await keyOf(order, new StatusError(status, undefined))
  expect(await keyOf(order)).not.toBe(first)
})

test('what was typed is not kept beside the key', async () => {
  await keyOf({ shippingAddress: { city: 'Kochi' } }, new NoResponseError('gone'))
  expect(JSON.stringify({ ...localStorage })).not.toContain('Kochi')
})

test.each(['{', 'null', '7', '{"content":1}'])('a kept key that reads %s is replaced', async (stored) => {
  localStorage.setItem('idempotency-key-order', stored)
  expect(await keyOf(order)).toMatch(/^[0-9a-f-]{36}$/)
})

test('without storage the key lives as long as the page', async () => {
  vi.stubGlobal('localStorage', undefined)
  const first = await keyOf(order, new NoResponseError('gone'))
  expect(await keyOf(order)).toBe(first)
  expect(await keyOf(order)).not.toBe(first)
  vi.unstubAllGlobals()
})

test('the failure itself reaches whoever sends', async () => {
  await expect(sendOnce('payment', order, () => Promise.reject(new NoResponseError('gone')))).rejects.toThrow(
    'gone',
  )
})
