import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Capability } from '@tanabana/contract/store-info.ts'
import { withTenant } from '../../../../api/db/index.ts'
import { messages, orderLinks, refundDetails } from '../../../../api/db/schema.ts'
import { handleEvents } from '../../../../api/jobs/handle-events.ts'
import type { Channel, OrderMessage } from '../../../../api/messages/channel.ts'
import { renderContent } from '../../../../api/messages/content.ts'
import { deliverMessages } from '../../../../api/messages/deliver.ts'
import { recordMessages } from '../../../../api/messages/record-messages.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { run } from '../../../cli/command-line.ts'
import { ASHA, openSandboxStore, SECRET, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const DAY_MS = 24 * 60 * 60 * 1000
const signal = new AbortController().signal

let store: Store
let sent: OrderMessage[]

const channel: Channel = {
  addressOf: ({ recipient }) => recipient.email,
  send: (message: OrderMessage) => {
    sent.push(message)
    return Promise.resolve({ state: 'sent' })
  },
}

beforeAll(async () => {
  store = await openSandboxStore()
}, 300_000)

afterAll(() => store.close())

beforeEach(async () => {
  sent = []
  await setCapabilities(['returns', 'refund-details'])
})

function setCapabilities(capabilities: Capability[]) {
  return putTenant(store.db, { ...ASHA, hosts: [SHOP], record: { ...ASHA.record, capabilities } })
}

const command = (...argv: string[]) => run(store.db, '.', ...argv)
const advance = (orderId: string, ...options: string[]) =>
  command('orders', 'advance', 'asha', orderId, ...options)

async function json(...argv: string[]) {
  return JSON.parse((await command(...argv, '--json')).lines.join('\n'))
}

/** Sends what the events of an order tell. */
async function deliver(orderId: string): Promise<void> {
  const order = orderId.replaceAll('-', '')
  // The commands have the time of the machine.
  store.clock.now = new Date()
  const services = {
    db: store.db,
    config: { port: 8044, storefrontPort: 4321 },
    paymentSecrets: [SECRET],
    channels: { email: () => Promise.resolve(channel) },
    log: () => undefined,
    now: () => store.clock.now,
  }
  const job = { tenantId: 'asha', order }
  await handleEvents(store.db, [(event) => recordMessages(services, event)], job, signal)
  const rows = await withTenant(store.db, 'asha', (tx) =>
    tx.select().from(messages).where(eq(messages.orderNumber, order)),
  )
  for (const stream of new Set(rows.map((row) => row.stream)))
    await deliverMessages(services, new Map(), { ...job, stream }, signal)
}

/** A cancelled order that was paid to the shop's own account. */
async function refundDue(method: 'upi' | 'cash' = 'upi') {
  const order = await store.placeOrder(SHOP)
  await advance(order.orderId, '--paid-by', method, '--reference', `R${order.orderId}`)
  await advance(order.orderId, '--to', 'cancelled')
  const { payments } = await json('orders', 'show', 'asha', order.orderId)
  return { ...order, payment: String(payments[0].id) }
}

/** The token of the link in the newest message of a kind. */
function tokenIn(kind: OrderMessage['kind']): string | undefined {
  const message = sent.findLast((one) => one.kind === kind && one.role === 'shopper')
  const url = message?.order.refundUrl
  expect(url ?? 'http://asha.localhost:4321/refund/').toMatch(/^http:\/\/asha\.localhost:4321\/refund\//)
  return url?.split('/').at(-1)
}

async function refundDueWithLink(method?: 'upi' | 'cash') {
  const order = await refundDue(method)
  await deliver(order.orderId)
  return { ...order, token: tokenIn('refund due') ?? '' }
}

const read = (token: string, shop = SHOP) => store.call(shop, `/refund-links/${token}`)
const give = (token: string, upiId: string, shop = SHOP) =>
  store.call(shop, `/refund-links/${token}`, { body: { upiId } })

const storedRow = async (orderId: string) => {
  const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(refundDetails))
  return rows.find(({ orderNumber }) => orderNumber === orderId.replaceAll('-', ''))
}

const storedLinks = async (orderId: string) => {
  const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(orderLinks))
  return rows.filter(({ orderNumber }) => orderNumber === orderId.replaceAll('-', ''))
}

