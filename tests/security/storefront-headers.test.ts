import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { root } from '../../scripts/dev-processes.ts'
import { startOtherStore, type OtherStore } from '../helpers/other-store.ts'
import { sendRaw } from '../helpers/raw-request.ts'
import { startStorefront, type Storefront } from '../helpers/storefront.ts'

/**
 * Headers of every storefront response: pages, files, pictures and errors. SECURITY.md#large-or-slow-requests
 * SECURITY.md#file-paths SECURITY.md#response-leaks
 */
let store: OtherStore
let storefront: Storefront
/** The same shops behind a proxy that is believed. */
let behindProxy: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port)
  behindProxy = await startStorefront(store.port, { TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  await storefront.stop()
  await behindProxy.stop()
  await store.stop()
})

const PAGES: [path: string, status: number][] = [
  ...['/', '/products', '/product/plain-1', '/cart', '/login', '/register', '/track-order', '/wishlist'].map(
    ok,
  ),
  ok('/offline'),
  ...['/contact', '/api-test', '/order-success'].map(ok),
  ...['/terms', '/privacy', '/refund', '/return', '/shipping', '/about'].map(ok),
  ...['/fragments/footer', '/fragments/featured', '/fragments/listing', '/fragments/quick-view/plain-1'].map(
    ok,
  ),
  ['/404', 404],
  ['/no/such/page', 404],
  ['/product/unknown', 404],
]
/** Where shoppers land, and wait: no process is started for those. */
const LANDING = [
  ...['/', '/products', '/product/plain-1', '/contact'],
  ...['/terms', '/privacy', '/refund', '/return', '/shipping', '/about'],
  ...['/404', '/no/such/page', '/product/unknown'],
]
const SIGNED_IN = ['/account', '/checkout', '/orders', '/payment?orderId=7']
const FILES = ['/favicon.svg', ...builtFiles()]
const REDIRECTS = [...SIGNED_IN, '/nope', '/products/plain-1', '/forgot-password', '/500']
const REFUSALS: [name: string, status: number, head: string][] = [
  ['an unknown host', 421, 'GET / HTTP/1.1\r\nHost: evil.example\r\n'],
  ['a long address', 414, `GET /${'x'.repeat(5000)} HTTP/1.1\r\nHost: localhost\r\n`],
  ['an address with a broken escape', 400, 'GET /%E0%A4%A HTTP/1.1\r\nHost: localhost\r\n'],
  ['TRACE', 405, 'TRACE / HTTP/1.1\r\nHost: localhost\r\n'],
  ['OPTIONS', 405, 'OPTIONS / HTTP/1.1\r\nHost: localhost\r\n'],
  ['PUT', 405, 'PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n'],
  ['a large form', 413, 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n'],
  [
    'a purge without a secret',
    404,
    'POST /_cache/purge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n',
  ],
  [
    'a picture with a wrong signature',
    404,
    'GET /_img/320/aaaaaaaaaaaaaaaa/x.jpg HTTP/1.1\r\nHost: localhost\r\n',
  ],
  ["Astro's pictures", 404, 'GET /_image?href=/favicon.svg&w=9&f=webp HTTP/1.1\r\nHost: localhost\r\n'],
  ["Astro's islands", 404, 'GET /_server-islands/Foo HTTP/1.1\r\nHost: localhost\r\n'],
  ['liveness', 200, 'GET /livez HTTP/1.1\r\nHost: localhost\r\n'],
  ['readiness', 200, 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n'],
]

function ok(path: string): [string, number] {
  return [path, 200]
}

function form(origin: string): string {
  return `Origin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n`
}

/** One built file of each kind. */
function builtFiles(): string[] {
  const names = readdirSync(join(root, 'dist/client/_astro'))
  const kinds = new Map(
    names.filter((name) => !/\.(br|gz)$/.test(name)).map((name) => [name.split('.').pop(), name]),
  )
  return [...kinds.values()].map((name) => `/_astro/${name}`)
}

type Headers = Record<string, string | string[] | undefined>

/** Requirements on every response. */
function expectSafe(headers: Headers): void {
  const policy = directives(headers)
  expect(policy['default-src']).toBe("'none'")
  expect(policy['base-uri']).toBe("'none'")
  expect(policy['frame-ancestors']).toBe("'none'")
  expect(Object.values(policy).join(' ')).not.toMatch(/unsafe-|\*|(?:^| )http:(?: |$)/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['referrer-policy']).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/)
  const type = String(headers['content-type'] ?? '')
  if (/^text\/(html|plain)/.test(type)) expect(type.toLowerCase()).toMatch(/charset=utf-8$/)
  for (const name of ['server', 'x-powered-by', 'x-astro-route-type', 'via'])
    expect(headers[name]).toBeUndefined()
}

function directives(headers: Headers): Record<string, string> {
  const parts = String(headers['content-security-policy'])
    .split(';')
    .filter((part) => part.trim() !== '')
  return Object.fromEntries(
    parts.map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1).join(' ')]),
  )
}

