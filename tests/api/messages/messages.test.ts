import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Capability } from '@tanabana/contract/store-info.ts'
import { withTenant } from '../../../api/db/index.ts'
import { messages, orders } from '../../../api/db/schema.ts'
import type { Channel, OrderMessage, Outcome } from '../../../api/messages/channel.ts'
import { deliverMessages, type Rests } from '../../../api/messages/deliver.ts'
import { recordMessages } from '../../../api/messages/record-messages.ts'
import { eraseOldMessages } from '../../../api/jobs/erase-old-messages.ts'
import { retryMessage } from '../../../api/messages/stored-messages.ts'
import { handleEvents } from '../../../api/jobs/handle-events.ts'
import { advanceOrder } from '../../../api/modules/orders/advance.ts'
import { findTenant } from '../../../api/modules/tenants/find.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, openSandboxStore, SECRET, type Store } from '../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const signal = new AbortController().signal

let store: Store
let sent: OrderMessage[]
let outcome: (message: OrderMessage) => Outcome
let rests: Rests
let log: Record<string, unknown>[]

/** A channel of the tests: an address, and what becomes of a message, are all that one has to say. */
const channel: Channel = {
  addressOf: ({ recipient }) => recipient.email,
  async send(message: OrderMessage) {
    const result = outcome(message)
    if (result.state === 'sent') sent.push(message)
    return result
  },
}

beforeAll(async () => {
  store = await openSandboxStore()
  await putTenant(store.db, {
    ...ASHA,
    hosts: [SHOP],
    record: {
      ...ASHA.record,
      companyEmail: 'orders@asha.example',
      capabilities: ['payment-links', 'cancellation', 'returns', 'shipment'],
    },
  })
})

afterAll(() => store.close())

beforeEach(() => {
  sent = []
  log = []
  outcome = () => ({ state: 'sent' })
  rests = new Map()
})

const services = () => ({
  db: store.db,
  config: { port: 8044, storefrontPort: 4321 },
  paymentSecrets: [SECRET],
  channels: { email: () => Promise.resolve(channel) },
  log: (entry: Record<string, unknown>) => void log.push(entry),
  now: () => store.clock.now,
})

const inShop = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(store.db, 'asha', work)

const pass = (ms: number) => {
  store.clock.now = new Date(store.clock.now.getTime() + ms)
}

/** Hands the events of an order to their handlers, as the job of the queue does. */
const handle = (number: string) =>
  handleEvents(
    store.db,
    [(event) => recordMessages(services(), event)],
    { tenantId: 'asha', order: number },
    signal,
  )

/** Runs the jobs of all streams of an order that are due now. */
async function deliver(number: string): Promise<void> {
  for (const stream of new Set((await rowsOf(number)).map((row) => row.stream)))
    await deliverMessages(services(), rests, { tenantId: 'asha', order: number, stream }, signal)
}

const rowsOf = (number: string) =>
  inShop((tx) =>
    tx.select().from(messages).where(eq(messages.orderNumber, number)).orderBy(messages.position),
  )

const states = async (number: string) =>
  (await rowsOf(number)).map(({ kind, role, state }) => `${kind} to ${role}: ${state}`)

async function order(
  headers?: Record<string, string>,
  choice?: { selectedSize: string; selectedColor: string },
) {
  const { token, email } = await store.signIn(SHOP)
  const productId = await store.productId(SHOP, 'kurta')
  const lines = choice && [{ productId, quantity: 1, ...choice }]
  const { body } = await store.call(SHOP, '/orders', {
    body: { products: { [productId]: 1 }, lines, shippingAddress: ADDRESS },
    token,
    ...(headers && { headers }),
  })
  return { token, email, orderId: body.id as string, number: String(body.id).replaceAll('-', '') }
}

async function pay(orderId: string, token: string): Promise<void> {
  const body = { orderId, fields: { method: 'card', phone: '+919876543210' } }
  const { body: started } = await store.call(SHOP, '/payments', { body, token })
  const { data } = started.action.formParams
  await store.request(SHOP, '/sandbox/pay/decision', { form: { ...data, decision: 'approve' } })
}

