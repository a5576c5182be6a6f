/** Pages of one shopper, and pages without content for a search engine. */
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

/** A shop's `robots.txt`: everything but the pages of one shopper. Fragments stay open, pages are made of them. */
export function robotsText(origin: string): string {
  const rules = PRIVATE_PATHS.map((path) => `Disallow: ${path}\n`)
  return `User-agent: *\n${rules.join('')}Allow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}
