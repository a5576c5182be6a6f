import * as z from 'zod/mini'

import { PAGE_SIZE } from '@tanabana/contract/constants.ts'
import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import {
  productResponse,
  productPageResponse,
  subCategoriesResponse,
  suggestionsResponse,
} from './response-schemas.ts'
import { DISCOUNTS } from './search-criteria.ts'
import { findProduct, searchProducts, listParentCategories } from './read.ts'
import { shareRead } from './shared-reads.ts'
import { suggest } from './suggest.ts'
import type { AppContext } from '../../http/context.ts'
import type { Transaction } from '../../db/index.ts'
import { readCatalogue } from '../../db/replica.ts'
import { ApiError } from '../../http/errors.ts'
import { route } from '../../http/route.ts'

const LIMIT_MAX = 100
const PAGE_MAX = 1_000_000
const TEXT_MAX = 500
const SEARCH_MAX = 200
const VALUES_MAX = 20
const VALUE_MAX = 60
const RUPEES_MAX = 100_000_000

const wholeNumber = (maximum: number, fallback: number) =>
  z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximum)), fallback)

/** Cuts long texts and replaces NUL: such a value matches nothing instead of being an error. */
const text = (description: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.describe(description)),
      z.transform((value) => value.replaceAll('\0', '\uFFFD').slice(0, TEXT_MAX)),
    ),
  )

/** A single or repeated parameter; not separated by commas, because colours may contain them. */
const values = (description: string) =>
  z.prefault(
    z.pipe(
      z.array(z.string()).check(z.describe(description)),
      z.transform((list) =>
        [...new Set(list.map(toValue))].filter((value) => value !== '').slice(0, VALUES_MAX),
      ),
    ),
    [],
  )

function toValue(text: string): string {
  return text.replaceAll('\0', '\uFFFD').trim().toLowerCase().slice(0, VALUE_MAX)
}

const rupees = (description: string) =>
  z.catch(
    z.optional(z.coerce.number().check(z.describe(description), z.minimum(0), z.maximum(RUPEES_MAX))),
    undefined,
  )

/** A search text. Keeps a trailing space, which means that the last word is complete. */
const words = (description: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.describe(description)),
      z.transform((value) => value.replaceAll('\0', ' ').slice(0, SEARCH_MAX).trimStart()),
    ),
  )

/** Of the capability `translations`. */
const language = z.catch(
  z.optional(
    z.enum(LANGUAGE_CODES).check(z.describe('Texts of products in this language, where they have them')),
  ),
  undefined,
)

const filterTexts = {
  gender: text('Men, Women or Unisex'),
  filter: text('Categories and genders, separated by commas; "null" stands for products without a gender'),
  category: text('In any case'),
}

/** An invalid number falls back to its default; unknown parameters are ignored. */
const productQuerySchema = z.object({
  page: wholeNumber(PAGE_MAX, 1),
  limit: wholeNumber(LIMIT_MAX, PAGE_SIZE),
  ...filterTexts,
  parentCategory: text('In any case'),
  featured: text('"true" for featured products only'),
  search: words(
    'Words in English, Hindi or Hinglish; spelling mistakes are understood. The best match is first',
  ),
  sort: z.catch(z.optional(z.enum(['newest', 'price-asc', 'price-desc'])), undefined),
  size: values('Any of these sizes; repeat the parameter for more than one'),
  color: values('Any of these colours; repeat the parameter for more than one'),
  clothingSize: values('Any of these sizes, of garments alone'),
  shoeSize: values('Any of these sizes, of footwear alone'),
  colorFamily: values('Any of these families of colours, such as Blue for indigo and navy'),
  fabric: values('Any of these fabrics'),
  occasion: values('Any of these occasions'),
  country: values("Any of these countries of origin; the shop's counts for products without one"),
  discount: z.catch(
    z.optional(
      z.coerce.number().check(
        z.describe('At least so many percent off: 10, 20, 30, 40 or 50'),
        z.refine((percent) => DISCOUNTS.includes(percent)),
      ),
    ),
    undefined,
  ),
  availability: z.catch(z.optional(z.literal('in-stock')), undefined),
  minPrice: rupees('Rupees, included'),
  maxPrice: rupees('Rupees, included'),
  facets: text('"true" to include facets in the response'),
  language,
})
/** Parameters that may be repeated. */
const LISTS = [
  'size',
  'color',
  'clothingSize',
  'shoeSize',
  'colorFamily',
  'fabric',
  'occasion',
  'country',
] as const
const subCategoryQuerySchema = z.object(filterTexts)
const singleQuerySchema = z.object({ language })
const suggestionQuerySchema = z.object({
  search: words('What is typed so far, in English, Hindi or Hinglish; a space at the end finishes a word'),
  language,
})

/** Shares one read among the shop's concurrent requests with the same query (`question`). */
function readShared<T>(
  c: AppContext,
  question: unknown,
  read: (tx: Transaction, tenantId: string) => Promise<T>,
): Promise<T> {
  const { db } = c.get('services')
  const tenant = c.get('tenant')
  return shareRead(db, tenant, question, () => readCatalogue(db, tenant, (tx) => read(tx, tenant.id)))
}

