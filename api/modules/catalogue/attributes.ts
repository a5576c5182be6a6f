import { isColorName, isSizeName, plainKey } from '../../../src/lib/contract/product.ts'
import type { CatalogueAttribute } from './catalogue-product.ts'

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

function valuesOf(attributes: CatalogueAttribute[], isWanted: (key: string) => boolean): string[] {
  return attributes.filter(({ key }) => isWanted(key)).flatMap(({ value }) => value.map((one) => one.trim()))
}
