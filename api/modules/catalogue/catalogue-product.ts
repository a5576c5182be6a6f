export interface CatalogueAttribute {
  key: string
  value: string[]
  metricUnit?: string
}

export type Gender = 'Men' | 'Women' | 'Unisex'

/** A product as an import reads it. Prices in rupees. */
export interface CatalogueProduct {
  /** Unique in its shop and stable: later imports update the product with this key. */
  key: string
  title: string
  /** Plain text or cleaned HTML. */
  description: string
  category: string
  parentCategory: string
  gender: Gender | null
  regularPrice: number
  /** Only when it is lower than `regularPrice`. */
  discountedPrice?: number
  /** Absolute, or a path on the store API's host such as `/media/kurta-1.webp`. Empty when there is no picture. */
  imgUrl: string
  images: { url: string }[]
  attributes: CatalogueAttribute[]
  /** ISO 8601; defaults to the time of the first import. Later imports do not change it. */
  createdAt?: string
}