describe('a refund that the shop sends by hand', { tags: ['@req-11.40'] }, () => {
  it.each(['upi', 'cash'] as const)('of %s has a link in its mail that takes a UPI id', async (method) => {
    const { orderId, token, payment } = await refundDueWithLink(method)
    expect(await read(token)).toMatchObject({
      status: 200,
      body: { id: orderId, due: 999.5, refunds: [] },
    })
    expect((await give(token, ' asha@okbank ')).body).toMatchObject({ due: 999.5, upiId: 'asha@okbank' })
    expect((await give(token, 'asha.rao@ybl')).body.upiId).toBe('asha.rao@ybl')
    expect((await read(token)).body.upiId).toBe('asha.rao@ybl')

    const line = (await command('payments', 'refunds', 'asha')).lines.find((one) => one.includes(payment))
    expect(line).toContain('to asha.rao@ybl')
    const { refundsDue } = await json('orders', 'today', 'asha')
    expect(refundsDue.find((one: { order: string }) => one.order === orderId).upiId).toBe('asha.rao@ybl')
    const shown = (await command('orders', 'show', 'asha', orderId)).lines
    expect(shown.find((one) => one.includes('Refund to'))).toMatch(/^ {2}Refund to asha\.rao@ybl, given /)
  })

  it('masks the UPI id once the refund is made, and takes no other one', async () => {
    const { orderId, token, payment } = await refundDueWithLink()
    await give(token, 'asha@okbank')
    const refunded = (...options: string[]) => command('payments', 'refunded', 'asha', payment, ...options)
    await refunded('--reference', 'UTR1', '--amount', '500')
    expect((await read(token)).body).toMatchObject({ due: 499.5, upiId: 'asha@okbank' })
    await refunded('--reference', 'UTR2')
    const { body } = await read(token)
    expect(body).toMatchObject({
      due: 0,
      upiId: 'as••••@okbank',
      refunds: [
        { amount: 500, reference: 'UTR1' },
        { amount: 499.5, reference: 'UTR2' },
      ],
    })
    expect(await give(token, 'other@okbank')).toMatchObject({
      status: 409,
      body: { error: 'The shop has already sent this refund.' },
    })
    expect((await storedRow(orderId))?.upiId).toBe('as••••@okbank')
    expect((await json('orders', 'show', 'asha', orderId)).refundTo.upiId).toBe('as••••@okbank')
  })

  it.each(['', 'asha', '9876543210', 'asha@', '@okbank', 'asha@ok bank', 'asha@example.com', 'a@okbank'])(
    'refuses "%s" as a UPI id, and keeps the one before',
    async (wrong) => {
      const { token } = await refundDueWithLink()
      await give(token, 'asha@okbank')
      expect((await give(token, wrong)).status).toBe(422)
      expect((await read(token)).body.upiId).toBe('asha@okbank')
    },
  )

  it('of a return has its link in the mail of the returned pieces', async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    await advance(orderId, '--paid-by', 'cash', '--reference', 'C1')
    await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1')
    await command('orders', 'deliver', 'asha', orderId)
    const { body } = await store.call(SHOP, `/orders/${orderId}/returns`, {
      body: { items: [{ id: `${orderId}-1`, quantity: 1 }], reason: 'Too small' },
      token,
    })
    const id = String(body.returns[0].id)
    await command('returns', 'accept', 'asha', id)
    await command('returns', 'received', 'asha', id)
    await deliver(orderId)
    const link = tokenIn('return received') ?? ''
    await give(link, 'asha@okbank')
    const { returnsToRefund } = await json('orders', 'today', 'asha')
    expect(returnsToRefund).toMatchObject([{ return: id, upiId: 'asha@okbank' }])
    expect((await command('payments', 'refunds', 'asha')).lines).toContain(
      `${orderId}  refund due ₹999.50  return ${id}  to asha@okbank`,
    )
    await command('returns', 'refunded', 'asha', id, '--reference', 'UTR3')
    expect((await read(link)).body).toMatchObject({ due: 0, upiId: 'as••••@okbank' })
  })

  it('stores the token as a hash, and its link ends after 30 days', async () => {
    const { orderId, token } = await refundDueWithLink()
    expect(JSON.stringify(await storedLinks(orderId))).not.toContain(token)
    const before = store.clock.now
    store.clock.now = new Date(before.getTime() + 30 * DAY_MS - 1000)
    expect((await read(token)).status).toBe(200)
    store.clock.now = new Date(before.getTime() + 30 * DAY_MS)
    const gone = { status: 404, body: { error: 'This refund link is wrong or has expired.' } }
    expect(await read(token)).toMatchObject(gone)
    expect(await give(token, 'asha@okbank')).toMatchObject(gone)
    store.clock.now = before
  })

  it('opens nothing by another token, or in another shop', async () => {
    const { token } = await refundDueWithLink()
    const wrong = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const response of [
      await read(wrong),
      await give(wrong, 'asha@okbank'),
      await read(token, 'bela.localhost'),
      await give(token, 'asha@okbank', 'bela.localhost'),
    ]) {
      expect(response.status).toBe(404)
    }
  })

  it('leaves no UPI id of a person who is erased', async () => {
    const { orderId, email, token, payment } = await refundDueWithLink()
    await give(token, 'asha@okbank')
    await command('payments', 'refunded', 'asha', payment, '--reference', 'UTR4')
    expect((await command('users', 'erase', 'asha', email)).problems).toEqual([])
    expect(await storedRow(orderId)).toBeUndefined()
    expect(await storedLinks(orderId)).toEqual([])
    expect((await read(token)).status).toBe(404)
  })

  it('says in both languages that the UPI id is needed', async () => {
    await refundDueWithLink()
    const message = sent.find(({ kind, role }) => kind === 'refund due' && role === 'shopper')
    if (!message) throw new Error('The mail is missing.')
    const texts = (language: 'en' | 'hi') => JSON.stringify(renderContent({ ...message, language }).blocks)
    expect(texts('en')).toContain('Please tell us which UPI ID to send it to.')
    expect(texts('hi')).toContain('बताइए कि किस UPI आईडी पर भेजें।')
  })
})

