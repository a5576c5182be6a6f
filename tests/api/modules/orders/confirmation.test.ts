import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Capability } from '@tanabana/contract/store-info.ts'
import { withTenant } from '../../../../api/db/index.ts'
import { messages, orderLinks } from '../../../../api/db/schema.ts'
import { handleEvents } from '../../../../api/jobs/handle-events.ts'
import type { Channel, OrderMessage } from '../../../../api/messages/channel.ts'
import { renderContent } from '../../../../api/messages/content.ts'
import { deliverMessages } from '../../../../api/messages/deliver.ts'
import { recordMessages } from '../../../../api/messages/record-messages.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { run } from '../../../cli/command-line.ts'
import { ASHA, openSandboxStore, SECRET, serve, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const DAY_MS = 24 * 60 * 60 * 1000
const ALL: Capability[] = ['cash-on-delivery', 'cash-confirmation', 'cancellation']
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
  await setShop()
})

function setShop({ capabilities = ALL, confirmBeforePacking = false } = {}) {
  const record = { ...ASHA.record, capabilities, cashOnDelivery: { confirmBeforePacking } }
  return putTenant(store.db, { ...ASHA, hosts: [SHOP], record, orderLimits: { cashOrders: 100 } })
}

const command = (...argv: string[]) => run(store.db, '.', ...argv)

async function json(...argv: string[]) {
  return JSON.parse((await command(...argv, '--json')).lines.join('\n'))
}

