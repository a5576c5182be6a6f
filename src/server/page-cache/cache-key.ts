import { FILTER_PARAMETERS, filterPairs, parseFilters } from '../../lib/catalogue/filters.ts'
import { parseListingQuery } from '../../lib/catalogue/listing-query.ts'
import { parseVariantQuery } from '../../lib/catalogue/product-url.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { CacheKey } from '../cache/tenant-cache.ts'
import type { Shop } from '../http/tenancy.ts'

/** Query parameters of shared pages; other pages read none. */
const KEY_PARAMETERS: Record<string, string[]> = {
  '/products': ['category', 'featured', 'page', 'parentCategory', 'wait'],
  '/fragments/listing': ['category', 'featured', 'page', 'parentCategory'],
  '/fragments/listing-count': ['category', 'featured', 'parentCategory'],
  '/': ['wait'],
  '/fragments/suggestions': [],
}

/** Pages with search and filters. */
const LISTING = new Set(['/products', '/fragments/listing', '/fragments/listing-count'])
const SEARCHED = new Set(['/fragments/suggestions'])

/** Pages that show a variant of a product. */
const PRODUCT = /^\/(?:product|fragments\/product|fragments\/card|fragments\/quick-view)\//
/** Pages that differ by shopper, and addresses that are no pages. */
const PRIVATE_PAGE = /^\/(account|cart|checkout|login|orders|pay\/|payment|products\/|register|track-order|_)/
/** A path that needs normalization: escapes, dot segments, two slashes or characters that may be escaped. */
const ODD_PATH = /[^\w/.~-]|\/[./]/
const VARIANT_PARAMETERS = ['variant', 'size', 'colour', 'color']
const KEY_PARAMETER_NAMES = [
  ...new Set([...Object.values(KEY_PARAMETERS).flat(), ...FILTER_PARAMETERS, ...VARIANT_PARAMETERS]),
]
/** One of these names, or one that is spelt with escapes. */
const KEY_PARAMETER = new RegExp(`(?:^|&)(?:[^=&]*[%+]|(?:${KEY_PARAMETER_NAMES.join('|')})(?:[=&]|$))`)

/** A query with values that a client can invent. */
const INVENTED_QUERY =
  /[?&](?:search|size|colou?r|clothingSize|shoeSize|colorFamily|fabric|occasion|country|minPrice|maxPrice|variant)=/

export interface PageKey extends CacheKey {
  /** Normalized path and query. */
  url: string
  /** The shopper's choice, or the one of the address. */
  language: Language | undefined
  /** True for an address with a language prefix: the page is in this language for every shopper. */
  isAddressed: boolean
  hasInventedQuery: boolean
}

/** Returns the key of a shared page; `undefined` for pages that differ by shopper. */
export function pageKey(
  { protocol, host }: Shop,
  requestUrl: string,
  language: Language | undefined,
  isAddressed = false,
): PageKey | undefined {
  const url = normalizeUrl(requestUrl)
  if (url === undefined) return undefined
  const id = `${protocol}//${host}${url} ${isAddressed ? '/' : ''}${language ?? ''}`
  return {
    tenant: host,
    id,
    url,
    language,
    isAddressed,
    hasInventedQuery: url.includes('?') && INVENTED_QUERY.test(url),
  }
}

/**
 * Returns the normalized address of a shared page: its path and, in a fixed order, the parameters that the page
 * reads. Ad tags such as `gclid` and unknown parameters are left out. `undefined` for pages that differ by shopper.
 */
export function normalizeUrl(url: string): string | undefined {
  const mark = url.indexOf('?')
  const path = withoutTrailingSlash(normalizePath(mark === -1 ? url : url.slice(0, mark)))
  if (PRIVATE_PAGE.test(path)) return undefined
  const names = PRODUCT.test(path) ? ['wait'] : KEY_PARAMETERS[path]
  if (mark === -1 || names === undefined) return path

  // Unknown parameters only, such as ad tags.
  const query = url.slice(mark + 1)
  if (!KEY_PARAMETER.test(query)) return path

  const given = new URLSearchParams(query)
  const normalized = new URLSearchParams()
  const values = valuesOf(given)
  for (const name of names) {
    const value = values[name]
    if (value) normalized.set(name, value)
  }
  const filters = LISTING.has(path)
    ? parseFilters(given)
    : SEARCHED.has(path)
      ? parseFilters(given, ['search'])
      : {}
  for (const [name, value] of filterPairs(filters)) normalized.append(name, value)
  if (PRODUCT.test(path)) {
    const { variant, size, color } = parseVariantQuery(given)
    for (const [name, value] of Object.entries({ variant, size, colour: color }))
      if (value) normalized.set(name, value)
  }
  return normalized.size > 0 ? `${path}?${normalized}` : path
}

/** Values as pages read them: normalized, without defaults. */
function valuesOf(given: URLSearchParams): Record<string, string | undefined> {
  const { category, parentCategory, featured, page } = parseListingQuery(given, [])
  const wait = given.get('wait') ? '1' : undefined
  return { category, parentCategory, featured, page: page > 1 ? String(page) : undefined, wait }
}

/** One spelling of a path: dot segments resolved, slashes collapsed, each segment escaped in one way. */
function normalizePath(path: string): string {
  if (!ODD_PATH.test(path)) return path
  const resolved = URL.parse(`http://shop.invalid${path}`)?.pathname ?? path
  const segments = resolved.split('/').filter((segment) => segment !== '')
  return `/${segments.map(normalizeSegment).join('/')}`
}

function normalizeSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return segment
  }
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
