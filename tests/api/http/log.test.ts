import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createApp } from '../../../api/app.ts'
import { createLog } from '../../../api/http/log.ts'
import { routes } from '../../../api/routes.ts'
import { createServer } from '../../../api/http/server.ts'
import { ADDRESS, APP_CONFIG, openStore, SECRET, serve, type Store } from '../../kit/api/store.ts'

const SHOP = 'asha.example'
const EMAIL = 'Planted.Email@example.co.in'
const PASSWORD = 'planted weft "and" warp'
const PHONE = '+919812345670'

let store: Store
let app: ReturnType<typeof createApp>
let lines: string[]

beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())
beforeEach(() => {
  lines = []
  app = createApp({
    db: store.db,
    config: { ...APP_CONFIG, rateLimits: true },
    paymentSecrets: [SECRET],
    log: createLog('info', (line) => lines.push(line)),
    sendWebhook: () => Promise.resolve(200),
  })
})

async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  return app.request(`/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host: SHOP,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

function events(): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line))
}

const person = { email: EMAIL, password: PASSWORD, firstName: 'Plantedfirst', lastName: 'Plantedlast' }

it(
  'records registrations, sign-ins, sign-outs and refusals by a short hash of the account',
  { tags: ['@asvs-16.3.1', '@asvs-16.3.3'] },
  async () => {
    await call('/users/register', person)
    await call('/users/register', person)
    await call('/users/authorize', { email: EMAIL, password: 'wrong-wrong' })
    const response = await call('/users/authorize', { email: EMAIL, password: PASSWORD })
    const { token } = (await response.json()) as { token: string }
    await call('/users/logout', {}, { authorization: `Bearer ${token}` })
    await call('/accountInfo', undefined, { authorization: `Bearer ${token}` })
    await call('/orders/0000-0000-0000?contactInfo=planted%40example.com')
    await call('/payments/callback/sandbox', { planted: true })
    await call('/users/authorize', {}, { origin: 'https://evil.example' })
    await call('/storeInfo', undefined, { host: 'nobody.example' })

    expect(events().map(({ event, level, tenant }) => [event, level, tenant])).toEqual([
      ['registration', 'info', 'asha'],
      ['registration refused', 'warn', 'asha'],
      ['sign-in refused', 'warn', 'asha'],
      ['sign-in', 'info', 'asha'],
      ['sign-out', 'info', 'asha'],
      ['token refused', 'warn', 'asha'],
      ['tracking refused', 'warn', 'asha'],
      ['payment webhook refused', 'warn', 'asha'],
      ['origin refused', 'warn', 'asha'],
      ['host unknown', 'warn', undefined],
    ])
    const accounts = events()
      .slice(0, 5)
      .map(({ account }) => account)
    expect(accounts[0]).toMatch(/^[0-9a-f]{12}$/)
    expect(new Set(accounts).size).toBe(1)
    expect(new Set(events().map(({ request }) => request)).size).toBe(10)
  },
)

it('has the same request id in the response and in the log', async () => {
  const response = await call('/accountInfo', undefined, { authorization: 'Bearer nonsense' })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(events()[0]?.request).toBe(response.headers.get('x-request-id'))
})

it('records rate-limited callers', { tags: ['@asvs-16.3.3'] }, async () => {
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await call('/users/authorize', { email: 'guessed@example.com', password: 'wrong-wrong' })
  }
  expect(events().filter(({ event }) => event === 'rate limited')).toHaveLength(2)
})

it('contains no personal data or secret of 300 requests', { tags: ['@asvs-16.2.5'] }, async () => {
  const token = 'planted_token_planted_token_planted_token_1'
  const spellings = [EMAIL, EMAIL.toLowerCase(), 'Plantedfirst', 'Plantedlast', PHONE, token, '12 MG Road']
  const calls: [string, unknown?, Record<string, string>?][] = [
    ['/users/register', { ...person, email: EMAIL }],
    ['/users/authorize', { email: EMAIL, password: PASSWORD }],
    ['/accountInfo', undefined, { authorization: `Bearer ${token}`, cookie: `auth_token=${token}` }],
    [`/orders/0000-0000-0000?contactInfo=${encodeURIComponent(EMAIL)}`],
    [`/orders/0000-0000-0000?contactInfo=${encodeURIComponent(PHONE)}`],
    ['/orders', { shippingAddress: { ...ADDRESS, phone: PHONE } }, { authorization: `Bearer ${token}` }],
    [
      '/payments',
      { orderId: 'x', fields: { card: '4111111111111111' } },
      { authorization: `Bearer ${token}` },
    ],
    ['/payments/callback/sandbox', { email: EMAIL, password: PASSWORD }],
    [
      `/products?search=${encodeURIComponent(EMAIL)}&token=${token}`,
      undefined,
      { origin: `https://${token}` },
    ],
    [
      '/users/authorize',
      { email: EMAIL, password: PASSWORD },
      { origin: `https://evil.example/?token=${token}` },
    ],
  ]
  for (let round = 0; round < 30; round += 1) {
    for (const [path, body, headers] of calls) await call(path, body, headers)
  }
  expect(lines.length).toBeGreaterThan(200)
  for (const secret of [...spellings, PASSWORD, '4111111111111111', encodeURIComponent(EMAIL)]) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
  }
})

