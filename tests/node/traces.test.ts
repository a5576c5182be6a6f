import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '../../api/db/index.ts'
import { createServer as createApiServer } from '../../api/http/server.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { createTraces, type Traces } from '@tanabana/node/open-telemetry.ts'
import { openTraces, traces } from '@tanabana/node/traces.ts'
import { readConfig } from '../../src/server/config.ts'
import { traced } from '../../src/server/observability/trace-request.ts'
import { createUpstreamCache } from '../../src/server/upstream/upstream-cache.ts'
import { upstreamClient } from '../../src/server/upstream/upstream.ts'
import { serve } from '../kit/api/store.ts'
import { openMemoryDatabase } from '../kit/database/pglite-template.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: object }[]
  status: object
}

interface Received {
  resource: { attributes: unknown }
  scopeSpans: { spans: Sent[] }[]
}

let collector: Server
let endpoint = ''
let posts: { path: string; headers: Record<string, unknown>; service: unknown; spans: Sent[] }[] = []
let isOpen = true
let status = 200

async function collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { resourceSpans } = (await json(request)) as { resourceSpans: Received[] }
  const [resource] = resourceSpans
  posts.push({
    path: request.url ?? '',
    headers: request.headers,
    service: resource?.resource.attributes,
    spans: resource?.scopeSpans[0]?.spans ?? [],
  })
  response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end('{}')
}

beforeEach(async () => {
  posts = []
  isOpen = true
  status = 200
  collector = createServer((request, response) => {
    if (isOpen) void collect(request, response)
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'api-key=x')
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '500')
})

afterEach(() => {
  vi.unstubAllEnvs()
  collector.closeAllConnections()
  collector.close()
})

const open = (warn: Parameters<typeof createTraces>[0]['warn'] = () => undefined): Traces =>
  createTraces({ service: 'storefront', warn })
const sendSpan = (traces: Traces) => {
  traces.start('server').end({ name: 'GET /', attributes: {} })
  return traces.flush()
}
const spans = () => posts.flatMap((post) => post.spans)

