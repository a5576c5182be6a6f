import * as z from 'zod/mini'

import { versionOf } from '../content-version.ts'
import type { CatalogueProduct, KnownProduct } from '../db/catalogue-product.ts'
import type { Transaction } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { optionalText, text } from '../http/schemas.ts'
import { lockProducts, refreshAvailability } from '../modules/catalogue/availability.ts'
import { setCount } from '../modules/catalogue/count-stock.ts'
import {
  editProduct,
  findKnownProduct,
  findProductPage,
  listArchived,
  lockVariants,
  PRODUCT_SORTS,
  ProductEditError,
  replaceVariants,
  requirePrices,
} from '../modules/catalogue/edit-product.ts'
import { readKnownProducts, toKnown, type KnownRows } from '../modules/catalogue/known-products.ts'
import { findSharedSkus } from '../modules/catalogue/shared-skus.ts'
import { removeProducts, writeProducts } from '../modules/catalogue/write.ts'
import { recordCatalogueWrite } from '../modules/tenants/write.ts'
import type { PurgedProduct } from '../purge/purge-pages.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows, toRange } from './lists.ts'
import {
  bulkEdit,
  newProduct,
  productEdit,
  productResponse,
  sharedSkus,
  stockEdit,
  variantList,
} from './product-schemas.ts'
import { purgeEdit } from './purge-edit.ts'
import { refuseStale } from './refuse-stale.ts'

const SORTS = Object.keys(PRODUCT_SORTS) as (keyof typeof PRODUCT_SORTS)[]
const noProduct = { 404: 'No such product' }
const changed = { 409: 'Changed by another person since; `code` is `changed`', 422: 'A field is not valid' }

