import { isShopPath } from '@tanabana/contract/shop-paths.ts'

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

/** Says why a link of a policy opens no page of the shop; `undefined` when it opens one or leads elsewhere. */
export function linkProblem(href: string, hosts: readonly string[]): string | undefined {
  const base = `https://${hosts[0] ?? 'shop.invalid'}/policy`
  const url = URL.parse(href, base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const path = url.pathname
  const isOwn = url.hostname === new URL(base).hostname || hosts.includes(url.hostname)
  const isForeign = url.hostname.endsWith(FOREIGN_HOST)
  if (!isForeign && (!isOwn || isShopPath(path))) return undefined
  const page = MEANT.find(([word]) => word.test(path))?.[1]
  const remedy = page === undefined ? 'correct or remove it' : `write ${page}`
  const reason =
    isForeign || FOREIGN_PATH.test(path)
      ? 'leads to a page of another platform'
      : 'leads to no page of the shop'
  return `the link "${href.slice(0, 60)}" ${reason}: ${remedy}`
}
