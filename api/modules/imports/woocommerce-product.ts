import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import { isHtml } from '@tanabana/contract/sanitize-html.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import { withVariantFields } from '../catalogue/variants.ts'
import type { CatalogueAttribute, CatalogueProduct } from '../../db/catalogue-product.ts'
import type { CatalogueField, NamedFields } from '../catalogue/named-fields.ts'
import { firstAudience, toGender } from './audience.ts'
import { COLOR_FACT } from './shopify-options.ts'
import { kindOf } from './shopify-product.ts'
import { distinct, distinctUrls, productName } from './text.ts'
import { attributesOf, nameOf, splitCell, WOO, wooFields } from './woocommerce-columns.ts'
import { picturesOf, toWooVariants, type WooVariants } from './woocommerce-variants.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { GarmentKind } from './garments.ts'
import type { ImportEvent } from './import-event.ts'
import type { Columns } from '../../tables/columns.ts'

/** Category of WooCommerce's products without one. */
const NO_CATEGORY = /^uncategori[sz]ed$/i
const BLOCK = /<(?:p|div|ul|ol|table|h[1-6]|br|blockquote)\b/i

interface WooProduct {
  columns: Columns
  key: string
  /** The row of the product. */
  parent: CsvRow
  variations: readonly CsvRow[]
  ownOrigin: string
}

/** The words of the column Type, such as `variable`, or `simple` and `virtual`. */
export function typesOf(columns: Columns, row: CsvRow): string[] {
  return splitCell(columns.raw(row, WOO.type)).map((type) => type.toLowerCase())
}

/** Yields the product of its rows, or why it is bad or left out. */
export function* toWooEvents(source: WooProduct): Generator<ImportEvent> {
  const { columns, key, parent, ownOrigin } = source
  const { line } = parent
  const name = productName(key, nameOf(columns, parent))
  const bad = (row: { line: number }, reason: string): ImportEvent => ({
    kind: 'bad',
    line: row.line,
    reason: `${name}: ${reason}`,
  })
  const broken = [parent, ...source.variations].filter((row) => row.problem)
  for (const row of broken) yield bad(row, `the row ${row.problem}`)
  if (broken.length > 0) return

  const unreadable = [parent, ...source.variations].filter(
    (row) => publishedOf(columns, row) === 'unreadable',
  )
  for (const row of unreadable) {
    yield bad(row, `"${columns.text(row, WOO.published)}" in the column ${WOO.published} is not 1, 0 or -1`)
  }
  if (unreadable.length > 0) return
  const reason = reasonToLeaveOut(columns, parent)
  if (reason !== undefined) {
    yield { kind: 'left-out', line, reason, key }
    return
  }
  const isVariable = typesOf(columns, parent).includes('variable')
  const published = source.variations.filter((row) => publishedOf(columns, row) === 'published')
  for (const row of source.variations) {
    if (!published.includes(row)) yield { kind: 'left-out', line: row.line, reason: 'unpublished variation' }
  }
  if (isVariable && published.length === 0) {
    // Without the column Parent, the file cannot have variations.
    const withdrawn = columns.has(WOO.parent) ? { key } : {}
    yield { kind: 'left-out', line, reason: 'variable product without variations', ...withdrawn }
    return
  }
  const found = toWooVariants(columns, parent, isVariable ? published : [parent], ownOrigin)
  for (const { line: at, reason: problem } of found.problems) yield bad({ line: at }, problem)
  if (found.problems.length > 0) return
  for (const note of found.notes) yield { kind: 'note', ...note }
  if (lostSizes(columns, parent, found)) {
    yield {
      kind: 'note',
      line,
      reason: 'sizes of a product without variations: not imported, because shoppers could not choose one',
    }
  }
  for (const { line: at, reason: warning } of found.warnings) {
    yield { kind: 'warning', line: at, reason: `${name}: ${warning}` }
  }
  const product = toProduct(source, found)
  yield { kind: 'product', line, product, lines: found.lines, named: namedBy(source, product) }
}

/** Values that are guessed from columns of other fields add to the shop's, and remove none. */
function namedBy({ columns, parent }: WooProduct, { gender, variants = [] }: CatalogueProduct): NamedFields {
  const fields = wooFields(columns)
  const guessed: CatalogueField[] = []
  if (gender !== null && (fields.has('category') || fields.has('tags'))) guessed.push('gender')
  if (variants.some(({ sellsBeyondStock }) => sellsBeyondStock)) guessed.push('sellsBeyondStock')
  return {
    fields: new Set([...fields, ...guessed]),
    attributes: [
      ...attributesOf(columns, parent).map(({ name }) => factName(name)),
      ...(columns.has(WOO.brands) ? ['Brand'] : []),
      ...(columns.has(WOO.featured) ? ['featured'] : []),
    ],
  }
}

