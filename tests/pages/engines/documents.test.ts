import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { controlShop, startOtherStore, type Control, type OtherStore } from '../../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../../kit/shops/storefront.ts'
import { elementsOf } from './read-xml.ts'

/** What search engines and share cards read of a shop, on a store API that is not ours. */

const SECRET = 'a secret of at least 32 characters'
let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, {
    TENANT_HOSTS: '*.example,*.localhost,localhost',
    STORE_API_ORIGIN: `http://127.0.0.1:${store.port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    CACHE_PURGE_SECRET: SECRET,
  })
})
beforeEach(() => store.reset())
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

const https = { 'x-forwarded-proto': 'https' }
const get = (path: string, host: string) => storefront.get(path, { host, headers: https })

const setShop = (host: string, control: Omit<Control, 'host'>) =>
  controlShop(store.port, { host, ...control })

async function purge(tag: string): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${storefront.port}/_cache/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ tags: [tag] }),
  })
  expect(status).toBe(200)
}

function attributes(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, value = '']) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&#34;', '"')
      .replace(/&(?:amp|#38);/g, '&'),
  )
}
const canonicals = (html: string) => attributes(html, /<link rel="canonical" href="([^"]*)"/g)

test('robots.txt keeps engines from the pages of one shopper and names the sitemap of its own shop', async () => {
  const { status, headers, html } = await get('/robots.txt', 'a.example')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const path of ['/cart', '/checkout', '/account', '/orders', '/payment', '/login', '/api-test'])
    expect(html).toContain(`Disallow: ${path}\n`)
  expect(html).toContain('Sitemap: https://a.example/sitemap.xml\n')
  expect(html).toContain('https://a.example/llms.txt\n')
  const plain = await storefront.get('/robots.txt', { host: 'b.example' })
  expect(plain.html).toContain('Sitemap: http://b.example/sitemap.xml\n')
})

test('the sitemap lists pages and every product once in each language, in parts of 1,000, without unknown dates', async () => {
  const products = Array.from({ length: 1203 }, (_, index) => ({
    id: `p&${index}`,
    title: `Shirt ${index}`,
    regularPrice: 900,
    imgUrl: index === 0 ? '/media/a.jpg' : '',
  }))
  await setShop('many.example', { products })
  const index = await get('/sitemap.xml', 'many.example')
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
  const parts = elementsOf(index.html, 'loc')
  expect(parts).toEqual([
    'https://many.example/sitemaps/pages.xml',
    'https://many.example/sitemaps/products-1.xml',
    'https://many.example/sitemaps/products-2.xml',
  ])
  const texts = await Promise.all(parts.map((url) => get(new URL(url).pathname, 'many.example')))
  const [pages = [], first = [], second = []] = texts.map(({ html }) => elementsOf(html, 'loc'))
  expect(pages).toContain('https://many.example/products?category=shirts')
  expect(pages).toContain('https://many.example/privacy')
  expect(pages).toContain('https://many.example/hi/privacy')
  expect([first.length, second.length]).toEqual([2000, 406])
  expect(new Set([...first, ...second]).size).toBe(2406)
  expect(first.slice(0, 2)).toEqual([
    'https://many.example/product/p%260',
    'https://many.example/hi/product/p%260',
  ])
  expect(elementsOf(texts[1]?.html ?? '', 'image:loc')).toEqual([
    expect.stringMatching(/^https:\/\/many\.example\/_img\/1280\/[\w-]{16}\/media\/a\.jpg$/),
  ])
  expect(texts.map(({ html }) => html).join('')).not.toContain('lastmod')
  expect((await get('/sitemaps/products-3.xml', 'many.example')).status).toBe(404)
  expect((await get('/sitemaps/products-0.xml', 'many.example')).status).toBe(404)
})

test('a sitemap is cached for its shop alone until a purge, and a failing API gives 503', async () => {
  const products = [{ id: 'first', title: 'First', regularPrice: 1 }]
  await setShop('kept.example', { products })
  await get('/sitemaps/products-1.xml', 'kept.example')
  await setShop('kept.example', { products: [{ id: 'second', title: 'Second', regularPrice: 1 }] })
  const stored = await get('/sitemaps/products-1.xml?utm_source=x', 'kept.example')
  expect([stored.headers['x-cache'], elementsOf(stored.html, 'loc')]).toEqual([
    'hit',
    ['https://kept.example/product/first', 'https://kept.example/hi/product/first'],
  ])
  expect(elementsOf((await get('/sitemaps/products-1.xml', 'fresh.example')).html, 'loc')).not.toContain(
    'https://kept.example/product/first',
  )
  await purge('tenant:kept.example')
  const after = await get('/sitemaps/products-1.xml', 'kept.example')
  expect(elementsOf(after.html, 'loc')).toEqual([
    'https://kept.example/product/second',
    'https://kept.example/hi/product/second',
  ])

  store.fail('/products', 'error')
  const failed = await get('/sitemap.xml', 'failing.example')
  expect([failed.status, failed.headers['retry-after'], failed.headers['cache-control']]).toEqual([
    503,
    '60',
    'no-store',
  ])
})

test(
  'an assistant gets products and policies as Markdown, cached and purged like the page, and a browser its page',
  { tags: ['@req-11.38'] },
  async () => {
    const kurta = {
      id: 'kurta',
      title: 'Kurta *Rani*',
      description: '<p>Hand<b>loom</b></p><script>x</script>',
      regularPrice: 900,
      attributes: [
        { key: 'Size', value: ['S', 'M'] },
        { key: 'Fabric', value: ['Cotton'] },
      ],
    }
    const policies = { terms: '<h2>Returns</h2><p>See <a href="/return">ours</a>.</p>' }
    await setShop('md.example', { products: [kurta], store: { policies } })
    const ask = (path: string, accept: string) =>
      storefront.get(path, { host: 'md.example', headers: { ...https, accept } })
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

    const product = await ask('/product/kurta', 'text/markdown, text/html, */*')
    expect(product.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'accept, accept-encoding',
    })
    expect(product.html).toContain('# Kurta \\*Rani\\*\n')
    expect(product.html).toContain('| [S](https://md.example/product/kurta) | ₹900  |')
    expect(product.html).toContain('## Description\n\nHand**loom**\n')
    expect(product.html).toContain('- Fabric: Cotton\n')
    expect(product.html).not.toContain('<')
    const page = await ask('/product/kurta', browser)
    expect([page.headers['content-type'], page.headers.vary, page.headers['cache-control']]).toEqual([
      'text/html; charset=utf-8',
      'accept, accept-encoding',
      expect.stringContaining('public'),
    ])
    const policy = await ask('/terms', 'text/markdown')
    expect(policy.html).toBe('# Terms & Conditions\n\n## Returns\n\nSee [ours](https://md.example/return).\n')
    expect((await ask('/hi/shipping', 'text/markdown')).html).toContain('# डिलीवरी नीति')
    const listing = await ask('/products', 'text/markdown')
    expect([listing.headers['content-type'], listing.headers.vary]).toEqual([
      'text/html; charset=utf-8',
      'accept-encoding',
    ])

    await setShop('md.example', { products: [{ ...kurta, title: 'Kurta Neela' }] })
    expect((await ask('/product/kurta', 'text/markdown')).headers['x-cache']).toBe('hit')
    await purge('product:md.example:kurta')
    for (const accept of ['text/markdown', browser])
      expect((await ask('/product/kurta', accept)).html).toContain('Kurta Neela')
  },
)

test('llms.txt describes its own shop for assistants', { tags: ['@req-11.38'] }, async () => {
  await setShop('llms.example', {
    store: { storeName: 'Rani Handlooms', description: 'Sarees from [Paithan]', companyPhone: '+91 20 1234' },
  })
  const { headers, html } = await get('/llms.txt', 'llms.example')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(html).toMatch(/^# Rani Handlooms\n\n> Sarees from \\\[Paithan]\n\n/)
  for (const path of ['/products', '/products?category=shirts', '/privacy', '/contact', '/sitemap.xml'])
    expect(html).toContain(`](https://llms.example${path})`)
  expect(html).toContain('- +91 20 1234\n')
  expect((await get('/llms.txt', 'other.example')).html).toMatch(/^# Plain Store\n/)
})

