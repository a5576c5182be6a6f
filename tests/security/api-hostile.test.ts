import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createServer, SERVER_LIMITS } from '../../api/http/server.ts'
import { ADDRESS, openStore, type Store } from '../kit/api/store.ts'

/** Hostile requests to the API, over real connections. SECURITY.md#large-or-slow-requests SECURITY.md#sql-and-parameters */
const SHOP = 'asha.example'
const JSON_TYPE = { 'content-type': 'application/json' }
const SIGN_IN = '/api/v1/users/authorize'
const ATTEMPT = { email: 'nobody@example.com', password: 'zari-loom-7' }
const HURRIED = {
  ...SERVER_LIMITS,
  headersTimeout: 300,
  requestTimeout: 300,
  connectionsCheckingInterval: 50,
}

let store: Store
let server: ReturnType<typeof createServer>
let hurried: ReturnType<typeof createServer>

beforeAll(async () => {
  store = await openStore()
  server = createServer(store.app).listen(0, '127.0.0.1')
  hurried = createServer(store.app, HURRIED).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(hurried, 'listening')])
}, 60_000)

afterAll(async () => {
  for (const one of [server, hurried]) {
    one.closeAllConnections()
    one.close()
  }
  await store.close()
})

const portOf = (one: typeof server) => (one.address() as AddressInfo).port

/** Makes a call and gives status and sentence. */
async function send(
  path: string,
  options: { body?: string | Buffer; headers?: Record<string, string> } = {},
) {
  const { body, headers } = options
  const call = open(path, body === undefined ? 'GET' : 'POST', headers)
  const statuses = once(call, 'response')
  call.end(body)
  const [response] = await statuses
  const stubResponse = JSON.parse(await text(response))
  return { status: response.statusCode, error: stubResponse.error, stubResponse }
}

function open(path: string, method: string, headers: Record<string, string> = {}) {
  const call = request({
    port: portOf(server),
    host: '127.0.0.1',
    // A connection of its own: one that carried a refused body is closed a moment later.
    agent: false,
    path,
    method,
    headers: { host: SHOP, ...headers },
  })
  // The API may hang up while a refused body is still being sent.
  call.on('error', () => undefined)
  return call
}

/** What comes back over a bare connection that sends these bytes, until the other side closes it. */
async function sendRaw(bytes: string, port = portOf(server)): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes)
  return text(socket)
}

function post(body: string): string {
  return `POST ${SIGN_IN} HTTP/1.1\r\nhost: ${SHOP}\r\ncontent-type: application/json\r\n${body}`
}

describe('a body', () => {
  const padded = (length: number) => {
    const body = JSON.stringify({ ...ATTEMPT, filler: '' })
    return body.replace('"filler":""', `"filler":"${'x'.repeat(length - body.length)}"`)
  }

  it('of 64 KB is read, of one byte more it is not', async () => {
    expect((await send(SIGN_IN, { body: padded(65_536), headers: JSON_TYPE })).status).toBe(401)
    expect(await send(SIGN_IN, { body: padded(65_537), headers: JSON_TYPE })).toMatchObject({
      status: 413,
      error: 'The body is too large.',
    })
  })

  it('of a webhook may have 256 KB', async () => {
    const path = '/api/v1/payments/callback/sandbox'
    expect((await send(path, { body: 'x'.repeat(262_144), headers: JSON_TYPE })).status).toBe(401)
    expect((await send(path, { body: 'x'.repeat(262_145), headers: JSON_TYPE })).status).toBe(413)
  })

  it.each([
    [SIGN_IN, 80, 413],
    ['/api/v1/payments/callback/sandbox', 272, 413],
    ['/api/v1/orders', 80, 413],
  ])(
    'to %s in chunks without a length is refused after %i KB although it continues',
    async (path, size, status) => {
      const call = open(path, 'POST', JSON_TYPE)
      const statuses = once(call, 'response')
      for (let sent = 0; sent < size; sent += 16) call.write('x'.repeat(16 * 1024))
      const [response] = await statuses
      expect(response.statusCode).toBe(status)
      call.destroy()
    },
  )

  it('of 10 MB in pieces is not taken in', async () => {
    const before = process.memoryUsage().rss
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const call = open(SIGN_IN, 'POST', JSON_TYPE)
        const closed = new Promise((resolve) => call.once('close', resolve))
        call.once('response', (response) => response.resume())
        for (let piece = 0; piece < 640 && !call.destroyed; piece += 1) call.write('x'.repeat(16 * 1024))
        call.end()
        await closed
      }),
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
    expect((await send('/api/v1/storeInfo')).status).toBe(200)
  })

  it.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip'])(
    'compressed with %s is not decompressed',
    async (encoding) => {
      const body = gzipSync(Buffer.alloc(10_000_000))
      expect(
        await send(SIGN_IN, { body, headers: { ...JSON_TYPE, 'content-encoding': encoding } }),
      ).toMatchObject({
        status: 415,
        error: 'Send the body uncompressed.',
      })
    },
  )

  const order = (change: object) => JSON.stringify({ ...ATTEMPT, ...change })
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])))

  it.each([
    ['nested 21 times', `{"a":${nested(21)}}`, 400],
    ['nested 30,000 times', nested(30_000), 400],
    ['with 1,000 keys', keys(1000), 400],
    ['with 5,000 keys', keys(5000), 400],
    ['with a million keys', keys(1_000_000), 413],
    ['nested 100,000 times', nested(100_000), 413],
    ['with NUL', order({ email: 'a\0b@example.com' }), 400],
    ['with half a character', `{"email":"\\ud800","password":"x"}`, 400],
    ['with NUL in a name', '{"a\\u0000":1}', 400],
    ['cut off', '{"email":', 400],
    ['with something after it', '{} {}', 400],
    ['of nothing', '', 400],
    ['of another kind: null', 'null', 422],
    ['of another kind: a list', '[]', 422],
    ['of another kind: a number', '1e309', 422],
    [
      'with __proto__',
      '{"__proto__":{"isAdmin":true,"email":"x"},"constructor":{"prototype":{"isAdmin":true}}}',
      422,
    ],
  ])('%s is refused in a sentence', async (_case, body, status) => {
    const stubResponse = await send(SIGN_IN, { body, headers: JSON_TYPE })
    expect(stubResponse.status).toBe(status)
    expect(stubResponse.error).toEqual(expect.stringMatching(/^.{10,200}$/))
    expect('isAdmin' in {}).toBe(false)
  })

  it('may be nested as deep as the limit', async () => {
    const body = JSON.stringify(ATTEMPT).replace('}', `,"a":${nested(19)}}`)
    expect((await send(SIGN_IN, { body, headers: JSON_TYPE })).status).toBe(401)
  })
})

