import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Capability } from '@tanabana/contract/store-info.ts'
import { withTenant } from '../../../../api/db/index.ts'
import { orderEvents, paymentRefunds, refundRequests } from '../../../../api/db/schema.ts'
import type { AccountProvider } from '../../../../api/db/json-columns.ts'
import { createMetrics } from '../../../../api/http/metrics.ts'
import { recordRefund } from '../../../../api/modules/payments/refunds.ts'
import { checkMoney } from '../../../../api/modules/orders/check-books.ts'
import { checkDueRefunds } from '../../../../api/modules/payments/check-refunds.ts'
import { findTenant } from '../../../../api/modules/tenants/find.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { startJobs } from '../../../../api/jobs/jobs.ts'
import { run } from '../../../cli/command-line.ts'
import {
  startSimulatedProviders,
  toRefundWebhook,
  toSignedWebhook,
  type SignedWebhook,
} from '../../../kit/api/simulated-providers.ts'
import { ACCOUNTS, openPaymentShops } from '../../../kit/api/payment-shops.ts'
import { SECRET } from '../../../kit/api/store.ts'

const SHOP = 'asha.example'
const NAMES = ['payu', 'razorpay', 'cashfree', 'phonepe'] as const

let providers: Awaited<ReturnType<typeof startSimulatedProviders>>
let shops: Awaited<ReturnType<typeof openPaymentShops>>

beforeAll(async () => {
  providers = await startSimulatedProviders()
  shops = await openPaymentShops(providers)
}, 60_000)

afterAll(async () => {
  await shops.close()
  await providers.close()
})

const command = (...argv: string[]) => run(shops.db, '.', ...argv)
const refund = (orderId: string, ...options: string[]) =>
  command('payments', 'refund', 'asha', orderId, ...options)

async function deliver({ provider, headers, body }: SignedWebhook) {
  const path = `/api/v1/payments/callback/${provider}`
  const response = await shops.app.request(path, {
    method: 'POST',
    headers: { host: SHOP, ...headers },
    body,
  })
  return { status: response.status, ...(await response.json()) }
}

/** An order that is paid through the provider. */
async function paid(name: AccountProvider, pieces = 1) {
  await shops.use(ACCOUNTS[name])
  const order = await shops.placeOrder(SHOP, pieces)
  const { body } = await shops.call(SHOP, '/payments', {
    body: { orderId: order.orderId, fields: { method: 'upi-qr', phone: '+919876543210' } },
    token: order.token,
  })
  const id = new URLSearchParams(String(body.action.qr).split('?')[1]).get('tr') ?? ''
  await deliver(toSignedWebhook(providers.settle(id, 'paid'), shops.clock.now))
  return { ...order, payment: id }
}

async function cancelled(name: AccountProvider) {
  const order = await paid(name)
  await command('orders', 'advance', 'asha', order.orderId, '--to', 'cancelled')
  return order
}

async function check(minutes = 0, options: { isForced?: boolean } = {}) {
  const tenant = await findTenant(shops.db, 'asha')
  if (!tenant) throw new Error('The shop is gone.')
  const now = new Date(Date.now() + minutes * 60_000)
  return checkDueRefunds(
    services(() => now),
    tenant,
    options,
  )
}

function services(now: () => Date) {
  return {
    ...{ db: shops.db, providers: shops.providers, config: { sandbox: true }, paymentSecrets: [SECRET] },
    ...{ metrics: createMetrics(), log: () => undefined, now },
  }
}

const requestsOf = (payment: string) =>
  withTenant(shops.db, 'asha', (tx) =>
    tx.select().from(refundRequests).where(eq(refundRequests.paymentId, payment)),
  )
const madeOf = (payment: string) =>
  withTenant(shops.db, 'asha', (tx) =>
    tx.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, payment)),
  )
const booksDiffer = () => withTenant(shops.db, 'asha', (tx) => checkMoney(tx, 'asha'))

async function shown(orderId: string) {
  return JSON.parse((await command('orders', 'show', 'asha', orderId, '--json')).lines.join('\n'))
}

