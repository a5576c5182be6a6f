import type { RaRecord } from 'ra-core'

/** A product as `GET /products/{id}` answers it. */
export interface Product extends RaRecord<string> {
  key: string
  title: string
  category: string
  imgUrl: string
  images: { url: string; alt?: string }[]
  regularPrice: number
  discountedPrice?: number
  options?: { name: string }[]
  variants: Variant[]
  available: boolean
  stock: number | null
  /** SKUs that another variant of the shop has, too; lists leave them out. */
  sharedSkus?: { sku: string; titles: string[] }[]
  version: string
}

interface Variant {
  id: string
  options: Record<string, string>
  regularPrice: number
  discountedPrice?: number
  stock?: number
  sku?: string
}
