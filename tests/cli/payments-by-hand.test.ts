import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { payments } from '../../api/db/schema.ts'
import { sandboxHeaders } from '../kit/api/sandbox-webhook.ts'
import { openSandboxStore, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.localhost'

let store: Store

beforeAll(async () => {
  store = await openSandboxStore()
}, 60_000)

afterAll(() => store.close())

const command = (...argv: string[]) => run(store.db, '.', ...argv)
const advance = (orderId: string, ...options: string[]) =>
  command('orders', 'advance', 'asha', orderId, ...options)
const received = (orderId: string, ...options: string[]) =>
  command('payments', 'received', 'asha', orderId, ...options)

async function json(...argv: string[]) {
  const { lines } = await command(...argv, '--json')
  return JSON.parse(lines.join('\n'))
}

const shown = (orderId: string) => json('orders', 'show', 'asha', orderId)

/** Starts a payment by the provider and delivers its webhook that it is paid. */
async function startAtProvider({ orderId, token }: { orderId: string; token: string }) {
  const { body } = await store.call(SHOP, '/payments', {
    body: { orderId, fields: { method: 'card', phone: '+919876543210' } },
    token,
  })
  const { paymentId } = body.action.formParams.data
  const event = {
    ...{ eventId: `event of ${paymentId}`, type: 'payment.paid', paymentId, orderId },
    ...{ amount: '999.50', currency: 'INR' },
  }
  const text = JSON.stringify(event)
  return {
    paymentId: String(paymentId),
    report: async () => {
      const headers = sandboxHeaders(text, store.clock.now)
      const { body: response } = await store.call(SHOP, '/payments/callback/sandbox', { body: text, headers })
      return response.result
    },
  }
}

async function refundDue() {
  const order = await store.placeOrder(SHOP)
  const payment = await startAtProvider(order)
  await payment.report()
  await advance(order.orderId, '--to', 'cancelled')
  return { ...order, ...payment }
}

describe('store orders advance of an unpaid order', () => {
  it('is refused, and names the missing option', { tags: ['@decision-1.6'] }, async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    expect(await advance(orderId)).toEqual({
      exitCode: 1,
      lines: [],
      problems: [
        `Order ${orderId} is not paid. Say how it was paid with --paid-by upi|cash|bank --reference <text>, or move it on unpaid with --unpaid.`,
      ],
    })
    expect(await store.statusOf(SHOP, orderId, token)).toBe(0)
  })

  it('records the payment that --paid-by names', async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    const said = await advance(orderId, '--paid-by', 'cash', '--reference', 'till 2, receipt 118')
    expect(said).toEqual({
      exitCode: 0,
      lines: [
        `Order ${orderId}: pending → processing.`,
        'Recorded its payment by cash, reference till 2, receipt 118.',
      ],
      problems: [],
    })
    expect(await store.statusOf(SHOP, orderId, token)).toBe(1)
    expect(await shown(orderId)).toMatchObject({ payment: 'paid', refundDue: 0 })
    expect((await advance(orderId)).lines).toEqual([`Order ${orderId}: processing → shipped.`])
    expect((await advance(orderId, '--paid-by', 'cash', '--reference', 'till 3')).problems[0]).toContain(
      `Order ${orderId} is already paid. Leave out --paid-by`,
    )
  })

  it('moves on unpaid with --unpaid, for each step', async () => {
    const { orderId } = await store.placeOrder(SHOP)
    expect((await advance(orderId, '--unpaid')).exitCode).toBe(0)
    expect(await shown(orderId)).toMatchObject({ status: 'processing', payment: 'unpaid', paidAt: null })
    expect((await advance(orderId)).exitCode).toBe(1)
    expect((await advance(orderId, '--unpaid')).lines).toEqual([`Order ${orderId}: processing → shipped.`])
  })

  it.each([
    [['--paid-by', 'cash'], 'Give both --paid-by and --reference, or neither.'],
    [['--reference', 'x'], 'Give both --paid-by and --reference, or neither.'],
    [['--to', 'cancelled', '--paid-by', 'cash', '--reference', 'x'], "A cancelled order can't be paid."],
    [['--paid-by', 'barter', '--reference', 'x'], 'Allowed choices are upi, bank, cash.'],
    [['--paid-by', 'cash', '--reference', ' '], 'Write 1 to 100 characters on one line.'],
    [['--paid-by', 'cash', '--reference', 'x', '--unpaid'], 'cannot be used with option'],
  ])('refuses %j', async (options, problem) => {
    const { orderId, token } = await store.placeOrder(SHOP)
    const { exitCode, problems } = await advance(orderId, ...options)
    expect(exitCode).not.toBe(0)
    expect(problems.join(' ')).toContain(problem)
    expect(await store.statusOf(SHOP, orderId, token)).toBe(0)
  })
})