type Published = 'published' | 'private' | 'draft' | 'pending' | 'unreadable'

function publishedOf(columns: Columns, row: CsvRow): Published {
  const states: Record<string, Published> = {
    ...{ '1': 'published', '': 'published', '0': 'private', '-1': 'draft', '2': 'pending' },
  }
  return states[columns.text(row, WOO.published)] ?? 'unreadable'
}

function reasonToLeaveOut(columns: Columns, row: CsvRow): string | undefined {
  const [type, ...further] = typesOf(columns, row)
  if (type !== 'simple' && type !== 'variable') return `${type} product`
  const unsent = further.find((word) => word === 'downloadable' || word === 'virtual')
  if (unsent) return `${unsent} product`
  const published = publishedOf(columns, row)
  if (published === 'pending') return 'product pending review'
  if (published !== 'published') return `${published} product`
  return columns.text(row, WOO.visibility).toLowerCase() === 'hidden' ? 'hidden product' : undefined
}

function toProduct(source: WooProduct, { options, variants }: WooVariants): CatalogueProduct {
  const { columns, key, parent, ownOrigin } = source
  const title = nameOf(columns, parent)
  const categories = splitCell(columns.raw(parent, WOO.categories)).filter((name) => !NO_CATEGORY.test(name))
  const main = categories.find((name) => name.includes('>')) ?? categories[0] ?? ''
  const ownTags = splitCell(columns.raw(parent, WOO.tags))
  const tags = distinct([...ownTags, ...categories.filter((name) => name !== main)])
  const pictures = picturesOf(columns, parent, ownOrigin)
  const images = distinctUrls([...pictures, ...variants.flatMap((one) => one.images.map(({ url }) => url))])
  return withVariantFields({
    key,
    title,
    description: descriptionOf(columns, parent),
    ...kindOfTree(main, title),
    gender: toGender(firstAudience([...categories, ...ownTags, title])),
    regularPrice: variants[0]?.regularPrice ?? 0,
    imgUrl: images[0] ?? '',
    images: images.map((url) => ({ url })),
    attributes: factsOf(columns, parent, options),
    options,
    variants,
    ...(tags.length > 0 ? { tags } : {}),
  })
}

function kindOfTree(tree: string, title: string): GarmentKind {
  return tree.includes('>') ? kindOf('', tree, title) : kindOf(tree, '', title)
}

/** The visible attributes that are no choice, the brands, and whether the product is featured. */
function factsOf(columns: Columns, parent: CsvRow, options: WooVariants['options']): CatalogueAttribute[] {
  const facts = attributesOf(columns, parent).flatMap(({ name, values, isVisible }) => {
    const isChoice = options.some((option) => option.name === name)
    if (isChoice || !isVisible || values.length === 0 || isSizeName(name)) return []
    return [{ key: factName(name), value: distinct(values) }]
  })
  const brands = splitCell(columns.raw(parent, WOO.brands))
  const hasBrand = facts.some(({ key }) => key.toLowerCase() === 'brand')
  return [
    ...facts,
    ...(brands.length > 0 && !hasBrand ? [{ key: 'Brand', value: brands }] : []),
    ...(columns.text(parent, WOO.featured) === '1' ? [{ key: 'featured', value: ['true'] }] : []),
  ]
}

function factName(attribute: string): string {
  return isColorOption(attribute) ? COLOR_FACT : capitalize(attribute)
}

function lostSizes(columns: Columns, parent: CsvRow, { options }: WooVariants): boolean {
  return attributesOf(columns, parent).some(
    ({ name, values }) =>
      isSizeName(name) && values.length > 0 && !options.some((option) => option.name === name),
  )
}

/** The short description before the long one, as WooCommerce's product page has them. */
function descriptionOf(columns: Columns, parent: CsvRow): string {
  const texts = [WOO.shortDescription, WOO.description].map((name) => toHtml(columns.raw(parent, name)))
  const [first = '', ...others] = [...new Set(texts)].filter((text) => text !== '')
  if (others.length === 0) return first
  return [first, ...others].map((text) => (BLOCK.test(text) ? text : `<p>${text}</p>`)).join('')
}

/** WooCommerce writes line breaks as `\n`, and WordPress makes paragraphs of blank lines. */
function toHtml(cell: string): string {
  const text = cell
    .split('\\\\n')
    .map((part) => part.replaceAll('\\n', '\n'))
    .join('\\n')
    .trim()
  if (!text.includes('\n') || (isHtml(text) && BLOCK.test(text))) return text
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`)
    .join('')
}