function expectNoTraces(text: string): void {
  const trace = /node_modules|\.m?[jt]s:\d|\n\s+at \S+ \(|name="generator"|Astro v\d|Error: /.exec(text)
  expect(trace?.[0]).toBeUndefined()
}

function headersOf(text: string): Headers {
  const [head = ''] = text.split('\r\n\r\n')
  return Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )
}

describe('headers', () => {
  test.each(PAGES)('%s (%i) runs only its own scripts and cannot be framed', async (path, status) => {
    const { headers, html, ...page } = await storefront.get(path)
    expect(page.status).toBe(status)
    expectSafe(headers)
    expectNoTraces(html)
    expect(directives(headers)['script-src']).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/]{43}=')*$/)
    expect(directives(headers)['style-src']).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/]{43}=')*$/)
    expect(directives(headers)['object-src']).toBe("'none'")
    expect(directives(headers)['form-action']).toBe("'self'")
    expect(directives(headers)['require-trusted-types-for']).toBe("'script'")
    expect(directives(headers)['trusted-types']).toBe('section service-worker')
    expect(headers['cross-origin-opener-policy']).toBe(LANDING.includes(path) ? undefined : 'same-origin')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(html).not.toMatch(/ on[a-z]+="| style="|<script src="http/)
  })

  test.each(SIGNED_IN)('%s of a shopper is never cached', async (path) => {
    const page = await storefront.get(path, { headers: { cookie: 'auth_token=plain-token' } })
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(page.headers.etag).toBeUndefined()
    expectSafe(page.headers)
    expectNoTraces(page.html)
  })

  test.each(REDIRECTS)('%s of a guest moves on with the same headers', async (path) => {
    const page = await storefront.get(path)
    expect([301, 302]).toContain(page.status)
    if (SIGNED_IN.includes(path)) expect(page.headers['cache-control']).toBe('private, no-store')
    expectSafe(page.headers)
    expect(page.html).toBe('')
  })

  test.each(FILES)('%s is a file that can do nothing by itself', async (path) => {
    const page = await storefront.get(path)
    expect(page.status).toBe(200)
    expectSafe(page.headers)
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    const again = await storefront.get(path, { headers: { 'if-none-match': String(page.headers.etag) } })
    expect(again.status).toBe(304)
  })

  test('the service worker may only call its own shop, and is revalidated each time', async () => {
    const worker = await storefront.get('/service-worker.js')
    expect(worker.status).toBe(200)
    expect(worker.headers['content-type']).toMatch(/^text\/javascript/)
    expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(worker.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each(REFUSALS)('%s answers %i, and says as little', async (_, status, head) => {
    const response = await sendRaw(storefront.port, `${head}Connection: close\r\n\r\n`)
    expect(response.status).toBe(status)
    expectSafe(headersOf(response.text))
    expectNoTraces(response.text)
    expect(headersOf(response.text)['cache-control']).toMatch(/no-store|undefined/)
  })

  test('a failing page, an API that is down and an odd store reveal no details', async () => {
    for (const fault of ['error', 'html', 'wrong-types', 'truncated'] as const) {
      store.fail('/', fault)
      for (const path of ['/products?wait=1', '/product/plain-1?wait=1', '/terms', '/contact']) {
        const page = await storefront.get(path, { host: `${fault}.localhost` })
        expectSafe(page.headers)
        expectNoTraces(page.html)
        expect(page.html).not.toContain('The database is asleep')
      }
    }
    store.reset()
  })
})

describe('ASVS 3.4.1 a shop behind a proxy that takes https', () => {
  const https = { 'x-forwarded-proto': 'https' }

  test.each(['/', '/cart', '/account', '/favicon.svg', '/no/such/page', '/%', '/_img/x', '/livez', '/nope'])(
    '%s is requested by https for a year',
    async (path) => {
      for (const again of [false, true]) {
        const { headers } = await behindProxy.get(path, { headers: https })
        expect(headers['strict-transport-security'], `again: ${again}`).toBe('max-age=31536000')
      }
    },
  )

  test('its pages call the API by https, and forms of their own origin are taken', async () => {
    const page = await behindProxy.get('/cart', { host: 'shop.localhost', headers: https })
    expect(directives(page.headers)['connect-src']).toMatch(/^'self' https?:\/\//)
    const head = `POST /login HTTP/1.1\r\nHost: shop.localhost\r\nX-Forwarded-Proto: https\r\n`
    const own = `${form('https://shop.localhost')}Connection: close\r\n\r\n`
    expect((await sendRaw(behindProxy.port, head + own)).status).toBe(200)
  })

  test('other requests do not count as https', async () => {
    expect(
      (await storefront.get('/', { headers: https })).headers['strict-transport-security'],
    ).toBeUndefined()
    expect((await behindProxy.get('/')).headers['strict-transport-security']).toBeUndefined()
  })
})

const SECRET_FILES = [
  ...['package.json', 'package-lock.json', 'astro.config.mjs', 'src/server/app.ts', 'dist/server/entry.mjs'],
  ...[
    '.git/config',
    '.git/HEAD',
    '.env',
    '.npmrc',
    '.htaccess',
    '.DS_Store',
    '.well-known/../.env',
    'etc/passwd',
  ],
  ...[
    'data/image-secret',
    'cli/serve.ts',
    'node_modules/astro/package.json',
    'dist/client/favicon.svg',
    'server.key',
  ],
]
const CLIMBS = [
  ...['/', '//', '/../', '/..%2f', '/%2e%2e/', '/%2e%2e%2f', '/..%5c', '/..\\', '/....//', '/.%2e/'],
  ...['/_astro/../../../', '/_astro/..%2f..%2f..%2f', '/_img/320/aaaaaaaaaaaaaaaa/../../../'],
]

/** A request for a path as it is written; a move of the path to single slashes is followed on this host. */
async function send(method: string, path: string) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Origin: http://localhost',
    'Connection: close',
  ]
  const body = method === 'POST' ? '{}' : ''
  if (body) lines.push('Content-Type: application/json', `Content-Length: ${body.length}`)
  const response = await sendRaw(storefront.port, `${lines.join('\r\n')}\r\n\r\n${body}`)
  if (response.status !== 301) return response
  const location = /^location: (\S+)/im.exec(response.text)?.[1] ?? ''
  expect(location).toMatch(/^\/(?![/\\])/)
  return send(method, location)
}

describe('files', () => {
  test(`${CLIMBS.length * SECRET_FILES.length} ways out of the public folder lead to no file`, async () => {
    const leaks: string[] = []
    for (const climb of CLIMBS) {
      await Promise.all(
        SECRET_FILES.map(async (name) => {
          const { status, text } = await send('GET', climb + name)
          const isLeak = /"dependencies"|\[core\]|root:x:|defineConfig|createEntry|refs\/heads/.test(text)
          if (isLeak || ![302, 400, 404].includes(status)) leaks.push(`${climb}${name} ${status}`)
        }),
      )
    }
    expect(leaks).toEqual([])
    expect((await storefront.get('/livez')).status).toBe(200)
  })

  test.each([
    '/_astro',
    '/_astro/',
    '/_astro/?x',
    '/_img/',
    '/_img',
    '/.',
    '/..',
    '/_astro/.',
    '/index.html',
  ])('%s lists nothing', async (path) => {
    const { status, html } = await storefront.get(path)
    expect(html).not.toMatch(/Index of|Directory|\.br"/)
    expect([200, 302, 404]).toContain(status)
  })

  test('no source map was built, and no script names one', () => {
    const names = readdirSync(join(root, 'dist/client'), { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => /\.map(\.(br|gz))?$|(^|\/)\./.test(name))).toEqual([])
  })

  test.each([
    ['/_image', '/_image?href=http://127.0.0.1:1/x.png&w=9&f=png', '/_image?href=/favicon.svg&w=9&f=webp'],
    [
      '/%5fimage?href=/favicon.svg&w=9&f=webp',
      '/./_image?href=/favicon.svg',
      '//_image?href=/favicon.svg&w=1',
    ],
    ['/_server-islands/X', '/_server-islands/X?e=default&p=x&s=x', '/%5fserver-islands/X?e=e&p=p&s=s'],
    ['/_actions/x', '/_actions/x.y', '/_actions/x?y=z'],
  ])("Astro's own %s is not found", async (...paths) => {
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        expect((await send(method, path)).status, `${method} ${path}`).toBe(404)
      }
    }
  })
})

