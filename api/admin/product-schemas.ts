import * as z from 'zod/mini'

import { GENDERS } from '@tanabana/contract/product.ts'
import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import { moment, rupees, text } from '../http/schemas.ts'
import { amount as price, line } from './body-fields.ts'

const shortText = line(200)
const nullableShort = z.optional(z.nullable(shortText))
const html = text.check(z.maxLength(20_000))
const stock = z.int().check(z.minimum(0), z.maximum(1_000_000))
const picture = z.strictObject({
  url: text.check(z.regex(/^(?:https:\/\/|\/media\/)\S{1,500}$/)),
  alt: z.optional(text.check(z.trim(), z.maxLength(500))),
})
const attribute = z.strictObject({
  key: shortText,
  value: z.array(shortText).check(z.minLength(1), z.maxLength(100)),
  metricUnit: z.optional(shortText),
})
const productTexts = z.strictObject({
  title: z.optional(shortText),
  description: z.optional(html),
  attributes: z.optional(z.record(text, shortText)),
})

/** Fields that staff edits. */
const editable = {
  title: z.optional(shortText),
  description: z.optional(html),
  category: z.optional(shortText),
  parentCategory: z.optional(text.check(z.trim(), z.maxLength(200))),
  gender: z.optional(z.nullable(z.enum(GENDERS))),
  imgUrl: z.optional(z.union([picture.shape.url, z.literal('')])),
  images: z.optional(z.array(picture).check(z.maxLength(50))),
  attributes: z.optional(z.array(attribute).check(z.maxLength(100), z.describe('HSN, fabric and others'))),
  tags: z.optional(z.array(shortText).check(z.maxLength(100))),
  seoTitle: nullableShort,
  seoDescription: z.optional(z.nullable(text.check(z.maxLength(500)))),
  translations: z.optional(z.partialRecord(z.enum(LANGUAGE_CODES), productTexts)),
  regularPrice: z.optional(price.check(z.describe('MRP of a product without variants, in rupees'))),
  discountedPrice: z.optional(z.nullable(price)),
}

const variantEdit = z.strictObject({
  id: text,
  regularPrice: z.optional(price),
  discountedPrice: z.optional(z.nullable(price)),
  sku: nullableShort,
  barcode: nullableShort,
  sellsBeyondStock: z.optional(z.boolean()),
})

export const productEdit = z.strictObject({
  version: text,
  ...editable,
  variants: z.optional(z.array(variantEdit).check(z.maxLength(500))),
})

export const variantList = z.strictObject({
  version: text,
  variants: z
    .array(
      z.strictObject({
        id: z.optional(text.check(z.describe('Of a variant that stays; without it, the variant is new'))),
        options: z.record(shortText, shortText),
        sku: nullableShort,
      }),
    )
    .check(z.maxLength(500), z.describe('All of them, in order: those that are left out go')),
})

export const newProduct = z.strictObject({
  ...editable,
  key: shortText.check(z.describe('Key of the product in imports; unique in the shop')),
  title: shortText,
  category: shortText,
  regularPrice: price,
  options: z.optional(
    z.array(
      z.strictObject({ name: shortText, values: z.array(shortText).check(z.minLength(1), z.maxLength(100)) }),
    ),
  ),
  variants: z.optional(
    z
      .array(
        z.strictObject({
          options: z.record(text, shortText),
          regularPrice: price,
          discountedPrice: z.optional(price),
          sku: z.optional(shortText),
          barcode: z.optional(shortText),
          stock: z.optional(stock),
          sellsBeyondStock: z.optional(z.boolean()),
        }),
      )
      .check(z.maxLength(500)),
  ),
})

export const stockEdit = z.strictObject({
  variants: z
    .array(
      z.strictObject({
        id: text,
        stock,
        was: z
          .nullable(z.int())
          .check(z.describe('The number that the person saw; another one now gets 409')),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
})

export const bulkEdit = z.strictObject({
  products: z
    .array(
      z.strictObject({
        id: text,
        regularPrice: z.optional(price),
        discountedPrice: z.optional(z.nullable(price)),
        variants: z.optional(z.array(variantEdit).check(z.maxLength(500))),
      }),
    )
    .check(z.minLength(1), z.maxLength(200)),
})

/** SKUs of the product that several variants of the shop have. */
export const sharedSkus = z.array(z.object({ sku: text, titles: z.array(text) }))

export const productResponse = z.looseObject({
  id: text,
  key: text,
  title: text,
  category: text,
  regularPrice: rupees,
  discountedPrice: z.optional(rupees),
  images: z.array(z.looseObject({ url: text })),
  variants: z.array(z.looseObject({ id: text, regularPrice: rupees, stock: z.optional(z.int()) })),
  available: z.boolean(),
  stock: z.nullable(z.int()).check(z.describe('Pieces of all counted variants; null where none is counted')),
  createdAt: z.optional(moment),
  version: text.check(z.describe('Of what people edit; stock is apart')),
})
