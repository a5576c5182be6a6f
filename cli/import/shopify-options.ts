import { isTaggedFeatured, metafieldsOf, OPTION_NUMBERS, SHOPIFY, splitList } from './shopify-columns.ts'
import { cleanColors, cleanSizes } from './sizes.ts'
import { capitalise, distinct } from './text.ts'
import type { CatalogueAttribute } from '../../api/modules/catalogue/catalogue-product.ts'
import type { CsvRow } from './csv.ts'
import type { Columns } from './table.ts'

const SIZE_NAME = /\bsizes?$/i
const COLOR_NAME = /^colou?rs?$/i
const GENDER_NAME = /^target gender$/i

/** Attributes of a product: its options, then its metafields, with the vendor as the brand. */
export function toShopifyAttributes(
  columns: Columns,
  rows: readonly CsvRow[],
  first: CsvRow,
): CatalogueAttribute[] {
  const facts = new Map<string, CatalogueAttribute>()
  const add = (name: string, values: readonly string[]) => {
    const attribute = toAttribute(name, values)
    const known = attribute.key.toLowerCase()
    if (attribute.value.length > 0 && !facts.has(known)) facts.set(known, attribute)
  }

  for (const number of OPTION_NUMBERS) {
    const name = columns.text(first, `Option${number} Name`)
    const values = distinct(rows.map((row) => columns.text(row, `Option${number} Value`)))
    if (name && !isOnlyVariant(name, values)) add(name, values)
  }
  for (const { column, key } of metafieldsOf(columns)) {
    if (!GENDER_NAME.test(key)) add(key, splitList(columns.text(first, column)))
  }
  add('Brand', [columns.text(first, ...SHOPIFY.vendor)])
  if (isTaggedFeatured(columns, first)) facts.set('featured', { key: 'featured', value: ['true'] })
  return [...facts.values()]
}

/** Shopify gives a product without options the option Title with the value Default Title. */
function isOnlyVariant(name: string, values: readonly string[]): boolean {
  return name.toLowerCase() === 'title' && values.every((value) => value.toLowerCase() === 'default title')
}

function toAttribute(name: string, values: readonly string[]): CatalogueAttribute {
  if (SIZE_NAME.test(name)) return { key: 'Size', value: cleanSizes(values) }
  if (COLOR_NAME.test(name)) return { key: 'Color', value: cleanColors(values) }
  return { key: capitalise(name), value: distinct(values.map(capitalise)) }
}
