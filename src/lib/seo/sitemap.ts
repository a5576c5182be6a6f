import { allCategories, categoryUrl } from '../catalogue/categories.ts'
import { productUrl } from '../catalogue/product-url.ts'
import type { Product } from '../catalogue/product.ts'
import { escapeXml } from '@tanabana/contract/feed-formats.ts'
import { LANGUAGE_CODES, type StoreInfo } from '@tanabana/contract/store-info.ts'
import { SECRET_FOLDERS } from '@tanabana/contract/shop-paths.ts'
import { pathInLanguage, shopLanguage } from './language-addresses.ts'
import { POLICY_TITLES } from '../shop/policies.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'
const PICTURES_MAX = 3

/**
 * Returns the index of a shop's sitemaps: its pages, and its products in `productParts` parts. Contains no dates of
 * changes.
 */
export function sitemapIndex(origin: string, productParts: number): string {
  const products = Array.from({ length: productParts }, (_, index) => `/sitemaps/products-${index + 1}.xml`)
  const entries = ['/sitemaps/pages.xml', ...products].map(
    (path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>\n`,
  )
  return `${HEAD}<sitemapindex xmlns="${SITEMAPS}">\n${entries.join('')}</sitemapindex>\n`
}

/** Returns the sitemap of home, listing, categories, policies and contact. */
export function pageSitemap(origin: string, store: StoreInfo | undefined): string {
  const policies = Object.keys(POLICY_TITLES).map((slug) => `/${slug}`)
  const paths = ['/', '/products', ...allCategories(store).map(categoryUrl), ...policies, '/contact']
  const entries = [...new Set(paths)].flatMap((path) => addressesOf(origin, path, store))
  return `${HEAD}<urlset xmlns="${SITEMAPS}">\n${entries.join('')}</urlset>\n`
}

/** An entry for each language of a page; `content` is in that of the shop's first one. docs/requirements.md#1127-addresses-per-language */
function addressesOf(
  origin: string,
  path: string,
  store: Pick<StoreInfo, 'language'> | undefined,
  content = '',
): string[] {
  const first = shopLanguage(store)
  return LANGUAGE_CODES.map((language) => {
    const address = escapeXml(origin + pathInLanguage(path, language, first))
    return `<url><loc>${address}</loc>${language === first ? content : ''}</url>\n`
  })
}

/** Returns a sitemap of products with their first pictures; `pictureUrl` returns absolute URLs. */
export function productSitemap(
  origin: string,
  products: Pick<Product, 'id' | 'images'>[],
  pictureUrl: (src: string) => string,
  store?: Pick<StoreInfo, 'language'>,
): string {
  const entries = products.flatMap(({ id, images }) => {
    const pictures = images
      .slice(0, PICTURES_MAX)
      .map((src) => `<image:image><image:loc>${escapeXml(pictureUrl(src))}</image:loc></image:image>`)
    return addressesOf(origin, productUrl(id), store, pictures.join(''))
  })
  return `${HEAD}<urlset xmlns="${SITEMAPS}" xmlns:image="${IMAGES}">\n${entries.join('')}</urlset>\n`
}

/** Pages of one shopper, and pages without content for search engines. */
const PRIVATE_PATHS = [
  ...SECRET_FOLDERS.map((folder) => `/${folder}/`),
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
  return `User-agent: *\n${rules.join('')}Allow: /\n\nSitemap: ${origin}/sitemap.xml\n# Markdown for assistants: ${origin}/llms.txt\n`
}
