import { isColorName, isSizeName, plainKey } from '@tanabana/contract/attribute-names.ts'
import type { CatalogueAttribute } from '../../db/catalogue-product.ts'

/** All sizes of the product, sold-out ones included. */
export function sizesOf(attributes: CatalogueAttribute[]): string[] {
  return valuesOf(attributes, isSizeName)
}

/** The sold-out sizes: those that an attribute `Sold out` names, in any case and spelling. */
export function soldOutSizesOf(attributes: CatalogueAttribute[]): string[] {
  const named = attributes
    .filter(({ key }) => plainKey(key) === 'soldout')
    .flatMap(({ value }) => value.map((size) => size.trim().toLowerCase()))
  return sizesOf(attributes).filter((size) => named.includes(size.toLowerCase()))
}

export function colorsOf(attributes: CatalogueAttribute[]): string[] {
  return valuesOf(attributes, isColorName)
}

export function isFeatured(attributes: CatalogueAttribute[]): boolean {
  return valuesOf(attributes, (key) => key.trim().toLowerCase() === 'featured').includes('true')
}

const HSN = /^\d{4}(?:\d{2}){0,2}$/
const HSN_KEYS = ['hsn', 'hsncode']
const GST_KEYS = ['gst', 'gstrate']

/** The product's HSN code of 4, 6 or 8 digits and its GST rate in percent; null without a valid one. */
export function taxFactsOf(attributes: CatalogueAttribute[]): {
  hsn: string | null
  gstRate: number | null
} {
  const first = (keys: string[]) => valuesOf(attributes, (key) => keys.includes(plainKey(key)))[0]
  const hsn = first(HSN_KEYS)
  const rate = Number((first(GST_KEYS) ?? '').replace('%', '').trim() || NaN)
  return { hsn: hsn && HSN.test(hsn) ? hsn : null, gstRate: rate >= 0 && rate < 100 ? rate : null }
}

function valuesOf(attributes: CatalogueAttribute[], isWanted: (key: string) => boolean): string[] {
  return attributes.filter(({ key }) => isWanted(key)).flatMap(({ value }) => value.map((one) => one.trim()))
}
