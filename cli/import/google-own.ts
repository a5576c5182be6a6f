import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import * as z from 'zod'

import { translationsSchema } from './translations.ts'
import type { CatalogueProduct, CatalogueVariant } from '../../api/db/catalogue-product.ts'

/** XML namespace of the notes, which other readers of a feed ignore. */
export const OWN_NAMESPACE = 'urn:tanabana:catalogue'
/** Column of the notes in a table, and the name of their XML element with its prefix. */
export const OWN_COLUMN = 'tanabana_product'
export const OWN_ELEMENT = 'tanabana:product'

const picture = z.object({ url: z.string(), alt: z.string().optional() })
const productValues = z.object({
  key: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  category: z.string().optional(),
  parentCategory: z.string().optional(),
  gender: z.enum(['Men', 'Women', 'Unisex']).nullable().optional(),
  imgUrl: z.string().optional(),
  images: z.array(picture).optional(),
  attributes: z
    .array(z.object({ key: z.string(), value: z.array(z.string()), metricUnit: z.string().optional() }))
    .optional(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })).optional(),
  tags: z.array(z.string()).optional(),
  seoTitle: z.string().optional(),
  seoDescription: z.string().optional(),
  translations: translationsSchema.optional(),
  createdAt: z.string().optional(),
})
const variantValues = z.object({
  options: z.record(z.string(), z.string()).optional(),
  sku: z.string().optional(),
  barcode: z.string().optional(),
  stock: z.int().optional(),
  sellsBeyondStock: z.boolean().optional(),
  images: z.array(picture).optional(),
})

/** Values that the feed's fields cannot hold, and what the fields held when the feed was written. */
const noted = <T extends z.ZodType>(values: T) =>
  z.object({ fields: z.record(z.string(), z.string()), values }).optional()

/** Data of a shop's own export that Google's fields cannot hold. A field that a merchant edits takes precedence. */
const ownNotesSchema = z.object({
  /** Options with the field of their value; absent where the items list the sizes and colours of attributes. */
  options: z.array(z.object({ name: z.string(), field: z.enum(['size', 'color', 'detail']) })).optional(),
  /** Of the product, in its first item. */
  product: noted(productValues),
  variant: noted(variantValues),
})

export type OwnNotes = z.output<typeof ownNotesSchema>
type Noted = OwnNotes['product'] | OwnNotes['variant']

const PRODUCT_FIELDS = productValues.keyof().options
const VARIANT_FIELDS = variantValues.keyof().options

/** Parses the notes of an item; `undefined` for an item that no shop of ours exported. */
export function parseOwnNotes(text: string): OwnNotes | undefined {
  if (text === '') return undefined
  try {
    return ownNotesSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The notes as JSON without characters that XML forbids. */
export function formatOwnNotes(notes: OwnNotes): string {
  return JSON.stringify(notes).replace(
    /[\x7f-\x9f\u2028\u2029\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Notes the fields of a product that differ from those read without notes. */
export function productNotes(read: CatalogueProduct, product: CatalogueProduct): OwnNotes['product'] {
  const fields = PRODUCT_FIELDS.filter((field) => !isDeepStrictEqual(read[field], product[field]))
  if (fields.length === 0) return undefined
  return {
    fields: Object.fromEntries(fields.map((field) => [field, fingerprint(read[field])])),
    values: Object.fromEntries(fields.map((field) => [field, product[field]])),
  }
}

/** Notes the fields of a variant that differ from those read without notes. */
export function variantNotes(read: CatalogueVariant, variant: CatalogueVariant): OwnNotes['variant'] {
  const fields = VARIANT_FIELDS.filter((field) => !isDeepStrictEqual(read[field], variant[field]))
  if (fields.length === 0) return undefined
  return {
    fields: Object.fromEntries(fields.map((field) => [field, fingerprint(read[field])])),
    values: Object.fromEntries(fields.map((field) => [field, variant[field]])),
  }
}

/** Restores the noted values of the fields that are as they were written. */
export function restore<T extends CatalogueProduct | CatalogueVariant>(read: T, notes: Noted): T {
  if (!notes) return read
  const before: Record<string, unknown> = { ...read }
  const values: Record<string, unknown> = notes.values
  const restored = Object.entries(notes.fields)
    .filter(([field, written]) => fingerprint(before[field]) === written)
    .map(([field]) => [field, values[field]] as const)
  const result = Object.assign({ ...read }, Object.fromEntries(restored))
  for (const [field, value] of restored) if (value === undefined) Reflect.deleteProperty(result, field)
  return result
}

function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(value === undefined ? '' : JSON.stringify(value))
    .digest('base64url')
    .slice(0, 8)
}
