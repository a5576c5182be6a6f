import { plainKey } from '../../../src/lib/contract/product.ts'
import type { CatalogueAttribute } from './catalogue-product.ts'

const SIZE_KEYS = ['size', 'sizes']
const COLOR_KEYS = ['color', 'colors', 'colours']

/** All sizes of the product, sold-out ones included. */
export function sizesOf(attributes: CatalogueAttribute[]): string[] {
  return valuesOf(attributes, SIZE_KEYS)
}

/** The sold-out sizes: those that an attribute `Sold out` names, in any case and spelling. */
export function soldOutSizesOf(attributes: CatalogueAttribute[]): string[] {
  const named = attributes
    .filter(({ key }) => plainKey(key) === 'soldout')
    .flatMap(({ value }) => value.map((size) => size.trim().toLowerCase()))
  return sizesOf(attributes).filter((size) => named.includes(size.toLowerCase()))
}

export function colorsOf(attributes: CatalogueAttribute[]): string[] {
  return valuesOf(attributes, COLOR_KEYS)
}

export function isFeatured(attributes: CatalogueAttribute[]): boolean {
  return valuesOf(attributes, ['featured']).includes('true')
}

function valuesOf(attributes: CatalogueAttribute[], keys: string[]): string[] {
  return attributes
    .filter(({ key }) => keys.includes(key.trim().toLowerCase()))
    .flatMap(({ value }) => value.map((one) => one.trim()))
}
