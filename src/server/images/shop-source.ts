import { isLocalHost } from '../../lib/contract/local-host.ts'
import type { Shop, ShopApi } from '../tenancy.ts'

const DRAWING = /\.svgz?$/i

/**
 * What a picture's address means for its shop: a path at the shop's own API, or an absolute address elsewhere.
 * `undefined` for what stays as it is in the page: `data:` and relative addresses, drawings (a browser scales them
 * itself, and the server reads none), and files of the shop's own host, which would call this storefront again.
 */
export function toSource(src: string, shop: Shop, api: ShopApi): string | undefined {
  if (!/^https?:\/\//i.test(src) || !URL.canParse(src)) return undefined
  const url = new URL(src)
  if (DRAWING.test(url.pathname)) return undefined
  if (isOwn(url, shop, api)) return url.pathname + url.search
  if (url.hostname === shop.host) return undefined
  url.hash = ''
  return url.href
}

/** Whatever the protocol: behind a proxy, pages and pictures need not agree on it. */
function isOwn(url: URL, shop: Shop, { origin, publicBase }: ShopApi): boolean {
  const publicUrl = new URL(publicBase)
  if (url.host === publicUrl.host || url.host === new URL(origin).host) return true
  // All names of this machine lead to the one API that runs on it.
  return isLocalHost(shop.host) && isLocalHost(url.hostname) && url.port === publicUrl.port
}
