import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { payments } from '../../../../api/db/schema.ts'
import { parseOrderNumber } from '../../../../api/ids.ts'
import { advanceOrder } from '../../../../api/modules/orders/advance.ts'
import { sandboxHeaders } from '../../../kit/api/sandbox-webhook.ts'
import { ADDRESS, openSandboxStore, serve, type Store } from '../../../kit/api/store.ts'

let store: Store

const SHOP = 'asha.localhost'
const PHONE = '+919876543210'

beforeAll(async () => {
  store = await openSandboxStore()
}, 60_000)

afterAll(() => store.close())

async function pay(
  order: { orderId: string; token: string },
  fields: object = {},
  host = SHOP,
  headers = {},
) {
  return store.call(host, '/payments', {
    body: { orderId: order.orderId, fields: { method: 'card', phone: PHONE, ...fields } },
    token: order.token,
    headers,
  })
}

/** A new order whose card payment has begun. */
async function begin(host = SHOP) {
  const order = await store.placeOrder(host)
  const { body } = await pay(order, {}, host)
  return {
    ...order,
    form: body.action.formParams,
    paymentId: body.action.formParams.data.paymentId as string,
  }
}

interface Payment {
  orderId: string
  paymentId: string
}

function report({ orderId, paymentId }: Payment, changes: object = {}) {
  return JSON.stringify({
    eventId: Math.random().toString(36),
    type: 'payment.paid',
    paymentId,
    orderId,
    amount: '999.50',
    currency: 'INR',
    ...changes,
  })
}

/** Delivers a webhook like the provider; `secret`, `tenantId` and `time` let a test forge it. */
async function deliver(
  body: string,
  options: { secret?: string; tenantId?: string; time?: Date; sent?: string } = {},
) {
  const { time = store.clock.now, sent = body, ...forgery } = options
  const { status, body: response } = await store.call(SHOP, '/payments/callback/sandbox', {
    body: sent,
    headers: sandboxHeaders(body, time, forgery),
  })
  return { status, response }
}

async function paymentStatus(id: string): Promise<string | undefined> {
  const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(payments))
  return rows.find((row) => row.id === id)?.status
}

describe('GET /payments/fields', () => {
  it('describes a way to pay and a phone that follows it', async () => {
    const { body } = await store.call(SHOP, '/payments/fields')
    expect(
      body.fields.map(({ name, type, showWhenFilled }: Record<string, unknown>) => [
        name,
        type,
        showWhenFilled,
      ]),
    ).toEqual([
      ['method', 'select', undefined],
      ['phone', 'tel', ['method']],
    ])
    expect(body.fields[0].options.map(({ value }: { value: string }) => value)).toEqual([
      'upi-qr',
      'upi-app',
      'card',
    ])
  })

  it(
    'offers nothing without a provider when the shop confirms nothing manually',
    { tags: ['@decision-1.5'] },
    async () => {
      const { call } = serve(store.db, { sandbox: false })
      const { body } = await call(SHOP, '/payments/fields')
      expect(body.fields[0]).toMatchObject({
        options: [],
        description: "This shop doesn't take online payments yet. Please contact the shop.",
      })
      const order = await store.placeOrder(SHOP)
      const fields = { method: 'upi-qr', phone: PHONE }
      const response = await call(SHOP, '/payments', {
        body: { orderId: order.orderId, fields },
        token: order.token,
      })
      expect(response.body).toEqual({ success: false, error: 'Choose a way to pay.' })
    },
  )
})

