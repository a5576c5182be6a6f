import type { GENDERS } from '@tanabana/contract/product.ts'
import type { Language } from '@tanabana/contract/store-info.ts'

export interface CatalogueAttribute {
  key: string
  value: string[]
  metricUnit?: string
}

/** A picture with the merchant's text for shoppers who cannot see it. */
export interface CataloguePicture {
  url: string
  alt?: string
}

/** A choice of the shopper, such as Size, with its values in display order. */
export interface CatalogueOption {
  name: string
  values: string[]
}

/** A combination of the product's options that can be ordered. Prices in rupees. */
export interface CatalogueVariant {
  /** Option name → value, one of each option; empty for a product without options. */
  options: Record<string, string>
  regularPrice: number
  /** Only when it is lower than `regularPrice`. */
  discountedPrice?: number
  sku?: string
  /** GTIN, such as an EAN. */
  barcode?: string
  /** Pieces that can be sold; absent where stock is not counted. */
  stock?: number
  /** Stays on sale when the stock is used up. */
  sellsBeyondStock?: boolean
  /** Its own pictures; empty where those of the product show it. */
  images: CataloguePicture[]
}

/** The texts of a product in one language; what is absent stays as it is. */
export interface ProductTexts {
  title?: string
  /** Plain text or cleaned HTML. */
  description?: string
  /** Values of attributes other than sizes and colours, by the value that they translate. */
  attributes?: Record<string, string>
}

export type ProductTranslations = Partial<Record<Language, ProductTexts>>

export type Gender = (typeof GENDERS)[number]

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
  discountedPrice?: number | undefined
  /** Absolute, or a path on the store API's host such as `/media/kurta-1.webp`. Empty when there is no picture. */
  imgUrl: string
  images: CataloguePicture[]
  attributes: CatalogueAttribute[]
  /** Every option that shoppers choose. With options there are variants. */
  options?: CatalogueOption[]
  /** Price and stock per combination; `regularPrice` and `discountedPrice` above are then those of the cheapest on sale. */
  variants?: CatalogueVariant[]
  tags?: string[]
  /** Title and description for search engines. */
  seoTitle?: string
  seoDescription?: string
  /** Without it, an import leaves the stored ones; languages that it does not name also stay. */
  translations?: ProductTranslations
  /** ISO 8601; defaults to the time of the first import. Later imports do not change it. */
  createdAt?: string
}

/** A product of the shop with its ids. */
export interface KnownProduct extends CatalogueProduct {
  id: string
  variants?: KnownVariant[]
}

export interface KnownVariant extends CatalogueVariant {
  id: string
}
