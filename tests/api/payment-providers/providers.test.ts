import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { payuResponseHash } from '../../../api/payment-providers/payu.ts'
import { phonepeAuthorization } from '../../../api/payment-providers/phonepe.ts'
import type { StubResponse } from '../../kit/api/provider-stub.ts'
import { ACCOUNTS, openPaymentShops, SECRETS } from '../../kit/api/payment-shops.ts'

type Name = keyof typeof ACCOUNTS

const SHOP = 'asha.example'
const FAILED = { success: false, error: 'Failed to process payment. Please try again later.' }

let shops: Awaited<ReturnType<typeof openPaymentShops>>

beforeAll(async () => {
  shops = await openPaymentShops()
}, 60_000)

afterAll(() => shops.close())

/** State of the payment at the provider, which the stubs return. */
let state: { outcome: 'paid' | 'pending' | 'failed'; paise: number; fault?: StubResponse }

beforeEach(() => {
  state = { outcome: 'pending', paise: 99_950 }
  shops.stub.respond((request) => {
    if (state.fault) return state.fault
    const { host, path, method, body } = request
    const { outcome, paise } = state
    const rupees = (paise / 100).toFixed(2)
    if (host === 'test.payu.in') {
      const id = new URLSearchParams(body).get('var1') ?? ''
      const status = { paid: 'success', pending: 'pending', failed: 'failure' }[outcome]
      const details = { mihpayid: '4039937155', status, amt: rupees, transaction_amount: rupees }
      return { status: 200, body: { status: 1, transaction_details: { [id]: details } } }
    }
    if (host === 'api.razorpay.com') {
      const sent = method === 'POST' ? JSON.parse(body) : undefined
      if (sent) links.set(`plink_${sent.reference_id}`, sent)
      const id = sent ? `plink_${sent.reference_id}` : (path.split('/').at(-1) ?? '')
      return { status: 200, body: razorpayLink(id) }
    }
    if (host === 'sandbox.cashfree.com') {
      const id = method === 'POST' ? JSON.parse(body).link_id : path.split('/').at(-1)
      return {
        status: 200,
        body: { ...cashfreeLink(id), link_url: `https://payments-test.cashfree.com/links/${id}` },
      }
    }
    if (path.endsWith('/v1/oauth/token')) {
      const expires = shops.clock.now.getTime() / 1000 + 3600
      return { status: 200, body: { access_token: 'a token of PhonePe', expires_at: expires } }
    }
    if (method === 'POST') {
      const { merchantOrderId } = JSON.parse(body)
      return {
        status: 200,
        body: {
          orderId: `OMO${merchantOrderId}`,
          state: 'PENDING',
          redirectUrl: `https://mercury-uat.phonepe.com/transact/uat_v2?token=${merchantOrderId}`,
        },
      }
    }
    return { status: 200, body: phonepeOrder(path.split('/').at(-2) ?? '') }
  })
})

const links = new Map<string, { reference_id: string; amount: number }>()

function razorpayLink(id: string) {
  const { reference_id, amount } = links.get(id) ?? { reference_id: 'unknown', amount: 0 }
  const status = { paid: 'paid', pending: 'created', failed: 'expired' }[state.outcome]
  const amount_paid = state.outcome === 'paid' ? state.paise : 0
  return {
    id,
    reference_id,
    amount,
    amount_paid,
    currency: 'INR',
    status,
    short_url: `https://rzp.io/i/${id}`,
  }
}

function cashfreeLink(id: string) {
  return {
    link_id: id,
    link_status: { paid: 'PAID', pending: 'ACTIVE', failed: 'EXPIRED' }[state.outcome],
    link_currency: 'INR',
    link_amount: 999.5,
    link_amount_paid: state.outcome === 'paid' ? state.paise / 100 : 0,
  }
}

function phonepeOrder(id: string) {
  const known = { paid: 'COMPLETED', pending: 'PENDING', failed: 'FAILED' }[state.outcome]
  return { orderId: `OMO${id}`, merchantOrderId: id, state: known, amount: state.paise }
}

/** Creates an order with a started payment, and returns the browser's next step. */
async function begin(name: Name) {
  await shops.use(ACCOUNTS[name])
  const order = await shops.placeOrder(SHOP)
  const { body } = await pay(order)
  const id =
    body.action?.formParams?.data.udf1 ?? /([0-9a-z]{26})(?:$|\?)/.exec(body.action?.redirectUrl)?.[1]
  return { ...order, response: body, id: String(id) }
}