export const productRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/products',
    operationId: 'listProducts',
    tag: 'Products',
    summary: 'List products with pictures and stock, the newest first; with `archived`, those off sale',
    access: 'products.read',
    query: z.object({
      ...listParameters,
      sort: z.prefault(z.enum(SORTS), 'createdAt'),
      order: z.prefault(z.enum(['asc', 'desc']), 'desc'),
      q: z.optional(text.check(z.maxLength(100), z.describe('Part of a title, key or SKU'))),
      category: optionalText,
      available: z.optional(z.stringbool()),
      archived: z.optional(z.stringbool()),
    }),
    response: listOf(productResponse),
    async handle(c, { query }) {
      const tenantId = c.get('tenant').id
      const { q, category, available, archived, sort, order } = query
      if (archived) {
        const rows = await inShop(c, (tx) => listArchived(tx, tenantId))
        return c.json(
          pageOfRows(
            rows.map((product) => describe(product, false)),
            { ...query, sort: 'title' },
          ),
        )
      }
      const search = { text: q === '' ? undefined : q, category, available }
      const { found, total } = await inShop(c, (tx) =>
        findProductPage(tx, tenantId, search, { sort, order, ...toRange(query) }),
      )
      return c.json({ data: found.map(describeRows), total })
    },
  }),
  adminRoute({
    method: 'get',
    path: '/products/{id}',
    operationId: 'getProduct',
    tag: 'Products',
    summary: 'Read a product with its variants, and the SKUs that another variant has, too',
    access: 'products.read',
    response: z.extend(productResponse, { sharedSkus }),
    failures: noProduct,
    handle: (c) =>
      inShop(c, async (tx) => {
        const rows = await requireProduct(c, tx, idOf(c))
        return c.json({
          ...describeRows(rows),
          sharedSkus: await findSharedSkus(tx, c.get('tenant').id, rows),
        })
      }),
  }),
  adminRoute({
    method: 'post',
    path: '/products',
    operationId: 'createProduct',
    tag: 'Products',
    summary: 'Create a product, with its variants',
    access: 'products.write',
    body: newProduct,
    status: 201,
    response: productResponse,
    failures: { 409: 'The key is taken', 422: 'A field is not valid' },
    async handle(c, { body }) {
      const product = toProduct(body)
      const tenantId = c.get('tenant').id
      const rows = await inShop(c, async (tx) => {
        await lockProducts(tx, tenantId)
        if ((await readKnownProducts(tx, tenantId, [body.key])).size > 0) {
          throw new ApiError(409, `The key ${body.key} belongs to another product.`, {}, { code: 'exists' })
        }
        await writeProducts(tx, tenantId, [product])
        const written = (await readKnownProducts(tx, tenantId, [body.key])).get(body.key)
        if (!written) throw new Error('The product was not stored.')
        await auditCall(c, tx, { target: written.product.id, after: product })
        return written
      })
      await showEdit(c, [rows.product])
      return c.json(describeRows(rows), 201)
    },
  }),
  adminRoute({
    method: 'patch',
    path: '/products/{id}',
    operationId: 'changeProduct',
    tag: 'Products',
    summary: 'Change texts, prices, pictures, translations and variants of a product',
    access: 'products.write',
    body: productEdit,
    response: productResponse,
    failures: { ...noProduct, ...changed },
    handle: (c, { body: { version, ...changes } }) =>
      edit(c, version, (tx, tenantId, known) => editProduct(tx, tenantId, known, changes)),
  }),
  adminRoute({
    method: 'put',
    path: '/products/{id}/variants',
    operationId: 'replaceVariants',
    tag: 'Products',
    summary: 'Add, rename, order and remove variants of a product: sizes, colours and other options',
    access: 'products.write',
    body: variantList,
    response: productResponse,
    failures: { ...noProduct, ...changed },
    handle: (c, { body: { version, variants } }) =>
      edit(c, version, (tx, tenantId, known) => replaceVariants(tx, tenantId, known, variants)),
  }),
  adminRoute({
    method: 'patch',
    path: '/products',
    operationId: 'changeProducts',
    tag: 'Products',
    summary: 'Change prices of many products at once: all of them, or none',
    access: 'products.write',
    body: bulkEdit,
    response: z.object({ data: z.array(productResponse) }),
    failures: { ...noProduct, 422: 'A price does not fit' },
    async handle(c, { body }) {
      const edited = await inShop(c, async (tx) => {
        const rows: KnownRows[] = []
        for (const { id, ...edit } of body.products) {
          const known = await lockProduct(c, tx, id)
          const after = await apply(c, tx, known, (tenantId) => editProduct(tx, tenantId, known, edit))
          await auditCall(c, tx, { target: id, ...differences(known, after) })
          rows.push(after)
        }
        return rows
      })
      await showEdit(
        c,
        edited.map(({ product }) => product),
      )
      return c.json({ data: edited.map(describeRows) })
    },
  }),
  adminRoute({
    method: 'put',
    path: '/stock',
    operationId: 'countStock',
    tag: 'Products',
    summary: 'Set the pieces of variants to what was counted: all of them, or none',
    access: 'stock.write',
    body: stockEdit,
    response: z.object({ data: z.array(productResponse) }),
    failures: { ...noProduct, 409: 'Pieces were sold or counted since; `code` is `changed`' },
    async handle(c, { body }) {
      const tenantId = c.get('tenant').id
      const rows = await inShop(c, async (tx) => {
        await lockProducts(tx, tenantId)
        const locked = await lockVariants(
          tx,
          tenantId,
          body.variants.map(({ id }) => id),
        )
        const known = new Map(locked.map((row) => [row.id, row]))
        const moved = body.variants.find(({ id, was }) => known.has(id) && known.get(id)?.stock !== was)
        if (moved) {
          const current = body.variants.map(({ id }) => ({ id, stock: known.get(id)?.stock ?? null }))
          const sentence =
            'Pieces were sold or counted since you saw the numbers. Nothing of yours is saved yet.'
          throw new ApiError(409, sentence, {}, { code: 'changed', current })
        }
        for (const { id, stock, was } of body.variants) {
          if (!known.has(id)) throw new ApiError(404, `The shop has no variant ${id}.`)
          await setCount(tx, tenantId, id, stock)
          await auditCall(c, tx, { target: id, before: { stock: was }, after: { stock } })
        }
        const ids = [...new Set([...known.values()].map(({ productId }) => productId))]
        await refreshAvailability(tx, tenantId, ids)
        const counted: KnownRows[] = []
        for (const id of ids) counted.push(await requireProduct(c, tx, id))
        return counted
      })
      await showEdit(
        c,
        rows.map(({ product }) => product),
      )
      return c.json({ data: rows.map(describeRows) })
    },
  }),
  adminRoute({
    method: 'delete',
    path: '/products/{id}',
    operationId: 'archiveProduct',
    tag: 'Products',
    summary: 'Take a product off sale; it keeps its data, and can come back',
    access: 'products.write',
    failures: noProduct,
    async handle(c) {
      const tenantId = c.get('tenant').id
      const { product } = await inShop(c, async (tx) => {
        const known = await lockProduct(c, tx, idOf(c))
        await removeProducts(tx, tenantId, [known.product.key])
        await auditCall(c, tx, { target: known.product.id, before: { title: known.product.title } })
        return known
      })
      await showEdit(c, [product])
      return c.body(null, 204)
    },
  }),
  adminRoute({
    method: 'post',
    path: '/products/{id}/restore',
    operationId: 'restoreProduct',
    tag: 'Products',
    summary: 'Put an archived product on sale again, with its ids',
    access: 'products.write',
    response: productResponse,
    failures: noProduct,
    async handle(c) {
      const tenantId = c.get('tenant').id
      const rows = await inShop(c, async (tx) => {
        await lockProducts(tx, tenantId)
        const archived = (await listArchived(tx, tenantId)).find(({ id }) => id === idOf(c))
        if (!archived) throw new ApiError(404, 'The shop has no such archived product.')
        const { id, ...product } = archived
        await writeProducts(tx, tenantId, [product])
        await auditCall(c, tx, { target: id, after: { title: product.title } })
        return requireProduct(c, tx, id)
      })
      await showEdit(c, [rows.product])
      return c.json(describeRows(rows))
    },
  }),
]

