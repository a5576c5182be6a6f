import { isTaggedFeatured, metafieldsOf, SHOPIFY, splitList } from './shopify-columns.ts'
import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import { distinct } from './text.ts'
import type { CatalogueAttribute } from '../../db/catalogue-product.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { Columns } from '../../tables/columns.ts'

/** Shopify's colour metafield describes the fabric; as `Color` it would become a choice. */
export const COLOR_FACT = 'Color pattern'
const GENDER_NAME = /^target gender$/i

/** Facts of a product: its metafields, with the vendor as the brand. Sizes and colours are options only. */
export function toShopifyAttributes(columns: Columns, first: CsvRow): CatalogueAttribute[] {
  const facts = new Map<string, CatalogueAttribute>()
  const add = (name: string, values: readonly string[]) => {
    const attribute = toAttribute(name, values)
    const known = attribute.key.toLowerCase()
    if (attribute.value.length > 0 && !facts.has(known)) facts.set(known, attribute)
  }

  for (const { column, key } of metafieldsOf(columns)) {
    if (GENDER_NAME.test(key) || isSizeName(key)) continue
    add(attributeName(key), splitList(columns.text(first, column)))
  }
  add('Brand', [columns.text(first, ...SHOPIFY.vendor)])
  if (isTaggedFeatured(columns, first)) facts.set('featured', { key: 'featured', value: ['true'] })
  return [...facts.values()]
}

/** The name of the fact that a metafield becomes. */
export function attributeName(metafield: string): string {
  return isColorOption(metafield) ? COLOR_FACT : metafield
}

function toAttribute(name: string, values: readonly string[]): CatalogueAttribute {
  return { key: capitalize(name), value: distinct(values.map(capitalize)) }
}
