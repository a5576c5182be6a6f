import { createHash } from 'node:crypto'

import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import * as schema from '../../../../api/db/schema.ts'
import { replacePincodes } from '../../../../api/modules/delivery/pincodes.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import type { StoreRecord } from '../../../../api/db/store-record.ts'
import { run } from '../../../cli/command-line.ts'
import { ADDRESS, ASHA, openSandboxStore, serve, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const PHONE = '+919876543210'

let store: Store

beforeAll(async () => {
  store = await openSandboxStore()
}, 60_000)

afterAll(() => store.close())

async function changeRecord(changes: Partial<StoreRecord>): Promise<void> {
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], record: { ...ASHA.record, ...changes } })
}

type Order = Awaited<ReturnType<Store['placeOrder']>>

const pay = ({ orderId, token }: Order, method: string) =>
  store.call(SHOP, '/payments', { body: { orderId, fields: { method, phone: PHONE } }, token })
const stateOf = ({ orderId, token }: Order) => store.call(SHOP, `/orders/${orderId}/payment`, { token })
const createLink = ({ orderId, token }: Order) =>
  store.call(SHOP, `/orders/${orderId}/payment-link`, { method: 'POST', token })
const openLink = (token: string, host = SHOP) => store.call(host, `/payment-links/${token}`)
const decide = async (orderId: string, decision: string) => {
  const found = await store.request(SHOP, `/sandbox/upi?order=${orderId}`)
  return store.request(SHOP, found.headers.get('location') ?? '', { form: { decision } })
}

describe('GET /orders/{orderId}/payment', () => {
  it('tells unpaid, pending, declined and paid, with the total in rupees', async () => {
    const order = await store.placeOrder(SHOP)
    expect((await stateOf(order)).body).toEqual({ state: 'unpaid', total: 999.5 })
    await pay(order, 'upi-qr')
    expect((await stateOf(order)).body.state).toBe('pending')
    await decide(order.orderId, 'decline')
    expect((await stateOf(order)).body.state).toBe('declined')
    store.clock.now = new Date(store.clock.now.getTime() + 1000)
    await pay(order, 'upi-qr')
    expect((await stateOf(order)).body.state).toBe('pending')
    await decide(order.orderId, 'approve')
    expect((await stateOf(order)).body.state).toBe('paid')
  })

  it.each(['unpaid', 'pending', 'declined'])(
    'neither calls a %s order paid nor asks for its payment once the shop moved it on unpaid',
    async (state) => {
      const order = await store.placeOrder(SHOP)
      const { token } = (await createLink(order)).body
      if (state !== 'unpaid') await pay(order, 'upi-qr')
      if (state === 'declined') await decide(order.orderId, 'decline')
      expect((await stateOf(order)).body.state).toBe(state)
      for (const status of [1, 2, 3]) {
        await run(store.db, '.', 'orders', 'advance', 'asha', order.orderId, '--unpaid')
        expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(status)
        expect((await stateOf(order)).body).toEqual({ state: 'accepted', total: 999.5 })
        expect(await openLink(token)).toMatchObject({ status: 410, body: { state: 'accepted' } })
        expect((await pay(order, 'upi-qr')).body.success).toBe(false)
      }
    },
  )

  it('is for the account of the order alone', async () => {
    const order = await store.placeOrder(SHOP)
    const { token } = await store.signIn(SHOP)
    expect((await stateOf({ ...order, token })).status).toBe(404)
    expect((await store.call(SHOP, `/orders/${order.orderId}/payment`)).status).toBe(401)
  })
})

