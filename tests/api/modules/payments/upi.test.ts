import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createMetrics } from '../../../../api/http/metrics.ts'
import { ProviderError } from '../../../../api/payment-providers/provider-call.ts'
import type { AccountProvider } from '../../../../api/db/json-columns.ts'
import { parseUpiLink } from '../../../../api/payment-providers/upi.ts'
import { reconcileShop } from '../../../../api/modules/payments/reconcile.ts'
import {
  toSignedWebhook,
  startSimulatedProviders,
  type SignedWebhook,
} from '../../../helpers/simulated-providers.ts'
import { ACCOUNTS, openPaymentShops } from '../../helpers/payment-shops.ts'
import { SECRET } from '../../helpers/store.ts'

const SHOP = 'asha.example'
const START = new Date('2026-11-21T10:00:00Z')

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

async function begin(name: AccountProvider, method = 'upi-qr') {
  shops.clock.now = START
  await shops.use(ACCOUNTS[name])
  const order = await shops.placeOrder(SHOP)
  const { body } = await shops.call(SHOP, '/payments', {
    body: { orderId: order.orderId, fields: { method, phone: '+919876543210' } },
    token: order.token,
    headers: { 'user-agent': 'Firefox on a phone' },
  })
  const link = String(body.action?.qr ?? body.action?.redirectUrl)
  return { ...order, response: body, link, id: new URLSearchParams(link.split('?')[1]).get('tr') ?? '' }
}

async function deliver({ provider, headers, body }: SignedWebhook) {
  const path = `/api/v1/payments/callback/${provider}`
  const response = await shops.app.request(path, {
    method: 'POST',
    headers: { host: SHOP, ...headers },
    body,
  })
  return { status: response.status, ...(await response.json()) }
}

function reconcileAfter(seconds: number, name: AccountProvider) {
  shops.clock.now = new Date(START.getTime() + seconds * 1000)
  const services = {
    ...{ db: shops.db, providers: shops.providers, config: { sandbox: true }, paymentSecrets: [SECRET] },
    ...{ metrics: createMetrics(), log: () => undefined, now: () => shops.clock.now },
  }
  return reconcileShop(services, { id: 'asha', paymentAccounts: [ACCOUNTS[name]] })
}

const NAMES = ['payu', 'razorpay', 'cashfree', 'phonepe'] as const

describe.each(NAMES)('UPI by %s', (name) => {
  it("returns the provider's own link, as a QR code and for an app", async () => {
    const coded = await begin(name)
    expect(coded.response).toEqual({
      success: true,
      action: { type: 'qr', qr: coded.link },
      expiresAt: '2026-11-21T10:15:00.000Z',
    })
    expect(coded.link).toMatch(/^upi:\/\/pay\?pa=\w+@\w+&pn=Silk%20House&tr=[0-9a-z]{26}&am=999\.50&cu=INR/)
    const opened = await begin(name, 'upi-app')
    expect(opened.response.action).toEqual({ type: 'deeplink', redirectUrl: opened.link })
    expect(await shops.payment(coded.id)).toMatchObject({
      ...{ provider: name, method: 'upi-qr', amount: 99_950, status: 'pending' },
      nextCheckAt: new Date('2026-11-21T10:00:20Z'),
    })
  })

  it('is settled once by a repeated webhook', async () => {
    const order = await begin(name)
    const report = toSignedWebhook(providers.settle(order.id, 'paid'), START)
    expect(await deliver(report)).toEqual({ status: 200, result: 'order paid' })
    expect((await deliver(report)).result).toMatch(/^(duplicate|no change)$/)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
  })

  it('is found by a check when its webhook is lost', async () => {
    const order = await begin(name)
    providers.settle(order.id, 'paid')
    expect(await reconcileAfter(20, name)).toContain('order paid')
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
  })

  it.each(['reported', 'lost'])('succeeds after a failure, its success %s', async (how) => {
    const order = await begin(name)
    const failed = toSignedWebhook(providers.settle(order.id, 'failed'), START)
    expect(await deliver(failed)).toEqual({ status: 200, result: 'declined' })
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
    const paid = toSignedWebhook(providers.settle(order.id, 'paid'), START)
    if (how === 'reported') expect((await deliver(paid)).result).toBe('order paid')
    else expect(await reconcileAfter(20, name)).toContain('order paid')
    expect((await deliver(failed)).result).toMatch(/^(duplicate|no change)$/)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
  })

  it('is refused when its webhook was changed on the way', async () => {
    const order = await begin(name)
    const report = toSignedWebhook(providers.settle(order.id, 'paid'), START)
    const spoil = (text: string) => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`
    const names = ['x-razorpay-signature', 'x-webhook-signature', 'authorization']
    const headers = Object.fromEntries(
      Object.entries(report.headers).map(([key, value]) => [key, names.includes(key) ? spoil(value) : value]),
    )
    const body = name === 'payu' ? spoil(report.body) : report.body
    expect((await deliver({ ...report, headers, body })).status).toBe(401)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
  })
})

it('is not offered where the provider has not enabled it, while its payment page still is', async () => {
  await shops.use({ ...ACCOUNTS.cashfree, upi: false })
  const { body } = await shops.call(SHOP, '/payments/fields')
  expect(body.fields[0].options).toEqual([
    { value: 'card', label: 'Card, net banking, wallet or UPI', kind: 'card' },
  ])
})

it('starts nothing when the provider returns no link', async () => {
  shops.writeSecrets({ asha: { cashfree: { clientSecret: 'a wrong one' } } })
  const { response } = await begin('cashfree')
  expect(response).toEqual({
    success: false,
    error: 'Failed to process payment. Please try again later.',
  })
})

describe('the link of a provider', () => {
  const link = 'upi://pay?pa=silk@icici&pn=Silk House&am=999.50&cu=INR'

  it('has its spaces as %20', () => {
    expect(parseUpiLink('PayU', ` ${link}\n`, 99_950)).toBe(
      'upi://pay?pa=silk@icici&pn=Silk%20House&am=999.50&cu=INR',
    )
    expect(parseUpiLink('PayU', link.replace('999.50', '999.5'), 99_950)).toContain('am=999.5&')
  })

  it.each([
    ['another amount', link.replace('999.50', '9.50')],
    ['no amount', link.replace('am=999.50&', '')],
    ['no payee', link.replace('silk@icici', '')],
    ['another scheme', link.replace('upi:', 'https:')],
    ['a line break', link.replace(' ', '\n')],
    ['too much', link + 'x'.repeat(1200)],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(() => parseUpiLink('PayU', text, 99_950)).toThrow(ProviderError)
  })
})