describe('a traced process', () => {
  it('sends spans as OTLP has them', async () => {
    const traces = open()
    const span = traces.start('server')
    span.end({
      name: 'GET /cart',
      attributes: { 'http.route': '/cart', status: 503, no: undefined },
      hasFailed: true,
    })
    await traces.flush()
    expect(posts).toMatchObject([
      {
        path: '/v1/traces',
        headers: { 'content-type': 'application/json', 'api-key': 'x' },
      },
    ])
    const [sent] = spans()
    expect(posts[0]?.service).toContainEqual({ key: 'service.name', value: { stringValue: 'storefront' } })
    expect(sent).toMatchObject({
      traceId: span.traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'GET /cart',
      kind: 2,
      startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
      endTimeUnixNano: expect.stringMatching(/^\d{19}$/),
      attributes: [
        { key: 'http.route', value: { stringValue: '/cart' } },
        { key: 'status', value: { intValue: 503 } },
      ],
      status: { code: 2 },
    })
    expect(span.traceparent).toBe(`00-${span.traceId}-${sent?.spanId}-01`)
  })

  it('make a call the child of its request, and the next process a child of the call', async () => {
    const traces = open()
    const request = traces.start('server')
    const call = await request.run(async () => {
      await Promise.resolve()
      return traces.start('client')
    })
    const received = traces.start('server', call.traceparent)
    for (const [name, span] of Object.entries({ request, call, response: received }))
      span.end({ name, attributes: {} })
    await traces.flush()
    const [first, second, third] = spans()
    expect([second?.traceId, third?.traceId]).toEqual([first?.traceId, first?.traceId])
    expect([first?.parentSpanId, second?.parentSpanId, third?.parentSpanId]).toEqual([
      undefined,
      first?.spanId,
      second?.spanId,
    ])
    expect([first?.kind, second?.kind]).toEqual([2, 3])
  })

  test.each([
    '',
    'junk',
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'1'.repeat(15)}-01`,
  ])('begins a trace of its own where it is handed "%s"', (header) =>
    expect(open().start('server', header).traceId).toMatch(/^(?!a{32})[0-9a-f]{32}$/),
  )

  it('sends nothing of a trace that is not to be recorded', async () => {
    const traces = open()
    const span = traces.start('server', `00-${'a'.repeat(32)}-${'1'.repeat(16)}-00`)
    span.end({ name: 'GET /', attributes: {} })
    await traces.flush()
    expect(posts).toEqual([])
    expect(span.traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-00$/)
  })

  it('sends batches of 512 at once', async () => {
    const traces = open()
    for (let at = 0; at < 1300; at += 1) traces.start('server').end({ name: 'GET /', attributes: {} })
    await traces.flush()
    expect(posts.map((post) => post.spans.length)).toEqual([512, 512, 276])
  })

  it('loses spans while the collector hangs, and ends within 2 s', async () => {
    isOpen = false
    const traces = open()
    for (let at = 0; at < 5000; at += 1) traces.start('server').end({ name: 'GET /', attributes: {} })
    const begun = performance.now()
    await traces.flush()
    expect(performance.now() - begun).toBeLessThan(2500)
    expect(posts).toEqual([])
  })

  it('goes on with the next spans when a collector is back', async () => {
    collector.close()
    await once(collector, 'close')
    const traces = open()
    await sendSpan(traces)
    collector.listen(Number(new URL(endpoint).port), '127.0.0.1')
    await once(collector, 'listening')
    traces.start('server').end({ name: 'kept', attributes: {} })
    await traces.flush()
    expect(spans().map(({ name }) => name)).toContain('kept')
  })

  it('logs each reason of a loss once', async () => {
    const warn = vi.fn()
    const traces = open(warn)
    status = 401
    await sendSpan(traces)
    await sendSpan(traces)
    collector.closeAllConnections()
    collector.close()
    await sendSpan(traces)
    await sendSpan(traces)
    const reasons = warn.mock.calls.map(([event, { reason }]) => `${event}: ${reason}`)
    expect(reasons).toContain('spans lost: It responded with 401.')
    expect(reasons).toContain('spans lost: ECONNREFUSED')
    expect(new Set(reasons).size).toBe(reasons.length)
  })

  it('follows no redirect of the collector', { tags: ['@asvs-15.3.2'] }, async () => {
    const warn = vi.fn()
    status = 307
    await sendSpan(open(warn))
    expect(posts.map(({ path }) => path)).toEqual(['/v1/traces'])
    expect(warn.mock.calls).toEqual([['spans lost', { reason: 'It responded with 307.' }]])
  })
})

describe('the variables of OpenTelemetry', () => {
  it.each([
    ['always_on', undefined, [true, true]],
    ['always_off', undefined, [false, false]],
    ['traceidratio', '0', [false, false]],
    ['parentbased_traceidratio', '0', [false, true]],
    ['parentbased_always_off', undefined, [false, true]],
    ['parentbased_always_on', undefined, [true, true]],
    ['no such sampler', undefined, [true, true]],
  ])('choose the sampler %s', (name, ratio, sampled) => {
    vi.stubEnv('OTEL_TRACES_SAMPLER', name)
    vi.stubEnv('OTEL_TRACES_SAMPLER_ARG', ratio)
    const traces = open()
    const first = traces.start('server')
    const below = traces.start('server', `00-${'a'.repeat(32)}-${'1'.repeat(16)}-01`)
    expect([first, below].map(({ traceparent }) => traceparent.endsWith('-01'))).toEqual(sampled)
  })

  it('name the service', async () => {
    vi.stubEnv('OTEL_SERVICE_NAME', 'silk-shop')
    await sendSpan(open())
    expect(posts[0]?.service).toContainEqual({ key: 'service.name', value: { stringValue: 'silk-shop' } })
  })

  it.each([
    ['OTEL_SDK_DISABLED', 'true'],
    ['OTEL_TRACES_EXPORTER', 'none'],
  ])('%s=%s turns traces off', async (variable, value) => {
    vi.stubEnv(variable, value)
    await openTraces({ service: 'shop', endpoint, warn: () => undefined })
    expect(traces()).toBeUndefined()
  })
})

describe('the settings', () => {
  it('trace nothing by themselves', () => {
    expect(readConfig({}).traces).toEqual({ endpoint: undefined, headers: {} })
  })

  it('are those of OpenTelemetry', () => {
    const config = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b, x-team=caf%C3%A9%2C%20shop',
    })
    expect(config.traces).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: { 'api-key': 'a=b', 'x-team': 'café, shop' },
    })
  })

  it('say what to correct', () => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4318". Give the address of an OTLP collector, such as http://127.0.0.1:4318.',
    )
    for (const wrong of ['secret', 'key=%', 'key=a%0Ab']) {
      expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: wrong })).toThrow(
        'OTEL_EXPORTER_OTLP_HEADERS is not a list of name=value, separated by commas, with percent-encoded values.',
      )
    }
  })
})

describe('with the storefront and the API traced', () => {
  let db: Database
  let api: Server
  let shop: Server
  let logged: Record<string, unknown>[]
  let call: ReturnType<typeof serve>['call']

  beforeEach(async () => {
    await openTraces({ service: 'shop', endpoint, warn: () => undefined })
    db = await openMemoryDatabase()
    const record = { storeName: 'Silk House', categories: [] }
    await putTenant(db, { id: 'silk', hosts: ['silk.localhost'], record, payee: { upiId: '', name: 'S' } })
    const served = serve(db, { trustedProxies: ['10.0.0.2', '10.0.0.9'] })
    logged = served.log
    call = served.call
    api = createApiServer(served.app)
    api.listen(0, '127.0.0.1')
    await once(api, 'listening')
    const { port } = api.address() as AddressInfo
    const client = upstreamClient({
      shop: { host: 'silk.localhost', protocol: 'http:' },
      api: { origin: `http://127.0.0.1:${port}`, host: 'silk.localhost', publicBase: '' },
      responses: createUpstreamCache({ isCacheOn: false }).uncached,
      purpose: 'page',
    })
    shop = createServer(
      traced((_request, response) => {
        const read = client.get('/products/nobody', z.unknown())
        void read.catch(() => response.writeHead(404).end())
      }),
    )
    shop.listen(0, '127.0.0.1')
    await once(shop, 'listening')
  })
  afterEach(async () => {
    Reflect.deleteProperty(globalThis, Symbol.for('tanabana.traces'))
    for (const server of [shop, api]) {
      server.closeAllConnections()
      server.close()
    }
    await db.close()
  })

  it('one trace goes from the page over the call to the API and its log, with route, status and shop', async () => {
    const { port } = shop.address() as AddressInfo
    const apiResponse = await fetch(`http://127.0.0.1:${port}/product/nobody?utm_source=ad`, {
      headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    })
    await apiResponse.text()
    await traces()?.flush()
    const named = (name: string) => spans().find((span) => span.name === name)
    const [page, call, operation] = ['GET /product/{id}', 'GET store API', 'GET /products/{id}'].map(named)
    expect(page?.parentSpanId).toBeUndefined()
    expect([call?.parentSpanId, operation?.parentSpanId]).toEqual([page?.spanId, call?.spanId])
    expect(new Set(spans().map(({ traceId }) => traceId))).toEqual(new Set([page?.traceId]))
    expect(page?.traceId).not.toBe('a'.repeat(32))
    expect(page?.attributes).toContainEqual({ key: 'url.path', value: { stringValue: '/product/nobody' } })
    expect(operation?.attributes).toEqual([
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'http.route', value: { stringValue: '/products/{id}' } },
      { key: 'http.response.status_code', value: { intValue: 404 } },
      { key: 'tanabana.tenant', value: { stringValue: 'silk' } },
    ])

    // This name leads to no shop; what is refused is logged.
    const { port: apiPort } = api.address() as AddressInfo
    const traceparent = `00-${'c'.repeat(32)}-${'b'.repeat(16)}-01`
    await fetch(`http://127.0.0.1:${apiPort}/api/v1/storeInfo`, { headers: { traceparent } })
    expect(logged.at(-1)).toMatchObject({ event: 'host unknown', trace: 'c'.repeat(32) })
  })

  it.each([
    ['this machine', '127.0.0.1', undefined, true],
    ['a storefront in TRUSTED_PROXIES', '10.0.0.2', undefined, true],
    ['a storefront behind a proxy, both in TRUSTED_PROXIES', '10.0.0.9', '10.0.0.2', true],
    ['a shopper', '203.0.113.9', undefined, false],
    ['a shopper who invents an address', '203.0.113.9', '127.0.0.1', false],
    ['a shopper behind a proxy in TRUSTED_PROXIES', '10.0.0.9', '203.0.113.9', false],
    ['a shopper behind a proxy of this machine', '127.0.0.1', '203.0.113.9', false],
  ])('the API continues the trace of %s: %s, %s, %s', async (_who, peer, forwardedFor, isContinued) => {
    const traceparent = `00-${'c'.repeat(32)}-${'b'.repeat(16)}-01`
    const headers = { traceparent, ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) }
    await call('silk.localhost', '/accountInfo', { peer, headers })
    const { trace } = logged.at(-1) ?? {}
    expect(trace).toMatch(/^[0-9a-f]{32}$/)
    expect(trace === 'c'.repeat(32)).toBe(isContinued)
  })
})

it('is no other listener where nothing is traced', () => {
  const listener = () => undefined
  expect(traced(listener)).toBe(listener)
})
