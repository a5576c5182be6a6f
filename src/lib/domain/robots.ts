/** Pages of one shopper, and pages without content for search engines. */
const PRIVATE_PATHS = [
  '/account',
  '/api-test',
  '/cart',
  '/checkout',
  '/login',
  '/order-success',
  '/orders',
  '/payment',
  '/register',
  '/track-order',
  '/wishlist',
]

/** Returns a shop's `robots.txt`. Fragments stay allowed, because pages include them. */
export function robotsText(origin: string): string {
  const rules = PRIVATE_PATHS.map((path) => `Disallow: ${path}\n`)
  return `User-agent: *\n${rules.join('')}Allow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}
