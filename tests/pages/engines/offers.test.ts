import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { HOSTILE_TEXTS } from '../../kit/texts/hostile-texts.ts'
import { controlShop, startOtherStore, type Control, type OtherStore } from '../../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../../kit/shops/storefront.ts'
import { missingProperties, thingsOf, type Thing } from './read-things.ts'
import { elementsOf } from './read-xml.ts'

/** What engines are told of products and prices, on a store API that is not ours. */

const SECRET = 'a secret of at least 32 characters'
let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, {
    TENANT_HOSTS: '*.example',
    STORE_API_ORIGIN: `http://127.0.0.1:${store.port}`,
    CACHE_PURGE_SECRET: SECRET,
  })
})
beforeEach(() => store.reset())
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

/** A page that waits for its API, however slow the machine. */
const get = (path: string, host: string, headers = {}) =>
  storefront.get(path.startsWith('/feeds') ? path : `${path}${path.includes('?') ? '&' : '?'}wait=1`, {
    host,
    headers,
  })

const setShop = (host: string, control: Omit<Control, 'host'>) =>
  controlShop(store.port, { host, ...control })

const kurta = {
  id: 'kurta',
  title: 'Rani Kurta',
  description: '<p>Cotton &amp; silk</p>',
  imgUrl: '/media/kurta.webp',
  category: 'Kurtas',
  parentCategory: 'Silk',
  regularPrice: 2499.5,
  discountedPrice: 1999.9,
  attributes: [
    { key: 'Size', value: ['M', 'L'] },
    { key: 'Color', value: ['Rani', 'Ivory'] },
    { key: 'MRP', value: 'Rs. 2,600' },
    { key: 'Featured', value: ['true'] },
  ],
}
const trust = {
  companyRegistration: 'CIN U00000RJ0000PTC000000',
  gstin: '08AAAAA0000A1Z5',
  consumerCare: { email: 'care@rani.example', phone: '+91 00000 11111' },
  grievanceOfficer: { name: 'Asha Rao', designation: 'Grievance Officer', email: 'asha@rani.example' },
  manufacturer: 'Rani Mills, 1 Mill Road, Surat',
  countryOfOrigin: 'India',
  returnPolicy: { days: 7, fees: 'free' },
  shippingPolicy: { handlingDays: { min: 0, max: 2 }, transitDays: { min: 1, max: 5 } },
}

