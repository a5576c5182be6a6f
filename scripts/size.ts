import { brotliCompressSync, constants } from 'node:zlib'

import { chromium, type Request } from 'playwright'

import { brotliOptions } from '../src/server/page-cache/cache-entry.ts'
import { waitUntilComplete, waitUntilIdle } from '../tests/kit/browser/complete-page.ts'
import { startDemoStack } from '../tests/kit/shops/start-demo-stack.ts'
import { startOtherStore } from '../tests/kit/shops/other-store.ts'
import { startStorefront } from '../tests/kit/shops/storefront.ts'
import { installBrowser } from './browser.ts'

/**
 * `npm run size`: measures the downloads of each page without pictures against its budget and fails above it. Pages
 * without islands are opened in Chromium as on a first visit, and everything counts that it loads before the shopper
 * does something; inline scripts are scripts. Pages of islands are different for each shopper: what their HTML names
 * counts. The plain shop uses no feature, the demo shop every one.
 */

interface Budget {
  /** The HTML with its style sheet, without inline scripts. */
  html: number
  /** The HTML that contains the first screen, with inline scripts. */
  firstScreen: number
  script: number
  /** Number of requests for anything but pictures. */
  requests: number
  status?: number
}

interface Weight {
  html: string
  /** Bytes of style sheets in files of their own. */
  styleBytes: number
  scriptBytes: number
  requests: number
}

type Read = (path: string, headers?: Record<string, string>) => Promise<{ status: number; html: string }>

const KB = 1000
const FILE = { quality: constants.BROTLI_MAX_QUALITY, windowBits: constants.BROTLI_DEFAULT_WINDOW }
const CARDS_ON_SCREEN = 6
const PHONE = { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true }
const INLINE_SCRIPT = /<script>[^]*?<\/script>/g

const landing: Budget = { html: 15 * KB, firstScreen: 14 * KB, script: 6 * KB, requests: 4 }
const product: Budget = { ...landing, script: 8 * KB }
/** The demo's listing: 12 cards with colours, 13 categories, 43 types and every filter. */
const listing: Budget = { ...landing, html: 15.5 * KB }
/** So short that more products are near the first screen, and load. */
const shortProduct: Budget = { ...product, script: 16 * KB, requests: 10 }
/** React and its renderer alone are 55 KB. */
const island: Budget = { html: 16 * KB, firstScreen: 16.5 * KB, script: 102 * KB, requests: Infinity }

const landingPages: Record<string, Budget> = {
  '/': landing,
  '/products': listing,
  '/product/plain-1': product,
  '/terms': landing,
  '/contact': landing,
  '/404': { ...landing, status: 404 },
}
const islandPages = [
  '/cart',
  '/login',
  '/register',
  '/track-order',
  '/account',
  '/orders',
  '/checkout',
  '/payment?orderId=1',
]

const browser = await chromium.launch({ executablePath: installBrowser(), args: ['--no-sandbox'] })
const rows = [...(await weighPlainShop()), ...(await weighDemoShop())]
await browser.close()

console.log('Brotli, 1 KB = 1000 bytes')
console.table(rows)
if (rows.some((row) => row.verdict !== 'ok')) {
  console.error('A page is above its budget. Make it lighter; the budgets are the product.')
  process.exitCode = 1
}

async function weighPlainShop() {
  const store = await startOtherStore()
  const storefront = await startStorefront(store.port)
  const read: Read = (path, headers) => storefront.get(path, { headers })
  try {
    const weighed = []
    for (const [path, usual] of Object.entries(landingPages)) {
      const budget = usual === product ? shortProduct : usual
      const weight = await open(`http://localhost:${storefront.port}`, path, budget)
      weighed.push(judge('plain', path, budget, weight))
    }
    for (const path of islandPages)
      weighed.push(judge('plain', path, island, await readIslandPage(read, path)))
    return weighed
  } finally {
    await storefront.stop()
    await store.stop()
  }
}

async function weighDemoShop() {
  const demo = await startDemoStack()
  const read: Read = async (path, headers) => {
    const response = await fetch(demo.origin + path, { headers })
    return { status: response.status, html: await response.text() }
  }
  try {
    const weighed = []
    for (const [path, budget] of Object.entries(landingPages)) {
      const shown = path.replace('plain-1', demo.productId)
      weighed.push(judge('demo', shown, budget, await open(demo.origin, shown, budget)))
    }
    for (const path of ['/pay/token', '/refund/token', '/confirm/token'])
      weighed.push(judge('demo', path, island, await readIslandPage(read, path)))
    return weighed
  } finally {
    await demo.stop()
  }
}