function pay(order: { orderId: string; token: string }, headers = {}) {
  const fields = { method: 'card', phone: '+919876543210' }
  return shops.call(SHOP, '/payments', {
    body: { orderId: order.orderId, fields },
    token: order.token,
    headers,
  })
}

interface Delivery {
  body: string
  headers: Record<string, string>
}

/** The provider's signed webhook for the payment's current state. */
function reportOf(name: Name, id: string): Delivery {
  if (name === 'payu') {
    const fields = new URLSearchParams({
      mihpayid: '4039937155',
      status: { paid: 'success', pending: 'pending', failed: 'failure' }[state.outcome],
      key: 'JPM7Fg',
      txnid: id.slice(0, 25),
      amount: (state.paise / 100).toFixed(2),
      productinfo: 'Order',
      firstname: 'Asha',
      email: 'asha@example.com',
      udf1: id,
    })
    fields.set('hash', payuResponseHash(fields, SECRETS.payu.salt))
    return { body: fields.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }
  const json = { 'content-type': 'application/json' }
  if (name === 'razorpay') {
    const entity = razorpayLink(`plink_${id}`)
    const body = JSON.stringify({
      event: `payment_link.${entity.status}`,
      payload: { payment_link: { entity } },
    })
    const signature = createHmac('sha256', SECRETS.razorpay.webhookSecret).update(body).digest('hex')
    const event = `evt_${id}_${entity.status}`
    return { body, headers: { ...json, 'x-razorpay-signature': signature, 'x-razorpay-event-id': event } }
  }
  if (name === 'cashfree') {
    const body = JSON.stringify({ data: cashfreeLink(id), type: 'PAYMENT_LINK_EVENT', version: 1 })
    const timestamp = String(shops.clock.now.getTime())
    const signature = createHmac('sha256', SECRETS.cashfree.clientSecret)
      .update(timestamp + body)
      .digest('base64')
    return { body, headers: { ...json, 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature } }
  }
  const event = state.outcome === 'failed' ? 'checkout.order.failed' : 'checkout.order.completed'
  return {
    body: JSON.stringify({ event, payload: phonepeOrder(id) }),
    headers: { ...json, authorization: phonepeAuthorization(SECRETS.phonepe.webhookLogin) },
  }
}

async function deliver(name: Name, { body, headers }: Delivery, host = SHOP) {
  const path = `/api/v1/payments/callback/${name}`
  const { app } = shops
  const response = await app.request(path, { method: 'POST', headers: { host, ...headers }, body })
  return { status: response.status, ...(await response.json()) }
}

const NAMES: Name[] = ['payu', 'razorpay', 'cashfree', 'phonepe']

describe.each(NAMES)('%s', (name) => {
  it('is paid from the shop to the provider and back, and the order moves on once', async () => {
    const order = await begin(name)
    expect(order.response.success).toBe(true)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)

    state.outcome = 'paid'
    const report = reportOf(name, order.id)
    expect(await deliver(name, report)).toEqual({ status: 200, result: 'order paid' })
    expect((await deliver(name, report)).result).toMatch(/^(duplicate|no change)$/)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
    expect(await shops.payment(order.id)).toMatchObject({ status: 'paid', provider: name, nextCheckAt: null })
  })

  it('leaves a failed payment Pending, to be paid later', async () => {
    const order = await begin(name)
    state.outcome = 'failed'
    const failed = reportOf(name, order.id)
    expect(await deliver(name, failed)).toEqual({ status: 200, result: 'declined' })
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
    state.outcome = 'paid'
    expect((await deliver(name, reportOf(name, order.id))).result).toBe('order paid')
    expect((await deliver(name, failed)).result).toMatch(/^(duplicate|no change)$/)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
  })

  it('counts only over the exact amount of the order', async () => {
    const order = await begin(name)
    for (const paise of [100, 99_949, 99_951, 9_995_000]) {
      state = { outcome: 'paid', paise }
      expect((await deliver(name, reportOf(name, order.id))).status).toBe(422)
    }
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
  })

  it('is refused unsigned, and with a signature for other bytes', async () => {
    const order = await begin(name)
    state.outcome = 'paid'
    const report = reportOf(name, order.id)
    const spoilt = Object.entries(report.headers).map(([key, value]) => [
      key,
      /signature|authorization/.test(key) ? `${value.startsWith('x') ? 'y' : 'x'}${value.slice(1)}` : value,
    ])
    const forged =
      name === 'payu' ? { ...report, body: report.body.replace(/hash=.{4}/, 'hash=0000') } : report
    expect((await deliver(name, { ...forged, headers: Object.fromEntries(spoilt) })).status).toBe(401)
    expect((await deliver(name, { body: '', headers: {} })).status).toBe(401)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
  })

  it('pays no order of another shop, which has the same account', async () => {
    const order = await begin(name)
    const { putPaymentAccounts } = await import('../../../api/modules/tenants/write.ts')
    await putPaymentAccounts(shops.db, 'bela', [ACCOUNTS[name]])
    state.outcome = 'paid'
    expect((await deliver(name, reportOf(name, order.id), 'bela.example')).status).toBe(422)
    await putPaymentAccounts(shops.db, 'bela', [])
    expect((await deliver(name, reportOf(name, order.id), 'bela.example')).status).toBe(401)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
  })

  it(
    'brings the browser back to the shop without a cookie, and knows the outcome by then',
    { tags: ['@decision-16.3'] },
    async () => {
      const order = await begin(name)
      const back = () => comeBack(name, order.id)
      const waiting = await back()
      expect(waiting.status).toBe(303)
      expect(waiting.headers.get('location')).toBe(
        `https://asha.example/payment?orderId=${order.orderId}&result=pending`,
      )
      state.outcome = 'paid'
      expect((await back()).headers.get('location')).toBe('https://asha.example/order-success')
      expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
    },
  )

  it.each<[string, StubResponse]>([
    ['answers 500', { status: 500, body: {} }],
    ['answers a page', { status: 200, body: '<html>Sorry</html>' }],
    ['answers something else', { status: 200, body: { transaction_details: {}, ok: true } }],
    ['sends us elsewhere', { redirect: 'https://evil.example/' }],
    ['breaks off', 'reset'],
  ])('keeps the order Pending when the provider %s', async (_fault, fault) => {
    const order = await begin(name)
    state.outcome = 'paid'
    const report = reportOf(name, order.id)
    const hasStatusRequest = name === 'payu' || name === 'phonepe'
    state.fault = fault
    expect((await comeBack(name, order.id)).status).toBe(303)
    if (hasStatusRequest) expect((await deliver(name, report)).status).toBe(503)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)

    if (name !== 'payu') expect((await pay(order)).body).toEqual(FAILED)
    state = { outcome: 'paid', paise: 99_950 }
    expect((await deliver(name, report)).result).toBe('order paid')
  })
})

