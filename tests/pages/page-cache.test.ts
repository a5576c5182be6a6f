import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { controlShop, startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { sendRaw } from '../kit/raw-request.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** The built storefront with its page cache, over HTTP. Each test has a shop of its own, on a host without cached pages. */
const PURGE_SECRET = 'a secret that only the tests of the page cache know'

let store: OtherStore
let storefront: Storefront
let host: string

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, {
    CACHE_PURGE_SECRET: PURGE_SECRET,
    CACHE_TAG_HEADER: 'on',
  })
})
beforeEach(() => {
  store.reset()
  host = `t${crypto.randomUUID().slice(0, 8)}.localhost`
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

const get = (path: string, headers: Record<string, string> = {}) => storefront.get(path, { host, headers })

async function purge(tags: string[], secret = PURGE_SECRET) {
  const response = await request(`http://127.0.0.1:${storefront.port}/_cache/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
  })
  return { status: response.statusCode, text: (await response.body.text()).trim() }
}

describe('a shared page', () => {
  test.each(['/', '/products', '/products?category=shirts&page=2', '/product/plain-1', '/terms', '/contact'])(
    '%s is made once and then kept',
    async (path) => {
      expect((await get(path)).headers['x-cache']).toBe('miss')
      const stored = await get(path)
      expect(stored.headers['x-cache']).toBe('hit')
      expect(stored.headers['cache-control']).toContain('s-maxage=10, stale-while-revalidate=86400')
      expect(stored.headers['cache-tag']).toContain(`tenant:${host}`)
    },
  )

  test('is the same entry for every ad click', async () => {
    await get('/products?category=shirts')
    for (const tag of ['gclid=a', 'gad_source=1&gad_campaignid=2', 'srsltid=x&utm_source=ad', 'unknown=1']) {
      expect((await get(`/products?category=shirts&${tag}`)).headers['x-cache']).toBe('hit')
    }
  })

  test('cannot show one shopper the data of another', { tags: ['@asvs-14.2.2'] }, async () => {
    const cookie = 'auth_token=secret-of-asha'
    await get('/', { cookie })
    const { html, headers } = await get('/')
    expect(headers['x-cache']).toBe('hit')
    expect(html).not.toContain('secret-of-asha')
  })

  test('calls the API once for fifty simultaneous requests', async () => {
    const pages = await Promise.all(Array.from({ length: 50 }, () => get('/product/plain-1')))
    expect(new Set(pages.map(({ html }) => html)).size).toBe(1)
    expect(store.calls.filter(({ path }) => path === '/products/plain-1')).toHaveLength(1)
  })

  test('of a POST is the cached page, without a new render', async () => {
    const send = async (path: string) => {
      const { statusCode, headers, body } = await request(`http://127.0.0.1:${storefront.port}${path}`, {
        method: 'POST',
        headers: { host, 'if-none-match': '*', 'content-type': 'application/x-www-form-urlencoded' },
        body: 'email=a%40b.example',
      })
      return { status: statusCode, state: headers['x-cache'], html: await body.text() }
    }
    const { html } = await get('/contact')
    expect(await send('/contact')).toEqual({ status: 200, state: 'hit', html })
    await send('/favicon.svg')
    expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
  })

  test('of one shop is never given to another', { tags: ['@asvs-8.4.1'] }, async () => {
    store.changeStore({ storeName: 'First Shop' })
    await get('/')
    store.changeStore({ storeName: 'Second Shop' })
    expect((await storefront.get('/', { host: `other-${host}` })).html).toContain('Second Shop')
  })
})

describe('responses of a store API', () => {
  test('serve all pages: store info is requested once', { tags: ['@req-10.19'] }, async () => {
    await Promise.all(['/', '/products', '/product/plain-1', '/terms', '/cart'].map((path) => get(path)))
    expect(store.calls.filter(({ path }) => path === '/storeInfo')).toHaveLength(1)
  })

  test('still serves uncached pages when the API fails', async () => {
    await get('/fragments/quick-view/plain-1')
    for (const fault of ['error', 'html', 'hang'] as const) {
      store.fail('/', fault)
      await vi.waitFor(async () => {
        const page = await get(`/product/plain-1`)
        expect(page.html).toContain('Plain Shirt 1')
      })
      store.reset()
    }
  })
})

