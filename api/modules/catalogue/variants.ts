import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { isColorName, isColorOption, isSizeName, plainKey } from '@tanabana/contract/attribute-names.ts'
import type { Transaction } from '../../db/index.ts'
import { productVariants } from '../../db/schema.ts'
import { sizesOf, soldOutSizesOf } from './attributes.ts'
import { recordCounts } from './count-stock.ts'
import type {
  CatalogueAttribute,
  CatalogueOption,
  CatalogueProduct,
  CatalogueVariant,
} from '../../db/catalogue-product.ts'

export type VariantRow = typeof productVariants.$inferSelect
export type NewVariantRow = typeof productVariants.$inferInsert & { id: string }

const ROWS_PER_STATEMENT = 1000
const ID_LENGTH = 22

/** The number of pieces from which on a variant's stock is told. docs/requirements.md#1116-stock */
export const STOCK_TOLD_MAX = 5

/** Fields that decide whether a variant can be ordered; without `stock` it is not counted. */
interface Countable {
  stock?: number | null
  sellsBeyondStock?: boolean
}

/** A variant of a row or of an import, with its prices in either unit. */
interface Priced extends Countable {
  regularPrice: number
  discountedPrice?: number | null
}

/** True when a piece of the variant can be ordered. */
export function isAvailable({ stock = null, sellsBeyondStock = false }: Countable): boolean {
  return stock === null || stock > 0 || sellsBeyondStock
}

/** True when few counted pieces of the variant are left, or none. */
export function isLow({ stock = null, sellsBeyondStock = false }: Countable): boolean {
  return stock !== null && !sellsBeyondStock && stock <= STOCK_TOLD_MAX
}

/** The price at which a variant, or a product without variants, is sold. */
export function priceOf({ regularPrice, discountedPrice }: Omit<Priced, keyof Countable>): number {
  return discountedPrice ?? regularPrice
}

/**
 * The variant that gives a product its price: the cheapest one that can be ordered, else the cheapest one; of equal ones
 * the first. `refreshAvailability` decides the same in SQL. docs/requirements.md#1115-variants
 */
export function cheapestVariant<T extends Priced>(variants: readonly T[]): T | undefined {
  const onSale = variants.filter(isAvailable)
  const [cheapest] = (onSale.length > 0 ? onSale : variants).toSorted(
    (one, other) => priceOf(one) - priceOf(other),
  )
  return cheapest
}

/** True when a variant, or a size of a product without variants, can be ordered. */
export function isProductAvailable({ variants = [], attributes }: CatalogueProduct): boolean {
  if (variants.length > 0) {
    return variants.some(isAvailable)
  }
  const sizes = sizesOf(attributes)
  return sizes.length === 0 || soldOutSizesOf(attributes).length < sizes.length
}

/** The sizes of which every variant is sold out; undefined for a product whose variants have no sizes. */
export function soldOutVariantSizes(
  options: readonly CatalogueOption[],
  variants: readonly (Countable & Pick<CatalogueVariant, 'options'>)[],
): string[] | undefined {
  const sizes = options.find(({ name }) => isSizeName(name))
  if (!sizes || variants.length === 0) return undefined
  const onSale = new Set(variants.filter(isAvailable).map((variant) => variant.options[sizes.name]))
  return sizes.values.filter((size) => !onSale.has(size))
}

/** The sold-out sizes, of its variants or by its attributes. `refreshAvailability` decides the same in SQL. */
export function soldOutSizesOfProduct({
  attributes,
  options = [],
  variants = [],
}: CatalogueProduct): string[] {
  return soldOutVariantSizes(options, variants) ?? soldOutSizesOf(attributes)
}

/**
 * The product with the fields of the plain contract that its variants imply: the prices of `cheapestVariant`, and each
 * option as an attribute.
 */
export function withVariantFields(product: CatalogueProduct): CatalogueProduct {
  const { variants = [], options = [], ...rest } = product
  const cheapest = cheapestVariant(variants)
  if (!cheapest) return rest
  const { regularPrice, discountedPrice } = cheapest
  return {
    ...rest,
    regularPrice,
    discountedPrice,
    attributes: withOptions(rest.attributes, options),
    options,
    variants,
  }
}