test.each([
  ['/?gclid=1', 'https://c.example/'],
  ['/products?utm_source=x', 'https://c.example/products'],
  ['/products?page=2&fbclid=1', 'https://c.example/products?page=2'],
  ['/products?category=SHIRTS&page=2&gclid=9', 'https://c.example/products?category=shirts&page=2'],
  ['/product/plain-1?srsltid=x', 'https://c.example/product/plain-1'],
  ['/terms?gclid=1', 'https://c.example/terms'],
  ['/contact', 'https://c.example/contact'],
])('%s has the one address %s', async (path, address) => {
  const { html } = await get(path, 'c.example')
  expect(canonicals(html)).toEqual([address])
  expect(html).not.toContain('noindex')
  expect(attributes(html, /<meta property="og:url" content="([^"]*)"/g)).toEqual([address])
})

test.each(['/cart', '/login', '/track-order', '/wishlist', '/404', '/product/unknown', '/products?page=99'])(
  '%s is nothing for a search engine',
  async (path) => {
    const { html } = await get(
      path.startsWith('/product') ? `${path}${path.includes('?') ? '&' : '?'}wait=1` : path,
      'c.example',
    )
    expect(canonicals(html)).toEqual([])
    expect(html.match(/noindex/g)).toHaveLength(1)
  },
)