it(
  'makes a provider payment of an order that was marked paid manually a refund due',
  { tags: ['@decision-1.6'] },
  async () => {
    const order = await store.placeOrder(SHOP)
    const payment = await startAtProvider(order)
    await advance(order.orderId, '--paid-by', 'upi', '--reference', '412345678900')
    expect(await payment.report()).toBe('refund due')
    expect(await shown(order.orderId)).toMatchObject({
      status: 'processing',
      payment: 'refund due',
      refundDue: 999.5,
    })
    const { lines } = await command('orders', 'list', 'asha')
    expect(lines.find((line) => line.startsWith(order.orderId))).toContain('paid, refund due ₹999.50')
  },
)

it('takes a provider payment of an order that was moved on unpaid as its payment', async () => {
  const order = await store.placeOrder(SHOP)
  const payment = await startAtProvider(order)
  await advance(order.orderId, '--unpaid')
  expect(await payment.report()).toBe('order paid')
  expect(await shown(order.orderId)).toMatchObject({ status: 'processing', payment: 'paid' })
})

describe('store payments received', () => {
  it('records amount, method, time and reference, and moves the order on', async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    expect(await received(orderId, '--reference', '412345678901')).toEqual({
      exitCode: 0,
      lines: [`Recorded ₹999.50 for order ${orderId}. It is paid.`],
      problems: [],
    })
    expect(await store.statusOf(SHOP, orderId, token)).toBe(1)
    const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(payments))
    expect(rows.find((row) => row.gatewayReference === '412345678901')).toMatchObject({
      provider: 'shop',
      method: 'upi',
      amount: 99_950,
      status: 'paid',
      settledAt: expect.any(Date),
    })
  })

  it('records one transfer once, however often it is reported', async () => {
    const { orderId } = await store.placeOrder(SHOP)
    const sendWebhook = () => received(orderId, '--reference', 'utib412345678902', '--method', 'bank')
    const said = await Promise.all([sendWebhook(), sendWebhook(), sendWebhook(), sendWebhook()])
    expect(said.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
    const lines = said.flatMap((one) => one.lines)
    expect(lines.filter((line) => line.endsWith('It is paid.'))).toHaveLength(1)
    expect(lines.filter((line) => line.endsWith('is already recorded. Nothing changed.'))).toHaveLength(3)
    expect((await received(orderId, '--reference', 'UTIB412345678902')).lines[0]).toContain(
      'Nothing changed.',
    )
    expect((await received(orderId, '--reference', 'UTIB 4123 4567 8902')).lines[0]).toContain(
      'Nothing changed.',
    )
    expect(await shown(orderId)).toMatchObject({ payment: 'paid', refundDue: 0 })
  })

  it('pays one order by one transfer', async () => {
    const [one, other] = [await store.placeOrder(SHOP), await store.placeOrder(SHOP)]
    const said = await Promise.all(
      [one, other].map(({ orderId }) => received(orderId, '--reference', '412345678903')),
    )
    expect(said.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
    const paid = said[0]?.exitCode === 0 ? one.orderId : other.orderId
    expect(said.flatMap(({ problems }) => problems)).toEqual([
      `The reference 412345678903 is already recorded for order ${paid}. One transfer pays one order.`,
    ])
  })

  it('takes a second payment as refund due', async () => {
    const { orderId } = await store.placeOrder(SHOP)
    await received(orderId, '--reference', '412345678904')
    expect((await received(orderId, '--reference', '412345678905')).lines).toEqual([
      `Recorded ₹999.50 for order ${orderId}, which is cancelled or already paid: refund due. See: store payments refunds asha`,
    ])
    expect(await shown(orderId)).toMatchObject({ payment: 'refund due', refundDue: 999.5 })
  })

  it('refuses another amount unless that is said', async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    expect(await received(orderId, '--reference', '412345678906', '--amount', '950')).toMatchObject({
      exitCode: 1,
      problems: [
        `The total of order ${orderId} is ₹999.50, not ₹950.00. To record the other amount, add --accept-difference.`,
      ],
    })
    expect(await store.statusOf(SHOP, orderId, token)).toBe(0)
    const options = ['--reference', '412345678906', '--amount', '950', '--accept-difference']
    expect((await received(orderId, ...options)).lines).toEqual([
      `Recorded ₹950.00 for order ${orderId}. It is paid.`,
    ])
  })

  it.each([
    [['7K3M-9Q2X-V0AB', '--reference', 'x'], 'This shop has no order 7K3M-9Q2X-V0AB.'],
    [['7K3M-9Q2X-V0AB'], "required option '--reference <text>' not specified"],
    [['17', '--reference', 'x'], '"17" is not an order number.'],
    [['7K3M-9Q2X-V0AB', '--reference', 'x', '--amount', '1.999'], 'Write rupees, such as 1499 or 1499.50.'],
    [['7K3M-9Q2X-V0AB', '--reference', 'x', '--amount', '0'], 'Write rupees, such as 1499 or 1499.50.'],
  ])('refuses %j', async ([order = '', ...options], problem) => {
    const { exitCode, problems } = await received(order, ...options)
    expect(exitCode).not.toBe(0)
    expect(problems.join(' ')).toContain(problem)
  })
})

