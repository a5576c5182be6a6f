import fc from 'fast-check'
import { request } from 'undici'

import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** Three shops and three shoppers on one storefront with its cache; no other may read the words of each. SECURITY.md#cross-tenant-pages */
export const TENANTS = ['amber', 'birch', 'cedar']
export const SHOPPERS = ['Xavi', 'Yara', 'Zoya']
const tenantCanary = (tenant: string) => `canary-of-${tenant}`
export const shopperCanary = (shopper: string) => `secret-of-${shopper}`
export const hostOf = (tenant: string) => `${tenant}.localhost`

export interface TenantServers {
  store: OtherStore
  storefront: Storefront
  stop(): Promise<void>
}

export async function startTenants(): Promise<TenantServers> {
  const store = await startOtherStore()
  const storefront = await startStorefront(store.port, { CACHE_TAG_HEADER: 'on' })
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
  return {
    store,
    storefront,
    stop: async () => {
      await storefront.stop()
      await store.stop()
    },
  }
}

/** Paths of every kind of page; `*` stands for the canary of the shop that is asked. */
export const PATHS = [
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

async function sendVisit(port: number, { tenant, shopper, path, method, carriers, spelling }: Visit) {
  const secret = shopper ? shopperCanary(shopper) : undefined
  const withQuery = secret && carriers.includes('query')
  const address = path.replace('*', tenantCanary(tenant))
  const url = withQuery ? `${address}${address.includes('?') ? '&' : '?'}utm_source=${secret}` : address
  const host = spelling(hostOf(tenant))
  const response = await request(`http://127.0.0.1:${port}${url}`, {
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
  return {
    status: response.statusCode,
    text: JSON.stringify(response.headers) + (await response.body.text()),
  }
}

export interface VisitCounts {
  visits: number
  /** Words of another shop or shopper, each with where it was read. */
  foreign: string[]
  failures: number
  /** Responses that contain the words of their own shop, which proves that the check can find them. */
  own: number
  /** Kinds of pages that were seen. */
  paths: number
}

/** Makes random visits, ten concurrently, on one storefront with its cache; returns the words found. */
export async function countVisits(port: number, count: number): Promise<VisitCounts> {
  const counts: VisitCounts = { visits: 0, foreign: [], failures: 0, own: 0, paths: 0 }
  const paths = new Set<string>()
  const property = fc.asyncProperty(fc.array(visit, { minLength: 10, maxLength: 10 }), async (visits) => {
    const responses = await Promise.all(
      visits.map(async (one) => ({ ...one, ...(await sendVisit(port, one)) })),
    )
    for (const { tenant, shopper, path, status, text } of responses) {
      const foreign = [
        ...TENANTS.filter((one) => one !== tenant).map(tenantCanary),
        ...SHOPPERS.filter((one) => one !== shopper).map(shopperCanary),
      ].filter((canary) => text.includes(canary))
      counts.foreign.push(...foreign.map((canary) => `${canary} on ${path} of ${tenant} for ${shopper}`))
      counts.visits += 1
      if (status >= 500) counts.failures += 1
      if (text.includes(tenantCanary(tenant))) counts.own += 1
      paths.add(path)
    }
  })
  await fc.assert(property, { numRuns: Math.ceil(count / 10) })
  return { ...counts, paths: paths.size }
}
