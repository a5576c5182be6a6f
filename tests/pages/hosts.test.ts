import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { request } from 'undici'

import { controlShop, startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { sendRaw } from '../kit/raw-request.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

const SECRET = 'a secret that only the tests of the hosts know'
const MAIN = 'vastra.example'
const OTHER = 'www.vastra.example'
const HTTPS = { 'x-forwarded-proto': 'https' }

let store: OtherStore
let storefront: Storefront
const lines: string[] = []

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(
    store.port,
    {
      STORE_API_ORIGIN: `http://127.0.0.1:${store.port}`,
      TENANT_HOSTS: `localhost,*.localhost,${MAIN},*.${MAIN},kapda.example`,
      TRUSTED_PROXIES: '127.0.0.1',
      CACHE_PURGE_SECRET: SECRET,
    },
    { onLine: (line) => lines.push(line) },
  )
  for (const host of [MAIN, OTHER, 'vastra.localhost', 'www.vastra.localhost']) {
    const mainHost = host.endsWith('.localhost') ? 'vastra.localhost' : MAIN
    await controlShop(store.port, { host, store: { mainHost, capabilities: ['feeds'] } })
  }
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

async function purge(host: string): Promise<void> {
  await request(`http://127.0.0.1:${storefront.port}/_cache/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ tags: [`tenant:${host}`] }),
  })
}

describe('a host that is not the main one of its shop', () => {
  test.each([
    ...[
      '/',
      '/products?category=shirts&gclid=Cj0KCQ&utm_source=insta&x=%20y',
      '/hi/product/plain-1?variant=2',
    ],
    ...[
      '/cart',
      '/checkout?from=mail',
      '/no/such/page?a=1',
      '/sitemap.xml',
      '/robots.txt',
      '/feeds/google.xml',
    ],
    ...['/manifest.webmanifest', '/fragments/listing?page=2', '/payment?orderId=1&ref=whatsapp', '/offline'],
  ])(
    'moves %s to the main host with path and query, at first and again',
    { tags: ['@req-14'] },
    async (path) => {
      await purge(OTHER)
      for (const again of [false, true]) {
        const { status, headers } = await storefront.get(path, { host: OTHER, headers: HTTPS })
        expect([status, headers.location, headers['cache-control']], `again: ${again}`).toEqual([
          301,
          `https://${MAIN}${path}`,
          'no-store',
        ])
      }
    },
  )

  test('moves on this machine to the port of the storefront, and by http', async () => {
    const { headers } = await storefront.get('/terms?a=1', {
      host: `www.vastra.localhost:${storefront.port}`,
    })
    expect(headers.location).toBe('http://vastra.localhost/terms?a=1')
  })

  test('moves a form to the page at the main host, without sending it again', async () => {
    const post = 'Content-Length: 0\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n'
    const { text } = await sendRaw(
      storefront.port,
      `POST /contact?a=1 HTTP/1.1\r\nHost: ${OTHER}\r\nX-Forwarded-Proto: https\r\nOrigin: https://${OTHER}\r\n${post}`,
    )
    expect(text).toMatch(/^HTTP\/1\.1 303 /)
    expect(text).toContain(`\r\nlocation: https://${MAIN}/contact?a=1\r\n`)
  })

  test('leads to no host but the main one, whatever the address', async () => {
    for (const path of ['//evil.example/x', '/\\evil.example', '/.//evil.example', '/hi//evil.example']) {
      const { headers } = await storefront.get(path, { host: OTHER, headers: HTTPS })
      expect(new URL(String(headers.location), `https://${OTHER}`).host).toMatch(/^(www\.)?vastra\.example$/)
    }
  })

  test('still has the files and pictures of pages that are open', async () => {
    expect((await storefront.get('/favicon.svg', { host: OTHER })).status).toBe(200)
    expect((await storefront.get('/service-worker.js', { host: OTHER })).status).toBe(200)
  })

  test('is a main host again once the shop says so', async () => {
    await controlShop(store.port, { host: OTHER, store: { mainHost: OTHER } })
    await purge(OTHER)
    expect((await storefront.get('/terms', { host: OTHER, headers: HTTPS })).status).toBe(200)
    await controlShop(store.port, { host: OTHER, store: { mainHost: MAIN } })
    await purge(OTHER)
    expect((await storefront.get('/terms', { host: OTHER, headers: HTTPS })).status).toBe(301)
  })
})