describe('POST /payments', () => {
  it('answers a QR code with a UPI link over the amount of the order', async () => {
    const order = await store.placeOrder(SHOP)
    const { body } = await pay(order, { method: 'upi-qr' })
    expect(body).toEqual({
      success: true,
      action: { type: 'qr', qr: expect.any(String) },
      expiresAt: '2026-11-21T10:15:00.000Z',
    })
    const link = new URL(body.action.qr)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      pa: 'asha@bank',
      pn: 'asha & Sons',
      mc: '5651',
      tr: expect.stringMatching(/^[0-9a-z]{26}$/),
      tn: `Order ${order.orderId}`,
      am: '999.50',
      cu: 'INR',
    })
  })

  it('answers a link for a payment app', async () => {
    const { body } = await pay(await store.placeOrder(SHOP), { method: 'upi-app' })
    expect(body.action).toEqual({
      type: 'deeplink',
      redirectUrl: expect.stringMatching(/^upi:\/\/pay\?pa=asha@bank&/),
    })
  })

  it('answers a signed form for the relay on the API itself', async () => {
    const order = await store.placeOrder(SHOP)
    const { body } = await pay(order, {}, `api.${SHOP}`)
    expect(body.action).toEqual({
      type: 'redirect_post',
      redirectUrl: 'http://api.asha.localhost/api/v1/payments/relay',
      formParams: {
        type: 'sandbox',
        url: 'http://api.asha.localhost/sandbox/pay',
        data: {
          paymentId: expect.stringMatching(/^[0-9a-z]{26}$/),
          orderId: order.orderId,
          amount: '999.50',
          currency: 'INR',
          shop: 'asha store',
          returnUrl: 'http://api.asha.localhost/api/v1/payments/return/sandbox',
          expires: String(store.clock.now.getTime() + 30 * 60_000),
          signature: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    })
  })

  it.each([
    [{ method: '' }, 'Choose a way to pay.'],
    [{ method: 'cash' }, 'Choose a way to pay.'],
    [{ phone: '+91' }, 'Enter an Indian mobile number: +91 and 10 digits.'],
    [{ phone: '+911234567890' }, 'Enter an Indian mobile number: +91 and 10 digits.'],
  ])('names the missing field of the form: %o', async (fields, error) => {
    const { status, body } = await pay(await store.placeOrder(SHOP), fields)
    expect([status, body]).toEqual([200, { success: false, error }])
  })

  it(
    'refuses an order of another shopper or shop, and one that does not exist',
    { tags: ['@asvs-8.2.2'] },
    async () => {
      const order = await store.placeOrder(SHOP)
      const other = await store.signIn(SHOP)
      const elsewhere = await store.signIn('bela.localhost')
      const responses = [
        await pay({ ...order, token: other.token }),
        await pay({ ...order, token: elsewhere.token }, {}, 'bela.localhost'),
        await pay({ ...order, orderId: '0000-0000-0000' }),
        await pay({ ...order, orderId: '../../orders' }),
      ]
      for (const { status, body } of responses)
        expect([status, body]).toEqual([404, { error: 'Order not found' }])
    },
  )

  it(
    'refuses an order that is paid, moved on unpaid or cancelled, with a sentence',
    { tags: ['@asvs-2.3.1'] },
    async () => {
      const paid = await begin()
      await deliver(report(paid))
      const unpaid = await store.placeOrder(SHOP)
      const numberOfUnpaid = parseOrderNumber(unpaid.orderId) ?? ''
      await withTenant(store.db, 'asha', (tx) =>
        advanceOrder(tx, 'asha', numberOfUnpaid, 1, { allowsUnpaid: true }),
      )
      for (const order of [paid, unpaid]) {
        expect((await pay(order)).body).toEqual({
          success: false,
          error: 'This order is no longer waiting for payment.',
        })
      }

      const cancelled = await store.placeOrder(SHOP)
      const number = parseOrderNumber(cancelled.orderId) ?? ''
      await withTenant(store.db, 'asha', (tx) => advanceOrder(tx, 'asha', number, 4))
      expect((await pay(cancelled)).body).toEqual({
        success: false,
        error: 'This order was cancelled. Please place a new order.',
      })
    },
  )
})