describe('bodies and methods', () => {
  test.each([
    ['of 30 MB', 'Content-Length: 30000000\r\n', 'a'.repeat(30_000_000)],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', `fffff\r\n${'a'.repeat(0xfffff)}\r\n`.repeat(28)],
    ['of a byte too many', 'Content-Length: 65537\r\n', 'a'.repeat(65_537)],
  ])('a form %s is refused before it is read', async (_, length, body) => {
    for (const path of ['/login', '/_server-islands/X', '/']) {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: text/plain\r\n`
      const { status } = await sendRaw(storefront.port, `${head}${length}\r\n`, body)
      // 0: the server hung up on what was still being sent.
      expect([413, 0]).toContain(status)
    }
    expect((await storefront.get('/livez')).status).toBe(200)
  })

  test('a form of another site does nothing but show the page', async () => {
    const head = `POST /login HTTP/1.1\r\nHost: localhost\r\n${form('http://evil.example')}`
    const { html } = await storefront.get('/login')
    const response = await sendRaw(storefront.port, `${head}Connection: close\r\n\r\n`)
    expect(response.text.endsWith(html)).toBe(true)
    expect(headersOf(response.text)['set-cookie']).toBeUndefined()
  })

  test('a small form without scripts shows its page again', async () => {
    const body = 'email=a%40b.example&password=secret'
    const head = `POST /login HTTP/1.1\r\nHost: localhost\r\n${form('http://localhost').replace('Length: 0', `Length: ${body.length}`)}`
    const response = await sendRaw(storefront.port, `${head}Connection: close\r\n\r\n${body}`)
    expect(response.status).toBe(200)
    expect(response.text).not.toContain('secret')
  })

  test.each([
    'TRACE',
    'TRACK',
    'PUT',
    'PATCH',
    'DELETE',
    'PROPFIND',
    'MKCOL',
    'LOCK',
    'OPTIONS',
    'FOO',
    'get',
  ])('%s is no method of a shop', async (method) => {
    const secret = 'Cookie: auth_token=secret\r\n'
    const head = `${method} / HTTP/1.1\r\nHost: localhost\r\n${secret}Connection: close\r\n\r\n`
    const { status, text } = await sendRaw(storefront.port, head)
    expect([400, 405]).toContain(status)
    if (status === 405) expect(headersOf(text).allow).toBe('GET, HEAD, POST')
    expect(text).not.toContain('secret')
  })

  test.each(['/favicon.svg', '/_astro/x.js'])('POST %s serves no file', async (path) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${form('http://localhost')}Connection: close\r\n\r\n`
    expect([302, 404]).toContain((await sendRaw(storefront.port, head)).status)
  })
})