const EXAMPLE = {
  id: 'indigo-block-kurta',
  title: 'Indigo Block Print Kurta',
  description: 'Hand-block-printed cotton.',
  imgUrl: '/media/indigo-block-kurta-1.webp',
  category: 'Kurtas',
  parentCategory: "Women's Ethnic Wear",
  regularPrice: 1499,
  discountedPrice: 1199,
  createdAt: '2026-11-01T09:30:00.000Z',
  images: [{ url: '/media/indigo-block-kurta-1.webp' }],
  attributes: [
    { id: '1', key: 'Sizes', value: ['S', 'M', 'L'] },
    { id: '2', key: 'Length', value: ['112'], metricUnit: 'cm' },
  ],
}

function readListingQuery(c: AppContext) {
  const lists = Object.fromEntries(LISTS.map((name) => [name, c.req.queries(name) ?? []]))
  const {
    size: sizes,
    color: colors,
    clothingSize: clothingSizes,
    shoeSize: shoeSizes,
    colorFamily: colorFamilies,
    fabric: fabrics,
    occasion: occasions,
    country: countries,
    featured,
    facets,
    availability,
    ...others
  } = z.parse(productQuerySchema, { ...c.req.query(), ...lists })
  return {
    ...others,
    sizes,
    colors,
    clothingSizes,
    shoeSizes,
    colorFamilies,
    fabrics,
    occasions,
    countries,
    featured: featured === 'true',
    facets: facets === 'true',
    inStock: availability === 'in-stock',
    shopCountry: c.get('tenant').record.countryOfOrigin,
  }
}

export const productRoutes = [
  route({
    method: 'get',
    path: '/products',
    operationId: 'listProducts',
    tag: 'Catalogue',
    summary: 'List products, newest first',
    description:
      'Parameters beyond page, limit, gender, filter, category, parentCategory and featured are for stores with the ' +
      'capabilities search (`search`), sort (`sort`), facets (`size`, `color`, `minPrice`, `maxPrice`, `facets`) and ' +
      'attribute-facets (`clothingSize`, `shoeSize`, `colorFamily`, `fabric`, `occasion`, `country`, `discount`, `availability`) and ' +
      'translations (`language`). Sold-out products ' +
      'come last.',
    query: productQuerySchema,
    example: { parameters: { page: 1, limit: 12, category: 'Kurtas', search: 'indigo', size: ['M'] } },
    response: {
      status: 200,
      description: 'One page of products',
      schema: productPageResponse,
      example: { data: [EXAMPLE], pagination: { total: 1, page: 1, limit: 12, totalPages: 1 } },
    },
    async handle(c) {
      const query = readListingQuery(c)
      const { page, limit } = query
      const { total, ...result } = await readShared(c, ['products', query], (tx, tenantId) =>
        searchProducts(tx, tenantId, query),
      )
      return c.json({ ...result, pagination: { total, page, limit, totalPages: Math.ceil(total / limit) } })
    },
  }),
  route({
    method: 'get',
    path: '/subCategories',
    operationId: 'listSubCategories',
    tag: 'Catalogue',
    summary: 'List the parent categories of a category, however many products it has',
    query: subCategoryQuerySchema,
    example: { parameters: { category: 'Kurtas' } },
    response: {
      status: 200,
      description: 'Their names, that of the newest product first',
      schema: subCategoriesResponse,
      example: { data: ["Women's Ethnic Wear", 'Festive'] },
    },
    async handle(c) {
      const query = z.parse(subCategoryQuerySchema, c.req.query())
      const data = await readShared(c, ['subCategories', query], (tx, tenantId) =>
        listParentCategories(tx, tenantId, query),
      )
      return c.json({ data })
    },
  }),
  route({
    method: 'get',
    path: '/suggestions',
    operationId: 'getSuggestions',
    tag: 'Catalogue',
    summary: 'What a shopper may mean who has typed so far',
    description:
      'For stores with the capability suggestions: names of products and sub-categories that the search would find, ' +
      'the likeliest first. The last word may be unfinished.',
    query: suggestionQuerySchema,
    example: { parameters: { search: 'indigo ku' } },
    response: {
      status: 200,
      description: 'At most 6 products and 3 sub-categories',
      schema: suggestionsResponse,
      example: {
        data: {
          products: [{ id: EXAMPLE.id, title: EXAMPLE.title }],
          subCategories: [{ category: EXAMPLE.category, parentCategory: EXAMPLE.parentCategory }],
        },
      },
    },
    async handle(c) {
      const { search = '', language } = z.parse(suggestionQuerySchema, c.req.query())
      const data = await readShared(c, ['suggestions', search, language], (tx, tenantId) =>
        suggest(tx, tenantId, search, language),
      )
      return c.json({ data })
    },
  }),
  route({
    method: 'get',
    path: '/products/{id}',
    operationId: 'getProduct',
    tag: 'Catalogue',
    summary: 'Read one product',
    query: singleQuerySchema,
    example: { parameters: { id: EXAMPLE.id } },
    response: { status: 200, description: 'The product', schema: productResponse, example: EXAMPLE },
    failures: { 404: 'The shop has no such product' },
    async handle(c) {
      const id = c.req.param('id') ?? ''
      const { language } = z.parse(singleQuerySchema, c.req.query())
      const product =
        /^[\w-]{1,64}$/.test(id) &&
        (await readShared(c, ['product', id, language], (tx, tenantId) =>
          findProduct(tx, tenantId, id, language),
        ))
      if (!product) throw new ApiError(404, 'Product not found')
      return c.json(product)
    },
  }),
]
