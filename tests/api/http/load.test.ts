import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApp, type AppOptions } from '../../../api/app.ts'
import type { Database } from '../../../api/db/index.ts'
import { APP_CONFIG, openStore, SECRET, type Store } from '../../kit/api/store.ts'

const SHOP = 'asha.example'
const TOKEN = 'who may read the figures of the tests'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

function appWith(changes: Partial<AppOptions>) {
  return createApp({
    db: store.db,
    config: APP_CONFIG,
    paymentSecrets: [SECRET],
    sendWebhook: () => Promise.resolve(200),
    ...changes,
  })
}

/** Its queries wait until `open` is called. */
function slowDatabase() {
  let open: (value?: unknown) => void = () => undefined
  const context = new Promise((resolve) => (open = resolve))
  const orm = new Proxy(store.db.orm, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'transaction' || typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        await context
        return Reflect.apply(value, target, args)
      }
    },
  })
  const db: Database = { orm, close: () => Promise.resolve() }
  return { db, open }
}

describe('too many requests at once', () => {
  it(
    'are refused at once with Retry-After, and the shop answers again when the others are done',
    { tags: ['@asvs-15.2.2'] },
    async () => {
      const { db, open } = slowDatabase()
      const app = appWith({ db, maxRequests: 20 })
      const send = async () => app.request('/api/v1/products', { headers: { host: SHOP } })
      const first = Array.from({ length: 20 }, send)
      await new Promise((resolve) => setImmediate(resolve))
      const refused = await Promise.all(Array.from({ length: 30 }, send))
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
      expect(refused[0]?.headers.get('retry-after')).toBe('2')
      expect(refused[0]?.headers.get('cache-control')).toBe('no-store')
      expect(await refused[0]?.json()).toEqual({ error: 'The shop is busy. Please try again in a moment.' })
      expect((await app.request('/livez')).status).toBe(200)
      open()
      expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect((await send()).status).toBe(200)
    },
  )
})

describe('GET /metrics', () => {
  const read = (app: ReturnType<typeof appWith>, host: string, peer: string, headers = {}) =>
    app.request(
      '/metrics',
      { headers: { host, ...headers } },
      { incoming: { socket: { remoteAddress: peer } } as never },
    )

  it('answers only this machine and callers with the token', { tags: ['@asvs-13.4.5'] }, async () => {
    const app = appWith({ metricsToken: TOKEN })
    const cases: [number, string, string, Record<string, string>?][] = [
      [200, 'localhost:8044', '127.0.0.1'],
      [200, '127.0.0.1:8044', '::ffff:127.0.0.1'],
      [200, SHOP, '10.0.0.9', { authorization: `Bearer ${TOKEN}` }],
      [404, SHOP, '127.0.0.1'],
      [404, 'localhost', '127.0.0.1', { 'x-forwarded-for': '10.0.0.9' }],
      [404, 'asha.localhost', '10.0.0.9'],
      [404, SHOP, '10.0.0.9', { authorization: `Bearer ${TOKEN}x` }],
    ]
    for (const [status, host, peer, headers] of cases) {
      expect([host, peer, (await read(app, host, peer, headers)).status]).toEqual([host, peer, status])
    }
    expect((await read(appWith({}), SHOP, '10.0.0.9', { authorization: 'Bearer ' })).status).toBe(404)
  })

  it('counts requests by operation and status, and orders', async () => {
    const app = appWith({})
    for (const path of ['/products', '/products', '/products/none', '/orders'] as const) {
      await app.request(`/api/v1${path}`, { headers: { host: SHOP } })
    }
    const text = await (await read(app, 'localhost', '127.0.0.1')).text()
    expect(text).toContain('store_api_requests_total{operation="GET /products",status="200"} 2')
    expect(text).toContain('store_api_requests_total{operation="GET /products/{id}",status="404"} 1')
    expect(text).toContain('store_api_requests_total{operation="GET /orders",status="401"} 1')
    expect(text).toContain('store_api_orders_total 0')
    expect(text).toContain('store_api_database_errors_total 0')
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
    expect(text).toMatch(/^process_resident_memory_bytes /m)
  })
})

describe('a database that is away', () => {
  it('leaves the process alive and not ready', { tags: ['@asvs-16.5.2'] }, async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const fail = () => Promise.reject(away)
    const orm = new Proxy(store.db.orm, { get: () => fail })
    const app = appWith({ db: { orm, close: () => Promise.resolve() } })
    expect((await app.request('/livez')).status).toBe(200)
    expect((await app.request('/readyz')).status).toBe(503)
    const text = await (
      await app.request(
        '/metrics',
        { headers: { host: 'localhost' } },
        { incoming: { socket: { remoteAddress: '::1' } } as never },
      )
    ).text()
    expect(text).toContain('store_api_database_errors_total 1')
  })
})