async function eventsOf(orderId: string): Promise<string[]> {
  const number = orderId.replaceAll('-', '')
  const rows = await withTenant(shops.db, 'asha', (tx) =>
    tx.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.sequence),
  )
  return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('refund'))
}

describe.each(NAMES)('a refund through %s', { tags: ['@req-13.7'] }, (name) => {
  it('of a cancelled order is asked for, due until it is made, and made once', async () => {
    const { orderId, payment } = await cancelled(name)
    const said = await refund(orderId)
    expect(said.problems).toEqual([])
    expect(said.lines[0]).toContain(`${name} is asked to refund ₹999.50 of order ${orderId}.`)
    expect(await shown(orderId)).toMatchObject({ payment: 'refund due', refundDue: 999.5 })
    expect(await check()).toEqual(['pending'])
    expect(await shown(orderId)).toMatchObject({ payment: 'refund due', refundDue: 999.5 })
    const [request] = await requestsOf(payment)
    const report = providers.settleRefund(request?.id ?? '', 'made')
    const webhook = toRefundWebhook(report, shops.clock.now)
    if (webhook) {
      expect(await deliver(webhook)).toEqual({ status: 200, result: 'made' })
      expect(await deliver(webhook)).toEqual({ status: 200, result: 'ignored' })
    } else expect(await check(2)).toEqual(['made'])
    expect(await shown(orderId)).toMatchObject({ payment: 'refunded', refundDue: 0 })
    expect(await madeOf(payment)).toMatchObject([{ amount: 99_950 }])
    expect(await eventsOf(orderId)).toEqual(['refund.due', 'refund.started', 'refund.made'])
    expect(await booksDiffer()).toEqual([])
  })

  it('whose response is lost is asked for once', async () => {
    const { orderId, payment } = await cancelled(name)
    await refund(orderId)
    providers.loseNextResponse()
    expect(await check()).toEqual(['no response'])
    expect(await check(2)).toEqual(['pending'])
    expect(providers.refunds().filter(({ paymentId }) => paymentId === payment)).toHaveLength(1)
  })

  it('that fails is due again, with its reason, and can be asked for again', async () => {
    const { orderId, payment } = await cancelled(name)
    await refund(orderId)
    await check()
    const [request] = await requestsOf(payment)
    providers.settleRefund(request?.id ?? '', 'failed')
    expect(await check(2)).toEqual(['failed'])
    expect(await shown(orderId)).toMatchObject({ payment: 'refund due', refundDue: 999.5 })
    const { lines } = await command('payments', 'refunds', 'asha')
    expect(lines.find((line) => line.startsWith(orderId))).toContain(`${name} refused the refund.`)
    await refund(orderId)
    expect(await check()).toEqual(['pending'])
    expect(await eventsOf(orderId)).toEqual([
      'refund.due',
      'refund.started',
      'refund.failed',
      'refund.started',
    ])
    expect(await booksDiffer()).toEqual([])
  })

  it('of a part leaves the rest with the order', async () => {
    const { orderId, payment } = await paid(name)
    expect((await refund(orderId)).problems).toEqual([
      `Nothing is due for order ${orderId}. Refund a part of it with --amount.`,
    ])
    await refund(orderId, '--amount', '300')
    expect(await shown(orderId)).toMatchObject({ payment: 'refund due', refundDue: 300 })
    await check()
    const [request] = await requestsOf(payment)
    providers.settleRefund(request?.id ?? '', 'made')
    await check(2)
    expect(await shown(orderId)).toMatchObject({ payment: 'paid', refundDue: 0 })
    expect(await booksDiffer()).toEqual([])
  })
})