describe('messages', { tags: ['@req-12.6'] }, () => {
  it('follow the events of an order, and a repeated event writes none twice', async () => {
    const { number, email, orderId, token } = await order()
    await handle(number)
    await pay(orderId, token)
    await handle(number)
    await inShop((tx) => tx.update(orders).set({ eventsHandled: 0 }).where(eq(orders.number, number)))
    await handle(number)
    await deliver(number)
    expect(sent.map(({ kind, recipient }) => [kind, recipient.email])).toEqual([
      ['order received', email],
      ['order paid', email],
      ['new order', 'orders@asha.example'],
    ])
    await deliver(number)
    expect(sent).toHaveLength(3)
    expect(await states(number)).toEqual([
      'order received to shopper: sent',
      'payment reminder to shopper: waiting',
      'order paid to shopper: sent',
      'new order to merchant: sent',
    ])
  })

  it('store no address', async () => {
    const { number, email } = await order()
    await handle(number)
    outcome = () => ({ state: 'bounced', reason: 'The mail server responded: RCPT TO 550' })
    await deliver(number)
    expect(JSON.stringify(await rowsOf(number))).not.toContain(email)
  })

  it('wait for the earlier one of their order, recipient and channel', async () => {
    const { number, orderId, token } = await order()
    await handle(number)
    outcome = ({ kind }) =>
      kind === 'order received' ? { state: 'later', reason: 'busy' } : { state: 'sent' }
    await deliver(number)
    await pay(orderId, token)
    await handle(number)
    await deliver(number)
    expect(sent.map(({ kind }) => kind)).toEqual(['new order'])
    outcome = () => ({ state: 'sent' })
    pass(MINUTE_MS)
    await deliver(number)
    expect(sent.map(({ kind }) => kind)).toEqual(['new order', 'order received', 'order paid'])
  })

  it('are not held up by one that is refused for good', async () => {
    const { number, orderId, token } = await order()
    await pay(orderId, token)
    await handle(number)
    outcome = ({ kind }) =>
      kind === 'order received' ? { state: 'refused', reason: 'DATA 554' } : { state: 'sent' }
    await deliver(number)
    expect(sent.map(({ kind }) => kind)).toEqual(['order paid', 'new order'])
    expect(log).toEqual([expect.objectContaining({ event: 'message', state: 'refused', error: 'DATA 554' })])
  })

  it('are tried again with growing pauses for three days, with one id, and then given up', async () => {
    const { number } = await order()
    await handle(number)
    const tries: { id: string; at: number }[] = []
    outcome = ({ id, kind }) => {
      if (kind === 'order received') tries.push({ id, at: store.clock.now.getTime() })
      throw new Error('The connection broke.')
    }
    const startedAt = store.clock.now.getTime()
    const job = { tenantId: 'asha', order: number, stream: `${number}/shopper/email` }
    for (;;) {
      await deliverMessages(services(), rests, job, signal)
      const [first] = await rowsOf(number)
      if (first?.state !== 'waiting') break
      store.clock.now = first.dueAt
    }
    const pauses = tries.slice(1).map(({ at }, index) => (at - (tries[index]?.at ?? 0)) / 1000)
    expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80])
    expect(Math.max(...pauses)).toBe(3600)
    expect(new Set(tries.map(({ id }) => id)).size).toBe(1)
    const days = (store.clock.now.getTime() - startedAt) / (24 * 60 * MINUTE_MS)
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThan(3.1)
    expect(await rowsOf(number)).toContainEqual(
      expect.objectContaining({
        kind: 'order received',
        state: 'refused',
        error: 'Error: The connection broke.',
      }),
    )
  })

  it('to a receiver that was just out of reach wait without a try', async () => {
    const first = await order()
    const second = await order()
    await handle(first.number)
    await handle(second.number)
    let tries = 0
    outcome = () => {
      tries += 1
      return { state: 'later', reason: 'no connection', isUnreachable: true }
    }
    await deliver(first.number)
    await deliver(second.number)
    expect(tries).toBe(1)
    outcome = () => ({ state: 'sent' })
    pass(MINUTE_MS)
    await deliver(second.number)
    expect(sent.map(({ kind }) => kind)).toEqual(['order received'])
  })

  it('wait while the mail server is stopped for an hour, and delay no order', async () => {
    outcome = () => ({ state: 'later', reason: 'no connection', isUnreachable: true })
    const placed: Awaited<ReturnType<typeof order>>[] = []
    for (let minute = 0; minute < 60; minute += 10) {
      const one = await order()
      await pay(one.orderId, one.token)
      placed.push(one)
      for (const { number } of placed) {
        await handle(number)
        await deliver(number)
      }
      pass(10 * MINUTE_MS)
    }
    expect(sent).toEqual([])
    outcome = () => ({ state: 'sent' })
    // The longest pause that an hour of attempts leads to.
    pass(60 * MINUTE_MS)
    for (const { number } of placed) await deliver(number)
    const toShoppers = sent.filter(({ role }) => role === 'shopper')
    expect(toShoppers.map(({ kind, recipient }) => [kind, recipient.email])).toEqual(
      placed.flatMap(({ email }) => [
        ['order received', email],
        ['order paid', email],
      ]),
    )
  })

  it('to an address that bounced are not sent again', async () => {
    const { number, orderId, token } = await order()
    await handle(number)
    outcome = ({ role }) =>
      role === 'shopper' ? { state: 'bounced', reason: 'RCPT TO 550' } : { state: 'sent' }
    await deliver(number)
    await pay(orderId, token)
    await handle(number)
    outcome = () => ({ state: 'sent' })
    await deliver(number)
    expect(await states(number)).toEqual([
      'order received to shopper: bounced',
      'payment reminder to shopper: waiting',
      'order paid to shopper: skipped',
      'new order to merchant: sent',
    ])
    expect(sent.map(({ kind }) => kind)).toEqual(['new order'])
  })
})

