import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { CatalogueAttribute, CatalogueOption, CataloguePicture } from '../../db/catalogue-product.ts'
import type { FieldChange } from '../../db/import-states.ts'
import { formatAmount } from '../../rupees.ts'
import type { ProductChange } from '../catalogue/write.ts'

const TEXT_MAX = 300

type Formats = Readonly<Record<string, (value: never) => string>>

const asText = (value: string) => value
const asPrice = (paise: number) => formatAmount(paise)
const asPictures = (pictures: CataloguePicture[]) =>
  pictures.map(({ url, alt }) => (alt ? `${url} (${alt})` : url)).join(' ')

/** Fields of a product that staff knows, in the order of its form, with their texts. */
const PRODUCT_FIELDS = {
  title: asText,
  regularPrice: asPrice,
  discountedPrice: asPrice,
  category: asText,
  parentCategory: asText,
  gender: asText,
  description: asText,
  imgUrl: asText,
  images: asPictures,
  options: (options: CatalogueOption[]) =>
    options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '),
  attributes: (attributes: CatalogueAttribute[]) =>
    attributes
      .map(({ key, value, metricUnit }) => `${key}: ${value.join(', ')}${metricUnit ? ` ${metricUnit}` : ''}`)
      .join('; '),
  tags: (tags: string[]) => tags.join(', '),
  seoTitle: asText,
  seoDescription: asText,
  translations: (texts: object) => JSON.stringify(texts),
} satisfies Formats

const VARIANT_FIELDS = {
  options: toLabel,
  regularPrice: asPrice,
  discountedPrice: asPrice,
  sku: asText,
  barcode: asText,
  stock: String,
  sellsBeyondStock: String,
  images: asPictures,
} satisfies Formats

/** The fields of a product that an import changes, before and after, and a digest of them. */
export function differencesOf(change: ProductChange): { changes: FieldChange[]; digest: string } {
  const changes = [...productChanges(change), ...variantChanges(change)]
  const digest = createHash('sha256').update(JSON.stringify(changes)).digest('base64url')
  return { changes: changes.map(cut), digest }
}

function productChanges({ row, rows, variantRows }: ProductChange): FieldChange[] {
  if (!row) return []
  const changes = compare(PRODUCT_FIELDS, rows?.product, row)
  // The prices of a product with variants are those of its cheapest one.
  const hasVariants = variantRows.length > 0 || (rows?.variants.length ?? 0) > 0
  return hasVariants ? changes.filter(({ field }) => !field.endsWith('Price')) : changes
}

function variantChanges({ rows, variantRows, removedVariantIds }: ProductChange): FieldChange[] {
  const known = new Map(rows?.variants.map((variant) => [variant.id, variant]))
  const changed = variantRows.flatMap((variant) =>
    compare(VARIANT_FIELDS, known.get(variant.id), variant).map((change) => ({
      ...change,
      ...named(variant.options),
    })),
  )
  const removed = removedVariantIds.map((id) => {
    const { options = {} } = known.get(id) ?? {}
    return { field: 'options', ...named(options), before: toLabel(options), after: null }
  })
  return [...changed, ...removed]
}

function compare(formats: Formats, before: object | undefined, after: object): FieldChange[] {
  const known = new Map<string, unknown>(Object.entries(before ?? {}))
  const next = new Map<string, unknown>(Object.entries(after))
  return Object.entries(formats).flatMap(([field, format]) => {
    const [was, is] = [known.get(field), next.get(field)].map((value) =>
      value === null || value === undefined ? null : format(value as never) || null,
    )
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: was ?? null, after: is ?? null }]
  })
}

/** The only variant of a product without options has no name. */
function named(options: Record<string, string>): { variant?: string } {
  const variant = toLabel(options)
  return variant === '' ? {} : { variant }
}

function toLabel(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

function cut({ before, after, ...field }: FieldChange): FieldChange {
  return { ...field, before: shorten(before), after: shorten(after) }
}

function shorten(text: string | null): string | null {
  return text !== null && text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : text
}