test('a product is shared with its own name, words and a JPEG card of its picture', async () => {
  await setShop('share.example', {
    products: [
      {
        id: 'kurta',
        title: 'Kurta "Rani" <b>',
        description: '<p>Hand &amp; loom</p>',
        imgUrl: '/media/kurta.webp',
        regularPrice: 900,
      },
    ],
  })
  const { html } = await get('/product/kurta?wait=1', 'share.example')
  const property = (name: string) =>
    attributes(html, new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`, 'g'))
  expect(property('og:title')).toEqual(['Kurta "Rani" <b> | Plain Store'])
  expect(property('og:description')).toEqual(['Hand & loom'])
  expect(property('og:image')).toEqual([
    expect.stringMatching(/^https:\/\/share\.example\/_img\/share\/[\w-]{16}\/media\/kurta\.webp$/),
  ])
  expect(property('twitter:card')).toEqual(['summary_large_image'])
})

test('the manifest has the name, the colours and the icons of its shop', async () => {
  await setShop('app.example', {
    store: {
      storeName: 'Rani Handlooms',
      companyLogoUrl: '/media/logo.png',
      theme: { surface: '#FFEEDD' },
    },
  })
  const { headers, html } = await get('/manifest.webmanifest', 'app.example')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = JSON.parse(html)
  expect(manifest).toMatchObject({
    name: 'Rani Handlooms',
    short_name: 'Rani',
    start_url: '/',
    display: 'standalone',
    background_color: '#ffeedd',
  })
  expect(
    manifest.icons.map(({ src, sizes, type, purpose }: Record<string, string>) => [
      src?.replace(/\/[\w-]{16}\//, '/…/'),
      sizes,
      type,
      purpose,
    ]),
  ).toEqual([
    ['/_img/icon-192/…/media/logo.png', '192x192', 'image/png', 'any'],
    ['/_img/mask-192-ffeedd/…/media/logo.png', '192x192', 'image/png', 'maskable'],
    ['/_img/icon-512/…/media/logo.png', '512x512', 'image/png', 'any'],
    ['/_img/mask-512-ffeedd/…/media/logo.png', '512x512', 'image/png', 'maskable'],
  ])
  const page = await get('/', 'app.example')
  expect(page.html).toContain('<link rel="manifest" href="/manifest.webmanifest"')
  expect(page.html).toMatch(/<link rel="apple-touch-icon" href="\/_img\/mask-180-ffeedd\//)
  expect(JSON.parse((await get('/manifest.webmanifest', 'plain.example')).html).icons).toEqual([
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ])
})