describe('on the wire', () => {
  test('a page comes in the encoding that the browser takes', async () => {
    const url = `http://127.0.0.1:${storefront.port}/terms`
    const ask = async (encoding: string) => {
      const received = await request(url, { headers: { host, 'accept-encoding': encoding } })
      return {
        encoding: received.headers['content-encoding'],
        body: Buffer.from(await received.body.arrayBuffer()),
      }
    }
    const [br, gzip, plain] = [await ask('gzip, br'), await ask('gzip'), await ask('identity')]
    expect([br.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(br.body)).toEqual(plain.body)
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
  })

  test('a page that the browser has already is not sent again', async () => {
    const etag = String((await get('/')).headers.etag)
    const again = await get('/', { 'if-none-match': etag })
    expect([again.status, again.html]).toEqual([304, ''])
  })

  test('HEAD responds like GET, without a body', async () => {
    const whole = await get('/')
    const head = await request(`http://127.0.0.1:${storefront.port}/`, { method: 'HEAD', headers: { host } })
    expect(head.headers.etag).toBe(whole.headers.etag)
    expect(await head.body.text()).toBe('')
  })
})

describe('an edit', () => {
  test('is on the page as soon as it is published', { tags: ['@req-16'] }, async () => {
    await get('/contact')
    store.changeStore({ companyName: 'Renamed Company' })
    expect((await get('/contact')).html).not.toContain('Renamed Company')
    expect((await purge([`tenant:${host}`])).status).toBe(200)
    expect((await get('/contact')).html).toContain('Renamed Company')
  })

  test('is on the pages of a shop whose load was in flight when it was published', async () => {
    store.fail('/storeInfo', 'slow')
    const waiting = get('/terms')
    await vi.waitFor(() => expect(store.calls.filter((call) => call.host === host)).not.toEqual([]))
    store.changeStore({ companyName: 'Renamed Company' })
    await purge([`tenant:${host}`])
    await waiting
    await vi.waitFor(async () => expect((await get('/contact')).html).toContain('Renamed Company'), 3000)
    expect((await get('/contact')).html).toContain('Renamed Company')
  })

  test('of one product drops the pages that show it and no others', async () => {
    for (const path of ['/product/plain-1', '/product/plain-2', '/products', '/terms']) await get(path)
    expect(await purge([`product:${host}:plain-1`])).toEqual({ status: 200, text: '2 pages purged' })
    expect((await get('/product/plain-2')).headers['x-cache']).toBe('hit')
  })

  test('of one product is on its page as soon as it is purged', async () => {
    for (const path of ['/product/plain-1', '/products']) await get(path)
    await controlShop(store.port, { host, products: [{ id: 'plain-1', title: 'Renamed Shirt' }] })
    await purge([`product:${host}:plain-1`])
    for (const path of ['/product/plain-1?wait=1', '/products?wait=1'])
      expect((await get(path)).html).toContain('Renamed Shirt')
  })

  test('of the availability of a product drops the listings that may show it and no others', async () => {
    const shirts = ['/', '/products', '/products?category=men', '/products?category=shirts&page=2']
    const others = ['/products?category=hats&wait=1', '/product/plain-9', '/terms', '/contact']
    await controlShop(store.port, { host, store: { categories: ['Shirts', 'Hats'] } })
    for (const path of [...shirts, ...others]) await get(path)
    await purge([`listing:${host}:`, `listing:${host}:shirts`])
    for (const path of shirts) expect((await get(path)).headers['x-cache'], path).toBe('miss')
    for (const path of others.slice(1)) expect((await get(path)).headers['x-cache'], path).toBe('hit')
  })

  test('of the availability of a product asks the store API for nothing but listings again', async () => {
    const callsOf = () =>
      store.calls.filter((call) => call.host === host).map(({ path }) => path.split('?')[0])
    for (const path of ['/product/plain-1', '/products?category=shirts']) await get(path)
    const before = callsOf().length
    await purge([`product:${host}:plain-1`, `listing:${host}:`, `listing:${host}:shirts`])
    for (const path of ['/products?category=shirts', '/product/plain-1']) await get(path)
    expect(callsOf().slice(before)).not.toContain('/storeInfo')
    expect(callsOf().slice(before)).toEqual(expect.arrayContaining(['/products', '/products/plain-1']))
  })

  test('of another shop drops nothing here', async () => {
    await get('/')
    expect((await purge(['tenant:somebody-else.localhost'])).text).toBe('0 pages purged')
    expect((await get('/')).headers['x-cache']).toBe('hit')
  })

  test('is not published without the secret', { tags: ['@req-16'] }, async () => {
    expect((await purge([`tenant:${host}`], 'a guess')).status).toBe(403)
  })

  test('without tags gets 400 with an example', async () => {
    const head = [
      'POST /_cache/purge HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${PURGE_SECRET}`,
      'Connection: close',
    ]
    const { status, text } = await sendRaw(storefront.port, [...head, '', ''].join('\r\n'))
    expect(status).toBe(400)
    expect(text).toContain('Send JSON such as {"tags":["tenant:shop.example"]}.')
  })
})

describe('responses that are not cached', () => {
  test.each(['/cart', '/login', '/track-order', '/payment?orderId=1', '/account'])('%s', async (path) => {
    await get(path)
    expect((await get(path)).headers['x-cache']).toBe('bypass')
  })

  test('a page that the API failed', async () => {
    store.fail('/products/', 'error')
    expect((await get('/product/plain-1')).status).toBe(503)
    store.reset()
    expect((await get('/product/plain-1')).status).toBe(200)
  })

  test('a page with fallbacks', async () => {
    store.fail('/storeInfo', 'error')
    expect((await get('/terms')).html).toContain('Fashion Store')
    store.reset()
    expect((await get('/terms')).html).toContain('Plain Store')
  })

  test('a page with skeletons', async () => {
    store.fail('/products', 'hang')
    expect((await get('/')).headers['cache-control']).toContain('no-store')
    store.reset()
    // The hanging call ends after 4 s; until then there is no second call.
    await vi.waitFor(async () => expect((await get('/')).html).toContain('Plain Shirt 1'), 7000)
  })

  test('a page without the record of its shop', async () => {
    store.fail('/storeInfo', 'hang')
    const first = await get('/products')
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(first.html).not.toContain('Failed to load store information')
    store.reset()
    await vi.waitFor(async () => expect((await get('/products')).html).toContain('Plain Store'), 7000)
  })
})
