import { createServer, type AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { sendRaw } from '../kit/raw-request.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/**
 * Host and forwarding headers of a client lead to no other shop or host. SECURITY.md#forged-host
 * SECURITY.md#forwarded-headers
 */
let store: OtherStore
let storefront: Storefront
let canaryPort: number
let canaryConnections = 0

const canary = createServer((socket) => {
  canaryConnections += 1
  socket.destroy()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, () => resolve()))
  canaryPort = (canary.address() as AddressInfo).port
  store = await startOtherStore()
  storefront = await startStorefront(store.port, {
    PAGE_CACHE: 'off',
    TENANT_HOSTS: 'localhost,*.localhost,*.shops.example,bought.example',
  })
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
  canary.close()
})

const HOSTS = [
  // Addresses of machines, in every spelling that some resolver reads.
  ...['169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', '::1', '0x7f.1', '0x7f000001', '2130706433'],
  ...['0177.0.0.1', '017700000001', '127.1', '127.0.1', '0', '0.0.0.0', '10.0.0.1', '192.168.0.1'],
  ...['127.0.0.1.', '127.0.0.2', '[::]', '[fd00::1]', '[fe80::1%25eth0]', '①②⑦.0.0.1'],
  // Names that look like a shop's.
  ...['evil.example', 'localhost.evil.example', 'shops.example', 'a.shops.example.evil.example'],
  ...['notbought.example', 'bought.example.', 'bought.example..', '.bought.example', 'bought..example'],
  ...['x.bought.example', 'bought.example:', 'bought.example:x', 'bought.example:999999', '-a.localhost'],
  ...['a-.localhost', 'a_b.localhost', '*.localhost', '.localhost', 'ı.localhost', 'ſhop.shops.example'],
  // A second reader might take another part of these for the host.
  ...['a:80@localhost', 'localhost:80@evil.example', 'localhost@evil.example', 'user:pass@bought.example'],
  ...[
    'localhost/evil.example',
    'localhost\\evil.example',
    'localhost?evil',
    'localhost#evil',
    'localhost%00',
  ],
  ...[
    'localhost%2eevil.example',
    'localhost,evil.example',
    'localhost evil.example',
    'localhost;evil.example',
  ],
  ...[
    'http://localhost',
    '//localhost',
    'localhost\tevil.example',
    '"localhost"',
    "localhost'",
    '',
    ' ',
    '.',
  ],
  ...[
    `${'a'.repeat(300)}.localhost`,
    `${'a.'.repeat(200)}localhost`,
    'metadata.google.internal',
    'kubernetes',
  ],
]
const SERVED = ['bought.example.']

