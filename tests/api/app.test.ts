import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApp, type AppOptions } from '../../api/app.ts'
import { openStore, SECRET, serve, type Store } from '../kit/api/store.ts'

let store: Store
let dataDir: string

const SHOP = 'asha.example'
const METRICS_TOKEN = 'a token of the tests for operators, 32+ characters'

beforeAll(async () => {
  store = await openStore()
  dataDir = await mkdtemp(join(tmpdir(), 'tanabana-media-'))
  await mkdir(join(dataDir, 'media', 'asha'), { recursive: true })
  await writeFile(join(dataDir, 'media', 'asha', 'kurta-1.webp'), 'picture')
  await writeFile(join(dataDir, 'media', 'asha', 'drawing.svg'), '<svg/>')
  await writeFile(join(dataDir, 'payment-secret.png'), 'secret')
  await symlink('../../payment-secret.png', join(dataDir, 'media', 'asha', 'link.png'))
  await symlink('drawing.svg', join(dataDir, 'media', 'asha', 'disguised.png'))
  await mkdir(join(dataDir, 'media', 'asha', 'folder.png'))
  await writeFile(join(dataDir, 'media', 'asha', 'huge.png'), '')
  await truncate(join(dataDir, 'media', 'asha', 'huge.png'), 16 * 1024 * 1024)
  await writeFile(join(dataDir, 'secret.png'), 'secret')
}, 60_000)

afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

function appOf(options: Partial<AppOptions> = {}) {
  return createApp({
    db: store.db,
    config: {
      dataDir,
      defaultTenantHost: SHOP,
      storefrontPort: 1,
      sandbox: true,
      rateLimits: true,
      trustedProxies: [],
    },
    paymentSecrets: [SECRET],
    sendWebhook: () => Promise.resolve(200),
    ...options,
  })
}

describe('the shop of a request', () => {
  it.each([
    ['asha.example', 'asha store'],
    ['api.asha.example:443', 'asha store'],
    ['BELA.example.', 'bela store'],
    ['bela.localhost:8044', 'bela store'],
    ['localhost:8044', 'asha store'],
    ['127.0.0.1:8044', 'asha store'],
  ])('at %s is %s', async (host, name) => {
    expect((await store.call(host, '/storeInfo')).body.storeName).toBe(name)
  })

  it.each(['evil.example', 'asha.example.evil', '169.254.169.254', 'x'.repeat(300), 'localhost.evil'])(
    'at %s is none: 421',
    async (host) => {
      const { status, body } = await store.call(host, '/storeInfo')
      expect([status, body]).toEqual([421, { error: 'There is no shop at this address.' }])
    },
  )
})

