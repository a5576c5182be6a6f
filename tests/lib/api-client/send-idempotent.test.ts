// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sendIdempotent } from '../../../src/lib/api-client/send-idempotent.ts'
import { clearCookies } from '../../kit/browser/cookies.ts'
import { fillStorage } from '../../kit/browser/full-storage.ts'
import { EarlierOrderError, NoResponseError, StatusError } from '../../../src/lib/api-client/errors.ts'

beforeEach(clearCookies)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const order = { products: { k1: 2 } }
const changed = { products: { k1: 3 } }
const ignore = () => undefined

/** Sends whose responses the test resolves, on a fake clock. */
function slowSends() {
  vi.useFakeTimers()
  const responses: ((id: string) => void)[] = []
  const keys: string[] = []
  const send = (key: string) => {
    keys.push(key)
    return new Promise<string>((resolve) => responses.push(resolve))
  }
  return { responses, keys, send }
}

/** Sends an order and waits for its timeout, on the fake clock. */
async function timeOut(
  content: unknown,
  send: (key: string) => Promise<string>,
  onLateResult: (id: string) => void = ignore,
): Promise<void> {
  const outcome = sendIdempotent('order', content, send, onLateResult)
  const failure = expect(outcome).rejects.toThrow(NoResponseError)
  await vi.advanceTimersByTimeAsync(3000)
  await failure
}

/** A key that came with another body before. */
const keyReused = new StatusError(422, 'Use a new key.', { error: 'Use a new key.', code: 'key-reused' })
/** An order at another total than on screen. */
const totalChanged = new StatusError(409, 'Changed', { code: 'total-changed', total: 1, lines: [] })

/** Sends an order that the API refuses. */
function refuseWith(refusal: StatusError, content: unknown, onLateResult: (id: string) => void = ignore) {
  return sendIdempotent('order', content, () => Promise.reject<string>(refusal), onLateResult)
}

/** Returns the key of a try that ends with `failure`, or succeeds without one. */
async function keyOf(content: unknown, failure?: Error): Promise<string> {
  let seen = ''
  const send = async (key: string) => {
    seen = key
    if (failure) throw failure
  }
  await sendIdempotent('order', content, send, ignore).catch(() => undefined)
  return seen
}

/** Returns the key that another document sends; its try fails with `status`, or succeeds without one. */
async function keyInNewDocument(content: unknown, status?: number): Promise<string> {
  vi.resetModules()
  const other = await import('../../../src/lib/api-client/send-idempotent.ts')
  const errors = await import('../../../src/lib/api-client/errors.ts')
  let seen = ''
  const send = (key: string) => {
    seen = key
    return status ? Promise.reject(new errors.StatusError(status, undefined)) : Promise.resolve()
  }
  await other.sendIdempotent('order', content, send, ignore).catch(() => undefined)
  return seen
}

test('the key survives failures after which the order may exist', { tags: ['@req-11.2'] }, async () => {
  const first = await keyOf(order, new NoResponseError('gone'))
  expect(await keyOf(order, new StatusError(500, undefined))).toBe(first)
  expect(await keyOf(order, new StatusError(409, undefined))).toBe(first)
  expect(await keyOf(order, new StatusError(401, undefined))).toBe(first)
  expect(await keyOf(order)).toBe(first)
})

test('after success the same content gets another key', { tags: ['@req-11.2'] }, async () => {
  const first = await keyOf(order)
  expect(await keyOf(order)).not.toBe(first)
})

test(
  'another cart or address keeps the key of an order without a response',
  { tags: ['@decision-20.2'] },
  async () => {
    const first = await keyOf(order, new NoResponseError('gone'))
    expect(await keyOf(changed, new NoResponseError('gone'))).toBe(first)
    expect(await keyOf(changed)).toBe(first)
    expect(await keyOf(changed)).not.toBe(first)
  },
)

test('a changed order is refused where the earlier one exists, and the next one has another key', async () => {
  const first = await keyOf(order, new NoResponseError('gone'))
  await keyOf(changed, new NoResponseError('gone'))
  await expect(refuseWith(keyReused, changed)).rejects.toThrow(EarlierOrderError)
  expect(await keyOf(changed)).not.toBe(first)
})

