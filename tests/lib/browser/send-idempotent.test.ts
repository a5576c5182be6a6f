// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sendOnce } from '../../../src/lib/browser/send-once.ts'
import { clearCookies } from '../../helpers/cookies.ts'
import { fillStorage } from '../../helpers/full-storage.ts'
import { EarlierOrderError, NoResponseError, StatusError } from '../../../src/lib/errors.ts'

beforeEach(clearCookies)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const order = { products: { k1: 2 } }
const ignore = () => undefined

/** Answers come when the test says so; the clock is the test's. */
function slowSends() {
  vi.useFakeTimers()
  const answers: ((id: string) => void)[] = []
  const keys: string[] = []
  const send = (key: string) => {
    keys.push(key)
    return new Promise<string>((resolve) => answers.push(resolve))
  }
  return { answers, keys, send }
}

/** Sends an order whose response does not come while the shopper waits, on the test's clock. */
async function timeOut(
  content: unknown,
  send: (key: string) => Promise<string>,
  onLateResult: (id: string) => void = ignore,
): Promise<void> {
  const outcome = sendOnce('order', content, send, onLateResult)
  const failure = expect(outcome).rejects.toThrow(NoResponseError)
  await vi.advanceTimersByTimeAsync(3000)
  await failure
}

/** The refusal of a key that came with another body before. */
const reused = () =>
  Promise.reject(new StatusError(422, 'Use a new key.', { error: 'Use a new key.', code: 'key-reused' }))

/** The key that `send` gets; the try ends with `failure`, or well without one. */
async function keyOf(content: unknown, failure?: Error): Promise<string> {
  let seen = ''
  const send = async (key: string) => {
    seen = key
    if (failure) throw failure
  }
  await sendOnce('order', content, send, ignore).catch(() => undefined)
  return seen
}

/** The key that another document of the shop sends; the API answers with this failure status, or well without one. */
async function keyInNewDocument(content: unknown, status?: number): Promise<string> {
  vi.resetModules()
  const other = await import('../../../src/lib/browser/send-once.ts')
  const errors = await import('../../../src/lib/errors.ts')
  let seen = ''
  const send = (key: string) => {
    seen = key
    return status ? Promise.reject(new errors.StatusError(status, undefined)) : Promise.resolve()
  }
  await other.sendOnce('order', content, send, ignore).catch(() => undefined)
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

test('another cart or address keeps the key of an order of which nothing was heard', async () => {
  const first = await keyOf(order, new NoResponseError('gone'))
  expect(await keyOf({ products: { k1: 3 } }, new NoResponseError('gone'))).toBe(first)
  expect(await keyOf({ products: { k1: 3 } })).toBe(first)
  expect(await keyOf({ products: { k1: 3 } })).not.toBe(first)
})

test('a changed order is refused where the earlier one was made, and the one after that has another key', async () => {
  const first = await keyOf(order, new NoResponseError('gone'))
  const changed = { products: { k1: 3 } }
  await keyOf(changed, new NoResponseError('gone'))
  await expect(sendOnce('order', changed, reused, ignore)).rejects.toThrow(EarlierOrderError)
  expect(await keyOf(changed)).not.toBe(first)
})

test('a changed order that is refused for its lines says so itself', async () => {
  await keyOf(order, new NoResponseError('gone'))
  const body = { error: 'Gone', code: 'lines-refused', problems: [{ code: 'product-gone', productId: 'k1' }] }
  const refuse = () => Promise.reject(new StatusError(422, 'Gone', body))
  await expect(sendOnce('order', { products: { k1: 3 } }, refuse, ignore)).rejects.toThrow('Gone')
})

test('a changed order that is refused for its address says so itself', async () => {
  await keyOf(order, new NoResponseError('gone'))
  const error = 'A shipping field is longer than 200 characters.'
  const refuse = () => Promise.reject(new StatusError(422, error, { error }))
  await expect(sendOnce('order', { products: { k1: 3 } }, refuse, ignore)).rejects.toThrow(error)
})

test('that the earlier one was made is said at once, while a slow try is still under way', async () => {
  await keyOf(order, new NoResponseError('gone'))
  const { send } = slowSends()
  const changed = { products: { k1: 3 } }
  await timeOut(changed, send)
  const said = sendOnce('order', changed, reused, ignore).catch((error: unknown) => (error as Error).name)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await said).toBe('EarlierOrderError')
})

