import { createHash } from 'node:crypto'
import { firstAudience, toGender, type Audience } from './audience.ts'
import { describePriceFault, parsePrice } from '../../tables/price.ts'
import { parseRubyHash, type Specification } from './ruby-hash.ts'
import { cleanColors, cleanSizes, inSizeOrder } from './sizes.ts'
import { cleanText } from '../../tables/clean-text.ts'
import { distinct, distinctUrls } from './text.ts'
import type { CatalogueAttribute, CatalogueProduct } from '../../db/catalogue-product.ts'
import type { CatalogueField, NamedFields } from '../catalogue/named-fields.ts'
import type { Mapping } from './mapping.ts'
import { type RowReader, parseTextList } from './row-reader.ts'
import { garmentOf, type GarmentKind } from './garments.ts'

const KEY_LENGTH = 20

/** Prices of a row: `none` when both cells are empty, `problem` when one is not a price. */
export type MappedPrice =
  | { kind: 'price'; regularPrice: number; discountedPrice?: number }
  | { kind: 'none' }
  | { kind: 'problem'; reason: string }

export function mappedPrice(mapping: Mapping, reader: RowReader): MappedPrice {
  const cells = [mapping.regularPrice, mapping.discountedPrice].map((column) =>
    column ? reader.raw(column) : '',
  )
  const [regular, discounted] = cells.map(parsePrice)
  const unreadable = cells.find((cell) => parsePrice(cell) === null)
  if (unreadable !== undefined) return { kind: 'problem', reason: describePriceFault(unreadable) }
  const price = regular ?? discounted
  if (price === undefined || price === null) return { kind: 'none' }
  return { kind: 'price', regularPrice: price, ...(discounted ? { discountedPrice: discounted } : {}) }
}

/** The row's own id, or a hash of the columns that describe the product. */
export function mappedKey(mapping: Mapping, reader: RowReader): string {
  if (typeof mapping.key === 'string') return cleanText(reader.raw(mapping.key))
  const content = mapping.key.from.map((column) => cleanText(reader.raw(column)).toLowerCase())
  if (content.every((part) => part === '')) return ''
  return createHash('sha256').update(content.join('\n')).digest('hex').slice(0, KEY_LENGTH)
}

/** @throws {UnreadableCellError} a cell is not in the form that the mapping promises */
export function mappedProduct(
  mapping: Mapping,
  reader: RowReader,
  price: MappedPrice & { kind: 'price' },
): CatalogueProduct {
  const { specifications: source } = mapping
  const specifications = source ? parseRubyHash(reader.raw(source.column), source.column) : []
  const title = reader.text(mapping.title)
  const audience = audienceOfRow(mapping, reader, specifications)
  const images = distinctUrls(reader.list(mapping.images))
  return {
    key: '',
    title,
    description: mapping.description ? rawText(mapping.description, reader) : '',
    ...toMappedKind(mapping, reader, title, audience),
    gender: toGender(audience),
    regularPrice: price.regularPrice,
    ...(price.discountedPrice === undefined ? {} : { discountedPrice: price.discountedPrice }),
    imgUrl: images[0] ?? '',
    images: images.map((url) => ({ url })),
    attributes: attributesOf(mapping, reader, specifications),
  }
}

/** The fields that the mapping has a source for. It has none for variants. */
export function mappedFields(mapping: Mapping): NamedFields {
  const { category, attributes, sizes, colors, specifications } = mapping
  const sources: readonly (readonly [CatalogueField, unknown])[] = [
    ['description', mapping.description],
    ['category', category.tree ?? category.column ?? category.words],
    ['parentCategory', mapping.parentCategory ?? category.tree],
    ['gender', mapping.gender],
    ['regularPrice', mapping.regularPrice],
    ['sellingPrice', mapping.discountedPrice],
    ['mainPicture', mapping.images],
    ['pictures', mapping.images],
    ['attributes', specifications],
  ]
  return {
    fields: new Set(sources.flatMap(([field, source]) => (source === undefined ? [] : [field]))),
    attributes: [...(sizes ? ['Size'] : []), ...(colors ? ['Color'] : []), ...Object.keys(attributes)],
  }
}

