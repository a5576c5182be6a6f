import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { payments } from '../../../../api/db/schema.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { run } from '../../../cli/command-line.ts'
import { ASHA, openSandboxStore, serve, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const PHONE = '+919876543210'

let store: Store
let production: ReturnType<typeof serve>

beforeAll(async () => {
  store = await openSandboxStore()
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], payee: { ...ASHA.payee, confirmsWithinHours: 24 } })
  production = serve(store.db, { sandbox: false })
}, 60_000)

afterAll(() => store.close())

function pay(order: { orderId: string; token: string }, fields: object = {}, api = production) {
  return api.call(SHOP, '/payments', {
    body: { orderId: order.orderId, fields: { method: 'upi-qr', phone: PHONE, ...fields } },
    token: order.token,
  })
}

async function waiting() {
  const { lines } = await run(store.db, '.', 'payments', 'waiting', 'asha', '--json')
  return JSON.parse(lines.join('\n'))
}

const linkOf = (response: { body: { action: { qr?: string; redirectUrl?: string } } }) =>
  new URL(response.body.action.qr ?? response.body.action.redirectUrl ?? '').searchParams

describe('UPI to the own id of a shop that confirms manually', () => {
  it('is offered without a provider', async () => {
    const { body } = await production.call(SHOP, '/payments/fields')
    expect(body.fields[0].options).toEqual([
      { value: 'upi-qr', label: 'Scan a UPI QR code', kind: 'qr' },
      { value: 'upi-app', label: 'UPI app on this phone (GPay, PhonePe, Paytm)', kind: 'upi' },
    ])
  })

  it(
    'says who confirms it and within how many hours',
    { tags: ['@decision-1.5', '@req-11.14'] },
    async () => {
      const response = await pay(await store.placeOrder(SHOP))
      expect(response.body).toEqual({
        success: true,
        action: { type: 'qr', qr: expect.stringMatching(/^upi:\/\/pay\?pa=asha@bank&/) },
        confirmation: { by: 'shop', withinHours: 24 },
      })
    },
  )

  it('is the same payment for a shopper who comes back, with the reference that they give', async () => {
    const order = await store.placeOrder(SHOP)
    const first = await pay(order)
    const again = await pay(order, { method: 'upi-app', reference: ' 4123 4567 8901 ' })
    expect(linkOf(again).get('tr')).toBe(linkOf(first).get('tr'))
    expect((await pay(order)).body.success).toBe(true)
    const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(payments))
    const own = rows.filter(({ id }) => id === linkOf(first).get('tr'))
    expect(own).toMatchObject([{ provider: 'shop', status: 'pending', customerReference: '412345678901' }])
  })

  it.each(['12345', '4123-4567-8901', 'x'.repeat(36)])('refuses %j as a reference', async (reference) => {
    const { body } = await pay(await store.placeOrder(SHOP), { reference })
    expect(body).toEqual({
      success: false,
      error: 'A UPI reference number has 12 digits. Check it or leave it empty.',
    })
  })

  it(
    'waits in the list until the shop records it, and then moves the order on',
    { tags: ['@decision-1.5'] },
    async () => {
      const order = await store.placeOrder(SHOP)
      const response = await pay(order, { reference: '412345678909' })
      const mine = async () => (await waiting()).find((one: { order: string }) => one.order === order.orderId)
      expect(await mine()).toEqual({
        order: order.orderId,
        amount: 999.5,
        startedAt: '2026-11-21T10:00:00.000Z',
        customerReference: '412345678909',
      })
      const { lines } = await run(store.db, '.', 'payments', 'waiting', 'asha')
      expect(lines).toContain(`${order.orderId}  ₹999.50  21 Nov 2026, 3:30 pm IST  UTR 412345678909`)
      expect(lines.at(-1)).toBe(
        'Confirm a payment that arrived with: store payments received asha <order> --reference <UTR>',
      )

      const argv = ['payments', 'received', 'asha', order.orderId, '--reference', '412345678909']
      expect((await run(store.db, '.', ...argv)).exitCode).toBe(0)
      expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(1)
      expect(await mine()).toBeUndefined()
      const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(payments))
      expect(rows.find(({ id }) => id === linkOf(response).get('tr'))).toMatchObject({
        status: 'paid',
        gatewayReference: '412345678909',
      })
      expect((await pay(order)).body).toEqual({
        success: false,
        error: 'This order is no longer waiting for payment.',
      })
    },
  )

  it('leaves the list when the order is cancelled', async () => {
    const order = await store.placeOrder(SHOP)
    await pay(order)
    await run(store.db, '.', 'orders', 'advance', 'asha', order.orderId, '--to', 'cancelled')
    expect(JSON.stringify(await waiting())).not.toContain(order.orderId)
  })

  it('is accepted in the sandbox too, which cannot approve it', async () => {
    const order = await store.placeOrder(SHOP)
    const response = await pay(order, {}, store)
    expect(response.body.confirmation).toEqual({ by: 'shop', withinHours: 24 })
    const approved = await store.request(SHOP, `/sandbox/upi/${linkOf(response).get('tr')}`, {
      form: { decision: 'approve' },
    })
    expect(approved.status).toBe(503)
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(0)
  })
})

describe('store shop update --confirms-within', () => {
  const update = (...options: string[]) => run(store.db, '.', 'shop', 'update', 'bela', ...options)

  it('explains the setting, and removes it by 0', async () => {
    expect((await update('--confirms-within', '6')).lines).toEqual([
      'Updated the shop bela on bela.localhost.',
      'UPI payments go to bela@bank. You confirm each within 6 hours: store payments waiting.',
    ])
    expect((await production.call('bela.localhost', '/payments/fields')).body.fields[0].options).toHaveLength(
      2,
    )
    const { lines } = await run(store.db, '.', 'shop', 'show', 'bela')
    expect(lines).toContain('UPI payments are confirmed by hand within 6 hours')
    expect((await update('--confirms-within', '0')).lines).toContain(
      'UPI payments go to bela@bank. To offer UPI, set --confirms-within <hours> or a payment provider.',
    )
    expect((await production.call('bela.localhost', '/payments/fields')).body.fields[0].options).toEqual([])
  })

  it.each(['-1', '1.5', '169', 'soon'])('refuses %s', async (hours) => {
    const { exitCode, problems } = await update(`--confirms-within=${hours}`)
    expect(exitCode).toBe(1)
    expect(problems[1]).toContain('payee.confirmsWithinHours: write whole hours from 1 to 168')
  })

  it('asks for a UPI id first', async () => {
    await update('--payee', '')
    expect((await update('--confirms-within', '6')).problems).toEqual([
      'The shop has no UPI id. Set one with --payee <upi-id>.',
    ])
  })
})
