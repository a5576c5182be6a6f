import { brotliCompressSync } from 'node:zlib'

import { startOtherStore } from '../tests/helpers/other-store.ts'
import { startStorefront, type Storefront } from '../tests/helpers/storefront.ts'

/** `npm run size`: what a shopper's browser downloads for each page, brotli, against its budget. Fails above it. */

const KB = 1024
const landing = { html: 14 * KB, script: 5 * KB }
const island = { html: 14 * KB, script: 75 * KB }

const budgets: Record<string, { html: number; script: number }> = {
  '/': landing,
  '/products': landing,
  '/product/plain-1': landing,
  '/terms': landing,
  '/contact': landing,
  '/404': landing,
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
const headers = { cookie: 'auth_token=plain-token' }
const rows = []
for (const [path, budget] of Object.entries(budgets)) rows.push(await weigh(storefront, path, budget))
await storefront.stop()
await store.stop()

console.table(rows)
if (rows.some((row) => row.verdict !== 'ok')) {
  console.error('A page is above its budget. Make it lighter; the budgets are the product.')
  process.exitCode = 1
}

async function weigh(shop: Storefront, path: string, budget: { html: number; script: number }) {
  const { html } = await shop.get(path, { headers })
  const scripts = await scriptsOf(shop, html)
  const htmlBytes = compressed(html)
  const scriptBytes = [...scripts.values()].reduce((sum, source) => sum + compressed(source), 0)
  return {
    page: path,
    'HTML and CSS': inKilobytes(htmlBytes),
    scripts: inKilobytes(scriptBytes),
    files: scripts.size,
    verdict: htmlBytes <= budget.html && scriptBytes <= budget.script ? 'ok' : 'TOO HEAVY',
  }
}

/** Every script that the page loads by itself: module scripts, island components and renderers, and what they import. */
async function scriptsOf(shop: Storefront, html: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>()
  const waiting = [...html.matchAll(/(?:src|component-url|renderer-url)="(\/_astro\/[^"]+\.js)"/g)].map(
    ([, url]) => url,
  )
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (sources.has(url)) continue
    const source = (await shop.get(url)).html
    sources.set(url, source)
    for (const [, imported] of source.matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g)) {
      if (imported) waiting.push(new URL(imported, `http://site.invalid${url}`).pathname)
    }
  }
  return sources
}

function compressed(text: string): number {
  return brotliCompressSync(text).length
}

function inKilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`
}