/** Sends what the events of an order tell. */
async function deliver(orderId: string): Promise<void> {
  const order = orderId.replaceAll('-', '')
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

/** An order that is paid at delivery, with the token of the link in its mail. */
async function placeCashOrder(call: Store['call'] = store.call) {
  const order = await store.placeOrder(SHOP)
  const { orderId, token } = order
  const fields = { method: 'cash-on-delivery' }
  expect((await call(SHOP, '/payments', { body: { orderId, fields }, token })).body.success).toBe(true)
  await deliver(orderId)
  const mail = sent.findLast(({ kind }) => kind === 'cash accepted')
  const url = mail?.order.confirmation?.url
  expect(url ?? 'http://asha.localhost:4321/confirm/').toMatch(/^http:\/\/asha\.localhost:4321\/confirm\//)
  return { ...order, mail, link: url?.split('/').at(-1) }
}

const read = (link = '', shop = SHOP) => store.call(shop, `/confirmation-links/${link}`)
const decide = (decision: string, link = '', shop = SHOP) =>
  store.call(shop, `/confirmation-links/${link}`, { body: { decision } })

async function partOf(orderId: string): Promise<string[]> {
  const today: Record<string, { order: string }[]> = await json('orders', 'today', 'asha')
  return Object.keys(today).filter((part) => today[part]?.some(({ order }) => order === orderId))
}

const lineOf = async (orderId: string, ...argv: string[]) =>
  (await command('orders', ...argv)).lines.find((one) => one.includes(orderId)) ?? ''

describe('the link of a cash order', { tags: ['@req-11.41'] }, () => {
  it('confirms it by a call that mail programs do not make, and once', { tags: ['@fault-14'] }, async () => {
    const { orderId, link } = await placeCashOrder()
    const open = { id: orderId, state: 'open', amount: 999.5, cancellable: true }
    for (let looks = 0; looks < 3; looks += 1) expect((await read(link)).body).toMatchObject(open)
    expect(await lineOf(orderId, 'list', 'asha')).toContain('not confirmed yet')
    expect((await command('orders', 'show', 'asha', orderId)).lines).toContain('  Not confirmed yet')

    expect(await decide('confirm', link)).toMatchObject({ status: 200, body: { state: 'confirmed' } })
    const { confirmedAt } = await json('orders', 'show', 'asha', orderId)
    expect(Date.parse(confirmedAt)).toBe(store.clock.now.getTime())
    expect(await lineOf(orderId, 'list', 'asha')).toContain('confirmed by the shopper, ')
    expect(await lineOf(orderId, 'today', 'asha')).toContain('confirmed by the shopper, ')

    store.clock.now = new Date(store.clock.now.getTime() + 60_000)
    expect((await decide('confirm', link)).body.state).toBe('confirmed')
    expect((await json('orders', 'show', 'asha', orderId)).confirmedAt).toBe(confirmedAt)
    expect((await command('check', 'history', 'asha')).problems).toEqual([])
  })

  it('cancels the order before it is shipped, also after the confirmation', async () => {
    const { orderId, link } = await placeCashOrder()
    await decide('confirm', link)
    expect((await decide('cancel', link)).body).toMatchObject({ state: 'cancelled', cancellable: false })
    expect((await json('orders', 'show', 'asha', orderId)).status).toBe('cancelled')
    expect((await decide('confirm', link)).status).toBe(200)
    expect((await decide('cancel', link)).status).toBe(409)
  })

  it('cancels nothing in a shop where shoppers can not cancel', async () => {
    await setShop({ capabilities: ['cash-on-delivery', 'cash-confirmation'] })
    const { orderId, link } = await placeCashOrder()
    expect((await read(link)).body.cancellable).toBe(false)
    expect((await decide('cancel', link)).status).toBe(409)
    expect((await json('orders', 'show', 'asha', orderId)).status).toBe('processing')
  })

  it.each([
    ['shipped', ['ship'], ['--courier', 'Delhivery', '--tracking', '1'], 'settled'],
    ['cancelled', ['advance'], ['--to', 'cancelled'], 'cancelled'],
  ] as const)(
    'comes too late for an order that is %s',
    { tags: ['@fault-14'] },
    async (_name, step, options, state) => {
      const { orderId, link } = await placeCashOrder()
      await command('orders', ...step, 'asha', orderId, ...options)
      expect((await read(link)).body).toMatchObject({ state, cancellable: false })
      expect((await decide('confirm', link)).status).toBe(409)
      expect((await decide('cancel', link)).status).toBe(409)
      expect(await lineOf(orderId, 'list', 'asha')).not.toContain('confirmed')
    },
  )

  it('has nothing to confirm or cancel once the order is paid', async () => {
    const { orderId, link } = await placeCashOrder()
    await command('payments', 'received', 'asha', orderId, '--reference', `UTR ${orderId}`)
    expect((await read(link)).body).toMatchObject({ state: 'settled', cancellable: false })
    expect((await decide('confirm', link)).status).toBe(409)
    expect((await decide('cancel', link)).status).toBe(409)
    expect((await json('orders', 'show', 'asha', orderId)).status).toBe('processing')
  })

  it('ends after 14 days, in another shop, and with an erasure; its token is stored as a hash', async () => {
    const { email, link } = await placeCashOrder()
    const gone = { status: 404, body: { error: 'This confirmation link is wrong or has expired.' } }
    expect(await read(link, 'bela.localhost')).toMatchObject({ status: 404 })
    expect(await decide('confirm', `${link?.slice(0, -2)}AA`)).toMatchObject(gone)
    const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(orderLinks))
    expect(JSON.stringify(rows)).not.toContain(link)
    const before = store.clock.now
    store.clock.now = new Date(before.getTime() + 14 * DAY_MS)
    expect(await read(link)).toMatchObject(gone)
    expect(await decide('confirm', link)).toMatchObject(gone)
    store.clock.now = before
    await decide('cancel', link)
    expect((await command('users', 'erase', 'asha', email)).problems).toEqual([])
    expect(await read(link)).toMatchObject(gone)
  })

  it('is no link of a refund', async () => {
    await setShop({ capabilities: [...ALL, 'refund-details'] })
    const { link } = await placeCashOrder()
    expect((await store.call(SHOP, `/refund-links/${link}`)).status).toBe(404)
  })

  it.each(['', 'yes', 'ship'])('refuses "%s" as a decision', async (wrong) => {
    const { link } = await placeCashOrder()
    expect((await decide(wrong, link)).status).toBe(422)
    expect((await read(link)).body.state).toBe('open')
  })

  it('is asked for in both languages, as the shop needs it', async () => {
    await setShop({ confirmBeforePacking: true })
    const { mail } = await placeCashOrder()
    if (!mail) throw new Error('The mail is missing.')
    const shown = (language: 'en' | 'hi') => renderContent({ ...mail, language })
    expect(shown('en').subject).toMatch(/^Please confirm your order /)
    expect(JSON.stringify(shown('en').blocks)).toContain('will pack it as soon as you confirm it')
    expect(shown('hi').subject).toMatch(/^कृपया अपने ऑर्डर .* की पुष्टि करें$/)
    await setShop()
    const { mail: free } = await placeCashOrder()
    expect(free && renderContent(free).subject).toMatch(/^Please confirm your order /)
    expect(free && JSON.stringify(renderContent(free).blocks)).toMatch(
      /We are getting your order ready.*Please confirm that you want the order/,
    )
  })
})

describe('a shop that packs only what is confirmed', { tags: ['@req-11.41'] }, () => {
  beforeEach(() => setShop({ confirmBeforePacking: true }))

  it('has its unconfirmed orders with the shopper, not to be packed', async () => {
    const { orderId, link } = await placeCashOrder()
    expect(await partOf(orderId)).toEqual(['toConfirm'])
    const slips = async () => (await json('orders', 'export', 'asha', '--format', 'courier-csv')) as object[]
    expect(JSON.stringify(await slips())).not.toContain(orderId)
    await decide('confirm', link)
    expect(await partOf(orderId)).toEqual(['toShip'])
    expect(JSON.stringify(await slips())).toContain(orderId)
  })

  it('ships one all the same, when its merchant names it', async () => {
    const { orderId } = await placeCashOrder()
    await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1')
    expect(await partOf(orderId)).toEqual(['cashToCollect'])
  })

  it('packs an order that is paid, or that its merchant took down', async () => {
    const { orderId } = await placeCashOrder()
    await command('payments', 'received', 'asha', orderId, '--reference', `UTR ${orderId}`)
    expect(await partOf(orderId)).toEqual(['toShip'])
  })

  it('packs everything once it gives up the capability', async () => {
    const { orderId, link } = await placeCashOrder()
    await setShop({ capabilities: ['cash-on-delivery'], confirmBeforePacking: true })
    expect(await partOf(orderId)).toEqual(['toShip'])
    expect((await read(link)).status).toBe(404)
    expect((await decide('confirm', link)).status).toBe(404)
  })
})

describe('without the capability, or without e-mail', { tags: ['@req-11.41'] }, () => {
  it('no order is asked for, and none waits', async () => {
    await setShop({ capabilities: ['cash-on-delivery'], confirmBeforePacking: true })
    const plain = await placeCashOrder()
    expect(plain.link).toBeUndefined()
    expect(plain.mail && renderContent(plain.mail).subject).toMatch(/ is confirmed$/)
    await setShop({ confirmBeforePacking: true })
    expect(await partOf(plain.orderId)).toEqual(['toShip'])
    expect(await lineOf(plain.orderId, 'list', 'asha')).not.toContain('confirmed')

    const silent = serve(store.db, {}, undefined, undefined, undefined, { sendsEmail: false })
    const unasked = await placeCashOrder(silent.call)
    expect(await partOf(unasked.orderId)).toEqual(['toShip'])
    expect((await silent.call(SHOP, '/storeInfo')).body.capabilities).not.toContain('cash-confirmation')
  })
})
