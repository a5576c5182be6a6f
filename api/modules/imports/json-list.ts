import { readFile } from 'node:fs/promises'

import * as z from 'zod'

import { GENDERS } from '@tanabana/contract/product.ts'
import { ImportRefused } from './import-event.ts'
import { cleanText } from '../../tables/clean-text.ts'
import { productName } from './text.ts'
import { translationsSchema } from './translations.ts'
import type { CatalogueProduct } from '../../db/catalogue-product.ts'
import type { CatalogueField, NamedFields } from '../catalogue/named-fields.ts'
import type { Encoding } from '../../tables/encoding.ts'
import type { ImportEvent } from './import-event.ts'

const text = z.string().transform(cleanText)
/** Sums of binary fractions such as 0.1 + 0.2 differ from whole paise by much less. */
const PAISE_TOLERANCE = 1e-4
const rupees = z
  .number()
  .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < PAISE_TOLERANCE, {
    error: 'the price has more than 2 decimals',
  })
  .transform((price) => Math.round(price * 100) / 100)
const facts = z
  .union([z.string(), z.array(z.union([z.string(), z.number(), z.boolean()]))])
  .transform((value) => [value].flat().map((one) => cleanText(String(one))))

const picture = z
  .strictObject({ url: text, alt: text.optional() })
  .transform(({ url, alt }) => ({ url, ...(alt ? { alt } : {}) }))
const variantSchema = z
  .strictObject({
    options: z.record(text, text).default({}),
    regularPrice: rupees,
    discountedPrice: rupees.nullish(),
    sku: text.nullish(),
    barcode: text.nullish(),
    stock: z.int().nullish(),
    sellsBeyondStock: z.boolean().optional(),
    images: z.array(picture).default([]),
  })
  .transform(({ options, regularPrice, discountedPrice, sku, barcode, stock, sellsBeyondStock, images }) => ({
    options,
    regularPrice,
    ...(discountedPrice && discountedPrice !== regularPrice ? { discountedPrice } : {}),
    ...(sku ? { sku } : {}),
    ...(barcode ? { barcode } : {}),
    ...(typeof stock === 'number' ? { stock } : {}),
    ...(sellsBeyondStock ? { sellsBeyondStock } : {}),
    images,
  }))

const productSchema = z
  .strictObject({
    key: text,
    title: text,
    description: z.string().default(''),
    category: text.pipe(z.string().min(1)),
    parentCategory: text.optional(),
    gender: z.enum(GENDERS).nullish(),
    regularPrice: rupees.optional(),
    discountedPrice: rupees.nullish(),
    imgUrl: text.optional(),
    images: z.array(picture).default([]),
    attributes: z.array(z.strictObject({ key: text, value: facts, metricUnit: text.optional() })).default([]),
    options: z.array(z.strictObject({ name: text, values: z.array(text) })).default([]),
    variants: z.array(variantSchema).default([]),
    tags: z.array(text).optional(),
    seoTitle: text.nullish(),
    seoDescription: text.nullish(),
    translations: translationsSchema.optional(),
    createdAt: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(({ regularPrice, variants }) => regularPrice !== undefined || variants.length > 0, {
    path: ['regularPrice'],
    error: 'the product needs a price or variants',
  })
  .refine(({ options, variants }) => options.length === 0 || variants.length > 0, {
    path: ['variants'],
    error: 'a product with options needs variants',
  })
  .transform(({ options, variants, tags, seoTitle, seoDescription, ...item }): CatalogueProduct => ({
    ...item,
    regularPrice: item.regularPrice ?? 0,
    ...(variants.length > 0 ? { options, variants } : {}),
    ...(tags && tags.length > 0 ? { tags } : {}),
    ...(seoTitle ? { seoTitle } : {}),
    ...(seoDescription ? { seoDescription } : {}),
    parentCategory: item.parentCategory || item.category,
    gender: item.gender ?? null,
    discountedPrice: item.discountedPrice ?? undefined,
    imgUrl: item.imgUrl || (item.images[0]?.url ?? ''),
    attributes: item.attributes.map(({ key, value, metricUnit }) => ({
      key,
      value,
      ...(metricUnit ? { metricUnit } : {}),
    })),
  }))

/** Reads a JSON list of `CatalogueProduct`s; holds the whole file in memory. */
export async function* readJsonList(path: string, encoding: Encoding): AsyncGenerator<ImportEvent> {
  const list = parseList(new TextDecoder(encoding.name).decode(await readFile(path)))
  for (const [at, item] of list.entries()) {
    const result = productSchema.safeParse(item)
    yield result.success
      ? { kind: 'product', line: at + 1, product: result.data, named: namedBy(item) }
      : {
          kind: 'bad',
          line: at + 1,
          reason: `${nameOf(item)}${result.error.issues.map(describeIssue).join('; ')}`,
        }
  }
}

const keyed = z.looseObject({
  images: z.array(z.looseObject({})).optional(),
  variants: z.array(z.looseObject({ images: z.array(z.looseObject({})).optional() })).optional(),
})
const KEYS_OF: readonly (readonly [CatalogueField, readonly string[]])[] = [
  ['description', ['description']],
  ['category', ['category']],
  ['parentCategory', ['parentCategory']],
  ['gender', ['gender']],
  ['mainPicture', ['imgUrl', 'images']],
  ['pictures', ['images']],
  ['attributes', ['attributes']],
  ['tags', ['tags']],
  ['seoTitle', ['seoTitle']],
  ['seoDescription', ['seoDescription']],
  ['variants', ['variants']],
]
const VARIANT_KEYS_OF: readonly (readonly [CatalogueField, string])[] = [
  ['sku', 'sku'],
  ['barcode', 'barcode'],
  ['stock', 'stock'],
  ['sellsBeyondStock', 'sellsBeyondStock'],
  ['variantPictures', 'images'],
]

/** The fields that an item has a key for; one of its variants names a field for all. */
function namedBy(item: unknown): NamedFields {
  const parsed = keyed.parse(item)
  const { images = [], variants = [] } = parsed
  const keys = new Set(Object.keys(parsed))
  const variantKeys = new Set(variants.flatMap((variant) => Object.keys(variant)))
  const pictures = [...images, ...variants.flatMap((variant) => variant.images ?? [])]
  const fields: CatalogueField[] = [
    'regularPrice',
    ...KEYS_OF.flatMap(([field, names]) => (names.some((name) => keys.has(name)) ? [field] : [])),
    ...VARIANT_KEYS_OF.flatMap(([field, name]) => (variantKeys.has(name) ? [field] : [])),
  ]
  if (keys.has('discountedPrice') || variantKeys.has('discountedPrice')) fields.push('sellingPrice')
  if (pictures.some((one) => 'alt' in one)) fields.push('pictureTexts')
  return { fields: new Set(fields) }
}

function parseList(json: string): unknown[] {
  let list: unknown
  try {
    list = JSON.parse(json)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ImportRefused(`The file is not valid JSON, perhaps it was cut off: ${reason}`)
  }
  if (Array.isArray(list)) return list
  throw new ImportRefused('The JSON file must contain a list of products: [ { "key": …, "title": … }, … ]')
}

const named = z.object({ key: z.string().default(''), title: z.string().default('') })

/** `"kurta" (Blue Kurta): `; empty for an item without a key. */
function nameOf(item: unknown): string {
  const { data } = named.safeParse(item)
  return data && data.key !== '' ? `${productName(data.key, data.title)}: ` : ''
}

function describeIssue(issue: { path: PropertyKey[]; message: string }): string {
  return issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ${issue.message}` : issue.message
}