describe('a request', () => {
  it('with an address of more than 4 KB is refused', async () => {
    expect((await send(`/api/v1/products?category=${'x'.repeat(3900)}`)).status).toBe(200)
    expect(await send(`/api/v1/products?category=${'x'.repeat(4096)}`)).toMatchObject({
      status: 414,
      error: 'The address is too long.',
    })
  })

  it('with more than 16 KB of headers is refused', async () => {
    expect((await send('/api/v1/storeInfo', { headers: { 'x-long': 'x'.repeat(15_000) } })).status).toBe(200)
    expect(await send('/api/v1/storeInfo', { headers: { 'x-long': 'x'.repeat(17_000) } })).toMatchObject({
      status: 431,
      error: 'The headers are too long.',
    })
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['two lengths', post('content-length: 2\r\ncontent-length: 3\r\n\r\n{}')],
    ['a length and chunks', post('content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')],
    ['a chunk size that is none', post('transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n')],
    ['no host', `GET /api/v1/storeInfo HTTP/1.1\r\n\r\n`],
    ['a blank in a header’s name', `GET / HTTP/1.1\r\nhost : ${SHOP}\r\n\r\n`],
    ['a NUL in a header', `GET / HTTP/1.1\r\nhost: ${SHOP}\r\nx: a\0b\r\n\r\n`],
  ])(
    'with %s is answered 400, and the connection closed',
    { tags: ['@asvs-4.2.1'] },
    async (_case, bytes) => {
      const stubResponse = await sendRaw(bytes)
      expect(stubResponse).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(stubResponse.toLowerCase()).toContain('connection: close')
    },
  )

  it('that is malformed gets a sentence, with the headers of every response', async () => {
    const stubResponse = await sendRaw('hello\r\n\r\n')
    expect(stubResponse).toMatch(/\r\n\r\n\{"error":"This is not a valid HTTP request\."\}$/)
    for (const header of [
      'cache-control: no-store',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy: same-site',
      'x-content-type-options: nosniff',
    ]) {
      expect(stubResponse).toContain(`\r\n${header}\r\n`)
    }
  })

  it.each([
    ['headers', `GET /api/v1/storeInfo HTTP/1.1\r\nhost: ${SHOP}\r\n`],
    ['a body', post('content-length: 100\r\n\r\n{"email":')],
    ['chunks', post('transfer-encoding: chunked\r\n\r\n5\r\n{"ema\r\n')],
  ])('whose %s never end is dropped, and others are served meanwhile', async (_case, bytes) => {
    const slow = Promise.all(Array.from({ length: 30 }, () => sendRaw(bytes, portOf(hurried))))
    expect((await send('/api/v1/storeInfo')).status).toBe(200)
    const responses = await slow
    for (const stubResponse of responses) expect(stubResponse).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(responses[0]).toMatch(/\{"error":"The request took too long\."\}$/)
  })

  it('has 10 s for its headers and 15 s in all', () => {
    expect(SERVER_LIMITS).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 })
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 15_000])
  })
})