describe('payment links', () => {
  const removeLink = ({ orderId, token }: Order) =>
    store.call(SHOP, `/orders/${orderId}/payment-link`, { method: 'DELETE', token })
  const payLinked = (token: string, fields: Record<string, string>, api: Pick<Store, 'call'> = store) =>
    api.call(SHOP, `/payment-links/${token}/payments`, { body: { fields: { phone: PHONE, ...fields } } })
  /** Pays by card through the link; resolves with the address to which the provider returns the payer. */
  const payByCard = async (token: string, decision: string) => {
    const { data } = (await payLinked(token, { method: 'card' })).body.action.formParams
    await store.request(SHOP, '/sandbox/pay/decision', { form: { ...data, decision } })
    const back = await store.request(SHOP, '/api/v1/payments/return/sandbox', {
      form: { paymentId: data.paymentId },
    })
    return back.headers.get('location')
  }
  /** All rows of the shop, in every table, as one text. */
  const storedTexts = () =>
    withTenant(store.db, 'asha', async (tx) => {
      const texts = []
      for (const table of Object.values(schema)) {
        if (is(table, PgTable) && 'tenantId' in table && table !== schema.tenantHosts)
          texts.push(JSON.stringify(await tx.select().from(table)))
      }
      return texts.join('\n')
    })

  it('show the order to any browser, with the first name and no other personal data', async () => {
    const order = await store.placeOrder(SHOP)
    const { body: link } = await createLink(order)
    expect(link.expiresAt).toMatch(/^2026-11-28T10:00:0/)
    const { body, headers } = await openLink(link.token)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      id: link.reference,
      status: 0,
      firstName: 'Asha',
      items: [{ id: `${link.reference}-1`, productTitle: 'Title of kurta', quantity: 1, price: 999.5 }],
      payment: { state: 'unpaid', total: 999.5 },
    })
    expect(body.fields[0].name).toBe('method')
    for (const personal of ['Rao', order.email, '12 MG Road', '411001', '98765']) {
      expect(JSON.stringify(body)).not.toContain(personal)
    }
  })

  it('name the order by a short reference, never by its number, to the payer, the payment app and the provider', async () => {
    const order = await store.placeOrder(SHOP)
    const { token, reference } = (await createLink(order)).body
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    const code = await payLinked(token, { method: 'upi-qr' })
    expect(code.body.action.qr).toContain(`tn=Order%20${reference}`)
    const card = await payLinked(token, { method: 'card' })
    const { paymentId } = card.body.action.formParams.data
    const seen = [
      token,
      JSON.stringify((await openLink(token)).body),
      JSON.stringify(code.body),
      JSON.stringify(card.body),
      await (await store.request(SHOP, `/sandbox/upi/${paymentId}`)).text(),
      (await payByCard(token, 'decline')) ?? '',
    ]
    for (const text of seen) {
      expect(text).not.toContain(order.orderId)
      expect(text).not.toContain(order.orderId.replaceAll('-', ''))
    }
    // Cancelling and tracking ask for the number: the reference opens neither.
    const contact = { contactInfo: PHONE }
    const cancelled = await store.call(SHOP, `/orders/${reference}/cancellation`, { body: contact })
    expect(cancelled.status).toBe(404)
  })

  it('come back to the link after a payment, and say only that the order is paid', async () => {
    const order = await store.placeOrder(SHOP)
    const { token } = (await createLink(order)).body
    expect(await payByCard(token, 'decline')).toBe(`http://${SHOP}:4321/pay/${token}?result=declined`)
    store.clock.now = new Date(store.clock.now.getTime() + 1000)
    expect(await payByCard(token, 'approve')).toBe(`http://${SHOP}:4321/pay/${token}`)
    const closed = { error: 'This order is paid.', code: 'payment-link-closed', state: 'paid' }
    expect(await openLink(token)).toMatchObject({ status: 410, body: closed })
    expect((await openLink(token)).body).toEqual(closed)
    expect(await payLinked(token, { method: 'upi-qr' })).toMatchObject({ status: 410, body: closed })
    expect((await createLink(order)).status).toBe(409)
  })

  it('end with a cancellation', async () => {
    await changeRecord({ capabilities: ['cancellation'] })
    const order = await store.placeOrder(SHOP)
    const { token } = (await createLink(order)).body
    await store.call(SHOP, `/orders/${order.orderId}/cancellation`, { body: {}, token: order.token })
    expect(await openLink(token)).toMatchObject({ status: 410, body: { state: 'cancelled' } })
    expect((await payLinked(token, { method: 'upi-qr' })).status).toBe(410)
  })

  it('end with the erasure of the account', async () => {
    const order = await store.placeOrder(SHOP)
    const { token } = (await createLink(order)).body
    await run(store.db, '.', 'orders', 'advance', 'asha', order.orderId, '--to', 'cancelled')
    expect((await run(store.db, '.', 'users', 'erase', 'asha', order.email)).problems).toEqual([])
    expect((await openLink(token)).status).toBe(404)
  })

  it('are ended by the owner alone, and a new one is another', async () => {
    const order = await store.placeOrder(SHOP)
    const { token, reference } = (await createLink(order)).body
    expect((await createLink(order)).body).toMatchObject({ token, reference })
    const stranger = await store.signIn(SHOP)
    expect((await removeLink({ ...order, token: stranger.token })).status).toBe(404)
    expect((await removeLink({ ...order, token: '' })).status).toBe(401)
    expect((await openLink(token)).status).toBe(200)

    const { data } = (await payLinked(token, { method: 'card' })).body.action.formParams
    expect((await removeLink(order)).status).toBe(204)
    expect((await openLink(token)).status).toBe(404)
    expect((await payLinked(token, { method: 'upi-qr' })).status).toBe(404)
    const back = await store.request(SHOP, '/api/v1/payments/return/sandbox', {
      form: { paymentId: data.paymentId },
    })
    const plain = reference.replace('-', '')
    expect(back.headers.get('location')).toBe(`http://${SHOP}:4321/pay/${plain}?result=pending`)
    expect((await openLink(plain)).status).toBe(404)
    expect((await createLink(order)).body.token).not.toBe(token)
    expect((await openLink(token)).status).toBe(404)
    expect((await removeLink(order)).status).toBe(204)
  })

  it('take no cash on delivery, which stays open to the account', async () => {
    await changeRecord({ capabilities: ['cash-on-delivery'] })
    const order = await store.placeOrder(SHOP)
    const { token } = (await createLink(order)).body
    const kinds = (await openLink(token)).body.fields[0].options.map(({ kind }: { kind: string }) => kind)
    expect(kinds).not.toContain('cod')
    expect((await payLinked(token, { method: 'cash-on-delivery' })).body).toEqual({
      success: false,
      error: 'Choose a way to pay.',
    })
    expect((await stateOf(order)).body.state).toBe('unpaid')
    expect((await pay(order, 'cash-on-delivery')).body.success).toBe(true)
    expect(await openLink(token)).toMatchObject({ status: 410, body: { state: 'on-delivery' } })
  })

  it('have their own limits, which never stop the owner', async () => {
    const order = await store.placeOrder(SHOP)
    const { token } = (await createLink(order)).body
    const limited = serve(store.db, { rateLimits: true })
    const statuses = []
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await payLinked(token, { method: 'upi-qr' }, limited)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    const body = { orderId: order.orderId, fields: { method: 'upi-qr', phone: PHONE } }
    const own = await limited.call(SHOP, '/payments', { body, token: order.token })
    expect(own).toMatchObject({ status: 200, body: { success: true } })

    const tries = []
    for (let count = 0; count < 60; count += 1)
      tries.push((await payLinked(token, { method: 'upi-qr' })).body)
    expect(tries.at(-1)).toEqual({
      success: false,
      error: 'Payment was begun too often by this link. Please ask for a new link.',
    })
    expect((await pay(order, 'upi-qr')).body.success).toBe(true)
    await removeLink(order)
    const { token: next } = (await createLink(order)).body
    expect((await payLinked(next, { method: 'upi-qr' })).body.success).toBe(true)
  })

  it('are stored as a hash, also with their payments', async () => {
    const order = await store.placeOrder(SHOP)
    const { token } = (await createLink(order)).body
    await store.call(SHOP, `/payment-links/${token}/payments`, {
      body: { fields: { method: 'card', phone: PHONE } },
      headers: { 'idempotency-key': 'key-of-the-payer' },
    })
    const texts = await storedTexts()
    expect(texts).toContain(createHash('sha256').update(token).digest('hex'))
    expect(texts).not.toContain(token)
  })

  it(
    'are refused when they are changed, expired, of another shop, or asked for by another account',
    { tags: ['@asvs-9.1.2'] },
    async () => {
      const order = await store.placeOrder(SHOP)
      const { token } = (await createLink(order)).body
      const swapped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
      for (const changed of [swapped, `${token}A`, token.slice(1), 'x']) {
        expect((await openLink(changed)).status).toBe(404)
      }
      expect((await openLink(token, 'bela.localhost')).status).toBe(404)
      expect((await createLink({ ...order, token: (await store.signIn(SHOP)).token })).status).toBe(404)
      const { now } = store.clock
      store.clock.now = new Date('2026-11-28T10:00:05Z')
      expect((await openLink(token)).body).toEqual({ error: 'This payment link is wrong or has expired.' })
      expect((await createLink(order)).body.token).not.toBe(token)
      store.clock.now = now
    },
  )
})