describe('a refund that its provider does not answer for', () => {
  it('is confirmed by the merchant after three days, once', async () => {
    const { orderId, payment } = await cancelled('razorpay')
    await refund(orderId)
    const [request] = await requestsOf(payment)
    const recordAfter = (days: number, reference = 'rfnd_dashboard') => {
      const now = new Date((request?.createdAt.getTime() ?? 0) + days * 24 * 60 * 60_000)
      return withTenant(shops.db, 'asha', (tx) =>
        recordRefund(tx, 'asha', { named: payment, reference, now }),
      )
    }
    await expect(recordAfter(2.9)).rejects.toThrow('is in progress at razorpay. Wait for it')
    expect(await recordAfter(3)).toMatchObject({ amountPaise: 99_950, due: 0 })
    expect(await shown(orderId)).toMatchObject({ payment: 'refunded', refundDue: 0 })
    expect(await madeOf(payment)).toMatchObject([{ amount: 99_950, reference: 'rfnd_dashboard' }])
    await expect(recordAfter(3, 'another')).rejects.toThrow('already refunded in full')
    expect(await check(2)).toEqual([])
    expect(await booksDiffer()).toEqual([])
  })
})

it('of a part that is confirmed late is not recorded beside the one in progress', async () => {
  const { orderId, payment } = await paid('razorpay')
  await refund(orderId, '--amount', '300')
  const [request] = await requestsOf(payment)
  const now = new Date((request?.createdAt.getTime() ?? 0) + 3 * 24 * 60 * 60_000)
  const part = { named: payment, reference: 'rfnd_part', amountPaise: 30_000, now }
  await withTenant(shops.db, 'asha', (tx) => recordRefund(tx, 'asha', part))
  expect(await requestsOf(payment)).toMatchObject([{ state: 'made', reference: 'rfnd_part' }])
  expect(await madeOf(payment)).toMatchObject([{ amount: 30_000 }])
  expect(await booksDiffer()).toEqual([])
})

describe('never beyond what was received', () => {
  it('counts refunds in progress and made ones', async () => {
    const { orderId, payment } = await paid('razorpay')
    await refund(orderId, '--amount', '600')
    expect((await refund(orderId, '--amount', '400')).problems).toEqual([
      `Only ₹399.50 of a payment of order ${orderId} can be refunded, not ₹400.00.`,
    ])
    const byHand = await command(
      'payments',
      'refunded',
      'asha',
      payment,
      '--reference',
      'r1',
      '--amount',
      '400',
    )
    expect(byHand.problems).toEqual([
      `A refund of ₹600.00 of payment ${payment} is in progress at razorpay. Wait for it: store payments refunds. Once it is 3 days old, record it here with its own amount, if the dashboard of razorpay shows it as made.`,
    ])
    const both = await Promise.all([
      refund(orderId, '--amount', '399.50'),
      refund(orderId, '--amount', '399.50'),
    ])
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
    await check()
    for (const { id } of await requestsOf(payment)) providers.settleRefund(id, 'made')
    await check(2)
    expect((await madeOf(payment)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      39_950, 60_000,
    ])
    expect(await shown(orderId)).toMatchObject({ payment: 'refunded' })
    expect(await booksDiffer()).toEqual([])
  })

  it('holds when the order is cancelled while a part goes back', async () => {
    const { orderId, payment } = await paid('phonepe')
    await refund(orderId, '--amount', '300')
    await command('orders', 'advance', 'asha', orderId, '--to', 'cancelled')
    expect(await shown(orderId)).toMatchObject({ refundDue: 999.5 })
    const said = await refund(orderId)
    expect(said.lines[0]).toContain('is asked to refund ₹699.50')
    await check()
    for (const { id } of await requestsOf(payment)) providers.settleRefund(id, 'made')
    await check(2)
    expect(await shown(orderId)).toMatchObject({ payment: 'refunded', refundDue: 0 })
    expect(await booksDiffer()).toEqual([])
  })
})

