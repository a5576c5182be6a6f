import { isDeepStrictEqual } from 'node:util'

import { and, eq, inArray, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { products, withdrawnProducts } from '../../db/schema.ts'
import { randomId } from '../../ids.ts'
import { isFeatured } from './attributes.ts'
import { lockProducts } from './availability.ts'
import { recordCounts } from './count-stock.ts'
import type { CatalogueProduct } from '../../db/catalogue-product.ts'
import type { CatalogueField, NamedFields } from './named-fields.ts'
import { readKnownProducts, readWithdrawnProducts, toKnown, type KnownRows } from './known-products.ts'
import { mergeProduct, type FieldCounts, type MergedVariant } from './merge-product.ts'
import {
  isProductAvailable,
  isVariantChanged,
  removeVariants,
  soldOutSizesOfProduct,
  toVariantRow,
  variantId,
  withVariantFields,
  writeVariants,
  type NewVariantRow,
} from './variants.ts'

const ROWS_PER_STATEMENT = 500

export interface WriteResult {
  created: number
  updated: number
  unchanged: number
}

/** A product of a file, with the fields that the file names; all without `named`. */
export interface GivenProduct {
  product: CatalogueProduct
  named?: NamedFields | undefined
}

/** What writing a product does to the shop. */
export interface ProductChange {
  kind: 'created' | 'updated' | 'unchanged'
  /** Absent where only variants change. */
  row?: NewProductRow
  variantRows: NewVariantRow[]
  removedVariantIds: string[]
  /** SKUs of all variants after the change. */
  skus: string[]
  /** The product as the shop has it on sale; absent for a new one. */
  rows?: KnownRows | undefined
  /** The product was off sale and returns. */
  returns: boolean
  removed: FieldCounts
  kept: ReadonlySet<CatalogueField>
  stockKept: number
}

type NewProductRow = typeof products.$inferInsert & { id: string }

const CHANGEABLE = [
  'title',
  'description',
  'category',
  'parentCategory',
  'gender',
  'regularPrice',
  'discountedPrice',
  'imgUrl',
  'images',
  'attributes',
  'options',
  'tags',
  'seoTitle',
  'seoDescription',
  'translations',
  'featured',
  'available',
  'soldOutSizes',
] as const

const replacement = Object.fromEntries(
  CHANGEABLE.map((name) => [name, sql.raw(`excluded.${columnName(name)}`)]),
)

/**
 * The change that writing each product makes, or a sentence why it can't be written; writes nothing. Products keep their
 * ids and creation dates, and so do those that return after they were off sale. docs/import.md#identity
 */
export async function planProducts(
  tx: Transaction,
  tenantId: string,
  given: readonly GivenProduct[],
  { setsStock }: { setsStock: boolean },
): Promise<(ProductChange | string)[]> {
  const keys = given.map(({ product }) => product.key)
  const known = await readKnownProducts(tx, tenantId, keys)
  const withdrawn = await readWithdrawnProducts(
    tx,
    tenantId,
    keys.filter((key) => !known.has(key)),
  )
  return given.map(({ product, named }) => {
    const rows = known.get(product.key)
    const former = rows ? toKnown(rows) : withdrawn.get(product.key)
    if (!former) return planNew(tenantId, product, named)
    // The stock of a product that was off sale is older than the file's.
    const merged = mergeProduct(former, product, { named, setsStock: setsStock || !rows })
    if (typeof merged === 'string') return merged
    const { id, createdAt } = former
    const change = changeOf(tenantId, { id, createdAt, rows }, merged.product)
    return {
      ...change,
      returns: !rows,
      removed: merged.removed,
      kept: merged.kept,
      stockKept: merged.stockKept,
    }
  })
}

function planNew(
  tenantId: string,
  product: CatalogueProduct,
  named: NamedFields | undefined,
): ProductChange | string {
  if (named && !named.fields.has('variants') && (product.variants ?? []).length > 1) {
    return 'the product is new, and the file does not name the options of its variants'
  }
  const { createdAt } = product
  const change = changeOf(tenantId, { id: randomId(), createdAt }, withVariantFields(product))
  return { ...change, returns: false, removed: new Map(), kept: new Set(), stockKept: 0 }
}

function changeOf(
  tenantId: string,
  { id, createdAt, rows }: { id: string; createdAt?: string | undefined; rows?: KnownRows | undefined },
  product: CatalogueProduct & { variants?: MergedVariant[] },
): Omit<ProductChange, 'returns' | 'removed' | 'kept' | 'stockKept'> {
  const row = toRow(tenantId, id, product, createdAt)
  const all = identified(id, product.variants ?? []).map(({ id: its, variant }, position) =>
    toVariantRow(tenantId, { productId: id, id: its, position }, variant),
  )
  const skus = all.flatMap(({ sku }) => sku ?? [])
  if (!rows) return { kind: 'created', row, variantRows: all, removedVariantIds: [], skus }
  const storedOf = new Map(rows.variants.map((variant) => [variant.id, variant]))
  const variantRows = all.filter((variant) => isVariantChanged(storedOf.get(variant.id), variant))
  const ids = new Set(all.map((variant) => variant.id))
  const removedVariantIds = [...storedOf.keys()].filter((its) => !ids.has(its))
  const isChanged = CHANGEABLE.some((name) => !isDeepStrictEqual(rows.product[name], row[name]))
  const isSame = !isChanged && variantRows.length === 0 && removedVariantIds.length === 0
  return {
    kind: isSame ? 'unchanged' : 'updated',
    ...(isChanged ? { row } : {}),
    variantRows,
    removedVariantIds,
    skus,
    rows,
  }
}

/** New variants get an id that no other one has: a renamed variant may hold the id of the values that they have. */
function identified(productId: string, variants: readonly MergedVariant[]) {
  const taken = new Set(variants.flatMap(({ id }) => id ?? []))
  return variants.map((variant) => {
    const derived = variantId(productId, variant.options)
    const id = variant.id ?? (taken.has(derived) ? randomId() : derived)
    return { id, variant }
  })
}

/** Writes planned changes. The plan must come from this transaction, after the turn of the shop's catalogue. */
export async function writeChanges(
  tx: Transaction,
  tenantId: string,
  changes: readonly ProductChange[],
): Promise<void> {
  const rows = changes.flatMap(({ row }) => row ?? [])
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await tx
      .insert(products)
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflictDoUpdate({ target: [products.tenantId, products.key], set: replacement })
  }
  await writeVariants(
    tx,
    changes.flatMap(({ variantRows }) => variantRows),
  )
  await removeVariants(
    tx,
    tenantId,
    changes.flatMap(({ removedVariantIds }) => removedVariantIds),
  )
  const returned = changes.flatMap(({ returns, row }) => (returns && row ? [row.key] : []))
  if (returned.length === 0) return
  await tx
    .delete(withdrawnProducts)
    .where(and(eq(withdrawnProducts.tenantId, tenantId), inArray(withdrawnProducts.key, returned)))
}

