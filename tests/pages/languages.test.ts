import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { controlShop, startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { sendRaw } from '../kit/raw-request.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

let store: OtherStore
let storefront: Storefront
let host: string

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port)
})
beforeEach(() => {
  store.reset()
  host = `t${crypto.randomUUID().slice(0, 8)}.localhost`
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

const HINDI = 'a=1; language=hi; b=2'
const get = (path: string, headers: Record<string, string> = {}) => storefront.get(path, { host, headers })
const articleOf = (html: string) => /<article[^]*<\/article>/.exec(html)?.[0] ?? ''
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const languageOf = (html: string) => /<html lang="(..)"/.exec(html)?.[1]

async function choose(body: string, headers: Record<string, string> = {}) {
  const response = await request(`http://127.0.0.1:${storefront.port}/language`, {
    method: 'POST',
    headers: {
      host,
      origin: `http://${host}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body,
  })
  await response.body.dump()
  return { status: response.statusCode, headers: response.headers }
}

describe('a page', () => {
  test('is in English without a choice, and any cache may store it', async () => {
    const { html, headers } = await get('/terms')
    expect(languageOf(html)).toBe('en')
    expect(headers['content-language']).toBe('en')
    expect(headers['cache-control']).toContain('public')
  })

  test('is in the language of its shop where the shopper chooses none', async () => {
    store.changeStore({ language: 'hi' })
    const { html, headers } = await get('/')
    expect(languageOf(html)).toBe('hi')
    expect(html).toContain('सीधे सामग्री पर जाएँ')
    expect(headers['cache-control']).toContain('public')
    expect(languageOf((await get('/', { cookie: 'language=en' })).html)).toBe('en')
  })

  test('in a chosen language is cached by the storefront, and by no shared cache', async () => {
    await get('/', { cookie: HINDI })
    const { html, headers } = await get('/', { cookie: HINDI })
    expect(languageOf(html)).toBe('hi')
    expect(headers['x-cache']).toBe('hit')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(languageOf((await get('/')).html)).toBe('en')
  })

  test('is never confirmed as unchanged when its language has changed', async () => {
    const { headers } = await get('/terms')
    const etag = String(headers.etag)
    expect((await get('/terms', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/terms', { 'if-none-match': etag, cookie: HINDI })).status).toBe(200)
    const hindi = String((await get('/terms', { cookie: HINDI })).headers.etag)
    expect((await get('/terms', { 'if-none-match': hindi, cookie: HINDI })).status).toBe(304)
    expect((await get('/terms', { 'if-none-match': hindi })).status).toBe(200)
  })

  test.each(['language=fr', 'language=hi2', 'language=', 'language=%68i', 'mylanguage=hi'])(
    'takes %s for no choice: no cookie makes an entry of its own',
    async (cookie) => {
      await get('/')
      expect((await get('/', { cookie })).headers['x-cache']).toBe('hit')
    },
  )

  test("in Hindi leaves the tenant's texts unchanged", async () => {
    const { html } = await get('/product/plain-2', { cookie: HINDI })
    expect(html).toContain('Plain Shirt 2')
    expect(html).toContain('A shirt of plain cotton.')
    expect(html).toContain('₹1,001')
    expect(html).toContain('कपड़े का साइज़')
  })

  test('of one language does not leak into a simultaneous render', async () => {
    const cookies = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? HINDI : 'language=en'))
    const pages = await Promise.all(
      cookies.map((cookie, index) => get(`/products?page=${(index % 3) + 1}`, { cookie })),
    )
    for (const [index, { html }] of pages.entries()) {
      expect(html.includes('सभी प्रोडक्ट')).toBe(index % 2 === 0)
      expect(html.includes('All Products')).toBe(index % 2 === 1)
    }
  })
})

describe('an address of a language', () => {
  const linksOf = (html: string) =>
    [...html.matchAll(/<link rel="(canonical|alternate)"(?: hreflang="([^"]*)")? href="([^"]*)"/g)].map(
      ([, rel, language, href = '']) =>
        `${language ?? rel}: ${new URL(href).pathname}${new URL(href).search}`,
    )

  test('is in its language for every shopper, and any cache may store it', async () => {
    const { html, headers } = await get('/hi/terms', { cookie: 'language=en' })
    expect(languageOf(html)).toBe('hi')
    expect(headers['content-language']).toBe('hi')
    expect(headers['cache-control']).toContain('public')
    const again = await get('/hi/terms?gclid=1')
    expect(again.headers['x-cache']).toBe('hit')
    expect(languageOf(again.html)).toBe('hi')
    expect(languageOf((await get('/terms')).html)).toBe('en')
  })

  test.each([
    ['/', ['canonical: /', 'en: /', 'hi: /hi', 'x-default: /']],
    ['/hi', ['canonical: /hi', 'en: /', 'hi: /hi', 'x-default: /']],
    ['/hi/', ['canonical: /hi', 'en: /', 'hi: /hi', 'x-default: /']],
    [
      '/hi/products?page=2&gclid=1',
      [
        'canonical: /hi/products?page=2',
        'en: /products?page=2',
        'hi: /hi/products?page=2',
        'x-default: /products?page=2',
      ],
    ],
    ['/en/about', ['canonical: /about', 'en: /about', 'hi: /hi/about', 'x-default: /about']],
  ])('%s names itself and the same page in the other languages', async (path, links) => {
    expect(linksOf((await get(path)).html)).toEqual(links)
  })

  test('has no prefix in the first language of a shop', async () => {
    store.changeStore({ language: 'hi' })
    expect(linksOf((await get('/terms')).html)).toEqual([
      'canonical: /terms',
      'en: /en/terms',
      'hi: /terms',
      'x-default: /terms',
    ])
    expect(languageOf((await get('/en/terms')).html)).toBe('en')
    expect(linksOf((await get('/hi/terms')).html)[0]).toBe('canonical: /terms')
  })

  test('exists for shared pages only: a page of one shopper has one address', async () => {
    const { status, headers } = await get('/hi/cart?x=1')
    expect([status, headers.location]).toEqual([301, '/cart?x=1'])
    expect((await get('/hindi')).status).not.toBe(200)
  })

  test('is left for the page without a prefix when the shopper chooses a language', async () => {
    const { headers } = await choose('language=en', { referer: `http://${host}/hi/products?page=2` })
    expect(headers.location).toBe('/products?page=2')
  })
})

/** The label of the choice with this value. */
function labelOf(html: string, value: string): string {
  return new RegExp(`<label[^>]*>(?:(?!</label>)[^])*value="${value}"[^]*?</label>`).exec(html)?.[0] ?? ''
}

describe("the shop's translations", () => {
  const translations = {
    hi: {
      texts: { Shirts: 'कमीज़ें', 'Woven in Pune': 'पुणे में बुना' },
      policies: { about: '<p>हम पुणे में बुनते हैं।</p>' },
    },
  }

  test('show its own texts in the language of the page', async () => {
    store.changeStore({
      translations,
      highlights: ['Woven in Pune'],
      policies: { about: '<p>We weave in Pune.</p>' },
    })
    const home = await get('/hi')
    expect(home.html).toContain('<li>पुणे में बुना</li>')
    expect((await get('/')).html).toContain('<li>Woven in Pune</li>')
    expect((await get('/hi/products?category=shirts')).html).toMatch(/<h1[^>]*>कमीज़ें<\/h1>/)
    expect((await get('/products?category=shirts')).html).toMatch(/<h1[^>]*>Shirts<\/h1>/)
    expect(articleOf((await get('/hi/about')).html)).toContain('हम पुणे में बुनते हैं।')
    expect(articleOf((await get('/about')).html)).toContain('We weave in Pune.')
  })

  test('show products in the language of the page, where the store API has their texts', async () => {
    store.changeStore({ capabilities: ['translations'] })
    const texts = { hi: { title: 'सादी कमीज़', description: 'सादे सूत की कमीज़।' } }
    await controlShop(store.port, {
      host,
      products: [{ id: 'shirt', title: 'Plain Shirt', category: 'Shirts', regularPrice: 900, texts }],
    })
    const { html } = await get('/hi/product/shirt')
    expect(html).toContain('<title>सादी कमीज़ | Plain Store</title>')
    expect(html).toContain('सादे सूत की कमीज़।')
    expect((await get('/hi/products')).html).toContain('सादी कमीज़')
    expect((await get('/fragments/card/shirt', { cookie: HINDI })).html).toContain('सादी कमीज़')
    for (const path of ['/product/shirt', '/products', '/en/product/shirt'])
      expect((await get(path)).html, path).not.toContain('सादी कमीज़')
  })

  const askedFor = () =>
    store.calls
      .filter((call) => call.host === host && call.path.includes('language='))
      .map(({ path }) => path)

  test('of products are asked for in no language without the capability', async () => {
    await get('/hi/product/plain-2')
    expect(askedFor()).toEqual([])
  })

  test('of products are asked for in any language but the first of the shop', async () => {
    store.changeStore({ capabilities: ['translations'], language: 'hi' })
    await get('/product/plain-3')
    expect(askedFor()).toEqual([])
    await get('/en/product/plain-3')
    expect(askedFor()).toContain('/products/plain-3?language=en')
  })

  test('show colours, sizes, options and specifications, whose values stay as the store API names them', async () => {
    const texts = { Madder: 'मजीठ', 'Free Size': 'फ़्री साइज़', Length: 'लंबाई', Knee: 'घुटने तक', Weave: 'बुनाई' }
    store.changeStore({ translations: { hi: { texts } }, capabilities: ['variants'] })
    const options = [
      { name: 'Size', values: ['Free Size'] },
      { name: 'Colour', values: ['Madder'] },
      { name: 'Length', values: ['Knee'] },
    ]
    const variant = { Size: 'Free Size', Colour: 'Madder', Length: 'Knee' }
    await controlShop(store.port, {
      host,
      products: [
        {
          id: 'saree',
          title: 'Saree',
          regularPrice: 900,
          attributes: [{ key: 'Weave', value: ['Mul'] }],
          options,
          variants: [{ id: 'v', options: variant, regularPrice: 900, available: true, images: [] }],
        },
      ],
    })
    const { html } = await get('/hi/product/saree')
    for (const [value, text] of Object.entries({ 'Free Size': 'फ़्री साइज़', Madder: 'मजीठ', Knee: 'घुटने तक' }))
      expect(textOf(labelOf(html, value)).trim()).toBe(text)
    expect(html).toContain('>लंबाई</legend>')
    expect(html).toMatch(/<dt[^>]*>बुनाई<\/dt>\s*<dd>Mul<\/dd>/)
    expect(textOf(labelOf((await get('/product/saree')).html, 'Madder')).trim()).toBe('Madder')
    const cart = await get('/cart', { cookie: HINDI })
    expect(cart.html).toContain(JSON.stringify(texts))
    expect((await get('/cart')).html).not.toContain('मजीठ')
  })

  test(
    'never replace our own sentences, in English either, on the server and for islands',
    { tags: ['@req-11.28'] },
    async () => {
      const texts = {
        Shirts: 'Kameez',
        'Add to Cart': 'Steal',
        'all products': 'Nothing',
        'Skip to content': 'Go away',
        'en-IN': 'ar-EG',
      }
      store.changeStore({ translations: { en: { texts }, hi: { texts } } })
      const listing = await get('/products?category=shirts')
      expect(listing.html).toMatch(/<h1[^>]*>Kameez<\/h1>/)
      const all = await get('/products')
      expect(all.html).toMatch(/<h1[^>]*>All Products<\/h1>/)
      for (const { html } of [listing, all, await get('/hi/products')]) {
        for (const text of ['Steal', 'Nothing', 'Go away', 'ar-EG']) expect(html).not.toContain(text)
      }
      expect(listing.html).toContain('Skip to content')
    },
  )

  test.each([
    ['no object', { translations: 'hi' }],
    ['odd parts', { translations: { hi: { texts: { Shirts: 7 }, policies: [], products: { x: 'y' } } } }],
  ])('that can not be read leave the page as it is: %s', async (_, record) => {
    store.changeStore(record)
    const { status, html } = await get('/hi/products?category=shirts')
    expect(status).toBe(200)
    expect(html).toMatch(/<h1[^>]*>Shirts<\/h1>/)
  })
})

describe('a built-in policy', () => {
  test.each([
    ['terms', 'ऑर्डर से अनुबंध कैसे बनता है', 'सुनवाई का अधिकार सिर्फ़ बेंगलुरु शहरी ज़िले, कर्नाटक की अदालतों को है।'],
    ['privacy', 'हम कौन-सा डेटा लेते हैं', 'फ़ोन: +910000000000 (सोमवार से शुक्रवार, 10:00-17:00)'],
    ['refund', 'रिफ़ंड कब मिलता है', 'रिफ़ंड 0-7 कार्य दिवसों के अंदर भुगतान के मूल स्रोत में जमा किया जाता है।'],
    [
      'return',
      'क्या वापस नहीं किया जा सकता',
      'आप सामान मिलने के 0-7 दिन के अंदर ख़रीद रद्द करके वापसी का अनुरोध कर सकते हैं।',
    ],
    ['shipping', 'डिलीवरी का समय', 'थोक ऑर्डर 10-15 कार्य दिवस'],
    ['about', 'हमारा विज़न', 'Plain Company भारत के लिए कपड़ों की दुकान है'],
  ])('is in Hindi on a page in Hindi, part for part: %s', async (slug, heading, sentence) => {
    const english = articleOf((await get(`/${slug}`)).html)
    const hindi = articleOf((await get(`/${slug}`, { cookie: HINDI })).html)
    const text = textOf(hindi)
    expect(hindi).toContain(`>${heading}</h2>`)
    expect(text).toContain(sentence)
    expect(text).not.toMatch(/[{}[\]]/)
    const written = text.replace(/Plain Company|1 Plain Road|care@plain\.example/g, '')
    const abbreviations = ['CVV', 'GST', 'IP', 'MRP', 'OTP', 'UPI']
    expect((written.match(/[a-z]{2,}/gi) ?? []).filter((word) => !abbreviations.includes(word))).toEqual([])
    for (const part of [/<\w+/g, /(?<=href=")[^"]*/g, /Plain Company|1 Plain Road|care@plain\.example/g])
      expect(hindi.match(part)?.sort()).toEqual(english.match(part)?.sort())
    const numbersOf = (html: string) => new Set(textOf(html).match(/\d+/g))
    expect(numbersOf(hindi)).toEqual(numbersOf(english))
  })

  test('is in the language of its shop where the shopper chooses none', async () => {
    store.changeStore({ language: 'hi' })
    expect((await get('/about')).html).toContain('हमारा मिशन')
    expect((await get('/about', { cookie: 'language=en' })).html).toContain('Our mission')
  })

  test('gives way to a text of the shop, which stays as it is in every language', async () => {
    store.changeStore({ policies: { terms: '<p>We weave in Pune.</p>', about: '<p>हम पुणे में बुनते हैं।</p>' } })
    for (const cookie of ['language=en', 'language=hi']) {
      expect(articleOf((await get('/terms', { cookie })).html)).toContain('><p>We weave in Pune.</p></div>')
      expect(articleOf((await get('/about', { cookie })).html)).toContain('><p>हम पुणे में बुनते हैं।</p></div>')
    }
  })
})

describe('the choice of a language', () => {
  test('is saved for a year and leads back to its page', async () => {
    const { status, headers } = await choose('language=hi', { referer: `http://${host}/products?page=2` })
    expect(status).toBe(303)
    expect(headers.location).toBe('/products?page=2')
    expect(headers['set-cookie']).toBe('language=hi; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly')
  })

  test('is taken also where a proxy writes the port that an address leaves out', async () => {
    const { status, headers } = await choose('language=hi', {
      host: `${host}:80`,
      referer: `http://${host}/terms`,
    })
    expect([status, headers.location]).toEqual([303, '/terms'])
  })

  test.each(['https://evil.example/x', `http://evil.example//a`, 'not an address', ''])(
    'leads home from %s',
    async (referer) => {
      expect((await choose('language=en', { referer })).headers.location).toBe('/')
    },
  )

  test('is refused from another site, and for a language that nothing is written in', async () => {
    expect((await choose('language=hi', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await choose('language=hi', { origin: 'null' })).status).toBe(403)
    expect((await choose('language=fr')).status).toBe(400)
  })

  test('without a language gets 400 with the choices', async () => {
    const head = ['POST /language HTTP/1.1', `Host: ${host}`, `Origin: http://${host}`, 'Connection: close']
    const { status, text } = await sendRaw(storefront.port, [...head, '', ''].join('\r\n'))
    expect(status).toBe(400)
    expect(text).toContain('Send language=en or language=hi.')
  })
})