it('contains no values of a failed query', { tags: ['@asvs-16.3.4'] }, async () => {
  const failure = Object.assign(
    new Error(`Failed query: insert into users values ($1, $2)\nparams: asha,${EMAIL},${PASSWORD}`, {
      cause: Object.assign(new Error(`Key (email)=(${EMAIL}) is wrong`), {
        code: '23514',
        severity: 'ERROR',
      }),
    }),
    { params: [EMAIL, PASSWORD] },
  )
  const orm = new Proxy(store.db.orm, {
    get: () => () => {
      throw failure
    },
  })
  app = createApp({
    db: { orm, close: () => Promise.resolve() },
    config: APP_CONFIG,
    paymentSecrets: [SECRET],
    log: createLog('info', (line) => lines.push(line)),
    sendWebhook: () => Promise.resolve(200),
  })
  expect((await call('/users/register', person)).status).toBe(500)
  expect(events()).toMatchObject([
    { event: 'failure', level: 'error', status: 500, path: '/api/v1/users/register' },
  ])
  expect(lines[0]).not.toContain('example.co.in')
  expect(lines[0]).not.toContain(PASSWORD.slice(0, 12))
})

describe('a refusal of a guarded call is logged once', { tags: ['@asvs-16.3.2'] }, () => {
  const guarded = routes.filter(({ path, signedIn }) => signedIn ?? /{(?:orderId|token)}/.test(path))
  const pathOf = (path: string) => path.replace(/{\w+}/g, '0000-0000-0000')
  const BODIES: Record<string, object> = {
    cancelOrder: { contactInfo: 'planted@example.com' },
    requestReturn: {
      contactInfo: 'planted@example.com',
      items: [{ id: '0000-0000-0000-1', quantity: 1 }],
      reason: '',
    },
    withdrawReturn: { contactInfo: 'planted@example.com' },
    listTaxDocuments: { contactInfo: 'planted@example.com' },
    payLinkedOrder: { fields: {} },
    giveRefundDetails: { upiId: 'planted@okbank' },
    confirmOrder: { decision: 'confirm' },
  }

  it('knows the guarded calls', () => expect(guarded.length).toBeGreaterThan(12))

  it.each(guarded.map(({ operationId, method, path }) => [operationId, method, path] as const))(
    '%s',
    async (operationId, method, path) => {
      const { call, log } = serve(store.db)
      const body = BODIES[operationId]
      const options = { method: method.toUpperCase(), ...(body && { body }) }
      const { status } = await call(SHOP, pathOf(path), {
        ...options,
        headers: { authorization: 'Bearer nonsense' },
      })
      expect([401, 404]).toContain(status)
      expect(log).toMatchObject([{ level: 'warn', event: expect.stringMatching(/ (refused|missing)$/) }])
      expect(JSON.stringify(log)).not.toContain('planted')
    },
  )

  it('also of another account’s order, with its account', { tags: ['@asvs-16.3.2'] }, async () => {
    const { call, log } = serve(store.db)
    const { orderId } = await store.placeOrder(SHOP)
    const other = await store.signIn(SHOP)
    for (const path of [`/orders/${orderId}/payment`, `/payments/fields?orderId=${orderId}`]) {
      expect((await call(SHOP, path, { token: other.token })).status).toBe(404)
    }
    expect(log).toMatchObject([
      { event: 'access refused', operation: 'GET /orders/{orderId}/payment', tenant: 'asha' },
      { event: 'access refused', operation: 'GET /payments/fields', tenant: 'asha' },
    ])
    expect(log[0]?.account).toMatch(/^[0-9a-f]{12}$/)
  })

  it(
    'also of a call without a token, and of an invented return from a payment',
    { tags: ['@asvs-16.3.2'] },
    async () => {
      const { call, log } = serve(store.db)
      await call(SHOP, '/accountInfo')
      await call(SHOP, '/payments/return/razorpay/invented')
      expect(log.map(({ event }) => event)).toEqual(['token missing', 'payment return refused'])
    },
  )
})