describe('old messages', () => {
  it('are erased after 180 days, but for what waits, and a bounce is remembered', async () => {
    const first = await order()
    await handle(first.number)
    outcome = () => ({ state: 'bounced', reason: 'RCPT TO 550' })
    await deliver(first.number)
    pass(179 * DAY_MS)
    await eraseOldMessages(services())
    expect(await states(first.number)).toHaveLength(2)
    pass(2 * DAY_MS)
    await eraseOldMessages(services())
    expect(await states(first.number)).toEqual(['payment reminder to shopper: waiting'])
    const receipt = { method: 'upi', reference: 'UTR 1' } as const
    const { now } = store.clock
    await inShop((tx) => advanceOrder(tx, 'asha', first.number, 1, { receipt, now }))
    await handle(first.number)
    outcome = () => ({ state: 'sent' })
    await deliver(first.number)
    expect(await states(first.number)).toContain('order paid to shopper: skipped')

    const skipped = (await rowsOf(first.number)).find(({ kind }) => kind === 'order paid')
    await inShop((tx) => retryMessage(tx, 'asha', skipped?.id ?? '', store.clock.now))
    await deliver(first.number)
    expect(await states(first.number)).toContain('order paid to shopper: sent')
  })
})

describe('the reminder of an unpaid order', () => {
  it('comes after 30 minutes, once, with the link that pays it', async () => {
    const { number } = await order()
    await handle(number)
    await deliver(number)
    pass(29 * MINUTE_MS)
    await deliver(number)
    expect(sent.map(({ kind }) => kind)).toEqual(['order received'])
    pass(MINUTE_MS)
    await deliver(number)
    await deliver(number)
    expect(sent.map(({ kind }) => kind)).toEqual(['order received', 'payment reminder'])
    const [received, reminder] = sent
    expect(reminder?.order.payUrl).toMatch(/^http:\/\/asha\.localhost:4321\/pay\/[\w-]{43}$/)
    expect(reminder?.order.payUrl).toBe(received?.order.payUrl)
  })

  it('does not come when the order is paid or cancelled meanwhile', async () => {
    const { number, orderId, token } = await order()
    await handle(number)
    await store.call(SHOP, `/orders/${orderId}/cancellation`, { body: {}, token })
    pass(31 * MINUTE_MS)
    await deliver(number)
    expect(sent.map(({ kind }) => kind)).toEqual(['order received'])
    expect(await states(number)).toContain('payment reminder to shopper: skipped')
  })
})

