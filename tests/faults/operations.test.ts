import { readFile } from 'node:fs/promises'
import { createConnection } from 'node:net'

import { request } from 'undici'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefrontProcess, type StorefrontProcess } from '../kit/shops/storefront-process.ts'

/** The built storefront from an operator's view: log, metrics, load shedding and shutdown. */
const TOKEN = 'who may read the figures of the tests'
const SECRET = 'a secret that only these tests purge with'

let store: OtherStore
let storefront: StorefrontProcess

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await start({ METRICS_TOKEN: TOKEN, CACHE_PURGE_SECRET: SECRET })
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

function start(environment: Record<string, string> = {}): Promise<StorefrontProcess> {
  return startStorefrontProcess({ LOCAL_API_PORT: String(store.port), ...environment })
}

/** Uses a new connection. */
async function get(
  path: string,
  options: { host?: string; headers?: Record<string, string>; of?: StorefrontProcess } = {},
) {
  const { host = 'localhost', headers = {}, of = storefront } = options
  const response = await request(`http://127.0.0.1:${of.port}${path}`, {
    headers: { connection: 'close', ...headers, host },
    headersTimeout: 20_000,
  })
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() }
}

test(
  'the log has one line of JSON each for the start, a missing page, a refused purge and a failing API',
  { tags: ['@req-10.2'] },
  async () => {
    await vi.waitFor(
      () => expect(storefront.events()[0]).toMatchObject({ event: 'start', port: storefront.port }),
      5000,
    )
    const secret = 'planted.secret%40example.com'
    for (let index = 0; index < 100; index += 1) {
      await get(`/no/such/page${index}?email=${secret}&token=${secret}`, {
        headers: { cookie: `auth_token=${secret}`, authorization: `Bearer ${secret}` },
      })
    }
    const unread = await get('/nowhere/at/all%0d%0a%7b%22event%22:%22forged%22%7d')
    expect([unread.status, unread.text.includes('Oops! Page not found')]).toEqual([404, true])
    await request(`http://127.0.0.1:${storefront.port}/_cache/purge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: '{}',
    }).then(({ body }) => body.dump())
    store.fail('/', 'error')
    for (let index = 0; index < 5; index += 1)
      await get(`/product/none${index}?wait=1`, { host: 'sad.localhost' })
    store.reset()
    await vi.waitFor(() => {
      const named = (event: string) => storefront.events().filter((entry) => entry.event === event)
      expect(named('no such page')).toHaveLength(101)
      expect(named('no such page')[100]).toMatchObject({
        path: '/nowhere/at/all%0D%0A%7B%22event%22%3A%22forged%22%7D',
      })
      expect(named('purge refused')).toHaveLength(1)
      expect(named('store API failed').filter(({ tenant }) => tenant === 'sad.localhost')).toHaveLength(1)
    }, 5000)
    expect(storefront.lines.filter((line) => line.includes('planted'))).toEqual([])
  },
)

test(
  'an unknown single segment is logged once, before it is redirected to the 404 page',
  { tags: ['@req-10.2'] },
  async () => {
    const response = await get('/no-such-policy?email=planted%40example.com')
    expect([response.status, response.headers.location]).toEqual([302, '/404'])
    const missed = () => storefront.events().filter(({ path }) => path === '/no-such-policy')
    await vi.waitFor(() => expect(missed()).toHaveLength(1), 5000)
    expect(missed()).toMatchObject([{ level: 'warn', event: 'no such page', tenant: 'localhost' }])
  },
)

test(
  'the metrics are for this machine and for callers with the token',
  { tags: ['@asvs-13.4.5'] },
  async () => {
    await get('/contact')
    await get('/contact')
    await get('/favicon.svg')
    const own = await get('/metrics')
    expect(own.status).toBe(200)
    expect(own.headers['content-type']).toContain('text/plain')
    for (const line of [
      /^storefront_requests_total\{kind="hit",status="2xx"\} [1-9]/m,
      /^storefront_requests_total\{kind="miss",status="2xx"\} [1-9]/m,
      /^storefront_requests_total\{kind="static",status="2xx"\} [1-9]/m,
      /^storefront_page_duration_seconds_count\{page="other",cache="hit"\} [1-9]/m,
      /^storefront_page_duration_seconds_bucket\{le="2.5",page="other",cache="miss"\} [1-9]/m,
      /^storefront_upstream_duration_seconds_count\{call="storeInfo",outcome="success"\} [1-9]/m,
      /^storefront_upstream_calls_total [1-9]/m,
      /^storefront_upstream_failures_total \d/m,
      /^storefront_renders_total [1-9]/m,
      /^storefront_cache_bytes [1-9]/m,
      /^storefront_cache_pages [1-9]/m,
      /^storefront_shed_total 0/m,
      /^nodejs_eventloop_lag_seconds /m,
      /^process_resident_memory_bytes /m,
    ]) {
      expect(own.text).toMatch(line)
    }
    const asOthers: [number, { host?: string; headers?: Record<string, string> }][] = [
      [404, { host: 'shop.localhost' }],
      [404, { headers: { 'x-forwarded-for': '10.0.0.9' } }],
      [404, { host: 'shop.localhost', headers: { authorization: `Bearer ${TOKEN}x` } }],
      [200, { host: 'shop.localhost', headers: { authorization: `Bearer ${TOKEN}` } }],
    ]
    for (const [status, options] of asOthers) expect((await get('/metrics', options)).status).toBe(status)
  },
)

test('what browsers measured is counted by kind of page and shop, for shops that measure', async () => {
  const report = (body: unknown, headers = { 'sec-fetch-site': 'same-origin' }) =>
    request(`http://127.0.0.1:${storefront.port}/_vitals`, {
      method: 'POST',
      headers: { connection: 'close', host: 'timed.localhost', ...headers },
      body: JSON.stringify(body),
    }).then(async ({ statusCode, body: text }) => [statusCode, (await text.text()).trim()])
  const measured = { page: '/hi/products', LCP: 800, FCP: 400.5, CLS: 0.02 }
  expect(await report(measured)).toEqual([404, 'This shop measures nothing.'])
  store.changeStore({ analytics: { googleTagId: 'G-AB12CD34EF' } })
  await request(`http://127.0.0.1:${storefront.port}/_cache/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ tags: ['tenant:timed.localhost'] }),
  }).then(({ body }) => body.dump())
  expect(await report(measured)).toEqual([204, ''])
  expect((await report(measured, { 'sec-fetch-site': 'cross-site' }))[0]).toBe(403)
  for (const wrong of [{ ...measured, LCP: -1 }, { LCP: 1 }, { ...measured, e: 'x'.repeat(1000) }, 'text'])
    expect((await report(wrong))[0]).toBe(400)
  const { text } = await get('/metrics')
  expect(text).toMatch(/^storefront_web_vital_seconds_count\{.*vital="LCP".*\} 1$/m)
  expect(text).toMatch(/^storefront_web_vital_seconds_sum\{.*vital="FCP".*\} 0\.4005$/m)
  expect(text).toMatch(/^storefront_web_layout_shift_count\{page="listing",shop="timed\.localhost"\} 1$/m)
  const dashboard = await readFile('deploy/grafana/storefront.json', 'utf8')
  for (const [name] of dashboard.matchAll(/storefront_\w+?(?=_bucket|_count)/g))
    expect(text).toContain(`# TYPE ${name} histogram`)
  store.reset()
})