describe('without the capability', { tags: ['@req-11.40'] }, () => {
  it.each([
    ['upi', 'We owe you ₹999.5 for this order and will send it back the way you paid.'],
    ['cash', 'We owe you ₹999.5 for this order. We will ask you where to send it'],
  ] as const)('no mail has a link: money that came by %s', async (method, sentence) => {
    await setCapabilities(['returns'])
    const { orderId } = await refundDue(method)
    await deliver(orderId)
    expect(tokenIn('refund due')).toBeUndefined()
    expect(await storedLinks(orderId)).toEqual([])
    const message = sent.findLast(({ kind, role }) => kind === 'refund due' && role === 'shopper')
    if (!message) throw new Error('The mail is missing.')
    expect(JSON.stringify(renderContent(message).blocks)).toContain(sentence)
  })
})

describe('a shop that gives up the capability', { tags: ['@req-11.40'] }, () => {
  it('ends its links', async () => {
    const { token } = await refundDueWithLink()
    await setCapabilities(['returns'])
    expect((await read(token)).status).toBe(404)
    expect((await give(token, 'asha@okbank')).status).toBe(404)
  })
})

describe('a refund by a payment provider', { tags: ['@req-11.40'] }, () => {
  it('asks for no UPI id', async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    const { body } = await store.call(SHOP, '/payments', {
      body: { orderId, fields: { method: 'card', phone: '+919876543210' } },
      token,
    })
    const { data } = body.action.formParams
    await store.request(SHOP, '/sandbox/pay/decision', { form: { ...data, decision: 'approve' } })
    await advance(orderId, '--to', 'cancelled')
    await deliver(orderId)
    expect(sent.some(({ kind }) => kind === 'refund due')).toBe(true)
    expect(tokenIn('refund due')).toBeUndefined()
  })
})