/** Variants in the product's order, by product id. */
export async function readVariants(
  tx: Transaction,
  tenantId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, VariantRow[]>> {
  if (productIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(productVariants)
    .where(and(eq(productVariants.tenantId, tenantId), inArray(productVariants.productId, [...productIds])))
    .orderBy(asc(productVariants.productId), asc(productVariants.position))
  return Map.groupBy(rows, ({ productId }) => productId)
}

/** Writes new and changed variants, in the order in which orders lock them, so that neither waits for the other. */
export async function writeVariants(tx: Transaction, rows: readonly NewVariantRow[]): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (let start = 0; start < inOrder.length; start += ROWS_PER_STATEMENT) {
    const batch = inOrder.slice(start, start + ROWS_PER_STATEMENT)
    await recordCounts(tx, batch[0]?.tenantId ?? '', batch, 'import')
    await tx
      .insert(productVariants)
      .values(batch)
      .onConflictDoUpdate({ target: [productVariants.tenantId, productVariants.id], set: REPLACEMENT })
  }
}

export async function removeVariants(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await recordCounts(
    tx,
    tenantId,
    ids.map((id) => ({ id })),
    'import',
  )
  await tx
    .delete(productVariants)
    .where(and(eq(productVariants.tenantId, tenantId), inArray(productVariants.id, [...ids])))
}

/** The variant as an import reads it. */
export function toCatalogueVariant(row: VariantRow): CatalogueVariant {
  const { options, regularPrice, discountedPrice, sku, barcode, stock, sellsBeyondStock, images } = row
  return {
    options,
    regularPrice: regularPrice / 100,
    ...(discountedPrice === null ? {} : { discountedPrice: discountedPrice / 100 }),
    ...(sku === null ? {} : { sku }),
    ...(barcode === null ? {} : { barcode }),
    ...(stock === null ? {} : { stock }),
    ...(sellsBeyondStock ? { sellsBeyondStock } : {}),
    images,
  }
}

const CHANGEABLE = [
  'position',
  'options',
  'regularPrice',
  'discountedPrice',
  'sku',
  'barcode',
  'stock',
  'sellsBeyondStock',
  'images',
] as const

const columnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const REPLACEMENT = Object.fromEntries(
  CHANGEABLE.map((name) => [name, sql.raw(`excluded.${columnName(name)}`)]),
)

/** True when a write would change the stored variant. */
export function isVariantChanged(stored: VariantRow | undefined, row: NewVariantRow): boolean {
  return !stored || CHANGEABLE.some((name) => !isDeepStrictEqual(stored[name], row[name]))
}

/** The row of a product's variant with this id. */
export function toVariantRow(
  tenantId: string,
  { productId, id, position }: { productId: string; id: string; position: number },
  variant: CatalogueVariant,
): NewVariantRow {
  const { options, regularPrice, discountedPrice, sku, barcode, stock, sellsBeyondStock, images } = variant
  return {
    tenantId,
    id,
    productId,
    position,
    options,
    regularPrice: Math.round(regularPrice * 100),
    discountedPrice: discountedPrice === undefined ? null : Math.round(discountedPrice * 100),
    sku: sku ?? null,
    barcode: barcode ?? null,
    stock: stock ?? null,
    sellsBeyondStock: sellsBeyondStock ?? false,
    images: images.map(({ url, alt }) => ({ url, ...(alt ? { alt } : {}) })),
  }
}

/** The id of a new variant, which one that was removed gets again. */
export function variantId(productId: string, options: Record<string, string>): string {
  const values = Object.entries(options).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([productId, values]))
    .digest('base64url')
    .slice(0, ID_LENGTH)
}

/** Sizes and colours replace those of the attributes; another option is added unless an attribute has its name. */
function withOptions(attributes: CatalogueAttribute[], options: CatalogueOption[]): CatalogueAttribute[] {
  return options.reduce((all, { name, values }) => {
    const isSame = isColorOption(name)
      ? isColorName
      : isSizeName(name)
        ? isSizeName
        : (key: string) => plainKey(key) === plainKey(name)
    const first = all.findIndex(({ key }) => isSame(key))
    if (first === -1) {
      return [...all, { key: isColorOption(name) && !isColorName(name) ? 'Color' : name, value: values }]
    }
    if (!isColorOption(name) && !isSizeName(name)) return all
    return all.flatMap((attribute, index) => {
      if (!isSame(attribute.key)) return [attribute]
      return index === first ? [{ ...attribute, value: values }] : []
    })
  }, attributes)
}