describe('Host', () => {
  test(
    `${HOSTS.length} hostile hosts get 421 or 400 and cause no outgoing call`,
    { tags: ['@decision-10.2', '@asvs-1.3.6', '@asvs-13.2.4', '@req-14'] },
    async () => {
      store.reset()
      const statuses = new Map<string, number>()
      for (const host of HOSTS.filter((name) => !SERVED.includes(name))) {
        for (const name of [host, host.replace('evil.example', `127.0.0.1:${canaryPort}`)]) {
          const request = `GET / HTTP/1.1\r\nHost: ${Buffer.from(name).toString('latin1')}\r\nConnection: close\r\n\r\n`
          statuses.set(name, (await sendRaw(storefront.port, request)).status)
        }
      }
      expect([...statuses].filter(([, status]) => status !== 421 && status !== 400)).toEqual([])
      expect(statuses.size).toBeGreaterThanOrEqual(60)
      expect([canaryConnections, store.calls.length]).toEqual([0, 0])
      const { html } = await storefront.get('/', { host: 'evil.example' })
      for (const text of ["There's no shop at this address.", 'इस पते पर कोई दुकान नहीं है।'])
        expect(html).toContain(text)
    },
  )

  test.each([
    ['no Host', 'GET / HTTP/1.1\r\n'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n'],
    ['two Hosts that agree', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n'],
    ['a folded Host', 'GET / HTTP/1.1\r\nHost: localhost\r\n evil.example\r\n'],
    ['a Host with a blank before its colon', 'GET / HTTP/1.1\r\nHost : localhost\r\n'],
    ['the absolute form', 'GET http://127.0.0.1:CANARY/ HTTP/1.1\r\nHost: localhost\r\n'],
    ['the absolute form of a shop', 'GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n'],
    ['the form for tunnels', 'CONNECT 127.0.0.1:CANARY HTTP/1.1\r\nHost: localhost\r\n'],
    ['a path that begins with a user', 'GET @127.0.0.1:CANARY/ HTTP/1.1\r\nHost: localhost\r\n'],
  ])('%s is refused and leads nowhere', async (_, head) => {
    store.reset()
    const request = `${head.replace('CANARY', String(canaryPort))}Connection: close\r\n\r\n`
    const { status } = await sendRaw(storefront.port, request)
    expect([0, 400, 405, 421]).toContain(status)
    expect([canaryConnections, store.calls.length]).toEqual([0, 0])
  })

  test(
    'an API that answers with a redirect is not followed',
    { tags: ['@asvs-15.3.2', '@req-14'] },
    async () => {
      const host = 'redirected.localhost'
      await fetch(`http://127.0.0.1:${store.port}/_control`, {
        method: 'POST',
        body: JSON.stringify({
          host,
          response: {
            call: 'GET /storeInfo',
            status: 302,
            body: { location: `http://127.0.0.1:${canaryPort}/` },
          },
        }),
      })
      expect((await storefront.get('/contact', { host })).status).toBe(200)
      expect(canaryConnections).toBe(0)
    },
  )
})

const PAGES = [
  ...['/', '/products', '/products?category=shirts&page=2', '/product/plain-1', '/product/unknown', '/terms'],
  ...['/contact', '/cart', '/login?from=%2Forders', '/register', '/track-order', '/wishlist', '/api-test'],
  ...[
    '/order-success',
    '/404',
    '/no/such/page',
    '/account',
    '/payment?orderId=7',
    '/products/plain-1',
    '/nope',
  ],
  ...['/fragments/footer', '/fragments/listing'],
]

const FORWARDED: [name: string, value: string][] = [
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-for', '1.2.3.4'],
  ['x-forwarded-port', '443'],
  ['x-forwarded-prefix', '/evil'],
  ['x-forwarded-server', 'evil.example'],
  ['x-forwarded-scheme', 'https'],
  ['x-forwarded-ssl', 'on'],
  ['forwarded', 'for=1.2.3.4;host=evil.example;proto=https'],
  ['x-real-ip', '1.2.3.4'],
  ['x-host', 'evil.example'],
  ['x-original-host', 'evil.example'],
  ['true-client-ip', '1.2.3.4'],
  ['cf-connecting-ip', '1.2.3.4'],
  ['x-original-url', '/account'],
  ['x-rewrite-url', '/account'],
  ['x-http-method-override', 'POST'],
  ['x-middleware-subrequest', 'src/middleware:src/middleware'],
  ['x-middleware-rewrite', '/account'],
  ['x-astro-path', '/account'],
  ['x-astro-reroute', 'no'],
  ['x-astro-locals', '{"store":{"storeName":"Evil"}}'],
  ['front-end-https', 'on'],
  ['via', '1.1 evil.example'],
]

describe('forwarded headers', () => {
  const whole = async (path: string, headers: Record<string, string> = {}) => {
    const page = await storefront.get(path, { host: 'quiet.localhost', headers })
    return { ...page, headers: { ...page.headers, date: undefined } }
  }

  test.each(PAGES)(
    `%s is the same to the byte with each of ${FORWARDED.length} of them`,
    { tags: ['@asvs-4.1.3'] },
    async (path) => {
      const plain = await whole(path)
      for (const [name, value] of FORWARDED) expect(await whole(path, { [name]: value }), name).toEqual(plain)
    },
  )
})

const SPELLINGS = (name: string) => [
  ...[`/${name}`, `/${name}/`, `//${name}`, `/${name}//`, `/./${name}`, `/a/../${name}`, `/a/%2e%2e/${name}`],
  ...[
    `/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    `/${name.toUpperCase()}`,
    `/${name}?`,
    `/${name}?a=1`,
  ],
  ...[`/${name}#x`, `/${name};x`, `/${name}%2f`, `/${name}%20`, `/${name}.html`, `/${name}/index.html`],
  ...[`/${name}%3f`, `/${name}%00`, `/${name}.`, `/\\${name}`, `/${name}\\`, `/%2f${name}`, `/%5c${name}`],
  ...[`/terms/../${name}`, `/products/..;/${name}`, `/fragments/%2e%2e/${name}`, `/%252e/${name}`],
  ...[
    `/${name}/.`,
    `/${name}/..`,
    `/${name}/x/..`,
    `/_astro/../${name}`,
    `/_img/../${name}`,
    `/404/../${name}`,
  ],
  ...[`///${name}`, `/${name}&x`, `/${name}=x`, `/${name}+`, `/${name}~`, `/${name}.json`],
]

describe('pages of a signed-in shopper', () => {
  test.each(['account', 'checkout', 'orders', 'payment'])(
    'no spelling of /%s shows its island to a guest',
    { tags: ['@asvs-8.3.1'] },
    async (name) => {
      const shown: string[] = []
      for (const path of SPELLINGS(name)) {
        for (const method of ['GET', 'POST']) {
          const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n`
          const { status, text } = await sendRaw(storefront.port, `${head}Connection: close\r\n\r\n`)
          if (status >= 500 || /component-url="[^"]*(Account|Checkout|Orders|Payment)Island/.test(text))
            shown.push(`${method} ${path} ${status}`)
        }
      }
      expect(shown).toEqual([])
    },
  )
})
