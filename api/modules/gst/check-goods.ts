import { and, asc, eq, gt, inArray } from 'drizzle-orm'

import { indianDay } from '@tanabana/contract/dates.ts'
import type { CatalogueAttribute } from '../../db/catalogue-product.ts'
import type { Transaction } from '../../db/index.ts'
import { products, productVariants } from '../../db/schema.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { formatRupees } from '../../rupees.ts'
import { taxFactsOf } from '../catalogue/attributes.ts'
import { DEFAULT_RATES, findRate } from './rates.ts'

/** What a merchant should correct before a product is invoiced. */
export interface GoodsProblem {
  title: string
  /**
   * - `no rate`: the table has no row for its HSN code, and it has no rate of its own
   * - `between slabs`: a price, in paise, fits no slab and has the higher rate
   * - `other rate`: its own rate is another than that of the table, which counts
   */
  problem: 'no rate' | 'between slabs' | 'other rate'
  price?: number
  rate?: number
  ownRate?: number
}

interface Priced {
  title: string
  attributes: CatalogueAttribute[]
  /** Paise, with tax, of each variant. */
  prices: readonly number[]
}

const PAGE = 500

/** The problems of one product today. */
export function checkGoods(
  { gst }: Pick<StoreRecord, 'gst'>,
  { title, attributes, prices }: Priced,
  now: Date,
): GoodsProblem[] {
  const { hsn, gstRate } = taxFactsOf(attributes)
  const day = indianDay(now)
  const found = [...new Set(prices)].map((price) => ({
    price,
    ...findRate(gst?.rates ?? DEFAULT_RATES, hsn, { amount: price, quantity: 1 }, day),
  }))
  if (found.every(({ rate }) => rate === undefined)) {
    return gstRate === null ? [{ title, problem: 'no rate' }] : []
  }
  return found.flatMap(({ price, rate, isBetweenSlabs }): GoodsProblem[] => {
    if (rate === undefined) return []
    const named = { title, price, rate }
    if (isBetweenSlabs) return [{ ...named, problem: 'between slabs' }]
    return gstRate !== null && gstRate !== rate ? [{ ...named, problem: 'other rate', ownRate: gstRate }] : []
  })
}

/** Why a product's GST needs a look, for the merchant. */
export function describeGoodsProblem({ problem, price = 0, rate = 0, ownRate = 0 }: GoodsProblem): string {
  if (problem === 'no rate')
    return 'no GST rate: give it an HSN code of the table, or the attribute "GST rate".'
  if (problem === 'between slabs') {
    return `${formatRupees(price)} fits no GST slab and is invoiced with ${rate} %. docs/gst.md#rates`
  }
  return `its GST rate is ${ownRate} %, but ${formatRupees(price)} is invoiced with ${rate} % by the table.`
}

/** The problems of all products of the shop. */
export async function checkCatalogue(
  tx: Transaction,
  { id: tenantId, record }: { id: string; record: StoreRecord },
  now: Date,
): Promise<GoodsProblem[]> {
  const problems: GoodsProblem[] = []
  const { id, title, attributes, regularPrice, discountedPrice } = products
  let last = ''
  for (;;) {
    const page = await tx
      .select({ id, title, attributes, regularPrice, discountedPrice })
      .from(products)
      .where(and(eq(products.tenantId, tenantId), gt(id, last)))
      .orderBy(asc(id))
      .limit(PAGE)
    const variants = await readPrices(
      tx,
      tenantId,
      page.map((product) => product.id),
    )
    for (const product of page) {
      const own = variants.get(product.id) ?? [product]
      const prices = own.map((one) => one.discountedPrice ?? one.regularPrice)
      problems.push(...checkGoods(record, { ...product, prices }, now))
    }
    const end = page.at(-1)
    if (!end || page.length < PAGE) return problems
    last = end.id
  }
}

async function readPrices(tx: Transaction, tenantId: string, ids: readonly string[]) {
  const { productId, regularPrice, discountedPrice } = productVariants
  const rows = await tx
    .select({ productId, regularPrice, discountedPrice })
    .from(productVariants)
    .where(and(eq(productVariants.tenantId, tenantId), inArray(productId, [...ids])))
  return Map.groupBy(rows, (row) => row.productId)
}
