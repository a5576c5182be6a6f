import { and, asc, count, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm'

import type { CatalogueOption, CatalogueProduct, KnownProduct } from '../../db/catalogue-product.ts'
import type { Transaction } from '../../db/index.ts'
import { containing } from '../../db/like-pattern.ts'
import { products, productVariants, withdrawnProducts } from '../../db/schema.ts'
import { readKnownProducts, toKnown, type KnownRows } from './known-products.ts'
import { readVariants } from './variants.ts'
import { writeProducts } from './write.ts'

/** What staff changes of a variant; null takes a value away. Prices in rupees. */
interface VariantEdit {
  id: string
  regularPrice?: number | undefined
  discountedPrice?: number | null | undefined
  sku?: string | null | undefined
  barcode?: string | null | undefined
  sellsBeyondStock?: boolean | undefined
}

/** A variant by its values; without an id it is new. Null takes its SKU away. */
interface GivenVariant {
  id?: string | undefined
  options: Record<string, string>
  sku?: string | null | undefined
}

const GONE = 'One of the variants is gone. Open the product again.'

type Clearable = 'discountedPrice' | 'seoTitle' | 'seoDescription'

/** What staff changes of a product; what is absent stays, and null takes a value away. */
export type ProductEdit = Partial<
  Omit<CatalogueProduct, 'key' | 'createdAt' | 'variants' | 'options' | Clearable>
> & {
  [K in Clearable]?: CatalogueProduct[K] | null
} & {
  variants?: readonly VariantEdit[] | undefined
}

/** An edit can't be made; the message is for staff. */
export class ProductEditError extends Error {
  override name = 'ProductEditError'
}

export const PRODUCT_SORTS = {
  createdAt: products.createdAt,
  title: products.title,
  category: products.category,
  regularPrice: products.regularPrice,
}

export interface ProductSearch {
  text?: string | undefined
  category?: string | undefined
  available?: boolean | undefined
}

/** A page of products with their variants, and the number of all that fit. */
export async function findProductPage(
  tx: Transaction,
  tenantId: string,
  { text, category, available }: ProductSearch,
  page: { sort: keyof typeof PRODUCT_SORTS; order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<{ found: KnownRows[]; total: number }> {
  const pattern = text === undefined ? undefined : containing(text)
  const withSku = tx
    .select({ found: sql`1` })
    .from(productVariants)
    .where(
      and(
        eq(productVariants.tenantId, tenantId),
        eq(productVariants.productId, products.id),
        ilike(productVariants.sku, pattern ?? ''),
      ),
    )
  const fits = and(
    eq(products.tenantId, tenantId),
    category === undefined ? undefined : eq(products.category, category),
    available === undefined ? undefined : eq(products.available, available),
    pattern === undefined
      ? undefined
      : or(ilike(products.title, pattern), ilike(products.key, pattern), sql`exists ${withSku}`),
  )
  const [counted] = await tx.select({ total: count() }).from(products).where(fits)
  const direction = page.order === 'desc' ? desc : asc
  const rows = await tx
    .select()
    .from(products)
    .where(fits)
    .orderBy(direction(PRODUCT_SORTS[page.sort]), asc(products.id))
    .limit(page.limit)
    .offset(page.offset)
  const ids = rows.map(({ id }) => id)
  const variants = await readVariants(tx, tenantId, ids)
  const found = rows.map((product) => ({ product, variants: variants.get(product.id) ?? [] }))
  return { found, total: counted?.total ?? 0 }
}

export async function findKnownProduct(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<KnownRows | undefined> {
  const [row] = await tx
    .select({ key: products.key })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.id, id)))
  return row && (await readKnownProducts(tx, tenantId, [row.key])).get(row.key)
}

/** These variants, which no order takes pieces of until the transaction ends. */
export async function lockVariants(tx: Transaction, tenantId: string, ids: readonly string[]) {
  const { id, productId, stock } = productVariants
  return tx
    .select({ id, productId, stock })
    .from(productVariants)
    .where(and(eq(productVariants.tenantId, tenantId), inArray(id, [...ids])))
    .orderBy(asc(id))
    .for('update')
}

/** Products that are off sale, by key. */
export async function listArchived(tx: Transaction, tenantId: string): Promise<KnownProduct[]> {
  const rows = await tx
    .select({ product: withdrawnProducts.product })
    .from(withdrawnProducts)
    .where(eq(withdrawnProducts.tenantId, tenantId))
    .orderBy(asc(withdrawnProducts.key))
  return rows.map(({ product }) => product)
}

/**
 * Changes a product of the shop; call it after `lockProducts`. Variants that are counted keep their pieces.
 * @throws {ProductEditError} a named variant is none of the product's, or a price does not fit; nothing changes
 */
export async function editProduct(
  tx: Transaction,
  tenantId: string,
  rows: KnownRows,
  { variants: edits = [], ...changes }: ProductEdit,
): Promise<void> {
  const known = toKnown(rows)
  const { variants = [], ...product } = known
  const unknown = edits.find(({ id }) => !variants.some((one) => one.id === id))
  if (unknown) throw new ProductEditError(GONE)
  await write(tx, tenantId, {
    ...withoutNull({ ...product, ...mainPicture(changes), ...withoutUndefined(changes) }),
    ...(variants.length > 0 && {
      variants: variants.map((variant) => {
        const edit = edits.find(({ id }) => id === variant.id)
        return withoutNull({ ...variant, ...withoutUndefined({ ...edit }) })
      }),
    }),
  })
}

/**
 * Gives a product of the shop these variants, in this order; call it after `lockProducts`. One with an id is renamed and
 * keeps what it has; one without gets the product's prices, and no pieces where the product's are counted. Others go.
 * @throws {ProductEditError} the variants don't differ in the same options, or an id is none of the product's
 */
export async function replaceVariants(
  tx: Transaction,
  tenantId: string,
  rows: KnownRows,
  given: readonly GivenVariant[],
): Promise<void> {
  const { variants = [], options: before = [], ...product } = toKnown(rows)
  const options = optionsOf(given)
  const { regularPrice, discountedPrice } = product
  const isCounted = variants.some(({ stock }) => stock !== undefined)
  const fresh = {
    ...{ regularPrice, ...(discountedPrice !== undefined && { discountedPrice }) },
    ...{ ...(isCounted && { stock: 0 }), images: [] },
  }
  const replaced = given.map(({ id, options: values, sku }) => {
    const known = variants.find((one) => one.id === id)
    if (id !== undefined && !known) throw new ProductEditError(GONE)
    return withoutNull({ ...fresh, ...known, options: values, ...(sku !== undefined && { sku }) })
  })
  const gone = new Set(
    before.map(({ name }) => name).filter((name) => !options.some((one) => one.name === name)),
  )
  await write(tx, tenantId, {
    ...product,
    attributes: product.attributes.filter(({ key }) => !gone.has(key)),
    ...(replaced.length > 0 && { options, variants: replaced }),
  })
}

async function write(tx: Transaction, tenantId: string, product: CatalogueProduct): Promise<void> {
  requirePrices([product, ...(product.variants ?? [])])
  await writeProducts(tx, tenantId, [product], { setsStock: false })
}

/** The options in which variants differ, with their values in order. @throws {ProductEditError} */
function optionsOf(variants: readonly GivenVariant[]): CatalogueOption[] {
  const names = Object.keys(variants[0]?.options ?? {})
  const combinations = variants.map(({ options }) => JSON.stringify(names.map((name) => options[name])))
  const areAlike = variants.every(
    ({ options }) => Object.keys(options).length === names.length && names.every((name) => options[name]),
  )
  if (!areAlike) throw new ProductEditError('Give every variant a value of each option.')
  if (new Set(combinations).size < variants.length)
    throw new ProductEditError('Two variants have the same values.')
  return names.map((name) => ({
    name,
    values: [...new Set(variants.flatMap(({ options }) => options[name] ?? []))],
  }))
}

/** The first of new pictures is the main one, unless the edit names another. */
function mainPicture({ images, imgUrl }: Pick<ProductEdit, 'images' | 'imgUrl'>): { imgUrl?: string } {
  return images && imgUrl === undefined ? { imgUrl: images[0]?.url ?? '' } : {}
}

/** @throws {ProductEditError} a selling price is not below the MRP */
export function requirePrices(
  priced: readonly Pick<CatalogueProduct, 'regularPrice' | 'discountedPrice'>[],
): void {
  const isWrong = priced.some(
    ({ regularPrice, discountedPrice }) => discountedPrice !== undefined && discountedPrice >= regularPrice,
  )
  if (isWrong) throw new ProductEditError('The selling price must be below the MRP, or left empty.')
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never
}

function withoutNull<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(
    Object.entries(value).filter(([name, one]) => one !== null || name === 'gender'),
  ) as never
}
