import type { StoredProduct } from '../catalogue/stored.ts'

export const FEED_FORMATS = ['google-xml', 'google-tsv', 'shopify-csv', 'json'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

/** Where a shop's pages and pictures are, for the addresses of a feed. */
export interface ShopAddresses {
  storeName: string
  description: string
  /** Origin of the pages. */
  shop: string
  /** Origin of the store API, which has the shop's own pictures. */
  api: string
}

/** A file of products as its lines, written one product after the other. */
export interface Feed {
  head: string[]
  lines(product: StoredProduct, isFirst: boolean): string[]
  tail: string[]
  /** The fields of a product that the file can't hold as they are; absent where an import finds all of them. */
  lost?(product: StoredProduct): string[]
}

/** The different pictures of a product, the main one first. */
export function picturesOf({ imgUrl, images }: StoredProduct): string[] {
  return [...new Set([imgUrl, ...images.map(({ url }) => url)])].filter((url) => url !== '')
}

/** The absolute address of a picture, for readers of the feed on other hosts. */
export function pictureAddress(url: string, { api }: ShopAddresses): string {
  return url.startsWith('/') ? api + url : url
}