describe('store payments refunded', () => {
  const refunded = (payment: string, ...options: string[]) =>
    command('payments', 'refunded', 'asha', payment, ...options)
  const dueOf = async (orderId: string) => {
    const all: { order: string; due: number }[] = await json('payments', 'refunds', 'asha')
    return all.find(({ order }) => order === orderId)?.due
  }

  it('closes a refund', async () => {
    const { orderId, paymentId } = await refundDue()
    expect(await dueOf(orderId)).toBe(999.5)
    expect(await refunded(paymentId, '--reference', 'rfnd_1')).toEqual({
      exitCode: 0,
      lines: [`Recorded a refund of ₹999.50 for order ${orderId}.`],
      problems: [],
    })
    expect(await dueOf(orderId)).toBeUndefined()
    expect(await shown(orderId)).toMatchObject({ status: 'cancelled', payment: 'refunded', refundDue: 0 })
    expect((await refunded(paymentId, '--reference', 'rfnd_2')).problems).toEqual([
      `Payment ${paymentId} is already refunded in full.`,
    ])
  })

  it('keeps what is still due after a part', async () => {
    const { orderId, paymentId } = await refundDue()
    const part = ['--reference', 'rfnd_a', '--amount', '500']
    expect((await refunded(paymentId, ...part)).lines).toEqual([
      `Recorded a refund of ₹500.00 for order ${orderId}. ₹499.50 is still due.`,
    ])
    expect((await refunded(paymentId, ...part)).problems).toEqual([
      'A refund of ₹500.00 with the reference rfnd_a is already recorded.',
    ])
    const { lines } = await command('payments', 'refunds', 'asha')
    expect(lines.find((line) => line.startsWith(orderId))).toContain('refund due ₹499.50 of ₹999.50  sandbox')
    expect((await refunded(paymentId, '--reference', 'rfnd_b', '--amount', '499.51')).problems).toEqual([
      `Only ₹499.50 of payment ${paymentId} can be refunded, not ₹499.51.`,
    ])
    const both = await Promise.all([
      refunded(paymentId, '--reference', 'rfnd_c', '--amount', '499.50'),
      refunded(paymentId, '--reference', 'rfnd_d', '--amount', '499.50'),
    ])
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
    expect(await dueOf(orderId)).toBeUndefined()
  })

  it('gives back a part of a payment that stands, and the rest when its order is cancelled', async () => {
    const order = await store.placeOrder(SHOP)
    const { paymentId, report } = await startAtProvider(order)
    await report()
    expect((await refunded(paymentId, '--reference', 'rfnd_e')).problems[0]).toContain(
      'pays an order that is not cancelled. Cancel the order first, or refund a part with --amount.',
    )
    expect((await refunded(paymentId, '--reference', 'rfnd_e', '--amount', '100')).lines).toEqual([
      `Recorded a refund of ₹100.00 for order ${order.orderId}.`,
    ])
    expect(await shown(order.orderId)).toMatchObject({
      ...{ payment: 'paid', refundDue: 0 },
      payments: [{ id: paymentId, status: 'paid', amount: 999.5, refunded: 100, method: 'card' }],
    })
    expect((await command('orders', 'show', 'asha', order.orderId)).lines).toContain(
      `  Payment ${paymentId}: paid ₹999.50  refunded ₹100.00  card`,
    )
    await advance(order.orderId, '--to', 'cancelled')
    expect(await dueOf(order.orderId)).toBe(899.5)
  })

  it('finds no payment of another shop, and none that was never paid', async () => {
    const order = await store.placeOrder('bela.localhost')
    const { body } = await store.call('bela.localhost', '/payments', {
      body: { orderId: order.orderId, fields: { method: 'card', phone: '+919876543210' } },
      token: order.token,
    })
    const { paymentId } = body.action.formParams.data
    expect((await refunded(paymentId, '--reference', 'x')).problems).toEqual([
      `This shop has no payment ${paymentId}.`,
    ])
    const { problems } = await command('payments', 'refunded', 'bela', paymentId, '--reference', 'x')
    expect(problems).toEqual([`Payment ${paymentId} was never paid: it is pending.`])
  })
})