describe('the webhook of a provider', () => {
  it('moves a paid order from Pending to Processing, once', { tags: ['@req-13.4'] }, async () => {
    const order = await begin()
    const body = report(order)
    expect(await deliver(body)).toEqual({ status: 200, response: { result: 'order paid' } })
    expect(await deliver(body)).toEqual({ status: 200, response: { result: 'duplicate' } })
    expect(await deliver(report(order))).toEqual({ status: 200, response: { result: 'no change' } })
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(1)
    expect(await paymentStatus(order.paymentId)).toBe('paid')
  })

  it('leaves a declined order Pending, to be paid later', async () => {
    const order = await begin()
    expect((await deliver(report(order, { type: 'payment.declined' }))).response).toEqual({
      result: 'declined',
    })
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(0)
    expect((await deliver(report(order))).response).toEqual({ result: 'order paid' })
    expect((await deliver(report(order, { type: 'payment.declined' }))).response).toEqual({
      result: 'no change',
    })
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(1)
  })

  it(
    'takes 30 deliveries of 10 payments in any order and pays each once',
    { tags: ['@req-13.4'] },
    async () => {
      const orders = await Promise.all(Array.from({ length: 10 }, () => begin()))
      const bodies = orders.map((order) => report(order))
      const shuffled = [...bodies, ...bodies, ...bodies].sort(() => Math.random() - 0.5)
      const results = await Promise.all(shuffled.map((body) => deliver(body)))
      expect(results.filter(({ response }) => response.result === 'order paid')).toHaveLength(10)
      expect(results.filter(({ response }) => response.result === 'duplicate')).toHaveLength(20)
      for (const { orderId, token } of orders) expect(await store.statusOf(SHOP, orderId, token)).toBe(1)
    },
  )

  it('records a late success on a cancelled order as a refund due', async () => {
    const order = await begin()
    const number = parseOrderNumber(order.orderId) ?? ''
    await withTenant(store.db, 'asha', (tx) => advanceOrder(tx, 'asha', number, 4))
    expect((await deliver(report(order))).response).toEqual({ result: 'refund due' })
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(4)
    expect(await paymentStatus(order.paymentId)).toBe('refund due')
  })

  it('records the second payment of one order as a refund due', { tags: ['@asvs-2.3.4'] }, async () => {
    const order = await begin()
    const second = (await pay(order)).body.action.formParams.data.paymentId
    await deliver(report(order))
    expect((await deliver(report({ ...order, paymentId: second }))).response).toEqual({
      result: 'refund due',
    })
    expect(await paymentStatus(order.paymentId)).toBe('paid')
  })

  it.each([
    ['another secret', { secret: 'another secret that is long enough, too' }],
    ['the secret of another shop', { tenantId: 'bela' }],
    ['a time 6 minutes ago', { time: new Date('2026-11-21T09:54:00Z') }],
    ['a time 6 minutes ahead', { time: new Date('2026-11-21T10:06:00Z') }],
  ])(
    'is refused when it is signed with %s',
    { tags: ['@asvs-9.1.2', '@asvs-9.2.1', '@asvs-9.2.2', '@req-13.4'] },
    async (_case, options) => {
      const order = await begin()
      expect((await deliver(report(order), options)).status).toBe(401)
      expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(0)
    },
  )

  it('is refused when one byte of it was changed', { tags: ['@asvs-16.5.3', '@req-13.4'] }, async () => {
    const order = await begin()
    const body = report(order)
    for (const sent of [
      body.replace('999.50', '999.51'),
      `${body} `,
      body.replace('"eventId":"0', '"eventId":"1'),
    ]) {
      expect((await deliver(body, { sent })).status).toBe(401)
    }
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(0)
  })

  it(
    'is refused when it is aimed at another order, amount, currency or payment',
    { tags: ['@asvs-2.2.3', '@req-13.4'] },
    async () => {
      const [order, other] = [await begin(), await begin()]
      const elsewhere = await begin('bela.localhost')
      const aimed = [
        report(order, { orderId: other.orderId }),
        report(order, { amount: '1.00' }),
        report(order, { amount: '9995.00' }),
        report(order, { currency: 'USD' }),
        report(order, { paymentId: 'unknown' }),
        report(order, { paymentId: elsewhere.paymentId, orderId: elsewhere.orderId }),
      ]
      for (const body of aimed) expect((await deliver(body)).status).toBe(422)
      for (const { orderId, token } of [order, other]) {
        expect(await store.statusOf(SHOP, orderId, token)).toBe(0)
      }
      expect((await deliver(report(order))).response).toEqual({ result: 'order paid' })
    },
  )

  it('is refused where the sandbox is off', { tags: ['@req-13.3'] }, async () => {
    const { call } = serve(store.db, { sandbox: false })
    const body = report(await begin())
    const headers = sandboxHeaders(body, store.clock.now)
    expect((await call(SHOP, '/payments/callback/sandbox', { body, headers })).status).toBe(401)
  })
})