test('a changed order that is refused for its lines reports its own refusal', async () => {
  await keyOf(order, new NoResponseError('gone'))
  const body = { error: 'Gone', code: 'lines-refused', problems: [{ code: 'product-gone', productId: 'k1' }] }
  await expect(refuseWith(new StatusError(422, 'Gone', body), changed)).rejects.toThrow('Gone')
})

test('a changed order that is refused for its address reports its own refusal', async () => {
  await keyOf(order, new NoResponseError('gone'))
  const error = 'A shipping field is longer than 200 characters.'
  await expect(refuseWith(new StatusError(422, error, { error }), changed)).rejects.toThrow(error)
})

test('an earlier order is reported at once, while a slow try is in flight', async () => {
  await keyOf(order, new NoResponseError('gone'))
  const { send } = slowSends()
  await timeOut(changed, send)
  await expect(refuseWith(keyReused, changed)).rejects.toThrow(EarlierOrderError)
})

test(
  'an earlier order that only an overdue try reveals is reported by the next one',
  { tags: ['@decision-20.4'] },
  async () => {
    const first = await keyOf(order, new NoResponseError('gone'))
    vi.useFakeTimers()
    const refusal = Promise.withResolvers<string>()
    await timeOut(changed, () => refusal.promise)
    refusal.reject(keyReused)
    await vi.advanceTimersByTimeAsync(0)
    expect(await keyOf(changed)).toBe(first)
  },
)

test('a payment that is tried another way gets another key', async () => {
  const keys: string[] = []
  const send = (key: string) => {
    keys.push(key)
    return Promise.reject(new NoResponseError('gone'))
  }
  for (const method of ['upi-qr', 'card']) {
    await sendIdempotent('payment-of-A1', { method }, send, ignore).catch(() => undefined)
  }
  expect(new Set(keys).size).toBe(2)
})

test.each([400, 404, 422])('a refusal with status %i ends the key', async (status) => {
  const first = await keyOf(order, new StatusError(status, undefined))
  expect(await keyOf(order)).not.toBe(first)
})

test('a 409 that names another total ends the key', async () => {
  const first = await keyOf(order, totalChanged)
  expect(await keyOf(order)).not.toBe(first)
})

test('an order that is created after a later try was refused for its total goes to onLateResult, and no second one is created', async () => {
  const { responses, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send)
  await expect(refuseWith(totalChanged, order, (id) => late.push(id))).rejects.toThrow('Changed')
  expect(document.cookie).toContain(`idempotency-key-order=${keys[0]}`)
  responses[0]?.('order-1')
  await vi.waitFor(() => expect(late).toEqual(['order-1']))
  expect(await keyOf(order)).not.toBe(keys[0])
})

test('the next try takes the response to a try that a refusal has overtaken', async () => {
  const { responses, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send)
  await expect(refuseWith(totalChanged, order, (id) => late.push(id))).rejects.toThrow('Changed')
  const third = sendIdempotent('order', order, send, (id) => late.push(id))
  responses[0]?.('order-1')
  expect(await third).toBe('order-1')
  expect(keys[1]).toBe(keys[0])
  expect(late).toEqual([])
})

test('a refusal of a changed order keeps the key while the earlier order is in flight', async () => {
  const { send, keys } = slowSends()
  await timeOut(order, send)
  expect(await keyOf(changed, totalChanged)).toBe(keys[0])
  await expect(refuseWith(keyReused, changed)).rejects.toThrow(EarlierOrderError)
  expect(await keyOf(changed)).not.toBe(keys[0])
})

test('a refusal in another tab keeps the key, whose first try may still succeed', async () => {
  const { send, keys } = slowSends()
  await timeOut(order, send)
  vi.useRealTimers()
  expect(await keyInNewDocument(changed, 400)).toBe(keys[0])
  expect(await keyInNewDocument(changed)).toBe(keys[0])
})

test('the address is not stored beside the key', async () => {
  await keyOf({ shippingAddress: { city: 'Kochi' } }, new NoResponseError('gone'))
  expect(document.cookie).toContain('idempotency-key-order=')
  expect(document.cookie).not.toContain('Kochi')
})

