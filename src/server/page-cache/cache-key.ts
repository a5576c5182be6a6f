import { listingPairs, parseListingQuery } from '../../lib/catalogue/listing-query.ts'
import { parseVariantQuery, VARIANT_PARAMETERS } from '../../lib/catalogue/product-url.ts'
import {
  LISTING_PARAMETERS,
  type ListingParameter,
  type ListingQuery,
} from '@tanabana/contract/listing-parameters.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import { POLICY_SLUGS } from '@tanabana/contract/policy-rules.ts'
import { SECRET_FOLDERS } from '@tanabana/contract/shop-paths.ts'
import type { CacheKey } from '../cache/revalidating-cache.ts'
import type { Shop } from '../http/tenancy.ts'

type Parameters = readonly ListingParameter[]

/** Asks for a page that waits for the store API. */
const WAIT = 'wait'
/** Home, listing and product wait for the store API. */
const WAITING_PAGES = ['/', '/products']

/** The listing's parameters that each page with a listing reads. */
function listingPages(parameters: Parameters): Record<string, Parameters> {
  const ofAddress = parameters.filter(({ isInKey }) => isInKey)
  return {
    '/products': ofAddress,
    '/fragments/listing': ofAddress,
    '/fragments/row': ofAddress.filter(({ name }) => name !== 'page'),
    '/fragments/filters': ofAddress.filter(({ name }) => name !== 'page'),
    '/fragments/suggestions': ofAddress.filter(({ name }) => name === 'search'),
  }
}
const LISTING_PAGES = listingPages(LISTING_PARAMETERS)

/** Pages that show a variant of a product. */
const PRODUCT_PATHS = ['/product/', '/fragments/product/', '/fragments/card/', '/fragments/quick-view/']
const PRODUCT = new RegExp(`^(?:${PRODUCT_PATHS.join('|')})`)
/** Pages that differ by shopper, and addresses that are no pages. */
export const PRIVATE_PAGE = new RegExp(
  `^/(account|cart|checkout|login|orders|payment|products/|register|track-order|_|(?:${SECRET_FOLDERS.join('|')})/)`,
)
/** Products and policies, which are also Markdown. */
export const MARKDOWN_PAGE = new RegExp(`^/(?:product/[^/]+|${POLICY_SLUGS.join('|')})$`)
/** An `Accept` that names Markdown without a lower weight, as no browser does. */
export const ACCEPTS_MARKDOWN = /(?:^|[\s,])text\/markdown(?![\w.+-]|[^,]*;\s*q=0)/
/** A path that needs normalization: escapes, dot segments, two slashes or characters that may be escaped. */
const ODD_PATH = /[^\w/.~-]|\/[./]/
/** The query parameters of one kind of shared page. */
interface PageParameters {
  /** A path; `*` stands for one segment. */
  path: string
  names: string[]
}

/** The parameters that belong to a page's cache key, by path; every other page has none. `npm run cache-key` prints them. */
export function keyParameters(listing: Parameters = LISTING_PARAMETERS): PageParameters[] {
  const waits = (path: string) => (WAITING_PAGES.includes(path) ? [WAIT] : [])
  const product = [...VARIANT_PARAMETERS, WAIT]
  return [
    { path: '/', names: waits('/') },
    ...Object.entries(listingPages(listing)).map(([path, rows]) => ({
      path,
      names: [...rows.map(({ name }) => name), ...waits(path)],
    })),
    ...PRODUCT_PATHS.map((path) => ({ path: `${path}*`, names: product })),
  ]
}

/** One line per path with its parameters, for the configuration of a CDN. */
export function describeKeyParameters(listing?: Parameters): string {
  const pages = keyParameters(listing)
  const width = Math.max(...pages.map(({ path }) => path.length))
  return pages.map(({ path, names }) => `${path.padEnd(width)}  ${names.join(' ')}`).join('\n')
}

