import type { CatalogueAttribute } from './catalogue-product.ts'

const SIZE_KEYS = ['size', 'sizes']
const COLOR_KEYS = ['color', 'colors', 'colours']

/** Sizes that can be ordered; empty when the product has none. §3 Derived display fields */
export function sizesOf(attributes: CatalogueAttribute[]): string[] {
  return valuesOf(attributes, SIZE_KEYS)
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
