import type { StoredProduct } from '../catalogue/stored-products.ts'
import { isHtml } from '@tanabana/contract/sanitize-html.ts'
import { cleanDescription } from '../imports/html.ts'

export const FEED_FORMATS = ['google-xml', 'google-tsv', 'shopify-csv', 'json'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

/** Names and origins of a shop, for absolute addresses in a feed. */
export interface ShopAddresses {
  storeName: string
  description: string
  /** Origin of the pages. */
  shop: string
  /** Origin of the store API, which serves the shop's own pictures. */
  api: string
}

/** A product file as lines, written one product at a time. */
export interface Feed {
  head: string[]
  entry(product: StoredProduct, isFirst: boolean): FeedEntry
  tail: string[]
}

/** The lines of one product. */
interface FeedEntry {
  lines: string[]
  /** Reasons of the format's readers to refuse the product, and parts of it that the file lacks. */
  warnings: string[]
}

/** The distinct pictures of a product, the main one first. */
export function picturesOf({ imgUrl, images }: Pick<StoredProduct, 'imgUrl' | 'images'>): string[] {
  return [...new Set([imgUrl, ...images.map(({ url }) => url)])].filter((url) => url !== '')
}

/** The absolute address of a picture, for readers of the feed on other hosts. */
export function pictureAddress(url: string, { api }: ShopAddresses): string {
  return url.startsWith('/') ? api + url : url
}

/** A description as HTML: escapes a plain one, which may contain character references. */
export function toHtml(description: string): string {
  return isHtml(description) ? description : description.replaceAll('&', '&amp;')
}

/** The text that an import cleans to this description. */
export function importableDescription(description: string): string {
  return cleanDescription(description) === description ? description : toHtml(description)
}