describe('cash on delivery', () => {
  beforeEach(() => changeRecord({ capabilities: ['cash-on-delivery'] }))

  const offered = async (order?: Order) => {
    const path = order ? `/payments/fields?orderId=${order.orderId}` : '/payments/fields'
    const { body } = await store.call(SHOP, path, order && { token: order.token })
    return body.fields[0].options.some(({ kind }: { kind: string }) => kind === 'cod')
  }

  it('is offered by shops with the capability alone', async () => {
    expect(await offered()).toBe(true)
    await changeRecord({ capabilities: [] })
    expect(await offered()).toBe(false)
    const { body } = await pay(await store.placeOrder(SHOP), 'cash-on-delivery')
    expect(body).toEqual({ success: false, error: 'Choose a way to pay.' })
  })

  it.each([
    [{ maxOrder: 999 }, 'Cash on delivery is not available for an order of this amount.'],
    [{ excludedPinCodes: ['110001', '411'] }, 'Cash on delivery is not available at this PIN code.'],
  ])('is neither offered nor taken outside the terms %o', async (cashOnDelivery, sentence) => {
    const order = await store.placeOrder(SHOP)
    await changeRecord({ capabilities: ['cash-on-delivery'], cashOnDelivery })
    expect(await offered(order)).toBe(false)
    expect(await offered()).toBe(true)
    const { body } = await pay(order, 'cash-on-delivery')
    expect(body).toEqual({ success: false, error: `${sentence} Please choose another way to pay.` })
    await changeRecord({
      capabilities: ['cash-on-delivery'],
      cashOnDelivery: { maxOrder: 1000, excludedPinCodes: ['412'] },
    })
    expect(await offered(order)).toBe(true)
  })

  const place = async (changes: Partial<typeof ADDRESS>) => {
    const { token, email } = await store.signIn(SHOP)
    const body = {
      products: { [await store.productId(SHOP, 'kurta')]: 1 },
      shippingAddress: { ...ADDRESS, ...changes },
    }
    const { body: made } = await store.call(SHOP, '/orders', { body, token })
    return { token, email, orderId: String(made.id) }
  }

  it.each(['190001', '१९०००१', '１９０００１', '190-001', 'PIN 190001'])(
    'is not taken at an excluded PIN code written as %s',
    async (postalCode) => {
      await changeRecord({
        capabilities: ['cash-on-delivery'],
        cashOnDelivery: { excludedPinCodes: ['190'] },
      })
      const order = await place({ postalCode })
      expect(await offered(order)).toBe(false)
      expect((await pay(order, 'cash-on-delivery')).body).toEqual({
        success: false,
        error: 'Cash on delivery is not available at this PIN code. Please choose another way to pay.',
      })
    },
  )

  it.each([
    { postalCode: '0190001' },
    { postalCode: 'PIN 0-190001' },
    { postalCode: '19000' },
    { postalCode: 'Srinagar' },
    { phone: 'none' },
    { phone: '98765 43210 1' },
  ])('is not taken for an order whose address has the unreadable %o', async (changes) => {
    const order = await place(changes)
    expect(await offered(order)).toBe(false)
    expect((await pay(order, 'cash-on-delivery')).body).toEqual({
      success: false,
      error:
        'Cash on delivery needs a PIN code of 6 digits and a phone number. Please choose another way to pay.',
    })
    expect((await pay(order, 'upi-qr')).body.success).toBe(true)
  })

  it('follows the PIN code table of the shop for a PIN code in any digits', async () => {
    const order = await place({ postalCode: '४११ ००१' })
    const row = { city: 'Pune', state: 'Maharashtra', serviceable: true, deliveryDays: 3 }
    await withTenant(store.db, 'asha', (tx) =>
      replacePincodes(tx, 'asha', [{ ...row, code: '411001', cashOnDelivery: false }]),
    )
    await changeRecord({ capabilities: ['cash-on-delivery', 'pincodes'] })
    expect(await offered(order)).toBe(false)
  })

  it('follows the PIN code table of the shop', async () => {
    const order = await store.placeOrder(SHOP)
    const code = '411001'
    const row = { code, city: 'Pune', state: 'Maharashtra', serviceable: true, deliveryDays: 3 }
    const writeTable = (cashOnDelivery: boolean) =>
      withTenant(store.db, 'asha', (tx) => replacePincodes(tx, 'asha', [{ ...row, cashOnDelivery }]))
    await writeTable(false)
    expect(await offered(order)).toBe(true)
    await changeRecord({ capabilities: ['cash-on-delivery', 'pincodes'] })
    expect(await offered(order)).toBe(false)
    expect((await pay(order, 'cash-on-delivery')).body).toEqual({
      success: false,
      error: 'Cash on delivery is not available at this PIN code. Please choose another way to pay.',
    })
    await writeTable(true)
    expect(await offered(order)).toBe(true)
  })

  it.each([
    [{}, {}, undefined, undefined],
    [
      { maxOrder: 500 },
      {},
      'Cash on delivery: up to ₹500.',
      [{ kind: 'cod', reason: 'amount', max: 50_000 }],
    ],
    [
      { excludedPinCodes: ['411'] },
      {},
      'Cash on delivery is not available at this PIN code. Please choose another way to pay.',
      [{ kind: 'cod', reason: 'pin-code' }],
    ],
    [
      {},
      { phone: 'none' },
      'Cash on delivery needs a PIN code of 6 digits and a phone number. Please choose another way to pay.',
      [{ kind: 'cod', reason: 'contact' }],
    ],
    [{ fee: 49 }, {}, 'Cash on delivery costs ₹49 more.', undefined],
  ])(
    'says by the terms %j why it is missing or what it costs',
    async (cashOnDelivery, changes, description, notOffered) => {
      await changeRecord({ capabilities: ['cash-on-delivery'], cashOnDelivery })
      const order = await place(changes)
      const { body } = await store.call(SHOP, `/payments/fields?orderId=${order.orderId}`, {
        token: order.token,
      })
      expect(body.fields[0].description).toBe(description)
      expect(body.fields[0].notOffered).toEqual(notOffered)
      const cash = body.fields[0].options.find(({ kind }: { kind: string }) => kind === 'cod')
      expect(cash?.fee).toBe('fee' in cashOnDelivery ? 4900 : undefined)
    },
  )

  it('asks for no phone, and other ways to pay get that of the order', async () => {
    const order = await place({ phone: '०९८७६५-४३२१०' })
    const { body } = await store.call(SHOP, `/payments/fields?orderId=${order.orderId}`, {
      token: order.token,
    })
    expect(body.fields[1]).toMatchObject({
      name: 'phone',
      defaultValue: '+919876543210',
      hideForKinds: ['cod'],
    })
    const paid = await store.call(SHOP, '/payments', {
      token: order.token,
      body: { orderId: order.orderId, fields: { method: 'cash-on-delivery' } },
    })
    expect(paid.body).toMatchObject({ success: true })
    const landline = await place({ phone: '020 2612 3456' })
    const { body: form } = await store.call(SHOP, `/payments/fields?orderId=${landline.orderId}`, {
      token: landline.token,
    })
    expect(form.fields[1]).not.toHaveProperty('defaultValue')
  })

  it('collects its fee with the payment, to the paisa, whatever the terms become', async () => {
    await changeRecord({
      capabilities: ['cash-on-delivery', 'shipment', 'cancellation'],
      cashOnDelivery: { fee: 49.55 },
    })
    const order = await store.placeOrder(SHOP)
    const shown = async () => (await store.call(SHOP, '/orders', { token: order.token })).body[0]
    expect(await shown()).not.toHaveProperty('fees')
    await pay(order, 'cash-on-delivery')
    await changeRecord({ capabilities: ['cash-on-delivery', 'shipment'], cashOnDelivery: { fee: 99 } })
    expect(await shown()).toMatchObject({ fees: [{ kind: 'cash-on-delivery', amount: 49.55 }] })

    const command = (...argv: string[]) => run(store.db, '.', ...argv)
    expect((await command('orders', 'show', 'asha', order.orderId)).lines).toContain(
      '  To collect at delivery: ₹1,049.05, with the fee of ₹49.55',
    )
    const received = [
      'payments',
      'received',
      'asha',
      order.orderId,
      '--method',
      'cash',
      '--reference',
      'slip 9',
    ]
    const refused = await command(...received, '--amount', '999.50')
    expect(refused.problems.join()).toContain(
      `The total with the fee for cash on delivery of order ${order.orderId} is ₹1,049.05, not ₹999.50.`,
    )
    expect((await command(...received)).problems).toEqual([])
    const [payment] = JSON.parse(
      (await command('orders', 'show', 'asha', order.orderId, '--json')).lines.join(''),
    ).payments
    expect(payment.amount).toBe(1049.05)
    expect(await shown()).toMatchObject({ payment: 'paid', fees: [{ amount: 49.55 }] })
    expect((await command('check', 'money', 'asha')).problems).toEqual([])
  })

  it('is part of the amount of the payment state, and gone from an order that was paid online after all', async () => {
    await changeRecord({
      capabilities: ['cash-on-delivery', 'shipment'],
      cashOnDelivery: { fee: 49.55 },
    })
    const order = await store.placeOrder(SHOP)
    const shown = async () => (await store.call(SHOP, '/orders', { token: order.token })).body[0]
    await pay(order, 'upi-qr')
    expect((await stateOf(order)).body.total).toBe(999.5)
    await pay(order, 'cash-on-delivery')
    expect((await stateOf(order)).body).toEqual({ state: 'on-delivery', total: 1049.05 })
    await decide(order.orderId, 'approve')
    expect((await stateOf(order)).body).toEqual({ state: 'paid', total: 999.5 })
    expect(await shown()).not.toHaveProperty('fees')
    expect((await run(store.db, '.', 'check', 'money', 'asha')).problems).toEqual([])
  })

  it('accepts the order without payment, and the merchant marks it paid at delivery', async () => {
    const order = await store.placeOrder(SHOP)
    expect((await pay(order, 'cash-on-delivery')).body).toEqual({
      success: true,
      redirectUrl: '/order-success',
    })
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(1)
    expect((await stateOf(order)).body.state).toBe('on-delivery')
    expect((await pay(order, 'upi-qr')).body.success).toBe(false)

    const command = (...argv: string[]) => run(store.db, '.', 'orders', ...argv)
    expect((await command('list', 'asha')).lines.join('\n')).toContain('processing  cash on delivery')
    expect((await command('advance', 'asha', order.orderId)).problems).toEqual([])
    const refused = await command('advance', 'asha', order.orderId)
    expect(refused.problems.join()).toContain('is not paid')
    await command('advance', 'asha', order.orderId, '--paid-by', 'cash', '--reference', 'courier slip 7')
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(3)
    expect((await stateOf(order)).body.state).toBe('paid')
  })
})