/**
 * Creates the products with new keys and replaces the others, which keep their ids and creation dates. Keys must be
 * unique; call it inside one `withTenant` so that it writes all or nothing. Without `setsStock`, variants that the shop
 * counts keep their stock.
 */
export async function writeProducts(
  tx: Transaction,
  tenantId: string,
  catalogue: readonly CatalogueProduct[],
  { setsStock = true } = {},
): Promise<WriteResult> {
  await lockProducts(tx, tenantId)
  const result: WriteResult = { created: 0, updated: 0, unchanged: 0 }
  for (let start = 0; start < catalogue.length; start += ROWS_PER_STATEMENT) {
    const batch = catalogue.slice(start, start + ROWS_PER_STATEMENT).map((product) => ({ product }))
    const planned = await planProducts(tx, tenantId, batch, { setsStock })
    const changes = planned.filter((change) => typeof change !== 'string')
    await writeChanges(tx, tenantId, changes)
    for (const { kind } of changes) result[kind] += 1
  }
  return result
}

/**
 * Takes products off sale by key and returns how many were on sale. One that returns gets its ids and its data back;
 * orders keep their own copy.
 */
export async function removeProducts(
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<number> {
  const known = await readKnownProducts(tx, tenantId, keys)
  if (known.size === 0) return 0
  const rows = [...known].map(([key, stored]) => ({ tenantId, key, product: toKnown(stored) }))
  await tx
    .insert(withdrawnProducts)
    .values(rows)
    .onConflictDoUpdate({
      target: [withdrawnProducts.tenantId, withdrawnProducts.key],
      set: { product: sql`excluded.product` },
    })
  const variants = [...known.values()].flatMap((stored) => stored.variants)
  await recordCounts(
    tx,
    tenantId,
    variants.map(({ id }) => ({ id })),
    'import',
  )
  await tx
    .delete(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.key, [...known.keys()])))
  return known.size
}

function toRow(
  tenantId: string,
  id: string,
  product: CatalogueProduct,
  createdAt: string | undefined,
): NewProductRow {
  const { key, title, description, category, parentCategory, gender, imgUrl, images, attributes } = product
  return {
    tenantId,
    id,
    key,
    title,
    description,
    category,
    parentCategory,
    gender,
    regularPrice: toPaise(product.regularPrice),
    discountedPrice: product.discountedPrice === undefined ? null : toPaise(product.discountedPrice),
    imgUrl,
    images: images.map(({ url, alt }) => ({ url, ...(alt ? { alt } : {}) })),
    attributes: attributes.map(({ key, value, metricUnit }) => ({
      key,
      value,
      ...(metricUnit ? { metricUnit } : {}),
    })),
    options: product.options ?? [],
    tags: product.tags ?? [],
    seoTitle: product.seoTitle ?? null,
    seoDescription: product.seoDescription ?? null,
    translations: product.translations ?? null,
    featured: isFeatured(attributes),
    available: isProductAvailable(product),
    soldOutSizes: soldOutSizesOfProduct(product),
    ...(createdAt ? { createdAt: new Date(createdAt) } : {}),
  }
}

function toPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