it('store users erase waits for a refund that is due', { tags: ['@decision-1.6'] }, async () => {
  const { orderId, email, paymentId } = await refundDue()
  const erase = () => command('users', 'erase', 'asha', email)
  expect(await erase()).toEqual({
    exitCode: 1,
    lines: [],
    problems: [
      `${email} has 1 refund due: ₹999.50 of order ${orderId}. Refund the money, then record it with: store payments refunded asha <payment> --reference <text>`,
    ],
  })
  await command('payments', 'refunded', 'asha', paymentId, '--reference', 'rfnd_erase')
  expect((await erase()).exitCode).toBe(0)
})

it('store orders export has the same columns of payment as list and show', async () => {
  const due = await refundDue()
  const paid = await store.placeOrder(SHOP)
  await received(paid.orderId, '--reference', '412345678907')
  const unpaid = await store.placeOrder(SHOP)
  const { lines } = await command('orders', 'export', 'asha')
  const [columns = '', ...rows] = lines.map((line) => line.split(','))
  const of = (orderId: string, column: string) =>
    rows.find(([order]) => order === orderId)?.[columns.indexOf(column)]
  expect(columns).toEqual(expect.arrayContaining(['payment', 'paid', 'refund due']))
  expect([of(due.orderId, 'payment'), of(due.orderId, 'refund due')]).toEqual(['refund due', '999.50'])
  expect([of(paid.orderId, 'payment'), of(paid.orderId, 'refund due')]).toEqual(['paid', ''])
  expect([of(unpaid.orderId, 'payment'), of(unpaid.orderId, 'paid')]).toEqual(['unpaid', ''])
})
