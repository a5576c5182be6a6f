import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { controlShop, startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** The listing of a store that searches, sorts and counts, and of one that does not. docs/requirements.md#115-search */
const CAPABLE = { capabilities: ['search', 'sort', 'facets'] }
const QUERY = 'search=Kurti&sort=price-asc&color=Red&size=M&minPrice=5&maxPrice=2000'

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

const listingCall = () =>
  store.calls.find(({ path }) => path.startsWith('/products?') && path.includes('limit=12'))

describe('a store without the capabilities', () => {
  test('gets no further parameters and shows no further controls', { tags: ['@req-10.25'] }, async () => {
    const plain = await storefront.get('/products')
    const requested = await storefront.get(`/products?${QUERY}`)
    expect(requested.html).toBe(plain.html)
    expect(plain.html).not.toContain('type="search"')
    expect(plain.html).not.toContain('data-filters')
    expect(listingCall()?.path).toBe('/products?page=1&limit=12')
  })

  test('has no listing cached for an invented search', async () => {
    expect((await storefront.get('/products?search=invented')).headers['cache-control']).toBe('no-store')
  })
})

describe('a store with the capabilities', () => {
  test('gets every parameter', { tags: ['@req-10.25'] }, async () => {
    store.changeStore(CAPABLE)
    await storefront.get(`/products?${QUERY}`)
    expect(listingCall()?.path).toBe(
      '/products?page=1&limit=12&search=kurti&sort=price-asc&size=m&color=red&minPrice=5&maxPrice=2000&facets=true',
    )
  })

  test('gets the parameters of attributes with their capability alone', async () => {
    const query = 'fabric=Silk&colorFamily=Blue&discount=20&availability=in-stock'
    store.changeStore(CAPABLE)
    await storefront.get(`/products?${query}`)
    expect(listingCall()?.path).toBe('/products?page=1&limit=12&facets=true')
    store.reset()
    store.changeStore({ capabilities: [...CAPABLE.capabilities, 'attribute-facets'] })
    await storefront.get(`/products?${query}`)
    expect(listingCall()?.path).toBe(
      '/products?page=1&limit=12&colorFamily=blue&fabric=silk&discount=20&availability=in-stock&facets=true',
    )
  })

  test('counts its products', async () => {
    expect((await storefront.get('/products')).html).not.toContain('30 products')
    store.changeStore(CAPABLE)
    expect((await storefront.get('/products')).html).toContain('30 products')
    const { status, headers } = await storefront.get('/fragments/filters?color=red')
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex'])
  })

  test('shows search, order, and every filter as a link that removes it', async () => {
    store.changeStore(CAPABLE)
    const { html } = await storefront.get(`/products?${QUERY}`)
    expect(html).toContain('<title>Results for “kurti” | Plain Store</title>')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('rel="canonical"')
    expect(html).toContain('value="kurti"')
    expect(html).toContain('<option value="price-asc" selected>')
    expect(html).toContain('aria-label="Remove red"')
    expect(html).toContain('page=2')
  })

  test('has a search box on every page, and no unsupported order', async () => {
    store.changeStore({ capabilities: ['search'] })
    expect((await storefront.get('/terms')).html).toContain('type="search"')
    expect((await storefront.get('/products?sort=price-asc')).html).not.toContain('price-asc')
  })

  test(
    'offers the order by country of origin where products come from several',
    { tags: ['@req-11.7'] },
    async () => {
      const listOf = async (...countries: string[]) => {
        const facets = { sizes: [], colors: [], price: null, countries: countries.map(toCount) }
        const body = { data: [{ id: 'cap', title: 'Cap', regularPrice: 100 }], count: 1, facets }
        const stubResponse = { call: 'GET /products', status: 200, body }
        await controlShop(store.port, { host: 'tanabana.localhost', stubResponse })
        return (await storefront.get('/products')).html
      }
      const toCount = (value: string) => ({ value, count: 1 })
      store.changeStore({ capabilities: [...CAPABLE.capabilities, 'country-sort'] })
      const option = '<option value="country">Country of origin</option>'
      expect(await listOf('India', 'Vietnam')).toContain(option)
      expect(await listOf('India')).not.toContain(option)
    },
  )

  describe('what a search corrected or left out', { tags: ['@req-11.5'] }, () => {
    const pageOf = async (search: unknown, path = '/products?search=red slik kurta', cookie = '') => {
      store.changeStore(CAPABLE)
      const body = { data: [{ id: 'kurta', title: 'Kurta', regularPrice: 100 }], count: 1, search }
      const stubResponse = { call: 'GET /products', status: 200, body }
      await controlShop(store.port, { host: 'tanabana.localhost', stubResponse })
      return (await storefront.get(path, { headers: { cookie } })).html
    }
    const LEFT_OUT = 'None of these products matches'

    test('is on the page and in the part of it that comes late, above the products', async () => {
      const notes = { corrected: 'red silk kurta', leftOut: ['red', 'nike'] }
      const text =
        'Searched for “red silk kurta” instead. ' +
        'None of these products matches “red” or “nike”. They come nearest to your search.'
      for (const path of ['/products?search=red slik kurta', '/fragments/listing?search=red slik kurta']) {
        const html = await pageOf(notes, path)
        expect(html).toContain(`>${text}</p>`)
        expect(html.indexOf(text)).toBeLessThan(html.indexOf('<article'))
      }
    })

    test('is in Hindi on a Hindi page', async () => {
      const html = await pageOf({ corrected: 'लाल kurta', leftOut: ['लाल'] }, undefined, 'language=hi')
      expect(html).toContain(
        'इसकी जगह “लाल kurta” खोजा गया। इनमें से कोई भी प्रोडक्ट “लाल” से मेल नहीं खाता। ये आपकी खोज के सबसे क़रीब हैं।',
      )
    })

    test('cannot bring markup into the page', async () => {
      const html = await pageOf({ corrected: '<img src=x onerror=1>', leftOut: ['<script>{words}'] })
      expect(html).toContain('“&lt;img src=x onerror=1&gt;”')
      expect(html).toContain('“&lt;script&gt;{words}”')
      expect(html).not.toContain('<img src=x')
    })

    test('is not on a page that has nothing of it to say, or no search', async () => {
      for (const notes of [undefined, {}, 'red', { corrected: '', leftOut: [] }]) {
        const html = await pageOf(notes)
        expect(html).not.toContain(LEFT_OUT)
        expect(html).not.toContain('Searched for')
      }
      expect(await pageOf({ leftOut: ['red'] }, '/products')).not.toContain(LEFT_OUT)
    })
  })

  test('escapes hostile search words', async () => {
    store.changeStore(CAPABLE)
    const { html } = await storefront.get(
      '/products?search=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&color=%22onx%3D',
    )
    expect(html).not.toContain('"><script>alert')
    expect(html).not.toContain('"onx=')
  })
})

test('the address of a listing is parsed once on a miss', async () => {
  store.changeStore(CAPABLE)
  const lines: string[] = []
  const counted = await startStorefront(
    store.port,
    { NODE_OPTIONS: `--import ${new URL('../kit/shops/print-parsed-listings.mjs', import.meta.url).href}` },
    { onLine: (line) => lines.push(line) },
  )
  try {
    const page = await counted.get('/products?sort=price-asc&gclid=1')
    expect(page.headers['x-cache']).toBe('miss')
    expect(lines.filter((line) => line === 'parses a listing')).toHaveLength(1)
  } finally {
    await counted.stop()
  }
})
