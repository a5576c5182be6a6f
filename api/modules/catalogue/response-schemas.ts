import * as z from 'zod/mini'

import { components, text, optionalText, moment, count, rupees } from '../../http/schemas.ts'

const imageSchema = z
  .object({
    url: text.check(z.describe('An address, or a path on the host of this API')),
    alt: z.optional(text.check(z.describe('Text for shoppers who cannot see the picture'))),
  })
  .register(components, { id: 'Image' })

const attributeSchema = z
  .object({
    id: text,
    key: text.check(z.describe('Such as Sizes, Colours or Fabric')),
    value: z.array(text),
    metricUnit: optionalText,
  })
  .register(components, { id: 'Attribute' })

const optionSchema = z
  .object({ name: text.check(z.describe('Such as Size, Colour or Length')), values: z.array(text) })
  .register(components, { id: 'Option' })

const variantSchema = z
  .object({
    id: text,
    options: z.record(z.string(), z.string()).check(z.describe('Option name to value')),
    regularPrice: rupees,
    discountedPrice: z.optional(rupees),
    sku: optionalText,
    barcode: optionalText,
    available: z.boolean(),
    stock: z.optional(count.check(z.describe('Pieces left, where few are'))),
    images: z.array(imageSchema),
  })
  .register(components, { id: 'Variant' })

export const productResponse = z
  .object({
    id: text,
    title: text,
    description: text.check(z.describe('Plain text or cleaned HTML')),
    imgUrl: text,
    category: text,
    parentCategory: text,
    gender: optionalText.check(z.describe('`Men`, `Women` or `Unisex`')),
    regularPrice: rupees,
    discountedPrice: z.optional(rupees),
    createdAt: moment,
    images: z.array(imageSchema),
    attributes: z.array(attributeSchema),
    seoTitle: optionalText,
    seoDescription: optionalText,
    options: z.optional(z.array(optionSchema).check(z.describe('Every choice, for products with variants'))),
    variants: z.optional(
      z.array(variantSchema).check(z.describe('The combinations that exist, with price and stock')),
    ),
    askedColor: optionalText.check(
      z.describe("In a listing: the product's colour that search or filter ask for"),
    ),
  })
  .register(components, { id: 'Product' })

const facetValueSchema = z.object({ value: text, count }).register(components, { id: 'FacetValue' })

const facetsSchema = z
  .object({
    sizes: z.array(facetValueSchema),
    colors: z.array(facetValueSchema),
    genders: z.array(facetValueSchema).check(z.describe('Men, Women and Unisex')),
    clothingSizes: z.array(facetValueSchema).check(z.describe('Sizes of garments alone')),
    shoeSizes: z.array(facetValueSchema).check(z.describe('Sizes of footwear alone')),
    colorFamilies: z.array(facetValueSchema).check(z.describe('Families such as Blue, of all its shades')),
    fabrics: z.array(facetValueSchema),
    occasions: z.array(facetValueSchema),
    countries: z.array(facetValueSchema).check(z.describe('Countries of origin')),
    discounts: z.array(facetValueSchema).check(z.describe('At least so many percent off')),
    availability: z.array(facetValueSchema).check(z.describe('`in-stock`, unless every product is sold out')),
    price: z
      .nullable(z.object({ min: rupees, max: rupees }))
      .check(z.describe('`null` where no product is found')),
  })
  .register(components, { id: 'Facets' })

const searchNotesSchema = z
  .object({
    corrected: optionalText.check(z.describe('The search text with its misspelt words corrected')),
    leftOut: z.optional(
      z.array(text).check(z.describe('Words of the search that no product found has, as typed')),
    ),
  })
  .register(components, { id: 'SearchNotes' })

export const productPageResponse = z
  .object({
    data: z.array(productResponse),
    facets: z.optional(facetsSchema),
    search: z.optional(searchNotesSchema),
    pagination: z.object({
      total: count,
      page: z.int().check(z.positive()),
      limit: z.int().check(z.positive()),
      totalPages: count,
    }),
  })
  .register(components, { id: 'ProductPage' })

export const subCategoriesResponse = z
  .object({ data: z.array(text) })
  .register(components, { id: 'SubCategories' })

export const suggestionsResponse = z
  .object({
    data: z.object({
      products: z.array(z.object({ id: text, title: text })),
      subCategories: z.array(z.object({ category: text, parentCategory: text })),
    }),
  })
  .register(components, { id: 'Suggestions' })