describe('parameters', () => {
  it.each([
    ['page=-1', 1, 12],
    ['page=0', 1, 12],
    ['page=1e9', 1, 12],
    ['page=NaN', 1, 12],
    ['page=Infinity', 1, 12],
    ['page=1.5', 1, 12],
    ['page=', 1, 12],
    ['page[]=2', 1, 12],
    ['page=2&page=1', 2, 12],
    ['page=1&page=2', 1, 12],
    ['page=1%262', 1, 12],
    ['limit=100', 1, 100],
    ['limit=101', 1, 12],
    ['limit=-1', 1, 12],
    ['limit=1&limit=100', 1, 1],
    ['limit=99999999999999999999', 1, 12],
    ['page=1000000&limit=100', 1_000_000, 100],
  ])('%s are page %i of %i', async (query, page, limit) => {
    const { status, stubResponse } = await send(`/api/v1/products?${query}`)
    expect([status, stubResponse.pagination.page, stubResponse.pagination.limit]).toEqual([200, page, limit])
  })

  it(
    'count by their first value, so that no second one opens another’s order',
    { tags: ['@asvs-15.3.7'] },
    async () => {
      const { orderId, email } = await store.placeOrder(SHOP)
      const wrong = 'contactInfo=other@example.com'
      const right = `contactInfo=${encodeURIComponent(email)}`
      expect((await send(`/api/v1/orders/${orderId}?${wrong}&${right}`)).status).toBe(404)
      expect((await send(`/api/v1/orders/${orderId}?${right}&${wrong}`)).status).toBe(200)
    },
  )

  const HOSTILE = [
    ...[
      "'",
      '"',
      '\\',
      ';',
      '--',
      '/*',
      '%',
      '_',
      '`',
      '$1',
      '$$',
      '\0',
      'a\u2028b',
      '\u202e',
      '💥',
      '\ufffe',
    ],
    ...["' or '1'='1", "'; drop table orders; --", "' union select email from users --", "') or 1=1 --"],
    ...[
      "' and pg_sleep(9) --",
      '1; select pg_sleep(9)',
      "\\'; --",
      "admin'/*",
      '%27%20or%201=1',
      "'||(select 1)||'",
    ],
    ...[
      '{"$gt":""}',
      '../../etc/passwd',
      '<script>alert(1)</script>',
      '${7*7}',
      '{{7*7}}',
      '\r\nx-injected: 1',
    ],
    ...['null', 'undefined', 'true', '-1', '1e309', '[]', 'x'.repeat(3000)],
  ]

  it(
    'with SQL find nothing, break nothing and delay nothing, in any position',
    { tags: ['@asvs-1.2.4'] },
    async () => {
      const { orderId, token } = await store.placeOrder(SHOP)
      const before = (await store.call(SHOP, '/products')).body
      for (const text of HOSTILE) {
        const encoded = encodeURIComponent(text)
        const started = performance.now()
        const responses = await Promise.all([
          ...['gender', 'filter', 'category', 'parentCategory'].map((name) =>
            store.call(SHOP, `/products?${name}=${encoded}`),
          ),
          store.call(SHOP, `/subCategories?category=${encoded}`),
          store.call(SHOP, `/suggestions?search=${encoded}`),
          store.call(SHOP, `/products/${encoded}`),
          store.call(SHOP, `/orders/${encoded}?contactInfo=${encoded}`),
          store.call(SHOP, `/orders/${orderId}?contactInfo=${encoded}`),
          store.call(SHOP, '/orders', { token, body: { products: { [text]: 1 }, shippingAddress: ADDRESS } }),
          store.call(SHOP, '/payments', { token, body: { orderId: text, fields: { [text]: text } } }),
          store.call(SHOP, '/users/register', {
            body: { email: text, password: text, firstName: text, lastName: text },
          }),
          store.call(SHOP, '/accountInfo', { headers: { authorization: `Bearer ${encoded}` } }),
        ])
        for (const { status, body } of responses) {
          expect([text, status < 500]).toEqual([text, true])
          const refusedLine = [{ code: 'product-gone', productId: text }]
          const codes = body?.code && { code: 'lines-refused', problems: refusedLine }
          if (status >= 400) expect(body).toEqual({ error: expect.any(String), ...codes })
        }
        expect(responses.slice(0, 4).flatMap(({ body }) => body.data)).toEqual([])
        expect(responses[8].status).toBe(404)
        expect(performance.now() - started).toBeLessThan(5000)
      }
      expect((await store.call(SHOP, '/products')).body).toEqual(before)
    },
  )

  it(
    'with SQL are stored unchanged, and returned unchanged by every call',
    { tags: ['@asvs-1.2.4'] },
    async () => {
      const { token } = await store.signIn(SHOP)
      const kurta = await store.productId(SHOP, 'kurta')
      const stored = 'Robert\'); drop table orders; -- " \\ $1 %s 💥'
      const shippingAddress = { ...ADDRESS, fullName: stored, address: stored, city: stored }
      const body = { products: { [kurta]: 1 }, shippingAddress }
      expect((await store.call(SHOP, '/orders', { token, body })).status).toBe(201)
      const [order] = (await store.call(SHOP, '/orders', { token })).body
      expect(order.shippingAddress).toMatchObject({ address: stored, city: stored })
    },
  )
})
