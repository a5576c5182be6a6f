export interface CatalogueAttribute {
  key: string
  value: string[]
  metricUnit?: string
}

export type Gender = 'Men' | 'Women' | 'Unisex'

/** A product as a merchant brings it, whatever file it came from. Prices in rupees. */
export interface CatalogueProduct {
  /** Unique in its shop and stable: the next import finds the product again by it. */
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
  /** ISO 8601; the moment of the first import when absent. Later imports leave it alone. */
  createdAt?: string
}
