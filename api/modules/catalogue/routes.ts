import * as z from 'zod/mini'

import {
  LANGUAGE_PARAMETER,
  LISTING_PARAMETERS,
  type ListingCall,
  type ListingParameter,
  LISTS,
} from '@tanabana/contract/listing-parameters.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { choice, toQuerySchema, words } from './listing-schema.ts'
import {
  productResponse,
  productPageResponse,
  subCategoriesResponse,
  suggestionsResponse,
} from './response-schemas.ts'
import { findProduct, searchProducts, listParentCategories } from './read.ts'
import { shareRead } from './shared-reads.ts'
import { suggest } from './suggest.ts'
import type { AppContext } from '../../http/context.ts'
import type { Transaction } from '../../db/index.ts'
import { readCatalogue } from '../../db/replica.ts'
import { ApiError } from '../../errors.ts'
import { route } from '../../http/route.ts'

const productQuerySchema = toQuerySchema()
const SUB_CATEGORY_FILTERS = ['gender', 'filter', 'category']
const subCategoryQuerySchema = toQuerySchema(
  LISTING_PARAMETERS.filter(({ name }) => SUB_CATEGORY_FILTERS.includes(name)),
)
const language = choice(LANGUAGE_PARAMETER.description, LANGUAGE_PARAMETER.choices)
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
  const lists = Object.fromEntries(Object.values(LISTS).map((name) => [name, c.req.queries(name) ?? []]))
  const given = z.parse(productQuerySchema, { ...c.req.query(), ...lists })
  const fields = LISTING_PARAMETERS.map(({ name, field }) => [field, given[name]])
  // The table gives each field the type of its kind.
  const { featured, facets, availability, ...others } = Object.fromEntries(fields) as ListingCall
  return {
    ...others,
    featured: featured === 'true',
    facets: facets === 'true',
    inStock: availability === 'in-stock',
    shopCountry: c.get('tenant').record.countryOfOrigin,
  }
}

/** Names the parameters of each capability, for the API's documentation. */
function describeCapabilities(): string {
  const rows: readonly ListingParameter[] = LISTING_PARAMETERS
  const beyond = rows.flatMap(({ name, capability, choiceCapabilities }) => [
    ...(capability === undefined ? [] : [{ word: capability, what: name }]),
    ...Object.entries<Capability>(choiceCapabilities ?? {}).map(([choice, word]) => ({
      word,
      what: `${name}=${choice}`,
    })),
  ])
  return [...Map.groupBy(beyond, ({ word }) => word)]
    .map(([word, parts]) => `${word} (${parts.map(({ what }) => `\`${what}\``).join(', ')})`)
    .join(', ')
}

export const productRoutes = [
  route({
    method: 'get',
    path: '/products',
    operationId: 'listProducts',
    tag: 'Catalogue',
    summary: 'List products, newest first',
    description:
      `Some parameters are for stores with these capabilities: ${describeCapabilities()}. ` +
      'Sold-out products come last.',
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
