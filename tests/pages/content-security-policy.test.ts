import { createHash } from 'node:crypto'

import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { controlShop, startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

const TEXTS = [
  '<style>x',
  '<style',
  '</style><style>',
  '<script>x',
  '<script src=',
  '</script><script>',
  '<!--<script>',
  '<script type="module" src="/_astro/x.js"></script>',
  '</template>',
  '<template data-script>',
  '<astro-island component-url="/_astro/x.js" renderer-url="/_astro/y.js">',
]
const HOSTILE_HOST = 'hostile.localhost'
const HEADERS_MAX_BYTES = 8192

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

/** What the browser makes of a page: its inline scripts and styles, and the files that it loads by a script. */
async function open(path: string, request: { host?: string; headers?: Record<string, string> } = {}) {
  const page = await storefront.get(path, request)
  const elements = elementsOf(page.html)
  const inline = elements.filter(
    (element) =>
      element.tagName === 'style' ||
      (element.tagName === 'script' &&
        attribute(element, 'src') === undefined &&
        attribute(element, 'type') !== 'application/ld+json'),
  )
  const scripts = elements.filter((element) => attribute(element, 'src')?.endsWith('.js'))
  return {
    headers: page.headers,
    title: textOf(elements.find(({ tagName }) => tagName === 'title')),
    policy: String(page.headers['content-security-policy']),
    inline: inline.map(textOf),
    scripts: scripts.map(
      (element) => `${Reflect.get(element.parentNode ?? {}, 'nodeName')} ${attribute(element, 'src')}`,
    ),
  }
}

function elementsOf(html: string): Tree.Element[] {
  const found: Tree.Element[] = []
  const pending: Tree.ParentNode[] = [parse(html)]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const node of next.childNodes) {
      if (!defaultTreeAdapter.isElementNode(node)) continue
      found.push(node)
      pending.push('content' in node ? node.content : node)
    }
  }
  return found
}

function textOf(element: Tree.Element | undefined): string {
  return (element?.childNodes ?? [])
    .map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : ''))
    .join('')
}

function attribute({ attrs }: Tree.Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test.each(TEXTS)(
  'a search for %j leaves every script and style of the page allowed',
  { tags: ['@decision-1.16', '@decision-12.2'] },
  async (text) => {
    store.changeStore({ capabilities: ['search'] })
    const plain = await open('/products?search=x')
    const page = await open(`/products?search=${encodeURIComponent(text)}`)
    expect(page.inline).toEqual(plain.inline)
    expect(page.scripts).toEqual(plain.scripts)
    expect(page.inline.length).toBeGreaterThan(2)
    for (const source of page.inline) expect(page.policy).toContain(hashOf(source))
  },
)

test.each(TEXTS)('products, categories and shops named %j leave them allowed', async (text) => {
  const plain = await Promise.all(['/', '/products?category=x', '/product/plain-1'].map((path) => open(path)))
  await controlShop(store.port, {
    host: HOSTILE_HOST,
    store: { storeName: text, categories: [text], description: text },
    products: [{ id: 'plain-1', title: text, description: text, category: text, regularPrice: 9 }],
  })
  const category = `/products?category=${encodeURIComponent(text)}`
  const named = await Promise.all(
    ['/', category, '/product/plain-1'].map((path) => open(path, { host: HOSTILE_HOST })),
  )
  for (const { title } of named) expect(title.toLowerCase()).toContain(text)
  expect(named.map(({ scripts }) => scripts)).toEqual(plain.map(({ scripts }) => scripts))
  for (const { inline, policy } of named) {
    for (const source of inline) expect(policy).toContain(hashOf(source))
  }
})

test.each(TEXTS)(
  'a page of islands that is asked for with %j preloads its own modules alone',
  async (text) => {
    const plain = await open('/track-order')
    const page = await open(`/track-order?id=${encodeURIComponent(text)}&from=${encodeURIComponent(text)}`)
    expect(plain.headers.link).toContain('modulepreload')
    expect(page.headers.link).toBe(plain.headers.link)
    for (const source of page.inline) expect(page.policy).toContain(hashOf(source))
  },
)

test.each(['/', '/products', '/product/plain-1', '/terms', '/cart', '/login', '/payment?orderId=1', '/404'])(
  '%s allows no other script or style, with headers of less than 8 KB',
  async (path) => {
    const { policy, headers } = await open(path, { headers: { cookie: 'auth_token=plain-token' } })
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toContain('unsafe')
    const bytes = Object.entries(headers).reduce(
      (sum, [name, value]) => sum + name.length + String(value).length + 4,
      0,
    )
    expect(bytes).toBeLessThan(HEADERS_MAX_BYTES)
  },
)

test.each([
  ['a page that redirects', '/products/plain-1', {}],
  ['a page as Markdown', '/product/plain-1', { accept: 'text/markdown' }],
  ['a file for search engines', '/robots.txt', {}],
])('%s allows nothing', async (_, path, headers) => {
  const { policy } = await open(path, { headers })
  expect(policy).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
})
