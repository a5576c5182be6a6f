import * as z from 'zod/mini'

import { PAGE_SIZE } from '../../src/lib/constants.ts'
import { receivedProductSchema } from '../../src/lib/schemas/product.ts'
import { productPageAnswer } from '../answers.ts'
import { findProduct, listProducts } from '../catalogue/read.ts'
import { withTenant } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { route } from './route.ts'

const LIMIT_MAX = 100
const PAGE_MAX = 1_000_000
const TEXT_MAX = 500

const wholeNumber = (maximum: number, fallback: number) =>
  z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximum)), fallback)

/** What can't be a name in this shop filters by nothing that exists, rather than being a failure. */
const text = (description: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.describe(description)),
      z.transform((value) => value.replaceAll('\0', '\uFFFD').slice(0, TEXT_MAX)),
    ),
  )

/** A number that makes no sense falls back to its default; parameters that are not known are ignored. */
const productQuerySchema = z.object({
  page: wholeNumber(PAGE_MAX, 1),
  limit: wholeNumber(LIMIT_MAX, PAGE_SIZE),
  gender: text('Men, Women or Unisex'),
  filter: text('Categories and genders, separated by commas; "null" stands for products without a gender'),
  category: text('In any case'),
  parentCategory: text('In any case'),
  featured: text('"true" for featured products only'),
})

export const productRoutes = [
  route({
    method: 'get',
    path: '/products',
    tag: 'Catalogue',
    summary: 'List products, newest first',
    query: productQuerySchema,
    answer: { status: 200, description: 'One page of products', schema: productPageAnswer },
    async handle(c) {
      const { page, limit, featured, ...texts } = z.parse(productQuerySchema, c.req.query())
      const { data, total } = await withTenant(c.get('services').db, c.get('tenant').id, (tx) =>
        listProducts(tx, c.get('tenant').id, { page, limit, featured: featured === 'true', ...texts }),
      )
      return c.json({ data, pagination: { total, page, limit, totalPages: Math.ceil(total / limit) } })
    },
  }),
  route({
    method: 'get',
    path: '/products/{id}',
    tag: 'Catalogue',
    summary: 'Read one product',
    answer: { status: 200, description: 'The product', schema: receivedProductSchema },
    failures: { 404: 'The shop has no such product' },
    async handle(c) {
      const id = c.req.param('id') ?? ''
      const product =
        /^[\w-]{1,64}$/.test(id) &&
        (await withTenant(c.get('services').db, c.get('tenant').id, (tx) =>
          findProduct(tx, c.get('tenant').id, id),
        ))
      if (!product) throw new ApiError(404, 'Product not found')
      return c.json(product)
    },
  }),
]
