import { startOtherStore } from '../tests/helpers/other-store.ts'
import { startStorefront, type Storefront } from '../tests/helpers/storefront.ts'
import { printTable, verdict, type Row } from './kit/table.ts'

type Headers = Record<string, string | string[] | undefined>

interface Rule {
  name: string
  /** Points added to or subtracted from 100. */
  score: (headers: Headers, html: string) => number
}

const HOST = 'shop.example'
const SCORE_TARGET = 130
const SIX_MONTHS_SECONDS = 15_768_000

const paths = [
  ...['/', '/products', '/products?category=shirts', '/product/plain-1', '/cart', '/login', '/register'],
  ...['/track-order', '/order-success', '/wishlist', '/contact', '/api-test'],
  ...['/terms', '/privacy', '/refund', '/return', '/shipping', '/about'],
  ...['/account', '/checkout', '/orders', '/payment?orderId=7'],
  ...['/404', '/no/such/page', '/product/unknown', '/nope', '/%', `/${'x'.repeat(5000)}`],
]

/**
 * The rules of MDN's HTTP Observatory, repeated here because the service grades public hosts only. They grade pages
 * and error responses of a shop behind a TLS proxy.
 */
const rules: Rule[] = [
  {
    name: 'CSP',
    score: (headers) => {
      const policy = text(headers, 'content-security-policy')
      if (policy === '') return -25
      const active = policy.split(';').filter((part) => /^\s*(script|object|default)-src /.test(part))
      if (/unsafe-(inline|eval)|data:|https:(\s|$)|\*/.test(active.join(' '))) return -20
      if (/(^|\s)http:/.test(policy)) return -20
      if (policy.includes('unsafe-')) return 0
      return policy.includes("default-src 'none'") ? 10 : 5
    },
  },
  { name: 'cookies', score: (headers) => (headers['set-cookie'] === undefined ? 0 : -20) },
  { name: 'CORS', score: (headers) => (headers['access-control-allow-origin'] === undefined ? 0 : -50) },
  {
    name: 'HSTS',
    score: (headers) => {
      const seconds = /max-age=(\d+)/.exec(text(headers, 'strict-transport-security'))?.[1]
      if (seconds === undefined) return -20
      return Number(seconds) >= SIX_MONTHS_SECONDS ? 0 : -10
    },
  },
  {
    name: 'referrer',
    score: (headers) => {
      const policy = text(headers, 'referrer-policy')
      return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(policy) ? 5 : -5
    },
  },
  { name: 'SRI', score: (_, html) => (/<script[^>]+src="(https?:)?\/\//.test(html) ? -5 : 0) },
  { name: 'nosniff', score: (headers) => (text(headers, 'x-content-type-options') === 'nosniff' ? 0 : -5) },
  {
    name: 'framing',
    score: (headers) => {
      if (text(headers, 'content-security-policy').includes("frame-ancestors 'none'")) return 5
      return text(headers, 'x-frame-options') === '' ? -20 : 0
    },
  },
  {
    name: 'CORP',
    score: (headers) => (text(headers, 'cross-origin-resource-policy') === 'same-origin' ? 10 : 0),
  },
]

/** Grades every route and error response; true when each has at least 130 points. */
export async function benchObservatory(): Promise<boolean> {
  const store = await startOtherStore()
  const storefront = await startStorefront(store.port, {
    TENANT_HOSTS: HOST,
    STORE_API_ORIGIN: `http://127.0.0.1:${store.port}`,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const rows: Row[] = []
  try {
    for (const path of paths) rows.push(await grade(storefront, path, ''))
    for (const path of paths.filter((one) => /^\/(account|checkout|orders|payment)/.test(one))) {
      rows.push(await grade(storefront, path, 'auth_token=plain-token'))
    }
    for (const path of ['/favicon.svg', '/_img/320/aaaaaaaaaaaaaaaa/x.jpg', '/livez']) {
      rows.push(await grade(storefront, path, ''))
    }
  } finally {
    await storefront.stop()
    await store.stop()
  }
  printTable(`Headers by the rules of MDN's HTTP Observatory, from 100, target ≥ ${SCORE_TARGET}`, rows)
  return rows.every((row) => row.verdict === 'ok')
}

async function grade(storefront: Storefront, path: string, cookie: string): Promise<Row> {
  const headers = { 'x-forwarded-proto': 'https', ...(cookie && { cookie }) }
  const page = await storefront.get(path, { host: HOST, headers })
  const marks = rules.map(({ name, score }) => [name, score(page.headers, page.html)] as const)
  const total = marks.reduce((sum, [, mark]) => sum + mark, 100)
  return {
    path: `${path.slice(0, 40)}${cookie && ' (signed in)'}`,
    status: page.status,
    ...Object.fromEntries(marks),
    score: total,
    verdict: verdict(total >= SCORE_TARGET),
  }
}

function text(headers: Headers, name: string): string {
  return String(headers[name] ?? '')
}