async function lockProduct(c: AppContext, tx: Transaction, id: string): Promise<KnownRows> {
  await lockProducts(tx, c.get('tenant').id)
  return requireProduct(c, tx, id)
}

async function requireProduct(c: AppContext, tx: Transaction, id: string): Promise<KnownRows> {
  const rows = await findKnownProduct(tx, c.get('tenant').id, id)
  if (rows) return rows
  throw new ApiError(404, 'The shop has no such product.')
}

/** Edits the product of the path, unless it is another than the editor saw; purges its pages. */
async function edit(
  c: AppContext,
  version: string,
  write: (tx: Transaction, tenantId: string, known: KnownRows) => Promise<void>,
): Promise<Response> {
  const { before, after } = await inShop(c, async (tx) => {
    const known = await lockProduct(c, tx, idOf(c))
    refuseStale(version, describeRows(known))
    const edited = await apply(c, tx, known, (tenantId) => write(tx, tenantId, known))
    await auditCall(c, tx, { target: known.product.id, ...differences(known, edited) })
    return { before: known.product, after: edited }
  })
  await showEdit(c, [before, after.product])
  return c.json(describeRows(after))
}

/** @throws {ApiError} 422 the edit can't be made */
async function apply(
  c: AppContext,
  tx: Transaction,
  known: KnownRows,
  write: (tenantId: string) => Promise<void>,
): Promise<KnownRows> {
  try {
    await write(c.get('tenant').id)
  } catch (error) {
    if (error instanceof ProductEditError) throw new ApiError(422, error.message)
    throw error
  }
  return requireProduct(c, tx, known.product.id)
}

function toProduct({ discountedPrice, ...body }: z.output<typeof newProduct>): CatalogueProduct {
  const { seoTitle, seoDescription, ...fields } = body
  const product: CatalogueProduct = {
    ...{ description: '', parentCategory: '', gender: null, images: [], attributes: [] },
    imgUrl: body.images?.[0]?.url ?? '',
    ...(fields as Partial<CatalogueProduct> &
      Pick<CatalogueProduct, 'key' | 'title' | 'category' | 'regularPrice'>),
    ...(discountedPrice != null && { discountedPrice }),
    ...(seoTitle != null && { seoTitle }),
    ...(seoDescription != null && { seoDescription }),
    ...(body.variants && {
      variants: body.variants.map((variant) => ({ ...variant, images: [] })),
    }),
  }
  try {
    requirePrices([product, ...(product.variants ?? [])])
  } catch (error) {
    throw error instanceof ProductEditError ? new ApiError(422, error.message) : error
  }
  return product
}

function describeRows(rows: KnownRows) {
  return describe(toKnown(rows), rows.product.available)
}

function describe(product: KnownProduct, available: boolean) {
  const { variants = [] } = product
  const counted = variants.flatMap(({ stock }) => stock ?? [])
  const version = versionOf({ ...product, variants: variants.map((one) => ({ ...one, stock: undefined })) })
  const stock = counted.length === 0 ? null : counted.reduce((sum, pieces) => sum + pieces, 0)
  return { ...product, variants, available, stock, version }
}

/** The fields that an edit changed, as they were and as they are. */
function differences(known: KnownRows, edited: KnownRows): { before: object; after: object } {
  const [before, after] = [toKnown(known), toKnown(edited)].map((product) => new Map(Object.entries(product)))
  const names = [...(after?.keys() ?? [])].filter(
    (name) => JSON.stringify(before?.get(name)) !== JSON.stringify(after?.get(name)),
  )
  const pick = (product: Map<string, unknown> | undefined) =>
    Object.fromEntries(names.map((name) => [name, product?.get(name) ?? null]))
  return { before: pick(before), after: pick(after) }
}

/** Purges the pages that show or list these products. */
async function showEdit(c: AppContext, edited: readonly PurgedProduct[]): Promise<void> {
  const tenant = c.get('tenant')
  await recordCatalogueWrite(c.get('services').db, tenant.id)
  await purgeEdit(c, tenant, edited)
}