/** The browser's return from the provider: PayU by a cross-site POST, the others by a link. */
function comeBack(name: Name, id: string): Promise<Response> {
  const path = `/api/v1/payments/return/${name}/${id}`
  if (name === 'payu') {
    const headers = { origin: 'https://test.payu.in', 'sec-fetch-site': 'cross-site' }
    return shops.request(SHOP, path, {
      form: Object.fromEntries(new URLSearchParams(reportOf(name, id).body)),
      headers,
    })
  }
  const [status, payment] = ['paid', 'pay_IH3d0ara9bSsjQ']
  const signature = createHmac('sha256', SECRETS.razorpay.keySecret)
    .update([`plink_${id}`, id, status, payment].join('|'))
    .digest('hex')
  const query = new URLSearchParams({
    razorpay_payment_id: payment,
    razorpay_payment_link_id: `plink_${id}`,
    razorpay_payment_link_reference_id: id,
    razorpay_payment_link_status: status,
    razorpay_signature: signature,
  })
  return shops.request(SHOP, `${path}${name === 'razorpay' ? `?${query}` : ''}`)
}

describe('how a payment starts', () => {
  it("by a payment link, without the order number and the account's e-mail", async () => {
    await shops.use(ACCOUNTS.payu)
    const { orderId, email, token } = await shops.placeOrder(SHOP)
    const link = await shops.call(SHOP, `/orders/${orderId}/payment-link`, { method: 'POST', token })
    const payLinked = async (fields: Record<string, string>) => {
      const path = `/payment-links/${link.body.token}/payments`
      return (await shops.call(SHOP, path, { body: { fields: { method: 'card', ...fields } } })).body
    }
    const { data } = (await payLinked({ phone: '+919876543210' })).action.formParams
    expect(data).toMatchObject({
      productinfo: `Order ${link.body.reference}`,
      email: 'payments@asha.example',
      phone: '+919876543210',
    })
    expect(JSON.stringify(data)).not.toContain(email)
    expect(JSON.stringify(data)).not.toContain(orderId)
  })

  it(
    'PayU: by a signed form that the relay posts on without its own fields',
    { tags: ['@decision-16.2'] },
    async () => {
      const { response, id, orderId } = await begin('payu')
      const { redirectUrl, formParams } = response.action
      expect([response.action.type, redirectUrl, formParams.url]).toEqual([
        'redirect_post',
        'https://asha.example/api/v1/payments/relay',
        'https://test.payu.in/_payment',
      ])
      expect(formParams.data).toMatchObject({
        key: 'JPM7Fg',
        txnid: id.slice(0, 25),
        amount: '999.50',
        productinfo: `Order ${orderId}`,
        firstname: 'Asha',
        phone: '+919876543210',
        surl: `https://asha.example/api/v1/payments/return/payu/${id}`,
        hash: expect.stringMatching(/^[0-9a-f]{128}$/),
      })
      const relay = (data: Record<string, string>, url = formParams.url) =>
        shops.request(SHOP, '/api/v1/payments/relay', {
          form: {
            type: 'payu',
            url,
            ...Object.fromEntries(Object.entries(data).map(([key, value]) => [`data[${key}]`, value])),
          },
        })
      const relayed = await relay(formParams.data)
      const page = await relayed.text()
      expect(page).toContain('action="https://test.payu.in/_payment"')
      expect(page).not.toMatch(/name="(?:signature|expires)"/)
      expect(relayed.headers.get('content-security-policy')).toContain(
        'form-action https://test.payu.in https://*.payu.in;',
      )
      expect((await relay({ ...formParams.data, amount: '1.00' })).status).toBe(400)
      expect((await relay({ ...formParams.data, surl: 'https://evil.example' })).status).toBe(400)
      expect((await relay(formParams.data, 'https://evil.example/_payment')).status).toBe(400)
    },
  )

  it('Razorpay: by a link over the amount in paise, asked for with the key', async () => {
    const { response, id } = await begin('razorpay')
    expect(response.action).toEqual({ type: 'deeplink', redirectUrl: `https://rzp.io/i/plink_${id}` })
    const [statusRequest] = shops.stub.requests
    expect([statusRequest?.method, statusRequest?.path]).toEqual(['POST', '/v1/payment_links'])
    expect(statusRequest?.headers.authorization).toBe(
      `Basic ${Buffer.from('rzp_test_1DP5mmOlF5G5ag:key of Razorpay').toString('base64')}`,
    )
    expect(JSON.parse(statusRequest?.body ?? '')).toMatchObject({
      amount: 99_950,
      currency: 'INR',
      accept_partial: false,
      reference_id: id,
      callback_url: `https://asha.example/api/v1/payments/return/razorpay/${id}`,
      callback_method: 'get',
    })
    expect(await shops.payment(id)).toMatchObject({
      gatewayReference: `plink_${id}`,
      nextCheckAt: new Date('2026-11-21T10:00:20Z'),
    })
  })

  it('Cashfree: by a link over rupees that reports to this shop', async () => {
    const { response, id } = await begin('cashfree')
    expect(response.action.redirectUrl).toBe(`https://payments-test.cashfree.com/links/${id}`)
    const [statusRequest] = shops.stub.requests
    expect(statusRequest?.headers).toMatchObject({
      'x-client-id': 'TEST430329ae80e0f32e',
      'x-client-secret': 'client of Cashfree',
      'x-api-version': '2025-01-01',
    })
    expect(JSON.parse(statusRequest?.body ?? '')).toMatchObject({
      link_id: id,
      link_amount: 999.5,
      link_partial_payments: false,
      link_meta: {
        return_url: `https://asha.example/api/v1/payments/return/cashfree/${id}`,
        notify_url: 'https://asha.example/api/v1/payments/callback/cashfree',
      },
    })
  })

  it('PhonePe: signed in with a token that is kept while it is valid, and fetched anew when it is refused', async () => {
    const paths = () => shops.stub.requests.map(({ path }) => path.replace('/apis/pg-sandbox', ''))
    await begin('phonepe')
    shops.stub.requests.length = 0
    const { response, id } = await begin('phonepe')
    expect(response.action.redirectUrl).toBe(`https://mercury-uat.phonepe.com/transact/uat_v2?token=${id}`)
    expect(paths()).toEqual(['/checkout/v2/pay'])
    expect(shops.stub.requests[0]?.headers.authorization).toBe('O-Bearer a token of PhonePe')

    let isRefused = true
    shops.stub.respond(({ path, body }) => {
      if (path.endsWith('/token')) return { status: 200, body: { access_token: 'new', expires_at: 9e9 } }
      if (isRefused) {
        isRefused = false
        return { status: 401, body: {} }
      }
      const { merchantOrderId } = JSON.parse(body)
      return {
        status: 200,
        body: { orderId: 'OMO', redirectUrl: `https://x.phonepe.com/${merchantOrderId}` },
      }
    })
    expect((await begin('phonepe')).response.success).toBe(true)
    expect(paths()).toEqual(['/checkout/v2/pay', '/v1/oauth/token', '/checkout/v2/pay'])
  })

  it('never at a host other than the provider’s', async () => {
    for (const short_url of [
      'https://rzp.io.evil.example/i/1',
      'http://rzp.io/i/1',
      'javascript:alert(1)',
      'x',
    ]) {
      shops.stub.respond(({ body }) => ({
        status: 200,
        body: {
          ...{ id: 'plink_1', reference_id: JSON.parse(body).reference_id, amount: 99_950, amount_paid: 0 },
          ...{ currency: 'INR', status: 'created', short_url },
        },
      }))
      expect((await begin('razorpay')).response).toEqual(FAILED)
    }
  })

  it('with the same Idempotency-Key once: one link, one response', async () => {
    await shops.use(ACCOUNTS.razorpay)
    const order = await shops.placeOrder(SHOP)
    const first = await pay(order, { 'idempotency-key': 'once' })
    const again = await pay(order, { 'idempotency-key': 'once' })
    expect(again.body).toEqual(first.body)
    expect(shops.stub.requests).toHaveLength(1)
  })

  it('fails with the shop’s sentence while a secret is missing, and goes on as soon as it is there', async () => {
    const { asha, ...others } = shops.secrets()
    shops.writeSecrets({ ...others, asha: { ...asha, razorpay: { keySecret: 'key of Razorpay' } } })
    expect((await begin('razorpay')).response).toEqual(FAILED)
    expect(shops.log.at(-1)).toMatchObject({
      level: 'error',
      event: 'payment not started',
      tenant: 'asha',
      reason: expect.stringContaining('asha.razorpay.webhookSecret'),
    })
    expect(JSON.stringify(shops.log)).not.toMatch(/key of|webhook of|client of|salt of|a token of|loom-7/)
    shops.writeSecrets({ ...others, asha })
    expect((await begin('razorpay')).response.success).toBe(true)
  })
})

