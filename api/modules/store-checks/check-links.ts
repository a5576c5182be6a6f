import { inPageTarget, isPageTop, TARGET_PREFIX } from '@tanabana/contract/policy-targets.ts'
import { isShopPath, LANGUAGE_PREFIX } from '@tanabana/contract/shop-paths.ts'

/** Paths of Shopify, WooCommerce and Cloudflare, which copied policies link to. */
const FOREIGN_PATH =
  /^\/(?:pages|policies|collections|blogs|apps|cdn|cdn-cgi|wp-content|product-category|my-account|shop)(?:\/|$)/
const FOREIGN_HOST = '.myshopify.com'

/** Pages that a copied link probably means, by a word of its path. */
const MEANT: [word: RegExp, page: string][] = [
  [/email-protection/, 'mailto: and the address'],
  [/return|exchange/, '/return'],
  [/refund|cancel/, '/refund'],
  [/privacy/, '/privacy'],
  [/terms|conditions/, '/terms'],
  [/shipping|delivery/, '/shipping'],
  [/about/, '/about'],
  [/contact/, '/contact'],
  [/track/, '/track-order'],
  [/account/, '/account'],
  [/cart|basket/, '/cart'],
  [/collections|category|catalog|shop/, '/products'],
]

/** What links of a shop may lead to. */
export interface LinkTargets {
  /** The shop's own hosts. */
  hosts: readonly string[]
  /** Names of categories, in any case; without any, links to listings are not checked. */
  categories?: readonly string[] | undefined
  /** Ids of products; without them, links to products are not checked. */
  products?: ReadonlySet<string> | undefined
  /** The ids of elements by policy, of the shop's own policies. */
  policyTargets?: ReadonlyMap<string, ReadonlySet<string>> | undefined
}

/** Categories that every shop has. docs/requirements.md#73-listing-parameters */
const OWN_CATEGORIES = ['men', 'women', 'accessories']

/** Says why a link of a policy opens no page of the shop; `undefined` when it opens one or leads elsewhere. */
export function linkProblem(href: string, targets: LinkTargets): string | undefined {
  const { hosts } = targets
  const base = `https://${hosts[0] ?? 'shop.invalid'}/policy`
  const url = URL.parse(href, base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const path = url.pathname
  const isOwn = url.hostname === new URL(base).hostname || hosts.includes(url.hostname)
  const isForeign = url.hostname.endsWith(FOREIGN_HOST)
  if (!isForeign && !isOwn) return undefined
  if (!isForeign && isShopPath(path)) return missingTarget(href, url, targets)
  const page = MEANT.find(([word]) => word.test(path))?.[1]
  const remedy = page === undefined ? 'correct or remove it' : `write ${page}`
  const reason =
    isForeign || FOREIGN_PATH.test(path)
      ? 'leads to a page of another platform'
      : 'leads to no page of the shop'
  return `the link "${href.slice(0, 60)}" ${reason}: ${remedy}`
}

/** A page of the shop without the product, category or section that the link names. */
function missingTarget(
  href: string,
  { pathname, searchParams, hash }: URL,
  { products, categories = [], policyTargets }: LinkTargets,
): string | undefined {
  const shown = `the link "${href.slice(0, 60)}"`
  const path = pathname.replace(LANGUAGE_PREFIX, '').replace(/\/$/, '')
  const product = /^\/product\/([^/]+)$/.exec(path)?.[1]
  if (product !== undefined && products && !products.has(product)) {
    return `${shown} leads to no product of the shop: correct or remove it`
  }
  const category = path === '/products' ? searchParams.get('category') : null
  if (category !== null && categories.length > 0) {
    const known = [...OWN_CATEGORIES, ...categories.map((name) => name.toLowerCase())]
    // One listing may show several.
    if (category.split(',').every((name) => !known.includes(name.trim().toLowerCase()))) {
      return `${shown} leads to a category that the shop does not have: correct or remove it`
    }
  }
  const ids = policyTargets?.get(path.slice(1))
  const target = inPageTarget(hash)?.replace(TARGET_PREFIX, '')
  if (ids === undefined || target === undefined || isPageTop(target)) return undefined
  if (ids.has(target) || ids.has(TARGET_PREFIX + target)) return undefined
  return `${shown} leads nowhere: no element of the policy ${path.slice(1)} has the id "${target.slice(0, 60)}"`
}