/** The fields of a `redirect_post` as the browser posts them: `type`, `url`, `data[key]`. docs/requirements.md#46-payment-flow */
function relayForm(form: {
  type: string
  url: string
  data: Record<string, string>
}): Record<string, string> {
  const data = Object.entries(form.data).map(([key, value]) => [`data[${key}]`, value])
  return { type: form.type, url: form.url, ...Object.fromEntries(data) }
}

function hiddenFields(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value?.replaceAll('&amp;', '&')]))
}

describe('the way of a browser through the sandbox', () => {
  it('names the amount as shops write it', async () => {
    const { token } = await store.signIn(SHOP)
    const products = { [await store.productId(SHOP, 'kurta')]: 2 }
    const { body } = await store.call(SHOP, '/orders', {
      body: { products, shippingAddress: ADDRESS },
      token,
    })
    const fields = { method: 'upi-qr', phone: '+919876543210' }
    await store.call(SHOP, '/payments', { body: { orderId: body.id, fields }, token })
    const found = await store.request(SHOP, `/sandbox/upi?order=${body.id}`)
    const page = await store.request(SHOP, found.headers.get('location') ?? '')
    expect(await page.text()).toContain('<dd>₹1,999</dd>')
  })

  it.each([
    ['approve', 1, /^http:\/\/asha\.localhost:4321\/order-success$/],
    ['decline', 0, /^http:\/\/asha\.localhost:4321\/payment\?orderId=[\w-]{14}&result=declined$/],
  ])('relay, page, %s, signed webhook, return to the shop', async (decision, status, location) => {
    const order = await begin()
    const relayed = await store.request(SHOP, '/api/v1/payments/relay', { form: relayForm(order.form) })
    const relayPage = await relayed.text()
    expect(relayed.status).toBe(200)
    expect(relayPage).toContain('action="http://asha.localhost/sandbox/pay"')

    const shown = await store.request(SHOP, '/sandbox/pay', { form: hiddenFields(relayPage) })
    const providerPage = await shown.text()
    expect(providerPage).toContain('Sandbox: no money moves.')
    expect(providerPage).toContain('₹999.5')

    const decided = await store.request(SHOP, '/sandbox/pay/decision', {
      form: { ...hiddenFields(providerPage), decision },
    })
    const fields = hiddenFields(await decided.text())
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(status)

    const returned = await store.request(SHOP, '/api/v1/payments/return/sandbox', {
      form: fields,
      headers: { origin: 'https://gateway.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(returned.status).toBe(303)
    expect(returned.headers.get('location')).toMatch(location)
  })

  it('ends where it began, also on a local host with the port of the storefront', async () => {
    for (const [host, origin] of [
      ['localhost:8044', 'http://127.0.0.1:4321'],
      ['localhost:8044', 'http://localhost:4321'],
      ['bela.localhost:8044', 'http://bela.localhost:4321'],
    ] as const) {
      const order = await store.placeOrder(host)
      const { body } = await pay(order, {}, host, { origin })
      const form = { paymentId: body.action.formParams.data.paymentId }
      const returned = await store.request(host, '/api/v1/payments/return/sandbox', { form })
      expect(returned.headers.get('location')).toBe(
        `${origin}/payment?orderId=${order.orderId}&result=pending`,
      )
    }
  })

  it('never leads to a site that a request names', async () => {
    const order = await store.placeOrder(SHOP)
    const { status } = await pay(order, {}, SHOP, { origin: 'https://evil.example' })
    expect(status).toBe(403)
    for (const paymentId of ['', 'unknown', '//evil.example', '../x']) {
      const returned = await store.request(SHOP, '/api/v1/payments/return/sandbox', {
        form: { paymentId, returnUrl: 'https://evil.example' },
      })
      expect(returned.status).toBe(404)
    }
  })

  it(
    'forwards only a form signed for this shop, and only to its provider',
    { tags: ['@asvs-9.1.1', '@asvs-9.2.3', '@decision-16.1', '@req-13.2'] },
    async () => {
      const { form } = await begin()
      const data = form.data as Record<string, string>
      const changed = [
        { ...form, url: 'https://evil.example/pay' },
        { ...form, url: 'javascript:alert(1)' },
        { ...form, type: 'other' },
        { ...form, data: { ...data, amount: '1.00' } },
        { ...form, data: { ...data, returnUrl: 'https://evil.example' } },
        { ...form, data: { ...data, signature: '0'.repeat(64) } },
        { ...form, data: {} },
      ]
      for (const one of changed) {
        const response = await store.request(SHOP, '/api/v1/payments/relay', { form: relayForm(one) })
        expect(response.status).toBe(400)
      }
      const elsewhere = await store.request('bela.localhost', '/api/v1/payments/relay', {
        form: relayForm(form),
      })
      expect(elsewhere.status).toBe(400)

      store.clock.now = new Date('2026-11-21T10:30:00Z')
      const late = await store.request(SHOP, '/api/v1/payments/relay', { form: relayForm(form) })
      expect(late.status).toBe(400)
      store.clock.now = new Date('2026-11-21T10:00:00Z')
    },
  )

  it('shows failures to browsers as a page and to programs as JSON', async () => {
    const accept = { accept: 'text/html' }
    const shown = await store.request(SHOP, '/api/v1/payments/relay', {
      form: { type: 'x' },
      headers: accept,
    })
    expect(shown.status).toBe(400)
    expect(shown.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(await shown.text()).toContain('The payment form names a provider that this shop does not use.')
  })

  it(
    'allows on its pages only the script and styles that they carry',
    { tags: ['@asvs-1.2.3'] },
    async () => {
      const { form } = await begin()
      const response = await store.request(SHOP, '/api/v1/payments/relay', { form: relayForm(form) })
      const page = await response.text()
      const policy = response.headers.get('content-security-policy') ?? ''
      for (const [tag, directive] of [
        ['style', 'style-src'],
        ['script', 'script-src'],
      ] as const) {
        const content = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? ''
        const hash = createHash('sha256').update(content).digest('base64')
        expect(policy).toContain(`${directive} 'sha256-${hash}'`)
      }
      expect(policy).toMatch(
        /^default-src 'none'; .*form-action http:\/\/asha\.localhost; .*frame-ancestors 'none'$/,
      )
    },
  )
})

describe('the sandbox for UPI', () => {
  it('finds a payment by the order number, and approving it pays the order', async () => {
    const order = await store.placeOrder(SHOP)
    await pay(order, { method: 'upi-qr' })
    const typed = order.orderId.toLowerCase().replaceAll('-', '')
    const found = await store.request(SHOP, `/sandbox/upi?order=${typed}`)
    const path = found.headers.get('location') ?? ''
    expect(path).toMatch(/^\/sandbox\/upi\/[0-9a-z]{26}$/)
    expect(await (await store.request(SHOP, path)).text()).toContain('Sandbox: no money moves.')

    const declined = await store.request(SHOP, path, { form: { decision: 'decline' } })
    expect(await declined.text()).toContain('Payment declined')
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(0)
    await store.request(SHOP, path, { form: { decision: 'approve' } })
    expect(await store.statusOf(SHOP, order.orderId, order.token)).toBe(1)
    expect(store.webhooks.at(-1)).toMatchObject({
      host: SHOP,
      path: '/api/v1/payments/callback/sandbox',
      headers: { 'x-sandbox-signature': expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })

  it('is not there where the sandbox is off', async () => {
    const { request } = serve(store.db, { sandbox: false })
    for (const path of ['/sandbox/upi', '/sandbox/pay']) {
      expect((await request(SHOP, path)).status).toBe(404)
    }
  })
})