it('names an account by a pseudonym that only the secret of this installation gives', async () => {
  const accounts = []
  for (const secret of [SECRET, SECRET, 'another payment secret, of 32 characters']) {
    const logged: Record<string, unknown>[] = []
    const other = createApp({
      db: store.db,
      config: APP_CONFIG,
      paymentSecrets: [secret],
      log: (entry) => logged.push(entry),
      sendWebhook: () => Promise.resolve(200),
    })
    await other.request('/api/v1/users/authorize', {
      method: 'POST',
      headers: { host: SHOP, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'listed@example.com', password: 'wrong-wrong' }),
    })
    accounts.push(logged[0]?.account)
  }
  const plain = createHash('sha256')
    .update(JSON.stringify(['asha', 'listed@example.com']))
    .digest('hex')
  expect(accounts[0]).toMatch(/^[0-9a-f]{12}$/)
  expect(accounts[1]).toBe(accounts[0])
  expect(accounts[2]).not.toBe(accounts[0])
  expect(plain.startsWith(String(accounts[0]))).toBe(false)
})

it('has invented hosts once in ten seconds, with the count of the others', async () => {
  const { call, clock, log } = serve(store.db)
  for (let index = 0; index < 50; index += 1) await call(`invented${index}.example`, '/storeInfo')
  expect(log.map(({ event }) => event)).toEqual(['host unknown'])
  clock.now = new Date(clock.now.getTime() + 10_000)
  await call('invented50.example', '/storeInfo')
  expect(log).toMatchObject([
    { event: 'host unknown', host: 'invented0.example' },
    { event: 'host unknown', host: 'invented50.example', leftOut: 49 },
  ])
})

it.each(['content-length: 500', 'transfer-encoding: chunked'])(
  'has no database error for an upload with %s that its client aborts',
  async (length) => {
    const { app, log } = serve(store.db)
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const received = once(server, 'request')
    socket.write(
      `POST /api/v1/users/authorize HTTP/1.1\r\nhost: ${SHOP}\r\ncontent-type: application/json\r\n${length}\r\n\r\n9\r\n{"email":`,
    )
    await received
    socket.destroy()
    const metrics = async () => (await fetchMetrics(app)).text()
    await vi.waitFor(
      async () => expect(await metrics()).toContain('operation="POST /users/authorize"'),
      10_000,
    )
    expect(await metrics()).toContain('operation="POST /users/authorize",status="400"} 1')
    expect(await metrics()).toContain('store_api_database_errors_total 0')
    expect(log).toEqual([])
    server.close()
  },
)

function fetchMetrics(served: ReturnType<typeof createApp>) {
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  return served.request('/metrics', { headers: { host: 'localhost' } }, env)
}