it('a return whose money a provider sends is not refunded by hand as well, and not refused', async () => {
  const { orderId, token, payment } = await paid('cashfree', 2)
  await command('orders', 'ship', 'asha', orderId, '--courier', 'DTDC', '--tracking', '1')
  await command('orders', 'deliver', 'asha', orderId)
  await setCapabilities(['returns'])
  const { body } = await shops.call(SHOP, `/orders/${orderId}/returns`, {
    body: { items: [{ id: `${orderId}-1`, quantity: 1 }], reason: 'Too small' },
    token,
  })
  const id = String(body.returns[0].id)
  await command('returns', 'accept', 'asha', id)
  await command('returns', 'received', 'asha', id)
  await refund(orderId)
  const inProgress = `The refund of return ${id} of order ${orderId} is in progress. Wait for it: store payments refunds`
  const byHand = await command('returns', 'refunded', 'asha', id, '--reference', 'UTR1')
  expect(byHand.problems).toEqual([inProgress])
  expect((await command('returns', 'refuse', 'asha', id)).problems).toEqual([inProgress])
  await check()
  for (const request of await requestsOf(payment)) providers.settleRefund(request.id, 'made')
  await check(2)
  expect(await madeOf(payment)).toMatchObject([{ amount: 99_950 }])
  expect((await shown(orderId)).returns).toMatchObject([{ id, status: 'refunded' }])
})

it('a forced check asks for every refund in progress, each once', async () => {
  const { orderId } = await paid('phonepe')
  for (let part = 1; part <= 21; part += 1) await refund(orderId, '--amount', String(part))
  const rows = await withTenant(shops.db, 'asha', (tx) => tx.select().from(refundRequests))
  const running = rows.filter(({ nextCheckAt }) => nextCheckAt !== null).length
  expect(await check(0, { isForced: true })).toHaveLength(running)
})

it('a job makes the refund', async () => {
  const { orderId, payment } = await cancelled('cashfree')
  const jobs = startJobs({
    ...services(() => new Date()),
    channels: {},
    purge: () => Promise.resolve([]),
  } as unknown as Parameters<typeof startJobs>[0])
  try {
    await refund(orderId)
    await vi.waitFor(async () => expect(await requestsOf(payment)).toMatchObject([{ state: 'pending' }]), {
      timeout: 30_000,
      interval: 50,
    })
  } finally {
    await jobs.close()
  }
})

it('a refund whose provider was removed is due again', async () => {
  const { orderId } = await cancelled('payu')
  await refund(orderId)
  const said = await command('payments', 'remove', 'asha', 'payu')
  expect(said.problems[0]).toMatch(/^\d refunds? through payu (is|are) in progress\./)
  await command('payments', 'remove', 'asha', 'payu', '--force')
  expect(new Set(await check(2))).toEqual(new Set(['failed']))
  expect(await shown(orderId)).toMatchObject({ payment: 'refund due', refundDue: 999.5 })
})

it('the merchant is told where to refund what no provider received', async () => {
  const { orderId } = await shops.placeOrder(SHOP)
  await command('payments', 'received', 'asha', orderId, '--reference', '412345678901')
  await command('orders', 'advance', 'asha', orderId, '--to', 'cancelled')
  const said = await refund(orderId)
  expect(said.lines[0]).toMatch(
    new RegExp(
      `^Payment \\w{26} came to your own account: refund it from your bank. Send ₹999.50 of order ${orderId} back, then record it with: store payments refunded asha \\w{26} --reference <text> --amount 999.5$`,
    ),
  )
  expect(await shown(orderId)).toMatchObject({ refundDue: 999.5 })
})

it('a shopper sees that the money is on its way', { tags: ['@req-11.23'] }, async () => {
  const { orderId, token, payment } = await cancelled('razorpay')
  const order = async () => {
    const { body } = await shops.call(SHOP, '/orders', { token })
    return body.find((one: { id: string }) => one.id === orderId)
  }
  await setCapabilities(['order-lines', 'shipment'])
  await refund(orderId)
  expect((await order()).refunds).toEqual([{ amount: 999.5, way: 'upi', startedAt: expect.any(String) }])
  await check()
  const [request] = await requestsOf(payment)
  providers.settleRefund(request?.id ?? '', 'made')
  await check(2)
  expect((await order()).refunds).toEqual([
    { amount: 999.5, way: 'upi', sentAt: expect.any(String), reference: `rfnd_${request?.id}` },
  ])
})

async function setCapabilities(capabilities: Capability[]) {
  const tenant = await findTenant(shops.db, 'asha')
  if (tenant) await putTenant(shops.db, { ...tenant, record: { ...tenant.record, capabilities } })
}
