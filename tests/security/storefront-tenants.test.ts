import fc from 'fast-check'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startOtherStore, type OtherStore } from '../helpers/other-store.ts'
import { startStorefront, type Storefront } from '../helpers/storefront.ts'

/** T3: three shops and three shoppers, each with words that nobody else may read, on one storefront with its cache. */
const TENANTS = ['amber', 'birch', 'cedar']
const SHOPPERS = ['Xavi', 'Yara', 'Zoya']
const tenantCanary = (tenant: string) => `canary-of-${tenant}`
const shopperCanary = (shopper: string) => `secret-of-${shopper}`
const hostOf = (tenant: string) => `${tenant}.localhost`

let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, { CACHE_TAG_HEADER: 'on' })
  for (const tenant of TENANTS) {
    const canary = tenantCanary(tenant)
    const products = ['shared', `own-${canary}`].map((id) => ({
      id,
      title: `Shirt ${canary}`,
      description: `Described by ${canary}`,
      imgUrl: `/media/${canary}.jpg`,
      category: 'Shirts',
      parentCategory: canary,
      regularPrice: 1000,
      images: [{ url: `/media/back-${canary}.jpg` }],
      attributes: [],
    }))
    const record = {
      storeName: `Store ${canary}`,
      companyName: `Company ${canary}`,
      companyEmail: `${canary}@mail.example`,
      companyAddress: canary,
      description: canary,
      categories: ['Shirts', canary],
      policies: { terms: `<h1>Terms of ${canary}</h1>`, about: `<p>{{companyName}} ${canary}</p>` },
      paymentHosts: [`${canary}.example`],
    }
    await fetch(`http://127.0.0.1:${store.port}/_control`, {
      method: 'POST',
      body: JSON.stringify({ host: hostOf(tenant), store: record, products }),
    })
  }
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

/** Paths of every kind of page; `*` stands for the canary of the shop that is asked. */
const PATHS = [
  ...['/', '/products', '/products?category=shirts', '/products?parentCategory=*', '/product/shared'],
  ...[
    '/product/own-*',
    '/terms',
    '/about',
    '/privacy',
    '/contact',
    '/cart',
    '/login',
    '/register',
    '/account',
  ],
  ...[
    '/checkout',
    '/orders',
    '/payment?orderId=1',
    '/track-order',
    '/wishlist',
    '/api-test',
    '/order-success',
  ],
  ...['/404', '/no/such/page', '/nope', '/fragments/footer', '/fragments/featured', '/fragments/listing'],
  ...['/fragments/quick-view/shared', '/fragments/product/shared', '/products/shared', '/favicon.svg'],
]

interface Visit {
  tenant: string
  shopper: string | undefined
  path: string
  method: 'GET' | 'HEAD' | 'POST'
  carriers: string[]
  spelling: (host: string) => string
}

const visit: fc.Arbitrary<Visit> = fc.record({
  tenant: fc.constantFrom(...TENANTS),
  shopper: fc.constantFrom(undefined, ...SHOPPERS),
  path: fc.constantFrom(...PATHS),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
  /** Where a shopper's secret rides along: nothing of it may be kept for others. */
  carriers: fc.subarray(['cookie', 'query', 'referer', 'header', 'user-agent']),
  spelling: fc.constantFrom(
    (host: string) => host,
    (host: string) => host.toUpperCase(),
    (host: string) => `${host}.:80`,
  ),
})

async function ask({ tenant, shopper, path, method, carriers, spelling }: Visit) {
  const secret = shopper ? shopperCanary(shopper) : undefined
  const withQuery = secret && carriers.includes('query')
  const address = path.replace('*', tenantCanary(tenant))
  const url = withQuery ? `${address}${address.includes('?') ? '&' : '?'}utm_source=${secret}` : address
  const host = spelling(hostOf(tenant))
  const answer = await request(`http://127.0.0.1:${storefront.port}${url}`, {
    method,
    headers: {
      host,
      origin: `http://${hostOf(tenant)}`,
      ...(secret && carriers.includes('cookie') && { cookie: `auth_token=${secret}; other=${secret}` }),
      ...(secret && carriers.includes('referer') && { referer: `http://${host}/?x=${secret}` }),
      ...(secret &&
        carriers.includes('header') && { 'x-shopper': secret, authorization: `Bearer ${secret}` }),
      ...(secret && carriers.includes('user-agent') && { 'user-agent': secret }),
    },
  })
  return { status: answer.statusCode, text: JSON.stringify(answer.headers) + (await answer.body.text()) }
}

describe('T3 one cache for many shops and shoppers', () => {
  test('600 visits in any order show nobody the words of another shop or of another shopper', async () => {
    const kinds = new Set<string>()
    let own = 0
    const property = fc.asyncProperty(fc.array(visit, { minLength: 10, maxLength: 10 }), async (visits) => {
      const answers = await Promise.all(visits.map(ask))
      for (const [index, { status, text }] of answers.entries()) {
        const { tenant, shopper, path } = visits[index] ?? {}
        const foreign = [
          ...TENANTS.filter((one) => one !== tenant).map(tenantCanary),
          ...SHOPPERS.filter((one) => one !== shopper).map(shopperCanary),
        ].filter((canary) => text.includes(canary))
        expect(foreign, `${path} of ${tenant} for ${shopper}`).toEqual([])
        expect(status).toBeLessThan(500)
        if (tenant && text.includes(tenantCanary(tenant))) own += 1
        kinds.add(String(path))
      }
    })
    await fc.assert(property, { numRuns: 60 })
    expect(kinds.size).toBe(PATHS.length)
    // The canaries are there to be seen: most pages name their own shop.
    expect(own).toBeGreaterThan(250)
  })

  test('no shopper is known to the store API that shared pages are made from', () => {
    const told = JSON.stringify(store.calls)
    expect(SHOPPERS.filter((shopper) => told.includes(shopperCanary(shopper)))).toEqual([])
    expect(store.calls.filter(({ authorization }) => authorization !== '')).toEqual([])
    expect(new Set(store.calls.map(({ host }) => host))).toEqual(new Set(TENANTS.map(hostOf)))
  })

  test('a picture answers at the shop alone whose page names it', async () => {
    for (const tenant of TENANTS) {
      const { html } = await storefront.get('/product/shared', { host: hostOf(tenant) })
      const addresses = new Set(html.match(/\/_img\/[^"\s,]+/g))
      expect(addresses.size).toBeGreaterThan(2)
      for (const other of TENANTS.filter((one) => one !== tenant)) {
        for (const address of addresses) {
          const calls = store.calls.length
          expect((await storefront.get(address, { host: hostOf(other) })).status, address).toBe(404)
          expect(store.calls.length).toBe(calls)
        }
      }
    }
  })

  test('a purge of one shop names no page of another', async () => {
    for (const path of ['/', '/products', '/product/shared', '/terms']) {
      for (const tenant of TENANTS) {
        const { headers } = await storefront.get(path, { host: hostOf(tenant) })
        const tags = String(headers['cache-tag']).split(',')
        expect(
          tags.filter((tag) => !tag.split(':').includes(hostOf(tenant))),
          path,
        ).toEqual([])
      }
    }
  })
})
