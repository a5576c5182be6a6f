import { brotliCompressSync, constants } from 'node:zlib'

import { startOtherStore } from '../tests/helpers/other-store.ts'
import { startStorefront, type Storefront } from '../tests/helpers/storefront.ts'

/**
 * `npm run size`: what a shopper's browser downloads for each page, pictures apart, against its budget. Fails above it.
 * Counted are the HTML with its inline styles and scripts, and every script that the first view needs. What comes by
 * `import()` is not: for an act of the shopper, for a field of the store, or, on the payment and checkout pages, while
 * the store is asked for the fields and while the address is typed.
 */

interface Budget {
  html: number
  script: number
  /** The HTML, scripts and style sheets. */
  requests: number
  status?: number
}

const KB = 1000
/** Pages are compressed while they are waited for (server/page-cache), files once. */
const PAGE_QUALITY = 5
const FILE_QUALITY = constants.BROTLI_MAX_QUALITY

const landing: Budget = { html: 14 * KB, script: 5 * KB, requests: 4 }
const island: Budget = { html: 14 * KB, script: 75 * KB, requests: Infinity }

const budgets: Record<string, Budget> = {
  '/': landing,
  '/products': landing,
  '/product/plain-1': landing,
  '/terms': landing,
  '/contact': landing,
  '/404': { ...landing, status: 404 },
  '/cart': island,
  '/login': island,
  '/register': island,
  '/track-order': island,
  '/account': island,
  '/orders': island,
  '/checkout': island,
  '/payment?orderId=1': island,
}

const store = await startOtherStore()
const storefront = await startStorefront(store.port)
const rows = []
try {
  for (const [path, budget] of Object.entries(budgets)) rows.push(await weigh(storefront, path, budget))
} finally {
  await storefront.stop()
  await store.stop()
}

console.log('Brotli, 1 KB = 1000 bytes')
console.table(rows)
if (rows.some((row) => row.verdict !== 'ok')) {
  console.error('A page is above its budget. Make it lighter; the budgets are the product.')
  process.exitCode = 1
}

async function weigh(shop: Storefront, path: string, budget: Budget) {
  const html = await read(shop, path, { cookie: 'auth_token=plain-token' }, budget.status)
  const scripts = await scriptsOf(shop, html)
  const htmlBytes = compressed(html, PAGE_QUALITY)
  const scriptBytes = [...scripts.values()].reduce((sum, source) => sum + compressed(source, FILE_QUALITY), 0)
  const requests = 1 + scripts.size + [...html.matchAll(/<link[^>]+rel="stylesheet"/g)].length
  const isWithin = htmlBytes <= budget.html && scriptBytes <= budget.script && requests <= budget.requests
  return {
    page: path,
    'HTML and CSS': inKilobytes(htmlBytes),
    scripts: inKilobytes(scriptBytes),
    requests,
    verdict: isWithin ? 'ok' : 'TOO HEAVY',
  }
}

/** Every script of its own that the page loads: modules, preloads, islands and their renderer, and what they import. */
async function scriptsOf(shop: Storefront, html: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>()
  const waiting = [...html.matchAll(/(?:src|href|[a-z-]+-url)="([^"]+\.m?js)"/g)].map(([, url = '']) => url)
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (sources.has(url)) continue
    const source = await read(shop, url)
    sources.set(url, source)
    for (const [, imported = ''] of source.matchAll(/\b(?:from|import)\s*["'`]([^"'`]+\.m?js)["'`]/g)) {
      waiting.push(new URL(imported, `http://site.invalid${url}`).pathname)
    }
  }
  return sources
}

async function read(shop: Storefront, path: string, headers = {}, expected = 200): Promise<string> {
  const { status, html } = await shop.get(path, { headers })
  if (status !== expected) throw new Error(`${path} answered ${status}: there is nothing to weigh.`)
  return html
}

function compressed(text: string, quality: number): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length
}

function inKilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`
}