describe('pages of other origins', () => {
  const OWN = [
    'https://asha.example',
    'http://asha.localhost:4321',
    'http://localhost:4321',
    'http://127.0.0.1:4321',
  ]

  it.each(OWN)('%s may call with credentials', { tags: ['@asvs-3.4.2'] }, async (origin) => {
    const preflight = await store.request(SHOP, '/api/v1/orders', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-credentials')).toBe('true')
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization,content-type,idempotency-key',
    )
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST,DELETE')
    expect(preflight.headers.get('access-control-max-age')).toBe('600')
    expect(preflight.headers.get('access-control-expose-headers')).toBe('Retry-After')
    // A failure must be readable too: the page shows its sentence.
    const { status, headers } = await store.call(SHOP, '/orders', { headers: { origin } })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([401, origin])
    expect(headers.get('vary')).toBe('Origin')
  })

  it('belong to the default shop alone when they are on localhost', async () => {
    const { headers } = await store.call('bela.localhost:8044', '/storeInfo', {
      headers: { origin: 'http://localhost:4321' },
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('bad requests', () => {
  it.each([
    ['text/plain', 415, 'Send the body as JSON, with the content type application/json.'],
    [
      'application/x-www-form-urlencoded',
      415,
      'Send the body as JSON, with the content type application/json.',
    ],
    ['multipart/form-data', 415, 'Send the body as JSON, with the content type application/json.'],
    ['application/json; charset=utf-8', 401, 'Email or password is incorrect.'],
  ])('with the content type %s are answered %i', async (type, status, error) => {
    const response = await store.call(SHOP, '/users/authorize', {
      body: { email: 'a@example.com', password: 'secret1' },
      headers: { 'content-type': type },
    })
    expect([response.status, response.body]).toEqual([status, { error }])
  })

  it.each([
    ['nothing', '', 400],
    ['half a document', '{"email":', 400],
    ['HTML', '<html>', 400],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['wrong types', '{"email":1,"password":{}}', 422],
    ['20,000 levels', '['.repeat(20_000) + ']'.repeat(20_000), 400],
    ['10,000 values', JSON.stringify(Array(10_000).fill(1)), 400],
    ['a NUL character', '{"email":"a\\u0000","password":"secret1"}', 400],
    ['half a character', '{"email":"\\ud800","password":"secret1"}', 400],
    ['65 KB', `"${'x'.repeat(65 * 1024)}"`, 413],
  ])(
    'with %s as body are answered with a sentence',
    { tags: ['@asvs-1.5.2', '@asvs-15.3.5'] },
    async (_case, body, status) => {
      const response = await store.call(SHOP, '/users/authorize', { body })
      expect([response.status, response.body]).toEqual([status, { error: expect.any(String) }])
    },
  )

  it.each([
    ['GET', '/api/v1/nothing', 404, 'There is nothing at this address.'],
    ['GET', '/', 404, 'There is nothing at this address.'],
    ['GET', '/api/v1/users/authorize', 405, 'This address does not support that method.'],
    ['DELETE', '/api/v1/orders', 405, 'This address does not support that method.'],
    ['TRACE', '/api/v1/storeInfo', 405, 'This address does not support that method.'],
    ['GET', `/api/v1/products?x=${'x'.repeat(5000)}`, 414, 'The address is too long.'],
  ])(
    '%s %s is answered %i',
    { tags: ['@asvs-3.5.3', '@asvs-13.4.4'] },
    async (method, path, status, error) => {
      const response = method === 'TRACE' ? await trace(path) : await store.request(SHOP, path, { method })
      expect([response.status, await response.json()]).toEqual([status, { error }])
      if (status === 405) expect(response.headers.get('allow')).toMatch(/GET|POST/)
    },
  )

  /** `Request` refuses TRACE, a socket does not. */
  function trace(path: string) {
    const request = new Request(`http://${SHOP}${path}`, { headers: { host: SHOP } })
    return store.app.fetch(
      new Proxy(request, {
        get: (target, name) => (name === 'method' ? 'TRACE' : Reflect.get(target, name)),
      }),
    )
  }
})

describe('every answer', () => {
  it('carries the headers that keep browsers strict', { tags: ['@asvs-3.2.1', '@asvs-14.3.2'] }, async () => {
    for (const path of ['/api/v1/storeInfo', '/api/v1/nothing', '/api/v1/orders', '/livez']) {
      const { headers } = await store.request(SHOP, path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-site')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    }
  })

  it('carries a request id of its own, whatever id the caller sends', async () => {
    const ids = new Set<string | null>()
    for (const path of [
      '/api/v1/storeInfo',
      '/api/v1/nothing',
      '/api/v1/orders',
      '/api/v1/docs',
      '/media/x',
    ]) {
      const { headers } = await store.request(SHOP, path, { headers: { 'x-request-id': 'forged' } })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      ids.add(headers.get('x-request-id'))
    }
    expect(ids.size).toBe(5)
  })

  it('keeps browsers on https for a year, except on this machine’s own names', async () => {
    for (const host of [SHOP, 'api.asha.example:443']) {
      for (const path of ['/api/v1/storeInfo', '/api/v1/nothing']) {
        const { headers } = await store.request(host, path)
        expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      }
    }
    for (const host of ['asha.localhost:8044', 'localhost:8044', '127.0.0.1:8044']) {
      const { headers } = await store.request(host, '/api/v1/storeInfo')
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  it(
    'is 503 with Retry-After while the database is away, and nothing inside is shown',
    { tags: ['@asvs-16.5.1'] },
    async () => {
      const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
      const failure = new Error('Failed query: select secret', { cause: away })
      const response = await brokenApp(failure).request('/api/v1/storeInfo', { headers: { host: SHOP } })
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
      expect(await response.json()).toEqual({ error: 'The shop is busy. Please try again in a moment.' })
    },
  )

  it(
    'is 500 without internal details when something unexpected happens',
    { tags: ['@asvs-13.4.2', '@asvs-16.5.1'] },
    async () => {
      const response = await brokenApp(new Error('secret')).request('/api/v1/storeInfo', {
        headers: { host: SHOP },
      })
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ error: 'Something went wrong on our side. Please try again.' })
    },
  )

  function brokenApp(failure: Error) {
    const fail = () => {
      throw failure
    }
    const orm = new Proxy(store.db.orm, { get: () => fail })
    return appOf({ db: { orm, close: () => Promise.resolve() } })
  }
})

describe('the probes', () => {
  it('answer without a shop', async () => {
    for (const path of ['/livez', '/readyz']) {
      const response = await store.request('10.0.0.1', path)
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
    }
  })

  it.each([
    [SHOP, 200],
    [`api.${SHOP}`, 200],
    [`${SHOP.toUpperCase()}.`, 200],
    ['evil.example', 404],
    ['10.0.0.1', 404],
    ['', 404],
  ])('let a proxy get a certificate for "%s": %i', async (domain, status) => {
    const app = appOf({ metricsToken: METRICS_TOKEN })
    const headers = { host: '10.0.0.1', authorization: `Bearer ${METRICS_TOKEN}` }
    expect((await app.request(`/tls-allowed?domain=${domain}`, { headers })).status).toBe(status)
  })

  it.each([
    ['this machine', 200, '127.0.0.1', {}],
    ['this machine by IPv6', 200, '::1', {}],
    ['a caller with the token', 200, '10.0.0.9', { authorization: `Bearer ${METRICS_TOKEN}` }],
    ['another machine', 404, '10.0.0.9', {}],
    ['another machine with a wrong token', 404, '10.0.0.9', { authorization: `Bearer ${METRICS_TOKEN}x` }],
    ['a proxy of this machine that asks for another', 404, '127.0.0.1', { 'x-forwarded-for': '10.0.0.9' }],
    ['a proxy that asks for a shop', 404, '127.0.0.1', { host: SHOP }],
  ])(
    'let %s check whether a host belongs to a shop: %i',
    { tags: ['@decision-1.18'] },
    async (_who, status, remoteAddress, headers) => {
      const response = await appOf({ metricsToken: METRICS_TOKEN }).request(
        `/tls-allowed?domain=${SHOP}`,
        { headers: { host: 'localhost:8044', ...headers } },
        { incoming: { socket: { remoteAddress } } as never },
      )
      expect(response.status).toBe(status)
    },
  )

  it('report not ready during shutdown, while the process is still live', async () => {
    const app = appOf({ isDraining: () => true })
    expect((await app.request('/readyz')).status).toBe(503)
    const alive = await app.request('/livez')
    expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close'])
  })
})

describe('GET /media', () => {
  it('serves a picture of the shop to pages of other origins', { tags: ['@asvs-4.1.1'] }, async () => {
    const { request } = serve(store.db, { dataDir })
    const response = await request(SHOP, '/media/kurta-1.webp')
    expect(await response.text()).toBe('picture')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const again = await request(SHOP, '/media/kurta-1.webp', {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it.each([
    'nothing.webp',
    'drawing.svg',
    '.hidden.png',
    '..%2f..%2fsecret.png',
    '%2e%2e/secret.png',
    '..%5c..%5csecret.png',
    'kurta-1.webp%00.png',
    '%E0%A4%A',
    'kurta-1.webp/',
    'link.png',
    'disguised.png',
    'folder.png',
    'huge.png',
  ])(
    'has nothing under %s',
    { tags: ['@asvs-1.1.1', '@asvs-1.3.4', '@asvs-5.3.2', '@asvs-13.4.3'] },
    async (file) => {
      const { request } = serve(store.db, { dataDir })
      expect((await request(SHOP, `/media/${file}`)).status).toBe(404)
    },
  )

  it('serves no picture of another shop', async () => {
    const { request } = serve(store.db, { dataDir })
    expect((await request('bela.example', '/media/kurta-1.webp')).status).toBe(404)
  })
})

describe('the documents', () => {
  it(
    'describe every call that is served',
    { tags: ['@asvs-3.5.3', '@asvs-6.3.4', '@asvs-6.4.2'] },
    async () => {
      const { body } = await store.call(SHOP, '/openapi.json')
      expect(body.openapi).toBe('3.1.0')
      const calls = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      )
      expect(calls).toEqual([
        'GET /storeInfo',
        'GET /products',
        'GET /subCategories',
        'GET /suggestions',
        'GET /products/{id}',
        'POST /users/register',
        'POST /users/authorize',
        'POST /users/logout',
        'GET /accountInfo',
        'POST /users/password-reset',
        'POST /users/password',
        'POST /account/password',
        'POST /account/sign-out',
        'POST /account/email',
        'POST /account/email/confirmation',
        'GET /account/data',
        'POST /account/erasure',
        'POST /quotes',
        'GET /pincodes/{code}',
        'POST /orders',
        'GET /orders',
        'GET /orders/{orderId}',
        'POST /orders/{orderId}/cancellation',
        'POST /orders/{orderId}/returns',
        'POST /orders/{orderId}/returns/{returnId}/withdrawal',
        'GET /confirmation-links/{token}',
        'POST /confirmation-links/{token}',
        'POST /orders/{orderId}/tax-documents',
        'GET /payments/fields',
        'POST /payments',
        'GET /orders/{orderId}/payment',
        'GET /addresses',
        'POST /addresses',
        'DELETE /addresses/{addressId}',
        'POST /orders/{orderId}/payment-link',
        'DELETE /orders/{orderId}/payment-link',
        'GET /payment-links/{token}',
        'POST /payment-links/{token}/payments',
        'GET /refund-links/{token}',
        'POST /refund-links/{token}',
        'POST /contact',
        'POST /newsletter',
        'POST /newsletter/confirmation',
        'POST /newsletter/unsubscription',
        'GET /previews/{token}',
      ])
      const order = body.paths['/orders'].post
      expect(order.requestBody.content['application/json'].schema).toEqual({
        $ref: '#/components/schemas/OrderCreation',
      })
      expect(body.components.schemas.OrderCreation.required).toEqual(['products', 'shippingAddress'])
      expect(order.parameters.map(({ name }: { name: string }) => name)).toEqual(['Idempotency-Key'])
    },
  )

  it(
    'have a page for people, with no script and only its own styles',
    { tags: ['@asvs-4.1.1'] },
    async () => {
      const response = await store.request(SHOP, '/api/v1/docs')
      const page = await response.text()
      expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
      expect(page).not.toContain('<script')
      expect(page).toContain('/orders/{orderId}')
      const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
      const hash = createHash('sha256').update(style).digest('base64')
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    },
  )
})
