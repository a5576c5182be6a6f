import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { messages } from '../../api/db/schema.ts'
import { handleEvents } from '../../api/jobs/handle-events.ts'
import type { Channel, Message } from '../../api/messages/channel.ts'
import { deliverMessages } from '../../api/messages/deliver.ts'
import { renderEmail } from '../../api/messages/email/render-email.ts'
import { recordMessages } from '../../api/messages/record-messages.ts'
import { EN } from '../../api/messages/words/en.ts'
import { HI } from '../../api/messages/words/hi.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { LANGUAGE_CODES, type Language } from '../../contract/store-info.ts'
import { ADDRESS, ASHA, openSandboxStore, SECRET, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.localhost'
const PARCEL = ['--courier', 'Delhivery', '--tracking', '1490']

/** Sentences that promise an e-mail, and the e-mail that has to come. */
const PROMISES = {
  justPaid: 'order paid',
  returning: 'parcel returned',
  refundDue: 'refund made',
  refundDueOfCash: 'refund made',
  returnAsked: 'return decided',
} as const

let store: Store
let mailbox: { kind: string; to: string; text: string }[]

const channel: Channel = {
  addressOf: ({ recipient }) => recipient.email,
  async send(message: Message) {
    const { subject, text } = await renderEmail(message)
    mailbox.push({ kind: message.kind, to: message.role, text: `${subject}\n${text}` })
    return { state: 'sent' }
  },
}

beforeAll(async () => {
  store = await openSandboxStore()
  await putTenant(store.db, {
    ...{ ...ASHA, hosts: [SHOP] },
    record: {
      ...ASHA.record,
      companyEmail: 'care@asha.example',
      capabilities: [
        'cancellation',
        'cash-on-delivery',
        'order-lines',
        'payment-links',
        'returns',
        'shipment',
      ],
    },
  })
}, 60_000)

afterAll(() => store.close())

beforeEach(() => {
  mailbox = []
})

/** The e-mails that came since the last look, as `kind to role`. */
async function came(orderId: string): Promise<string[]> {
  const services = {
    ...{ db: store.db, config: { port: 8044, storefrontPort: 4321 }, paymentSecrets: [SECRET] },
    ...{ channels: { email: () => Promise.resolve(channel) }, log: () => undefined },
    now: () => new Date(),
  }
  const { signal } = new AbortController()
  const job = { tenantId: 'asha', order: orderId.replaceAll('-', '') }
  const seen = mailbox.length
  await handleEvents(store.db, [(event) => recordMessages(services, event)], job, signal)
  const rows = await withTenant(store.db, 'asha', (tx) =>
    tx.select().from(messages).where(eq(messages.orderNumber, job.order)).orderBy(asc(messages.position)),
  )
  for (const stream of new Set(rows.map((row) => row.stream)))
    await deliverMessages(services, new Map(), { ...job, stream }, signal)
  return mailbox.slice(seen).map(({ kind, to }) => `${kind} to ${to}`)
}

async function merchant(...argv: string[]): Promise<void> {
  const { exitCode, problems } = await run(store.db, '/', ...argv)
  expect([argv.join(' '), exitCode, problems]).toEqual([argv.join(' '), 0, []])
}

const merchantSees = async (...argv: string[]) =>
  JSON.parse((await run(store.db, '/', ...argv, '--json')).lines.join('\n'))

async function shopper(language: Language) {
  store.clock.now = new Date()
  const { token } = await store.signIn(SHOP)
  const kurta = await store.productId(SHOP, 'kurta')
  const call = async (path: string, body: object) => {
    const headers = { 'accept-language': language }
    const response = await store.call(SHOP, path, { body, token, headers })
    expect(response.status).toBeLessThan(300)
    return response.body
  }
  const order = { products: { [kurta]: 1 }, shippingAddress: ADDRESS }
  const lines = [{ productId: kurta, quantity: 1, selectedSize: 'S' }]
  return {
    call,
    order: async () => (await call('/orders', { ...order, lines })).id as string,
    pay: async (orderId: string) => {
      const fields = { method: 'card', phone: '+919876543210' }
      const { data } = (await call('/payments', { orderId, fields })).action.formParams
      await store.request(SHOP, '/sandbox/pay/decision', { form: { ...data, decision: 'approve' } })
    },
  }
}

/** Each promise of an e-mail of this walk was kept by a later one to the same shopper. */
function expectPromisesKept(language: Language): void {
  const words = language === 'hi' ? HI : EN
  const mails = mailbox.filter(({ to }) => to === 'shopper')
  for (const [name, kind] of Object.entries(PROMISES)) {
    const sentence = words[name as keyof typeof PROMISES].split(/\{\w+\}/).at(-1) ?? ''
    const said = mails.findIndex(({ text }) => text.includes(sentence))
    if (said >= 0)
      expect(
        mails.slice(said + 1).map((one) => one.kind),
        name,
      ).toContain(kind)
  }
  for (const { text } of mailbox) expect(text).not.toMatch(/\{\w+\}|undefined/)
}

describe.each(LANGUAGE_CODES)('the mailbox of a walk in %s', { tags: ['@req-12.6'] }, (language) => {
  it('order, pay, ship, deliver, return and refund', async () => {
    const { call, order, pay } = await shopper(language)
    const id = await order()
    expect(await came(id)).toEqual(['order received to shopper'])
    await pay(id)
    expect(await came(id)).toEqual(['order paid to shopper', 'new order to merchant'])
    await merchant('orders', 'ship', 'asha', id, ...PARCEL)
    expect(await came(id)).toEqual(['order shipped to shopper'])
    await merchant('orders', 'deliver', 'asha', id)
    expect(await came(id)).toEqual(['order delivered to shopper'])
    await call(`/orders/${id}/returns`, { items: [{ id: `${id}-1`, quantity: 1 }], reason: 'Too small' })
    expect(await came(id)).toEqual(['return requested to shopper', 'return requested to merchant'])
    const [asked] = await merchantSees('returns', 'list', 'asha', '--status', 'requested')
    await merchant('returns', 'accept', 'asha', asked.id)
    expect(await came(id)).toEqual(['return decided to shopper'])
    await merchant('returns', 'received', 'asha', asked.id)
    expect(await came(id)).toEqual(['return received to shopper'])
    await merchant('returns', 'refunded', 'asha', asked.id, '--reference', `rfnd_${language}`)
    expect(await came(id)).toEqual(['refund made to shopper'])
    expectPromisesKept(language)
  })

  it('a paid order that is cancelled, and its refund', async () => {
    const { call, order, pay } = await shopper(language)
    const id = await order()
    await pay(id)
    await came(id)
    await call(`/orders/${id}/cancellation`, {})
    expect(await came(id)).toEqual([
      'order cancelled to shopper',
      'refund due to shopper',
      'refund due to merchant',
    ])
    const [due] = await merchantSees('payments', 'refunds', 'asha')
    await merchant('payments', 'refunded', 'asha', due.payment, '--reference', `rfnd_cancelled_${language}`)
    expect(await came(id)).toEqual(['refund made to shopper'])
    expectPromisesKept(language)
  })

  it('a cash order whose parcel comes back', async () => {
    const { call, order } = await shopper(language)
    const id = await order()
    await call('/payments', { orderId: id, fields: { method: 'cash-on-delivery', phone: '+919876543210' } })
    expect(await came(id)).toEqual([
      'order received to shopper',
      'cash accepted to shopper',
      'new order to merchant',
    ])
    await merchant('orders', 'ship', 'asha', id, ...PARCEL)
    await merchant('orders', 'undelivered', 'asha', id)
    await merchant('orders', 'undelivered', 'asha', id, '--on-its-way-back')
    await merchant('orders', 'returned-to-sender', 'asha', id)
    expect(await came(id)).toEqual([
      'order shipped to shopper',
      'parcel undelivered to shopper',
      'parcel on its way back to shopper',
      'parcel returned to shopper',
    ])
    expectPromisesKept(language)
  })
})
