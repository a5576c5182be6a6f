import { and, eq, ne, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { productResponse } from './response-schemas.ts'
import type { Transaction } from '../../db/index.ts'
import { productGroups, products } from '../../db/schema.ts'
import { groupsOf, type ProductFilter } from './filter.ts'
import { findProducts } from './find-products.ts'
import { isPlain, type Facets, type SearchCriteria } from './search-criteria.ts'
import { countListing, readPage, type ProductRow } from './listing.ts'
import { pricesOf } from './stored-products.ts'
import { countFacets } from './facet-counts.ts'
import { isAvailable, isLow, readVariants, soldOutVariantSizes, type VariantRow } from './variants.ts'
import type { SearchNotes } from '../search/search-notes.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import { findAskedColor, type AskedColors } from '../search/asked-colors.ts'
import { translateRow, withoutAlts } from './translate.ts'

export type ProductResponse = z.input<typeof productResponse>

/** The query of `GET /products`. docs/requirements.md#73-listing-parameters */
interface ProductQuery extends ProductFilter {
  page: number
  limit: number
  language?: Language | undefined
}

/** The query with parameters beyond the contract. docs/requirements.md#11-capabilities */
export interface SearchPageQuery extends SearchCriteria {
  page: number
  limit: number
  /** Texts of the products, where they have them in this language. docs/requirements.md#1128-translations */
  language?: Language | undefined
  /** Whether the response includes facets. */
  facets: boolean
}

interface ProductPage {
  data: ProductResponse[]
  total: number
}

/** One page of the products that match the criteria; without criteria the plain listing. */
export async function searchProducts(
  tx: Transaction,
  tenantId: string,
  { page, limit, language, facets: wantsFacets, ...criteria }: SearchPageQuery,
): Promise<ProductPage & { facets?: Facets; search?: SearchNotes }> {
  if (!isPlain(criteria)) {
    const window = { offset: (page - 1) * limit, limit, wantsFacets }
    const { rows, total, facets, asked, notes } = await findProducts(tx, tenantId, criteria, window)
    return {
      data: await toResponses(tx, tenantId, rows, language, asked),
      total,
      ...(wantsFacets ? { facets } : {}),
      ...(notes ? { search: notes } : {}),
    }
  }
  const listed = await listProducts(tx, tenantId, { page, limit, language, ...criteria })
  if (!wantsFacets) return listed
  const { facets } = await countFacets(tx, tenantId, criteria, [], {
    window: { offset: 0, limit: 0 },
    wantsFacets,
  })
  return { ...listed, facets }
}

/**
 * One page of the shop's products, newest first, and the total. Reads index entries from the nearer end of the listing
 * up to the page, so the middle page costs most. The transaction must come from `readTenant`.
 */
export async function listProducts(
  tx: Transaction,
  tenantId: string,
  { page, limit, language, ...filter }: ProductQuery,
): Promise<ProductPage> {
  const listing = await countListing(tx, tenantId, filter)
  const { total } = listing
  const offset = (page - 1) * limit
  if (offset >= total) return { data: [], total }
  const rows = await readPage(tx, listing, offset, limit)
  return { data: await toResponses(tx, tenantId, rows, language), total }
}

/**
 * Names of the parent categories of the products that pass the filter; the one with the newest product first.
 * docs/requirements.md#28-product-listing
 */
export async function listParentCategories(
  tx: Transaction,
  tenantId: string,
  filter: ProductFilter,
): Promise<string[]> {
  const newest = tx
    .select({ createdAt: products.createdAt, listingRank: products.listingRank })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.groupId, productGroups.id)))
    .orderBy(sql`1 desc, 2 desc`)
    .limit(1)
    .as('newest')
  const rows = await tx
    .select({ name: productGroups.parentCategory })
    .from(productGroups)
    .crossJoinLateral(newest)
    .where(and(groupsOf(tenantId, filter), ne(productGroups.parentCategory, '')))
    .orderBy(sql`${newest.createdAt} desc, ${newest.listingRank} desc`)
  return [...new Set(rows.map(({ name }) => name))]
}

export async function findProduct(
  tx: Transaction,
  tenantId: string,
  id: string,
  language?: Language,
): Promise<ProductResponse | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.id, id)))
  const [found] = await toResponses(tx, tenantId, row ? [row] : [], language)
  return found
}

async function toResponses(
  tx: Transaction,
  tenantId: string,
  rows: ProductRow[],
  language: Language | undefined,
  asked: AskedColors = [],
): Promise<ProductResponse[]> {
  const variants = await readVariants(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toProductResponse(row, variants.get(row.id) ?? [], language, asked))
}

function toProductResponse(
  stored: ProductRow,
  variants: VariantRow[],
  language: Language | undefined,
  asked: AskedColors,
): ProductResponse {
  const row = translateRow(stored, language)
  const isTitleTranslated = row.title !== stored.title
  const { id, title, description, imgUrl, category, parentCategory, images, options } = row
  const attributes = withSoldOutSizes(row, variants)
  return {
    id,
    title,
    description,
    imgUrl,
    category,
    parentCategory,
    ...(row.gender === null ? {} : { gender: row.gender }),
    ...pricesOf(row),
    createdAt: row.createdAt.toISOString(),
    images,
    attributes: attributes.map((attribute, index) => ({ id: String(index + 1), ...attribute })),
    ...(row.seoTitle === null ? {} : { seoTitle: row.seoTitle }),
    ...(row.seoDescription === null ? {} : { seoDescription: row.seoDescription }),
    ...(variants.length > 0 ? variantFields(options, variants, { isTitleTranslated, asked }) : {}),
  }
}

function variantFields(
  options: ProductRow['options'],
  rows: VariantRow[],
  { isTitleTranslated, asked }: { isTitleTranslated: boolean; asked: AskedColors },
) {
  const variants = rows.map((variant) => toVariantResponse(variant, isTitleTranslated))
  const askedColor = findAskedColor({ options, variants }, asked)
  return { options, variants, ...(askedColor === undefined ? {} : { askedColor }) }
}

/** Stock is told only when few pieces are left: competitors would read the shop's sales from it. */
function toVariantResponse(
  row: VariantRow,
  isTitleTranslated: boolean,
): NonNullable<ProductResponse['variants']>[number] {
  const { id, options, sku, barcode, stock, images } = row
  return {
    id,
    options,
    ...pricesOf(row),
    ...(sku === null ? {} : { sku }),
    ...(barcode === null ? {} : { barcode }),
    available: isAvailable(row),
    ...(stock !== null && isLow(row) ? { stock: Math.max(0, stock) } : {}),
    images: isTitleTranslated ? withoutAlts(images) : images,
  }
}

/** Clients of the plain contract read sold-out sizes from an attribute. */
function withSoldOutSizes({ attributes, options }: ProductRow, variants: VariantRow[]) {
  const soldOut = soldOutVariantSizes(options, variants) ?? []
  return soldOut.length > 0 ? [...attributes, { key: 'Sold out', value: soldOut }] : attributes
}
