import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { replacePincodes } from '../../../../api/modules/delivery/pincodes.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import type { StoreRecord } from '../../../../api/modules/tenants/tenant.ts'
import { run } from '../../../cli/command-line.ts'
import { ASHA, openSandboxStore, type Store } from '../../helpers/store.ts'

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
        expect((await openLink(token)).body.payment.state).toBe('accepted')
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
  it('show the order to any browser, with the first name and no other personal data', async () => {
    const order = await store.placeOrder(SHOP)
    const { body: link } = await createLink(order)
    expect(link.expiresAt).toMatch(/^2026-11-28T10:00:0/)
    const { body, headers } = await openLink(link.token)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      id: order.orderId,
      status: 0,
      firstName: 'Asha',
      items: [{ productTitle: 'Title of kurta', quantity: 1, price: 999.5 }],
      payment: { state: 'unpaid', total: 999.5 },
    })
    expect(body.fields[0].name).toBe('method')
    for (const personal of ['Rao', order.email, '12 MG Road', '411001', '98765']) {
      expect(JSON.stringify(body)).not.toContain(personal)
    }
  })

  it('pay the order, come back to the link, and then show its status', async () => {
    const order = await store.placeOrder(SHOP)
    const { token } = (await createLink(order)).body
    const { body } = await store.call(SHOP, `/payment-links/${token}/payments`, {
      body: { fields: { method: 'card', phone: PHONE } },
    })
    const { data } = body.action.formParams
    const page = await store.request(SHOP, '/sandbox/pay/decision', {
      form: { ...data, decision: 'approve' },
    })
    expect(await page.text()).toContain(data.paymentId)
    const back = await store.request(SHOP, '/api/v1/payments/return/sandbox', {
      form: { paymentId: data.paymentId },
    })
    expect(back.headers.get('location')).toBe(`http://${SHOP}:4321/pay/${token}`)
    expect((await openLink(token)).body).toMatchObject({ status: 1, payment: { state: 'paid' } })
  })

  it('are refused when they are changed, expired, of another shop, or asked for by another account', async () => {
    const order = await store.placeOrder(SHOP)
    const { token } = (await createLink(order)).body
    const [number = '', expiry = '', ...rest] = token.split('-')
    const later = [number, (parseInt(expiry, 36) + 1).toString(36), ...rest].join('-')
    const other = [(await store.placeOrder(SHOP)).orderId.replaceAll('-', ''), expiry, ...rest].join('-')
    for (const changed of [later, other, `${token}A`, token.slice(1), 'x']) {
      expect((await openLink(changed)).status).toBe(404)
    }
    expect((await openLink(token, 'bela.localhost')).status).toBe(404)
    expect((await createLink({ ...order, token: (await store.signIn(SHOP)).token })).status).toBe(404)
    const { now } = store.clock
    store.clock.now = new Date('2026-11-28T10:00:05Z')
    expect((await openLink(token)).body).toEqual({ error: 'This payment link is wrong or has expired.' })
    store.clock.now = now
  })
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