/** A parameter that belongs to a key, or one that is spelt with escapes. */
const KEY_PARAMETER = nameIn(
  keyParameters().flatMap(({ names }) => names),
  '(?:^|&)(?:[^=&]*[%+]|',
  '(?:[=&]|$))',
)
/** A query with values that a client can invent. */
const INVENTED_QUERY = nameIn(
  [
    ...LISTING_PARAMETERS.flatMap(({ name, isInventable }) => (isInventable ? [name] : [])),
    ...VARIANT_PARAMETERS,
  ],
  '[?&]',
  '=',
)

function nameIn(names: string[], before: string, after: string): RegExp {
  return new RegExp(`${before}(?:${[...new Set(names)].join('|')})${after}`)
}

export interface PageKey extends CacheKey {
  /** Normalized path and query. */
  url: string
  /** The shopper's choice, or the one of the address. */
  language: Language | undefined
  /** True for an address with a language prefix: the page is in this language for every shopper. */
  isAddressed: boolean
  /** What the client accepts decides between HTML and Markdown. */
  hasMarkdown: boolean
  isMarkdown: boolean
  hasInventedQuery: boolean
  /** The parsed query of a page with a listing. */
  listing: ListingQuery | undefined
}

interface KeyOptions {
  language?: Language | undefined
  isAddressed?: boolean
  /** The header `Accept`. */
  accept?: string | undefined
}

/** Returns the key of a shared page; `undefined` for pages that differ by shopper. */
export function pageKey(
  { protocol, host }: Shop,
  requestUrl: string,
  { language, isAddressed = false, accept }: KeyOptions = {},
): PageKey | undefined {
  const address = normalizeAddress(requestUrl)
  if (address === undefined) return undefined
  const { path, url, listing } = address
  const hasMarkdown = MARKDOWN_PAGE.test(path)
  const isMarkdown = hasMarkdown && accept !== undefined && ACCEPTS_MARKDOWN.test(accept)
  const id = `${protocol}//${host}${url} ${isAddressed ? '/' : ''}${language ?? ''}${isMarkdown ? ' md' : ''}`
  return {
    tenant: host,
    id,
    url,
    language,
    isAddressed,
    hasMarkdown,
    isMarkdown,
    hasInventedQuery: url.includes('?') && INVENTED_QUERY.test(url),
    listing,
  }
}

/** Returns the normalized address of a shared page; `undefined` for pages that differ by shopper. */
export function normalizeUrl(url: string): string | undefined {
  return normalizeAddress(url)?.url
}

/**
 * Returns the address of a shared page, its path and, in a fixed order, the parameters that the page reads, with the
 * parsed query of a listing. Ad tags such as `gclid` and unknown parameters are left out.
 */
function normalizeAddress(url: string): (Pick<PageKey, 'url' | 'listing'> & { path: string }) | undefined {
  const mark = url.indexOf('?')
  const path = withoutTrailingSlash(normalizePath(mark === -1 ? url : url.slice(0, mark)))
  if (PRIVATE_PAGE.test(path)) return undefined
  const query = mark === -1 ? '' : url.slice(mark + 1)
  // Without a query, or with unknown parameters only, such as ad tags.
  if (!KEY_PARAMETER.test(query)) return { path, url: path, listing: undefined }

  const given = new URLSearchParams(query)
  const parameters = LISTING_PAGES[path]
  const listing = parameters && parseListingQuery(given, parameters)
  const isProduct = PRODUCT.test(path)
  const waits = (isProduct || WAITING_PAGES.includes(path)) && given.get(WAIT)
  const normalized = new URLSearchParams([
    ...(listing ? listingPairs(listing) : []),
    ...(isProduct ? variantPairs(given) : []),
    ...(waits ? [[WAIT, '1']] : []),
  ])
  return { path, url: normalized.size > 0 ? `${path}?${normalized}` : path, listing }
}

function variantPairs(given: URLSearchParams): [string, string][] {
  const { variant, size, color } = parseVariantQuery(given)
  return Object.entries({ variant, size, colour: color }).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  )
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