describe('the language of a message', () => {
  it('is that of the page which placed the order, else the shop’s', async () => {
    const { number } = await order({ 'accept-language': 'hi' })
    const other = await order({ 'accept-language': 'ta;q=0.9' })
    for (const one of [number, other.number]) {
      await handle(one)
      await deliver(one)
    }
    expect(sent.map(({ language }) => language)).toEqual(['hi', 'en'])
  })

  it('has the colours and sizes that the shop translates', { tags: ['@req-11.28'] }, async () => {
    const { record } = (await findTenant(store.db, 'asha')) ?? ASHA
    const translations = { hi: { texts: { Indigo: 'नील' } } }
    await putTenant(store.db, { ...ASHA, hosts: [SHOP], record: { ...record, translations } })
    const choice = { selectedColor: 'Indigo', selectedSize: 'M' }
    const hindi = await order({ 'accept-language': 'hi' }, choice)
    const english = await order({ 'accept-language': 'en' }, choice)
    for (const { number } of [hindi, english]) {
      await handle(number)
      await deliver(number)
    }
    await putTenant(store.db, { ...ASHA, hosts: [SHOP], record })
    expect(sent.map((message) => message.order.lines[0]?.choices)).toEqual(['M, नील', 'M, Indigo'])
  })
})

it('a message names the tax invoice of a shop that issues them', { tags: ['@req-11.39'] }, async () => {
  const { record } = (await findTenant(store.db, 'asha')) ?? ASHA
  const capabilities: Capability[] = [...(record.capabilities ?? []), 'invoice', 'tax-invoice']
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], record: { ...record, capabilities } })
  const { number, orderId, token } = await order()
  await pay(orderId, token)
  await inShop((tx) => advanceOrder(tx, 'asha', number, 2, { now: store.clock.now }))
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], record })
  const plain = await order()
  await pay(plain.orderId, plain.token)
  await inShop((tx) => advanceOrder(tx, 'asha', plain.number, 2, { now: store.clock.now }))
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], record: { ...record, capabilities } })
  for (const one of [number, plain.number]) {
    await handle(one)
    await deliver(one)
  }
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], record })
  const shipped = sent.filter(({ kind }) => kind === 'order shipped')
  expect(shipped.map(({ order: { invoiceNumber } }) => invoiceNumber)).toEqual([
    expect.stringMatching(/^INV\/\d\d-\d\d\/1$/),
    undefined,
  ])
})

it('a return that its shopper withdraws is told to both sides', { tags: ['@req-11.25'] }, async () => {
  const { number, orderId, token } = await order()
  await inShop(async (tx) => {
    for (const to of [1, 2, 3] as const)
      await advanceOrder(tx, 'asha', number, to, { allowsUnpaid: true, now: store.clock.now })
  })
  const path = `/orders/${orderId}/returns`
  const body = { items: [{ id: `${orderId}-1`, quantity: 1 }], reason: 'Another size: M instead of L' }
  const { returns } = (await store.call(SHOP, path, { body, token })).body
  await store.call(SHOP, `${path}/${returns[0].id}/withdrawal`, { body: {}, token })
  await handle(number)
  await deliver(number)
  const messageTo = (role: string, kind: string) => sent.find((one) => one.role === role && one.kind === kind)
  expect(messageTo('merchant', 'return requested')).toMatchObject({ return: { reason: body.reason } })
  for (const role of ['shopper', 'merchant'])
    expect(messageTo(role, 'return decided')).toMatchObject({ return: { status: 'withdrawn' } })
})

it('a message tells of the parcel', async () => {
  const { number, orderId, token } = await order()
  await pay(orderId, token)
  await inShop((tx) =>
    advanceOrder(
      tx,
      'asha',
      number,
      2,
      { now: store.clock.now },
      {
        shipment: {
          courier: 'Delhivery',
          trackingNumber: 'DL1',
          trackingUrl: 'https://track.example/DL1',
          shippedAt: store.clock.now.toISOString(),
        },
      },
    ),
  )
  await handle(number)
  await deliver(number)
  expect(sent.find(({ kind }) => kind === 'order shipped')?.order.shipment).toMatchObject({
    ...{ courier: 'Delhivery', trackingUrl: 'https://track.example/DL1' },
  })
})