test(
  'more concurrent pages than allowed: 503 at once for the rest, cached pages as usual, and recovery afterwards',
  { tags: ['@asvs-15.2.2', '@fault-11'] },
  async () => {
    const small = await start({ MAX_RENDERS_WAITING: '10', LOG_REQUESTS: 'on' })
    await get('/contact?email=planted', { of: small })
    await vi.waitFor(() =>
      expect(small.events()).toContainEqual(
        expect.objectContaining({ event: 'request', method: 'GET', path: '/contact', status: 200 }),
      ),
    )
    store.fail('/', 'slow')
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => get('/terms', { of: small, host: `shop${index}.localhost` })),
    )
    const cached = await Promise.all(Array.from({ length: 20 }, () => get('/contact', { of: small })))
    const shed = responses.filter(({ status }) => status === 503)
    expect(shed.length).toBeGreaterThanOrEqual(40)
    expect(responses.length - shed.length).toBeGreaterThanOrEqual(10)
    expect(shed[0]?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    expect(shed[0]?.text).toContain('The shop is busy right now')
    expect(shed[0]?.text).toContain('दुकान पर अभी बहुत भीड़ है')
    expect(new Set(cached.map(({ status }) => status))).toEqual(new Set([200]))
    store.reset()
    expect((await get('/terms', { of: small, host: 'shop59.localhost' })).status).toBe(200)
    await small.stop()
  },
)

test('cached pages are served while hundreds of renders wait', { tags: ['@decision-2.1'] }, async () => {
  await get('/terms', { host: 'kept.localhost' })
  const made: number[] = []
  const crowd = Array.from({ length: 240 }, async (_, index) => {
    const { status } = await get('/terms', { host: `crowd${index}.localhost` })
    made.push(status)
  })
  await Promise.race(crowd)
  const others = Array.from({ length: 30 }, () => get('/terms', { host: 'kept.localhost' }))
  const states = (await Promise.all(others)).map(({ headers }) => headers['x-cache'])
  expect(states).toEqual(Array(30).fill('hit'))
  expect(made.length).toBeLessThan(200)
  await Promise.all(crowd)
  expect(made).toEqual(Array(240).fill(200))
})

test(
  'SIGTERM with 200 pages in flight: all get a response, not ready before the port closes, exit code 0',
  { tags: ['@decision-10.1', '@fault-10'] },
  async () => {
    const leaving = await start()
    await get('/contact', { of: leaving })
    store.fail('/', 'slow')
    const underWay = Array.from({ length: 200 }, (_, index) =>
      get('/terms', { of: leaving, host: `shop${index}.localhost` }),
    )
    await vi.waitFor(() => expect(store.calls.length).toBeGreaterThanOrEqual(150), 10_000)
    leaving.signal('SIGTERM')
    const seen: (number | 'closed')[] = []
    while (seen.at(-1) !== 'closed' && seen.length < 500) {
      seen.push(
        await get('/readyz', { of: leaving }).then(
          ({ status }) => status,
          () => 'closed' as const,
        ),
      )
      if (seen.length === 3) leaving.signal('SIGTERM')
    }
    const responses = await Promise.all(underWay)
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(await leaving.exited).toBe(0)
    expect(seen.at(-2)).toBe(503)
    store.reset()
  },
)

test('an idle browser connection does not delay the stop', async () => {
  const leaving = await start()
  const idle = createConnection(leaving.port, '127.0.0.1')
  await new Promise((resolve) => idle.once('connect', resolve))
  const sentAt = performance.now()
  leaving.signal('SIGTERM')
  expect(await leaving.exited).toBe(0)
  expect(performance.now() - sentAt).toBeLessThan(5000)
  idle.destroy()
})