/** The cell with its line breaks, which cleaning HTML needs. */
function rawText(rule: NonNullable<Mapping['description']>, reader: RowReader): string {
  return typeof rule === 'string' ? reader.raw(rule) : reader.text(rule)
}

function audienceOfRow(mapping: Mapping, reader: RowReader, specifications: readonly Specification[]) {
  const { gender } = mapping
  const named = gender?.specifications.map((name) => name.toLowerCase()) ?? []
  return firstAudience([
    ...(gender?.columns ?? []).map((column) => reader.raw(column)),
    ...specifications.filter(({ key }) => named.includes(key.toLowerCase())).map(({ value }) => value),
  ])
}

function attributesOf(
  mapping: Mapping,
  reader: RowReader,
  specifications: readonly Specification[],
): CatalogueAttribute[] {
  const facts = new Map<string, CatalogueAttribute>()
  const add = (key: string, values: readonly string[]) => {
    const known = facts.get(key.toLowerCase())
    const value = distinct([...(known?.value ?? []), ...values])
    if (value.length > 0) facts.set(key.toLowerCase(), { key: known?.key ?? key, value })
  }

  add('Size', inSizeOrder(cleanSizes(reader.list(mapping.sizes))))
  add('Color', cleanColors(reader.list(mapping.colors)))
  for (const [key, rule] of Object.entries(mapping.attributes)) add(key, reader.list(rule))
  for (const { key, value } of specifications) {
    if (/^sizes?$/i.test(key)) add('Size', cleanSizes(value.split(',')))
    else if (/^colou?rs?$/i.test(key)) add('Color', cleanColors(value.split(',')))
    else add(key, [value])
  }
  return [...facts.values()]
}

/** Category and finer type of a mapped row, from the first source of the mapping that yields one. */
function toMappedKind(
  mapping: Mapping,
  reader: RowReader,
  title: string,
  audience: Audience | undefined,
): GarmentKind {
  const { category } = mapping
  const kind = treeKind(mapping, reader, title) ??
    columnKind(mapping, reader) ??
    garmentOf(reader.text(category.words)) ?? {
      category: category.otherwise,
      parentCategory: category.otherwise,
    }
  const parentCategory = reader.text(mapping.parentCategory) || kind.parentCategory
  return audience === 'Kids' && category.kids
    ? { category: category.kids, parentCategory }
    : { category: kind.category, parentCategory }
}

function columnKind(mapping: Mapping, reader: RowReader): GarmentKind | undefined {
  const name = reader.text(mapping.category.column)
  return name ? { category: name, parentCategory: garmentOf(name)?.parentCategory ?? name } : undefined
}

/**
 * First and last level of `["Clothing >> Women's Clothing >> Kurtas >> Biba Kurtas >> Biba Red Kurta"]`. Trailing
 * levels that begin with the title's first word name the brand or product, not a category.
 */
function treeKind(mapping: Mapping, reader: RowReader, title: string): GarmentKind | undefined {
  const { tree } = mapping.category
  if (!tree) return undefined
  const cell = reader.raw(tree.column)
  const path = cell.trimStart().startsWith('[') ? (parseTextList(cell, tree.column)[0] ?? '') : cell
  const levels = path.split(tree.separator).map(cleanText).filter(Boolean)
  const brand = title.split(' ', 1)[0]?.toLowerCase() ?? ''
  while (levels.at(-1)?.toLowerCase().startsWith(brand)) levels.pop()
  const [category] = levels
  const parentCategory = levels.at(-1)
  return category && parentCategory && levels.length > 1 ? { category, parentCategory } : undefined
}