function judge(
  shop: string,
  page: string,
  budget: Budget,
  { html, styleBytes, scriptBytes, requests }: Weight,
) {
  const whole = compressedPage(html)
  const withoutScripts = compressedPage(html.replace(INLINE_SCRIPT, ''))
  const htmlBytes = withoutScripts + styleBytes
  const scripts = scriptBytes + whole - withoutScripts
  const firstScreen = compressedPage(html.slice(0, endOfFirstScreen(html))) + styleBytes
  const isWithin =
    htmlBytes <= budget.html &&
    firstScreen <= budget.firstScreen &&
    scripts <= budget.script &&
    requests <= budget.requests
  return {
    shop,
    page,
    'HTML and CSS': inKilobytes(htmlBytes),
    'first screen': inKilobytes(firstScreen),
    scripts: inKilobytes(scripts),
    requests,
    verdict: isWithin ? 'ok' : 'TOO HEAVY',
  }
}

/** A desktop's first screen has six cards of a listing; that of other pages ends before their footer. */
function endOfFirstScreen(html: string): number {
  const cards = [...html.matchAll(/<article/g)]
  return cards[CARDS_ON_SCREEN]?.index ?? html.indexOf('<footer')
}

/** Opens a page and waits until it loads nothing more. */
async function open(origin: string, path: string, { status = 200 }: Pick<Budget, 'status'>): Promise<Weight> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...PHONE })
  try {
    const page = await context.newPage()
    // Without an outer network, Chromium says that it is offline, and the page asks its server.
    await page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: true })")
    const requested = new Set<Request>()
    const waiting = new Set<Request>()
    page.on('request', (request) => waiting.add(request))
    const count = (request: Request) => waiting.delete(request) && requested.add(request)
    page.on('requestfinished', count).on('requestfailed', count)
    const response = await page.goto(origin + path, { waitUntil: 'load' })
    await waitUntilComplete(page)
    while (waiting.size > 0) await waitUntilIdle(page)
    if (response?.status() !== status)
      throw new Error(`${path} answered ${response?.status()}, not ${status}.`)
    const html = await response.text()
    // The first render of a process may be too late for a section, which is then loaded by a script.
    if (html.includes('data-pending-section=')) return await open(origin, path, { status })
    const weight: Weight = { html, styleBytes: 0, scriptBytes: 0, requests: 0 }
    for (const request of requested) {
      const type = request.resourceType()
      if (type === 'image') continue
      weight.requests += 1
      const { responseBodySize } = await request.sizes()
      if (type === 'script') weight.scriptBytes += responseBodySize
      if (type === 'stylesheet') weight.styleBytes += responseBodySize
    }
    return weight
  } finally {
    await context.close()
  }
}

async function readIslandPage(read: Read, path: string): Promise<Weight> {
  const html = await readComplete(read, path)
  const scripts = await scriptsOf(read, html.replace(/<template(?! data-script)[^]*?<\/template>/g, ''))
  const scriptBytes = [...scripts.values()].reduce((sum, source) => sum + compressedFile(source), 0)
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, url = '']) => url)
  const sheets = await Promise.all(styles.map((url) => readText(read, url)))
  const styleBytes = sheets.reduce((sum, sheet) => sum + compressedFile(sheet), 0)
  return { html, styleBytes, scriptBytes, requests: 1 + scripts.size + sheets.length }
}

/** The page with all of its sections: the first render of a process may be too late for one, which needs a script more. */
async function readComplete(read: Read, path: string): Promise<string> {
  const html = await readText(read, path, { cookie: 'auth_token=plain-token' })
  return html.includes('data-pending-section=') ? readComplete(read, path) : html
}

/** The page's own scripts: modules, preloads, islands with their renderer, and their imports. */
async function scriptsOf(read: Read, html: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>()
  const waiting = [...html.matchAll(/(?:src|href|[a-z-]+-url)="([^"]+\.m?js)"/g)].map(([, url = '']) => url)
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (sources.has(url)) continue
    const source = await readText(read, url)
    sources.set(url, source)
    for (const [, imported = ''] of source.matchAll(/\b(?:from|import)\s*["'`]([^"'`]+\.m?js)["'`]/g)) {
      waiting.push(new URL(imported, `http://site.invalid${url}`).pathname)
    }
  }
  return sources
}

async function readText(read: Read, path: string, headers = {}): Promise<string> {
  // The storefront may close a connection that waits while a page is compressed.
  const { status, html } = await read(path, { ...headers, connection: 'close' })
  if (status !== 200) throw new Error(`${path} answered ${status}: there is nothing to weigh.`)
  return html
}

function compressedPage(html: string): number {
  return brotliCompressSync(html, brotliOptions(Buffer.byteLength(html))).length
}

function compressedFile(text: string): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: FILE.quality,
    [constants.BROTLI_PARAM_LGWIN]: FILE.windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  }
  return brotliCompressSync(text, { params }).length
}

function inKilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`
}
