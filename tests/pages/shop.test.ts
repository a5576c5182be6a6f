import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** The built storefront over HTTP, against a store API that is not ours and answers the other readings. */
let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, { PAGE_CACHE: 'off' })
})
afterEach(() => store.reset())
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

describe('the tenant', () => {
  test(
    "its host goes to the API as Host, and localhost sends the default tenant's",
    { tags: ['@req-1.2', '@req-7.1'] },
    async () => {
      await storefront.get('/')
      await storefront.get('/', { host: 'Other.localhost.:80' })
      expect(new Set(store.calls.map((call) => call.host))).toEqual(
        new Set(['tanabana.localhost', 'other.localhost']),
      )
    },
  )
})

describe('routes', () => {
  test.each([
    ['/', 'Plain Store'],
    ['/products', 'All Products'],
    ['/products?category=shirts', 'Shirts'],
    ['/product/plain-1', 'Plain Shirt 1'],
    ['/cart', 'cart'],
    ['/login', 'Sign'],
    ['/register', 'account'],
    ['/track-order', 'Order Number'],
    ['/contact', 'Your Message'],
    ['/api-test', 'API'],
    ['/order-success', 'Thank You for Your Order!'],
    ['/terms', 'Terms'],
    ['/wishlist', 'Wishlist'],
    ['/offline', "You're offline"],
  ])('%s answers', { tags: ['@req-2.2', '@req-6'] }, async (path, text) => {
    const page = await storefront.get(path)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.html).toContain(text)
  })

  test.each(['/account', '/checkout', '/orders', '/payment?orderId=7'])(
    '%s answers who carries a token, and no cache keeps it',
    { tags: ['@req-6'] },
    async (path) => {
      const page = await storefront.get(path, { headers: { cookie: 'auth_token=plain-token' } })
      expect(page.status).toBe(200)
      expect(page.headers['cache-control']).toContain('no-store')
    },
  )

  test('/products/{id} moved to /product/{id}', { tags: ['@req-10.1'] }, async () => {
    const page = await storefront.get('/products/plain-1')
    expect([page.status, page.headers.location]).toEqual([301, '/product/plain-1'])
  })

  test("/products/{id} keeps an ad's tags on the way", async () => {
    for (const click of ['a', 'b']) {
      const page = await storefront.get(`/products/plain-1?gclid=${click}&utm_source=ad`)
      expect([page.status, page.headers.location]).toEqual([
        301,
        `/product/plain-1?gclid=${click}&utm_source=ad`,
      ])
    }
  })

  test.each(['/forgot-password', '/reset-password', '/product', '/unknown-policy'])(
    '%s redirects to /404',
    async (path) => {
      const page = await storefront.get(path)
      expect([page.status, page.headers.location]).toEqual([302, '/404'])
    },
  )

  test.each(['/404', '/no/such/page', '/product/plain-1/more'])(
    '%s is not found, in place',
    { tags: ['@req-10.2'] },
    async (path) => {
      const page = await storefront.get(path)
      expect(page.status).toBe(404)
      expect(page.html).toContain('Oops! Page not found')
    },
  )

  test.each(['/404', '/no/such/page', '/product/unknown', '/pay/unknown'])(
    '%s names the e-mail and phone of the shop below its message',
    { tags: ['@req-2.19'] },
    async (path) => {
      const page = await storefront.get(path)
      expect(page.status).toBe(404)
      const main = page.html.slice(page.html.indexOf('<main'), page.html.indexOf('</main>'))
      expect(main).toMatch(/href="mailto:care@plain.example"[^]+href="tel:\+910000000000"/)
    },
  )

  test('an unknown product is not found', async () => {
    const page = await storefront.get('/product/unknown')
    expect(page.status).toBe(404)
    expect(page.html).toContain('Product not found')
  })
})

describe('store information', () => {
  test('a category may have any name', async () => {
    store.changeStore({ categories: ['Constructor', 'toString'] })
    const { html } = await storefront.get('/contact')
    expect(html).toContain('All our Constructor in one place.')
    expect(html).toContain('All our ToString in one place.')
  })
})

describe('when the API fails', () => {
  test('hang at one product: its page is sent with its skeleton, then shows the failure', async () => {
    store.fail('/products/', 'hang')
    const page = await storefront.get('/product/plain-1')
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.html).toContain('data-pending-section="/fragments/product/plain-1"')
    const section = await storefront.get('/fragments/product/plain-1')
    expect(section.status).toBe(503)
    expect(section.html).toContain('Failed to load product details')
  })
})

describe('bad requests', () => {
  test.each([
    ['/%E0%A4%A', 400],
    ['/%', 400],
    [`/products?category=${'x'.repeat(10_000)}`, 414],
    ['/..%2f..%2fetc%2fpasswd', 302],
    ['/product/..%2f..%2fstoreInfo', 404],
  ])('%s answers %s', async (path, status) => {
    expect((await storefront.get(path)).status).toBe(status)
  })
})