describe('the main host', () => {
  test('shows its pages, which name it in canonical, sitemap and feed', async () => {
    const home = await storefront.get('/contact', { host: MAIN, headers: HTTPS })
    expect(home.html).toContain(`<link rel="canonical" href="https://${MAIN}/contact">`)
    for (const path of ['/sitemaps/pages.xml', '/feeds/google.xml', '/robots.txt']) {
      const { html } = await storefront.get(path, { host: MAIN, headers: HTTPS })
      expect(html).toContain(`https://${MAIN}/`)
    }
  })

  test.each([
    ['absent', undefined],
    ['no text', 7],
    ['no host name', 'https://vastra.example/'],
    ['not served here', 'evil.example'],
    ['the host itself', 'kapda.example'],
    ['of this machine', 'vastra.localhost'],
  ])('that is %s moves nothing', async (_case, mainHost) => {
    await controlShop(store.port, { host: 'kapda.example', store: { mainHost } })
    await purge('kapda.example')
    expect((await storefront.get('/terms', { host: 'kapda.example' })).status).toBe(200)
  })

  test('of another machine moves no page that is opened on this one', async () => {
    await controlShop(store.port, { host: 'tried.localhost', store: { mainHost: MAIN } })
    store.changeStore({ mainHost: MAIN })
    for (const host of ['tried.localhost', 'localhost'])
      expect((await storefront.get('/terms', { host })).status).toBe(200)
    store.changeStore({ mainHost: undefined })
  })
})

describe('Strict-Transport-Security', () => {
  const PATHS = ['/terms', '/favicon.svg', '/no/such/page', '/livez']
  const read = (host: string) =>
    Promise.all(
      PATHS.map(async (path) => {
        const { headers } = await storefront.get(path, { host, headers: HTTPS })
        return headers['strict-transport-security']
      }),
    )

  test('covers subdomains only where the store info asks for it, then in every response', async () => {
    const host = 'shop.vastra.example'
    expect(new Set(await read(host))).toEqual(new Set(['max-age=31536000']))
    await controlShop(store.port, { host, store: { hstsIncludeSubDomains: true } })
    await purge(host)
    await storefront.get('/terms', { host, headers: HTTPS })
    await vi.waitFor(async () => {
      expect(new Set(await read(host))).toEqual(new Set(['max-age=31536000; includeSubDomains']))
    })
    await controlShop(store.port, { host, store: { hstsIncludeSubDomains: false } })
    await purge(host)
    await storefront.get('/terms', { host, headers: HTTPS })
    expect(new Set(await read(host))).toEqual(new Set(['max-age=31536000']))
  })
})

describe('X-Forwarded-Proto', () => {
  test.each([
    ['https, https', '203.0.113.7', true],
    ['https,http', '203.0.113.7, 127.0.0.1', true],
    ['https', '203.0.113.7, 127.0.0.1', true],
    ['https,http', '203.0.113.7', false],
    ['wss', '203.0.113.7', false],
  ])(
    '%s for %s decides on canonical, policy and transport security',
    { tags: ['@req-14'] },
    async (proto, addresses, isHttps) => {
      const headers = { 'x-forwarded-proto': proto, 'x-forwarded-for': addresses }
      const page = await storefront.get('/contact', { host: MAIN, headers })
      expect(page.html).toContain(
        `<link rel="canonical" href="${isHttps ? 'https' : 'http'}://${MAIN}/contact">`,
      )
      expect(page.headers['strict-transport-security'] !== undefined).toBe(isHttps)
      const source = `connect-src 'self' ${isHttps ? 'https' : 'http'}://api.${MAIN};`
      expect(page.headers['content-security-policy']).toContain(source)
    },
  )

  test("that can't be read is logged", async () => {
    await storefront.get('/contact', { host: MAIN, headers: { 'x-forwarded-proto': 'gopher' } })
    await vi.waitFor(() => {
      expect(lines.join('\n')).toContain('"event":"forwarded protocol unreadable"')
    })
  })
})
