import { POLICY_SLUGS } from './policy-rules.ts'
import { LANGUAGE_CODES } from './store-info.ts'

/** Pages that a link in a text of the shop can open, without those of one order or payment. */
const PAGES = [
  ...['/', '/products', '/cart', '/checkout', '/wishlist', '/contact', '/track-order'],
  ...['/login', '/register', '/account', '/orders', '/payment', '/order-success', '/api-test', '/offline'],
  ...[
    '/robots.txt',
    '/llms.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/favicon.svg',
    '/service-worker.js',
  ],
  ...POLICY_SLUGS.map((slug) => `/${slug}`),
]
/** Folders of pages whose address ends with a token that only the receiver of its link has. */
export const SECRET_FOLDERS = ['confirm', 'pay', 'refund'] as const

const FAMILIES = new RegExp(
  `^/(?:products?/[^/]+|orders/[^/]+/invoice|(?:${SECRET_FOLDERS.join('|')})/[^/]+|feeds/[^/]+|sitemaps/[^/]+)$`,
)

/**
 * The first segment of an address that names a language, such as `/hi` of `/hi/products`; the group is its code.
 * docs/requirements.md#1127-addresses-per-language
 */
export const LANGUAGE_PREFIX = new RegExp(`^/(${LANGUAGE_CODES.join('|')})(?=[/?#]|$)`)

/** True for the path of a page that the storefront serves, whether or not its product or order exists. */
export function isShopPath(path: string): boolean {
  const plain = path.replace(LANGUAGE_PREFIX, '').replace(/\/$/, '') || '/'
  return PAGES.includes(plain) || FAMILIES.test(plain)
}
