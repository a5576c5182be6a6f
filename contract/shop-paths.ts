import { POLICY_SLUGS } from './sanitize-html.ts'
import { LANGUAGES } from './store-info.ts'

/** Pages that a link in a text of the shop can open, without those of one order or payment. */
const PAGES = [
  ...['/', '/products', '/cart', '/checkout', '/wishlist', '/contact', '/track-order'],
  ...['/login', '/register', '/account', '/orders', '/payment', '/order-success', '/api-test', '/offline'],
  ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/favicon.svg', '/service-worker.js'],
  ...POLICY_SLUGS.map((slug) => `/${slug}`),
]
const FAMILIES = /^\/(?:products?\/[^/]+|orders\/[^/]+\/invoice|pay\/[^/]+|feeds\/[^/]+|sitemaps\/[^/]+)$/
const PREFIX = new RegExp(`^/(?:${Object.keys(LANGUAGES).join('|')})(?=/|$)`)

/** True for the path of a page that the storefront serves, whether or not its product or order exists. */
export function isShopPath(path: string): boolean {
  const plain = path.replace(PREFIX, '').replace(/\/$/, '') || '/'
  return PAGES.includes(plain) || FAMILIES.test(plain)
}