test.each(['{', '7', '%', 'abc.def'])('a stored key %s is replaced', async (stored) => {
  document.cookie = `idempotency-key-order=${stored}; Path=/`
  expect(await keyOf(order)).toMatch(/^[0-9a-f-]{36}$/)
})

test('the caller gets the failure itself', async () => {
  const send = () => Promise.reject(new NoResponseError('gone'))
  await expect(sendIdempotent('payment-of-A1', order, send, ignore)).rejects.toThrow('gone')
})

test('a slow response is a failure first, then ends the key and goes to onLateResult', async () => {
  const { responses, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send, (id) => late.push(id))
  responses[0]?.('order-1')
  await vi.waitFor(() => expect(late).toEqual(['order-1']))
  expect(await keyOf(order)).not.toBe(keys[0])
})

test('a try after a failure takes the response to the previous try', async () => {
  const { responses, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send, (id) => late.push(id))
  const again = sendIdempotent('order', order, send, ignore)
  expect(keys[1]).toBe(keys[0])
  responses[0]?.('order-1')
  expect(await again).toBe('order-1')
  // The newer try has it.
  expect(late).toEqual([])
  expect(await keyOf(order)).not.toBe(keys[0])
})

test('a slow response to content that has changed since is dropped and leaves the key', async () => {
  const { responses, send, keys } = slowSends()
  const late: string[] = []
  await timeOut(order, send, (id) => late.push(id))
  const next = sendIdempotent('order', changed, send, ignore)
  responses[0]?.('order-1')
  await vi.advanceTimersByTimeAsync(0)
  expect(document.cookie).toContain(`idempotency-key-order=${keys[0]}`)
  responses[1]?.('order-2')
  expect(await next).toBe('order-2')
  expect(late).toEqual([])
})

test('a response after the timeouts of all tries goes to onLateResult once', async () => {
  const { responses, send } = slowSends()
  const late: string[] = []
  const tries = ['first', 'second'].map((name) =>
    sendIdempotent('order', order, send, (id) => late.push(`${id} to the ${name}`)).catch(() => 'failed'),
  )
  await vi.advanceTimersByTimeAsync(3000)
  expect(await Promise.all(tries)).toEqual(['failed', 'failed'])
  responses[0]?.('order-1')
  responses[1]?.('order-1')
  await vi.waitFor(() => expect(late).toEqual(['order-1 to the second']))
})

test('a failed try reports its own failure, whatever the result of an earlier one', async () => {
  await keyOf(order, new NoResponseError('gone'))
  await expect(refuseWith(new StatusError(422, 'Sold out'), order)).rejects.toThrow('Sold out')
})

test(
  'the key survives a reload and reaches other tabs when storage is full or absent',
  { tags: ['@decision-1.7', '@decision-20.1', '@req-4.5'] },
  async () => {
    fillStorage('localStorage', 'sessionStorage')
    const first = await keyOf(order, new NoResponseError('gone'))
    vi.stubGlobal('localStorage', undefined)
    expect(await keyInNewDocument(order)).toBe(first)
  },
)

test(
  'a page that opens after an earlier order was reported reports it again',
  { tags: ['@decision-20.3'] },
  async () => {
    const first = await keyOf(order, new NoResponseError('gone'))
    await expect(refuseWith(keyReused, changed)).rejects.toThrow(EarlierOrderError)
    // The shopper may have left the page without reading it.
    expect(await keyInNewDocument(changed)).toBe(first)
  },
)

test('the payments of two orders keep their keys beside each other', async () => {
  const pay = async (orderId: string) => {
    let seen = ''
    const send = async (key: string) => {
      seen = key
      throw new NoResponseError('gone')
    }
    await sendIdempotent(`payment-of-${orderId}`, { orderId }, send, ignore).catch(() => undefined)
    return seen
  }
  const [first, second] = [await pay('A1'), await pay('B1')]
  expect(second).not.toBe(first)
  expect([await pay('A1'), await pay('B1')]).toEqual([first, second])
})