test('an earlier order that only an overdue try reveals is reported by the next one', async () => {
  const first = await keyOf(order, new NoResponseError('gone'))
  vi.useFakeTimers()
  const changed = { products: { k1: 3 } }
  const refusal = Promise.withResolvers<string>()
  await timeOut(changed, () => refusal.promise)
  refusal.reject(new StatusError(422, 'Use a new key.', { error: 'Use a new key.', code: 'key-reused' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(await keyOf(changed)).toBe(first)
})

test('a payment that is tried another way gets another key', async () => {
  const keys: string[] = []
  const send = (key: string) => {
    keys.push(key)
    return Promise.reject(new NoResponseError('gone'))
  }
  for (const method of ['upi-qr', 'card']) {
    await sendOnce('payment-of-A1', { method }, send, ignore).catch(() => undefined)
  }
  expect(new Set(keys).size).toBe(2)
})

test.each([400, 404, 422])('a refusal with status %i ends the key', async (status) => {
  const first = await keyOf(order, new StatusError(status, undefined))
  expect(await keyOf(order)).not.toBe(first)
})

test('a 409 that names another total ends the key', async () => {
  const body = { error: 'Changed', code: 'total-changed', total: 1, lines: [] }
  const first = await keyOf(order, new StatusError(409, 'Changed', body))
  expect(await keyOf(order)).not.toBe(first)
})

const totalChanged = new StatusError(409, 'Changed', { code: 'total-changed', total: 1, lines: [] })

test('an order that is made after a later try was refused for its total is handed on, and no second one is made', async () => {
  const { answers, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send)
  const refuse = () => Promise.reject(totalChanged)
  await expect(sendOnce('order', order, refuse, (id) => late.push(id))).rejects.toThrow('Changed')
  expect(document.cookie).toContain(`idempotency-key-order=${keys[0]}`)
  answers[0]?.('order-1')
  await vi.waitFor(() => expect(late).toEqual(['order-1']))
  expect(await keyOf(order)).not.toBe(keys[0])
})

test('the next press takes the answer to a try that a refusal has overtaken', async () => {
  const { answers, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send)
  const refuse = () => Promise.reject(totalChanged)
  await expect(sendOnce('order', order, refuse, (id) => late.push(id))).rejects.toThrow('Changed')
  const third = sendOnce('order', order, send, (id) => late.push(id))
  answers[0]?.('order-1')
  expect(await third).toBe('order-1')
  expect(keys[1]).toBe(keys[0])
  expect(late).toEqual([])
})

test('a refusal of a changed order keeps the key while the earlier order is unanswered', async () => {
  const { send, keys } = slowSends()
  await timeOut(order, send)
  const changed = { products: { k1: 3 } }
  expect(await keyOf(changed, totalChanged)).toBe(keys[0])
  await expect(sendOnce('order', changed, reused, ignore)).rejects.toThrow(EarlierOrderError)
  expect(await keyOf(changed)).not.toBe(keys[0])
})

test('a refusal in another tab keeps the key, whose first try may still succeed', async () => {
  const { send, keys } = slowSends()
  await timeOut(order, send)
  vi.useRealTimers()
  const changed = { products: { k1: 3 } }
  expect(await keyInNewDocument(changed, 400)).toBe(keys[0])
  expect(await keyInNewDocument(changed)).toBe(keys[0])
})

test('what was typed is not kept beside the key', async () => {
  await keyOf({ shippingAddress: { city: 'Kochi' } }, new NoResponseError('gone'))
  expect(document.cookie).toContain('idempotency-key-order=')
  expect(document.cookie).not.toContain('Kochi')
})

test.each(['{', '7', '%', 'abc.def'])('a kept key that reads %s is replaced', async (stored) => {
  document.cookie = `idempotency-key-order=${stored}; Path=/`
  expect(await keyOf(order)).toMatch(/^[0-9a-f-]{36}$/)
})

test('the caller gets the failure itself', async () => {
  const send = () => Promise.reject(new NoResponseError('gone'))
  await expect(sendOnce('payment-of-A1', order, send, ignore)).rejects.toThrow('gone')
})

test('a slow answer is a failure first, ends the key when it comes, and is handed on', async () => {
  const { answers, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send, (id) => late.push(id))
  answers[0]?.('order-1')
  await vi.waitFor(() => expect(late).toEqual(['order-1']))
  expect(await keyOf(order)).not.toBe(keys[0])
})

test('a try after a failure takes the answer to the one before it', async () => {
  const { answers, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send, (id) => late.push(id))
  const again = sendOnce('order', order, send, ignore)
  expect(keys[1]).toBe(keys[0])
  answers[0]?.('order-1')
  expect(await again).toBe('order-1')
  // The newer try has it.
  expect(late).toEqual([])
  expect(await keyOf(order)).not.toBe(keys[0])
})

test('a slow answer about content that was changed since is not handed on and leaves the key', async () => {
  const { answers, send, keys } = slowSends()
  const late: string[] = []
  const told = sendOnce('order', order, send, (id) => late.push(id)).catch(() => 'failed')
  await vi.advanceTimersByTimeAsync(3000)
  expect(await told).toBe('failed')
  const changed = sendOnce('order', { products: { k1: 3 } }, send, ignore)
  answers[0]?.('order-1')
  await vi.advanceTimersByTimeAsync(0)
  expect(document.cookie).toContain(`idempotency-key-order=${keys[0]}`)
  answers[1]?.('order-2')
  expect(await changed).toBe('order-2')
  expect(late).toEqual([])
})

test('an answer that no try has waited for is handed on once', async () => {
  const { answers, send } = slowSends()
  const late: string[] = []
  const tries = ['first', 'second'].map((name) =>
    sendOnce('order', order, send, (id) => late.push(`${id} to the ${name}`)).catch(() => 'failed'),
  )
  await vi.advanceTimersByTimeAsync(3000)
  expect(await Promise.all(tries)).toEqual(['failed', 'failed'])
  answers[0]?.('order-1')
  answers[1]?.('order-1')
  await vi.waitFor(() => expect(late).toEqual(['order-1 to the second']))
})

test('a try that fails says so itself, whatever became of the one before it', async () => {
  await keyOf(order, new NoResponseError('gone'))
  const refuse = () => Promise.reject(new StatusError(422, 'Sold out'))
  await expect(sendOnce('order', order, refuse, ignore)).rejects.toThrow('Sold out')
})

test('with full or without storage the key outlives a reload and reaches the other tabs', async () => {
  fillStorage('localStorage', 'sessionStorage')
  const first = await keyOf(order, new NoResponseError('gone'))
  vi.stubGlobal('localStorage', undefined)
  expect(await keyInNewDocument(order)).toBe(first)
})

test('a page that opens after an earlier order was reported reports it again', async () => {
  const first = await keyOf(order, new NoResponseError('gone'))
  const changed = { products: { k1: 3 } }
  await expect(sendOnce('order', changed, reused, ignore)).rejects.toThrow(EarlierOrderError)
  // The shopper may have left the page without reading it.
  expect(await keyInNewDocument(changed)).toBe(first)
})

test('the payments of two orders keep their keys beside each other', async () => {
  const pay = async (orderId: string) => {
    let seen = ''
    const send = async (key: string) => {
      seen = key
      throw new NoResponseError('gone')
    }
    await sendOnce(`payment-of-${orderId}`, { orderId }, send, ignore).catch(() => undefined)
    return seen
  }
  const [first, second] = [await pay('A1'), await pay('B1')]
  expect(second).not.toBe(first)
  expect([await pay('A1'), await pay('B1')]).toEqual([first, second])
})