describe('structured data', () => {
  test('describes a product with sizes and colours as a group of variants, at the price shown', async () => {
    await setShop('group.example', { products: [kurta], store: trust })
    const { html } = await get('/product/kurta', 'group.example')
    const things = thingsOf(html)
    expect(things.flatMap(missingProperties)).toEqual([])
    expect(things.map((thing) => thing['@type'])).toEqual([
      'ProductGroup',
      'MerchantReturnPolicy',
      'OfferShippingDetails',
      'BreadcrumbList',
    ])
    const [group, returns, shipping, crumbs] = things
    expect(group).toMatchObject({
      productGroupID: 'kurta',
      name: 'Rani Kurta',
      description: 'Cotton & silk',
      url: 'http://group.example/product/kurta',
      variesBy: ['https://schema.org/size', 'https://schema.org/color'],
    })
    expect(
      group?.hasVariant.map(({ sku, size, color, offers }: Thing) => [
        sku,
        size,
        color,
        offers.price,
        offers.priceCurrency,
        'availability' in offers,
      ]),
    ).toEqual([
      ['kurta-Rani-M', 'M', 'Rani', '1999.90', 'INR', false],
      ['kurta-Rani-L', 'L', 'Rani', '1999.90', 'INR', false],
      ['kurta-Ivory-M', 'M', 'Ivory', '1999.90', 'INR', false],
      ['kurta-Ivory-L', 'L', 'Ivory', '1999.90', 'INR', false],
    ])
    expect(html).toContain('₹1,999.9')
    expect(returns).toMatchObject({ merchantReturnDays: 7, returnFees: 'https://schema.org/FreeReturn' })
    expect(shipping).toMatchObject({ deliveryTime: { transitTime: { minValue: 1, maxValue: 5 } } })
    expect(crumbs?.itemListElement.map(({ name, item }: Record<string, string>) => [name, item])).toEqual([
      ['Home', 'http://group.example/'],
      ['All Products', 'http://group.example/products'],
      ['Kurtas', 'http://group.example/products?category=kurtas'],
      ['Silk', 'http://group.example/products?category=kurtas&parentCategory=Silk'],
      ['Rani Kurta', 'http://group.example/product/kurta'],
    ])
  })

  test('claims neither returns nor shipping nor a price that the shop does not name', async () => {
    await setShop('bare.example', { products: [{ id: 'tote', title: 'Tote', imgUrl: '/a.jpg' }] })
    const [product, ...rest] = thingsOf((await get('/product/tote', 'bare.example')).html)
    expect(product).toEqual({
      '@type': 'Product',
      sku: 'tote',
      name: 'Tote',
      description: 'Tote',
      url: 'http://bare.example/product/tote',
      image: [expect.stringMatching(/^http:\/\/bare\.example\/_img\/1280\//)],
      brand: { '@type': 'Brand', name: 'Plain Store' },
    })
    expect(rest.map((thing) => thing['@type'])).toEqual(['BreadcrumbList'])
  })

  test('names the shop and how to reach it on home and contact, and the way to a listing', async () => {
    await setShop('names.example', { store: { ...trust, companyLogoUrl: '/media/logo.png' } })
    for (const path of ['/', '/contact']) {
      const things = thingsOf((await get(path, 'names.example')).html)
      expect(things.flatMap(missingProperties)).toEqual([])
      expect(things).toMatchObject([
        { '@type': 'WebSite', name: 'Plain Store', url: 'http://names.example/' },
        {
          '@type': 'OnlineStore',
          legalName: 'Plain Company',
          contactPoint: { telephone: '+91 00000 11111', email: 'care@rani.example' },
        },
      ])
    }
    const [crumbs] = thingsOf((await get('/products?category=Shirts', 'names.example')).html)
    expect(crumbs?.itemListElement).toHaveLength(3)
  })

  test.each(HOSTILE_TEXTS)('holds the text %j and nothing of it gets out', async (text) => {
    await setShop('hostile.example', {
      products: [{ ...kurta, title: text, category: text, parentCategory: text }],
      store: { storeName: text },
    })
    await purge('hostile.example')
    const { html } = await get('/product/kurta', 'hostile.example')
    const [group] = thingsOf(html)
    expect(group?.name).toBe(text)
    expect(group?.hasVariant).toHaveLength(4)
  })
})

describe('legal disclosures', () => {
  test('are on the product page and in the footer where the data exists', async () => {
    await setShop('law.example', { products: [kurta], store: trust })
    const { html } = await get('/product/kurta', 'law.example')
    for (const text of [
      'MRP ₹2,600 (inclusive of all taxes)',
      'Rani Mills, 1 Mill Road, Surat',
      'Country of origin',
      'care@rani.example, +91 00000 11111',
      'Asha Rao, Grievance Officer',
      'href="mailto:asha@rani.example"',
      'CIN U00000RJ0000PTC000000',
      '08AAAAA0000A1Z5',
    ])
      expect(html).toContain(text)
    const contact = await get('/contact', 'law.example')
    expect(contact.html.match(/Grievance officer/g)).toHaveLength(2)
  })

  test('are absent without data', async () => {
    await setShop('silent.example', {
      products: [{ ...kurta, attributes: [{ key: 'MRP', value: 'ask us' }] }],
    })
    for (const path of ['/product/kurta', '/contact']) {
      const { html } = await get(path, 'silent.example')
      expect(html).not.toMatch(
        /inclusive of all taxes|Manufacturer & customer care|Customer care|Grievance|GSTIN|Registration/,
      )
    }
  })

  test('name the maker of the product rather than that of the shop, and nothing twice', async () => {
    const attributes = [
      ...Array.from({ length: 9 }, (_, index) => ({ key: `Fact ${index}`, value: 'x' })),
      { key: 'Country of Origin', value: 'Nepal' },
      { key: 'Imported By', value: 'Himal Traders, Delhi' },
    ]
    await setShop('maker.example', { products: [{ ...kurta, attributes }], store: trust })
    const { html } = await get('/product/kurta', 'maker.example')
    expect(html).toContain('Himal Traders, Delhi')
    expect(html).not.toContain('Rani Mills')
    expect(html.match(/Country of Origin|Country of origin/g)).toHaveLength(1)
  })

  test("takes a shop's regular prices as MRP where its record says that they are", async () => {
    await setShop('regular.example', {
      products: [{ ...kurta, attributes: [] }],
      store: { regularPriceIsMrp: true },
    })
    const { html } = await get('/product/kurta', 'regular.example')
    const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
    expect(text).toContain('MRP ₹2,499.5')
    expect(text).toContain('Inclusive of all taxes')
    expect(text.match(/MRP ₹2,499.5/g)).toHaveLength(1)
  })
})

describe('a product feed', () => {
  const feeds = { capabilities: ['feeds'] }

  test('exists only for a shop with the capability', { tags: ['@req-11.9'] }, async () => {
    expect((await get('/feeds/google.xml', 'plain.example')).status).toBe(404)
    expect((await get('/feeds/meta.csv', 'plain.example')).status).toBe(404)
    expect(store.calls.some(({ path }) => path.startsWith('/products'))).toBe(false)
  })

  test(
    'for Google has every variant with the price of the page, grouped, and no ad tags',
    { tags: ['@req-11.9'] },
    async () => {
      await setShop('feed.example', {
        products: [
          kurta,
          { ...kurta, id: 'dear', discountedPrice: 3000, attributes: [] },
          { ...kurta, id: 'bare', imgUrl: '' },
        ],
        store: feeds,
      })
      const { status, headers, html } = await get('/feeds/google.xml?utm_source=x', 'feed.example')
      expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
      expect(elementsOf(html, 'g:id')).toEqual([
        'kurta-Rani-M',
        'kurta-Rani-L',
        'kurta-Ivory-M',
        'kurta-Ivory-L',
        'dear',
      ])
      expect(elementsOf(html, 'g:item_group_id')).toEqual(['kurta', 'kurta', 'kurta', 'kurta'])
      expect(elementsOf(html, 'g:price')).toEqual([
        '2499.50 INR',
        '2499.50 INR',
        '2499.50 INR',
        '2499.50 INR',
        '3000.00 INR',
      ])
      expect(elementsOf(html, 'g:sale_price')).toEqual([
        '1999.90 INR',
        '1999.90 INR',
        '1999.90 INR',
        '1999.90 INR',
      ])
      expect(new Set(elementsOf(html, 'g:link'))).toEqual(
        new Set(['http://feed.example/product/kurta', 'http://feed.example/product/dear']),
      )
      expect(elementsOf(html, 'g:image_link')[0]).toMatch(/^http:\/\/feed\.example\/_img\/1280\//)
      expect(new Set(elementsOf(html, 'g:availability'))).toEqual(new Set(['in_stock']))
      expect(elementsOf(html, 'g:description')[0]).toBe('Cotton & silk')
    },
  )

  test('for Meta quotes every cell and lets no spreadsheet run one', async () => {
    await setShop('meta.example', {
      products: [{ ...kurta, title: '=HYPERLINK("http://evil.example"),x', attributes: [] }],
      store: feeds,
    })
    const { headers, html } = await get('/feeds/meta.csv', 'meta.example')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, row, end] = html.split('\r\n')
    expect(head).toBe(
      'id,title,description,availability,condition,price,sale_price,link,image_link,additional_image_link,brand,item_group_id,product_type,gtin,gender,age_group,size,size_system,color',
    )
    expect(row).toContain(
      `"kurta","'=HYPERLINK(""http://evil.example""),x","Cotton & silk","in stock","new","2499.50 INR","1999.90 INR","http://meta.example/product/kurta",`,
    )
    expect(end).toBe('')
  })

  test.each(HOSTILE_TEXTS)('stays well-formed with %j in it', async (text) => {
    await setShop('odd.example', {
      products: [{ ...kurta, title: text, description: text, attributes: [] }],
      store: { ...feeds, storeName: text || 'x' },
    })
    await purge('odd.example')
    expect(elementsOf((await get('/feeds/google.xml', 'odd.example')).html, 'g:title')).toHaveLength(1)
  })

  test('of a large shop is read 100 products at a time, once for simultaneous requests, and cached until a purge', async () => {
    const products = Array.from({ length: 450 }, (_, index) => ({
      ...kurta,
      id: `k${index}`,
      attributes: [],
    }))
    await setShop('large.example', { products, store: feeds })
    const responses = await Promise.all([1, 2, 3].map(() => get('/feeds/google.xml', 'large.example')))
    expect(responses.map(({ html }) => elementsOf(html, 'g:id').length)).toEqual([450, 450, 450])
    const callsTo = () =>
      store.calls.filter(({ path }) => path.startsWith('/products?')).map(({ path }) => path)
    expect(callsTo()).toEqual([1, 2, 3, 4, 5].map((page) => `/products?page=${page}&limit=100`))
    const etag = String(responses[0]?.headers.etag)
    expect((await get('/feeds/google.xml', 'large.example', { 'if-none-match': etag })).status).toBe(304)
    expect(callsTo()).toHaveLength(5)
    await setShop('large.example', { products: products.slice(0, 1) })
    await purge('large.example')
    expect(elementsOf((await get('/feeds/google.xml', 'large.example')).html, 'g:id')).toEqual(['k0'])
  })

  test('that is in flight while its shop is edited is generated again for later requests', async () => {
    const plain = { ...kurta, attributes: [] }
    await setShop('edited.example', {
      products: [plain],
      store: feeds,
      fail: { pathPrefix: '/products', fault: 'slow' },
    })
    const before = get('/feeds/google.xml', 'edited.example')
    await vi.waitFor(() => expect(store.calls.some(({ path }) => path.startsWith('/products?'))).toBe(true))
    await setShop('edited.example', { products: [{ ...plain, id: 'k2' }] })
    await purge('edited.example')
    const after = get('/feeds/google.xml', 'edited.example')
    expect(elementsOf((await before).html, 'g:id')).toEqual(['kurta'])
    expect(elementsOf((await after).html, 'g:id')).toEqual(['k2'])
    expect(elementsOf((await get('/feeds/google.xml', 'edited.example')).html, 'g:id')).toEqual(['k2'])
  })

  test('is generated while the store info of other hosts is slow', async () => {
    for (const host of ['slow-1.example', 'slow-2.example', 'slow-3.example']) {
      await setShop(host, { fail: { pathPrefix: '/storeInfo', fault: 'slow' } })
    }
    await setShop('quick.example', { products: [kurta], store: feeds })
    const slow = [1, 2, 3].map((number) => get('/feeds/google.xml', `slow-${number}.example`))
    expect((await get('/feeds/google.xml', 'quick.example')).status).toBe(200)
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('that cannot be read to its end is not given out in part', async () => {
    await setShop('broken.example', { store: feeds })
    store.fail('/products', 'truncated')
    const { status, headers } = await get('/feeds/meta.csv', 'broken.example')
    expect([status, headers['retry-after']]).toEqual([503, '300'])
  })
})

async function purge(host: string): Promise<void> {
  await fetch(`http://127.0.0.1:${storefront.port}/_cache/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ tags: [`tenant:${host}`] }),
  })
}