it('takes a payment that was begun with the account before', async () => {
  const order = await begin('razorpay')
  await shops.use(ACCOUNTS.cashfree, ACCOUNTS.razorpay)
  state.outcome = 'paid'
  expect((await deliver('razorpay', reportOf('razorpay', order.id))).result).toBe('order paid')
})

it('accepts only the Razorpay link of the payment', async () => {
  const [order, other] = [await begin('razorpay'), await begin('razorpay')]
  state.outcome = 'paid'
  links.set(`plink_${other.id}`, { reference_id: order.id, amount: 99_950 })
  expect((await deliver('razorpay', reportOf('razorpay', other.id))).status).toBe(422)
  expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
})

it('pays nothing for a replay under another event id, and ignores what is about something else', async () => {
  const order = await begin('razorpay')
  state.outcome = 'paid'
  const report = reportOf('razorpay', order.id)
  await deliver('razorpay', report)
  const replay = { ...report, headers: { ...report.headers, 'x-razorpay-event-id': 'evt_other' } }
  expect((await deliver('razorpay', replay)).result).toBe('no change')

  const body = '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1"}}}}'
  const signature = createHmac('sha256', SECRETS.razorpay.webhookSecret).update(body).digest('hex')
  const about = { body, headers: { ...report.headers, 'x-razorpay-signature': signature } }
  expect(await deliver('razorpay', about)).toEqual({ status: 200, result: 'ignored' })
})

it('trusts PhonePe’s status and not the body of its webhook', async () => {
  const order = await begin('phonepe')
  state.outcome = 'paid'
  const report = reportOf('phonepe', order.id)
  state.outcome = 'pending'
  expect(await deliver('phonepe', report)).toEqual({ status: 200, result: 'no change' })
  expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
})

it('pays 1 order once when 20 webhooks and returns arrive at the same moment', async () => {
  const order = await begin('payu')
  state.outcome = 'paid'
  const report = reportOf('payu', order.id)
  const results = await Promise.all(Array.from({ length: 20 }, () => deliver('payu', report)))
  expect(results.filter(({ result }) => result === 'order paid')).toHaveLength(1)
  expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
})
