import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { readSteps } from '../../api/modules/orders/steps.ts'
import { sandboxHeaders } from '../kit/api/sandbox-webhook.ts'
import { openSandboxStore, product, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.localhost'

let store: Store

beforeAll(async () => {
  const variants = [{ options: { Size: 'M' }, regularPrice: 999.5, sku: 'KURTA-M', stock: 50, images: [] }]
  store = await openSandboxStore([
    product('kurta', { options: [{ name: 'Size', values: ['M'] }], variants }),
    product('saree'),
  ])
}, 60_000)

afterAll(() => store.close())

const command = (...argv: string[]) => run(store.db, '.', ...argv)

async function json(...argv: string[]) {
  return JSON.parse((await command(...argv, '--json')).lines.join('\n'))
}

const shown = (orderId: string) => json('orders', 'show', 'asha', orderId)
const stock = async () => (await json('stock', 'list', 'asha'))[0].stock
const returned = (orderId: string, ...options: string[]) =>
  command('orders', 'returned-to-sender', 'asha', orderId, ...options)

interface Order {
  orderId: string
  token: string
}

/** Starts a payment at the provider and delivers its signed webhook. */
async function report({ orderId, token }: Order, changes: object = {}) {
  const { body } = await store.call(SHOP, '/payments', {
    body: { orderId, fields: { method: 'card', phone: '+919876543210' } },
    token,
  })
  const { paymentId } = body.action.formParams.data
  const event = {
    ...{ eventId: `event of ${paymentId}`, type: 'payment.paid', paymentId, orderId },
    ...{ amount: '999.50', currency: 'INR' },
  }
  const text = JSON.stringify({ ...event, ...changes })
  const headers = sandboxHeaders(text, store.clock.now)
  const deliver = async () =>
    (await store.call(SHOP, '/payments/callback/sandbox', { body: text, headers })).status
  return { deliver, status: await deliver() }
}

async function shipped() {
  const order = await store.placeOrder(SHOP)
  await report(order)
  await command('orders', 'ship', 'asha', order.orderId, '--courier', 'Delhivery', '--tracking', '1490')
  return order
}

describe('a parcel that comes back undelivered', () => {
  it('closes the order as cancelled, with its pieces in stock and the refund due', async () => {
    const before = await stock()
    const order = await shipped()
    expect(await stock()).toBe(before - 1)
    expect(await returned(order.orderId)).toEqual({
      exitCode: 0,
      lines: [
        `Order ${order.orderId}: shipped → cancelled, returned to sender.`,
        'It was paid, so a refund is due. See: store payments refunds asha',
      ],
      problems: [],
    })
    expect(await stock()).toBe(before)
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(4)
    expect(await shown(order.orderId)).toMatchObject({
      status: 'cancelled',
      parcel: 'returned to sender',
      refundDue: 999.5,
    })
    expect((await command('orders', 'show', 'asha', order.orderId)).lines).toContain(
      '  Parcel: returned to sender',
    )
  })

  it('leaves spoiled pieces out of the stock', async () => {
    const order = await shipped()
    const before = await stock()
    expect((await returned(order.orderId, '--write-off')).exitCode).toBe(0)
    expect(await stock()).toBe(before)
    expect((await command('check', 'stock', 'asha')).lines).toEqual(['✓ The books agree.'])
  })

  it('frees its buyer for erasure once the money is back', async () => {
    const order = await shipped()
    const erase = () => command('users', 'erase', 'asha', order.email)
    expect((await erase()).problems[0]).toContain('1 open order')
    await returned(order.orderId)
    const [due] = (await json('payments', 'refunds', 'asha')).filter(
      (one: { order: string }) => one.order === order.orderId,
    )
    await command('payments', 'refunded', 'asha', due.payment, '--reference', 'rfnd_1')
    expect((await erase()).problems).toEqual([])
  })

  it('is one of a shipped order, once', async () => {
    const pending = await store.placeOrder(SHOP)
    const order = await shipped()
    await returned(order.orderId)
    const only = 'Only the parcel of a shipped order comes back to the sender.'
    expect((await returned(pending.orderId)).problems).toEqual([
      `Order ${pending.orderId} is pending. ${only}`,
    ])
    expect((await returned(order.orderId)).problems).toEqual([])
  })
})

describe('a signed payment that does not fit its order', () => {
  const waiting = async (orderId: string) =>
    (await json('payments', 'waiting', 'asha')).filter((one: { order: string }) => one.order === orderId)

  it('of another amount is listed, once, and can be accepted', async () => {
    const order = await store.placeOrder(SHOP)
    const { deliver, status } = await report(order, { amount: '900.00' })
    expect([status, await deliver()]).toEqual([422, 422])
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(0)
    const found = await waiting(order.orderId)
    expect(found).toEqual([
      expect.objectContaining({
        mismatch: true,
        amount: 900,
        currency: 'INR',
        total: 999.5,
        provider: 'sandbox',
      }),
    ])
    const { payment } = found[0]
    const line = `${payment}: mismatch  ₹900.00 for an order of ₹999.50  sandbox`
    const { lines } = await command('payments', 'waiting', 'asha')
    expect(lines).toContain(`${order.orderId}  ${line}`)
    expect(lines.at(-1)).toContain(`store payments accept asha <payment>`)
    expect((await command('orders', 'show', 'asha', order.orderId)).lines).toContain(`  Payment ${line}`)

    expect((await command('payments', 'accept', 'asha', payment)).lines).toEqual([
      `Accepted ₹900.00 for order ${order.orderId}. It is paid.`,
    ])
    expect(await shown(order.orderId)).toMatchObject({
      status: 'processing',
      payment: 'paid',
      mismatches: [],
    })
    expect(await waiting(order.orderId)).toEqual([])
    expect((await command('payments', 'accept', 'asha', payment)).problems).toEqual([
      `Payment ${payment} is paid: there is nothing to accept.`,
    ])
  })

  it('of another order or currency can be refunded', async () => {
    const [order, other] = [await store.placeOrder(SHOP), await store.placeOrder(SHOP)]
    await report(order, { orderId: other.orderId })
    await report(order, { currency: 'USD' })
    const found = await waiting(order.orderId)
    const [dollars, named] = ['USD', 'INR'].map((currency) =>
      found.find((one: { currency: string }) => one.currency === currency),
    )
    expect(named.namedOrder).toBe(other.orderId)
    expect((await command('payments', 'accept', 'asha', dollars.payment)).problems[0]).toContain('is in USD')
    const tooMuch = ['--reference', 'r', '--amount', '2000']
    expect((await command('payments', 'refunded', 'asha', dollars.payment, ...tooMuch)).problems).toEqual([
      `Only USD 999.50 of payment ${dollars.payment} can be refunded, not USD 2000.00.`,
    ])
    const refund = (payment: string, ...options: string[]) =>
      command('payments', 'refunded', 'asha', payment, '--reference', ...options)
    expect((await refund(named.payment, 'all')).lines).toEqual([
      `Recorded a refund of ₹999.50 for order ${order.orderId}.`,
    ])
    expect((await refund(dollars.payment, 'a part', '--amount', '500')).lines).toEqual([
      `Recorded a refund of USD 500.00 for order ${order.orderId}. USD 499.50 is still due.`,
    ])
    expect(await json('payments', 'refunds', 'asha')).toContainEqual(
      expect.objectContaining({ payment: dollars.payment, due: 499.5, currency: 'USD' }),
    )
    expect((await command('orders', 'show', 'asha', order.orderId)).lines).toContain(
      `  Payment ${dollars.payment}: refund due USD 999.50  refunded USD 500.00  card`,
    )
    expect((await refund(dollars.payment, 'the rest')).problems).toEqual([])
    expect(await waiting(order.orderId)).toEqual([])
    expect(await shown(order.orderId)).toMatchObject({ status: 'pending', payment: 'unpaid', refundDue: 0 })
    await report(order)
    expect(await shown(order.orderId)).toMatchObject({ status: 'processing', payment: 'paid', refundDue: 0 })
    expect((await command('check', 'money', 'asha')).lines).toEqual(['✓ The books agree.'])
  })

  it('is due for refund when its order is cancelled, and holds up an erasure until then', async () => {
    const order = await store.placeOrder(SHOP)
    await report(order, { amount: '900.00' })
    await command('orders', 'advance', 'asha', order.orderId, '--to', 'cancelled')
    expect(await shown(order.orderId)).toMatchObject({ payment: 'refund due', refundDue: 900 })
    expect((await command('users', 'erase', 'asha', order.email)).problems[0]).toContain('1 refund due')
  })

  it('holds up an erasure by its amount in its own currency', async () => {
    const order = await store.placeOrder(SHOP)
    await report(order, { currency: 'USD' })
    await command('orders', 'advance', 'asha', order.orderId, '--to', 'cancelled')
    expect((await command('users', 'erase', 'asha', order.email)).problems[0]).toContain(
      `1 refund due: USD 999.50 of order ${order.orderId}.`,
    )
  })
})

describe('books that differ from the shop', () => {
  const update = (statement: ReturnType<typeof sql>) =>
    withTenant(store.db, 'asha', (tx) => tx.execute(statement))
  const check = (what: 'stock' | 'money' | 'history', ...options: string[]) =>
    command('check', what, 'asha', ...options)

  it('are reported, and corrected by rows that are added', async () => {
    const [variant] = await json('stock', 'list', 'asha')
    const order = await store.placeOrder(SHOP)
    await report(order)
    const [payment] = (await shown(order.orderId)).payments
    await update(sql`update product_variants set stock = stock + 3 where id = ${variant.id}`)
    await update(sql`update payments set amount = amount + 50 where id = ${payment.id}`)

    const [stocked, money] = [await check('stock'), await check('money')]
    expect([stocked.exitCode, money.exitCode]).toEqual([1, 1])
    const now = variant.stock - 1
    expect(stocked.lines).toContain(`✗ ${variant.id}  in stock: ${now + 3}, the rows say ${now}`)
    expect(money.lines).toContain(
      `✗ ${payment.id}  order ${order.orderId}  received: ₹1,000.00, the rows say ₹999.50`,
    )
    expect(stocked.problems).toEqual(['Found 1 difference. To add the missing rows, use --correct.'])

    expect((await check('stock', '--correct')).lines.at(-1)).toBe('Corrected 1 difference.')
    expect((await check('money', '--correct')).lines.at(-1)).toBe('Corrected 1 difference.')
    for (const what of ['stock', 'money'] as const) {
      expect((await check(what)).lines).toEqual(['✓ The books agree.'])
    }
  })

  it('have the events of what an older API did during an upgrade', async () => {
    const order = await store.placeOrder(SHOP)
    await command('orders', 'advance', 'asha', order.orderId, '--unpaid')
    const number = order.orderId.replaceAll('-', '')
    const steps = () => withTenant(store.db, 'asha', (tx) => readSteps(tx, 'asha', [number]))
    const before = (await steps()).get(number) ?? []
    const reached = ['2026-11-21T11:00:00.000Z', '2026-11-22T11:00:00.000Z']
    await update(sql`insert into order_steps (tenant_id, order_number, status, reached_at)
      values ('asha', ${number}, 2, ${reached[0]}), ('asha', ${number}, 3, ${reached[1]})`)
    await update(sql`update orders set status = 3 where number = ${number}`)

    expect((await check('history')).lines).toEqual([
      `✗ order ${order.orderId}  status: delivered, the rows say processing`,
    ])
    expect(await check('history', '--correct')).toMatchObject({ exitCode: 0 })
    expect((await check('history')).lines).toEqual(['✓ The books agree.'])
    const added = reached.map((at, index) => ({
      orderNumber: number,
      status: 2 + index,
      reachedAt: new Date(at),
    }))
    expect((await steps()).get(number)).toEqual([...before, ...added])
  })
})
