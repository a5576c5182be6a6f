import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createApp } from '../../../api/http/app.ts'
import { createLog } from '../../../api/http/log.ts'
import { ADDRESS, openStore, SECRET, type Store } from '../helpers/store.ts'

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
    config: {
      dataDir: 'memory://',
      defaultTenantHost: 'asha.localhost',
      storefrontPort: 4321,
      sandbox: true,
      rateLimits: true,
      trustedProxies: [],
    },
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

it('records registrations, sign-ins, sign-outs and refusals by a short hash of the account', async () => {
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
})

it('has the same request id in the response and in the log', async () => {
  const response = await call('/accountInfo', undefined, { authorization: 'Bearer nonsense' })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(events()[0]?.request).toBe(response.headers.get('x-request-id'))
})

it('records rate-limited callers', async () => {
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await call('/users/authorize', { email: 'guessed@example.com', password: 'wrong-wrong' })
  }
  expect(events().filter(({ event }) => event === 'rate limited')).toHaveLength(2)
})

it('contains no personal data or secret of 300 requests', async () => {
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

it('contains no values of a failed query', async () => {
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
    config: {
      dataDir: 'memory://',
      defaultTenantHost: 'asha.localhost',
      storefrontPort: 4321,
      sandbox: true,
      rateLimits: false,
      trustedProxies: [],
    },
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
