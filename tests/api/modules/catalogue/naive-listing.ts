import { sql } from 'drizzle-orm'

import type { ProductFilter } from '../../../../api/modules/catalogue/filter.ts'
import type { Transaction } from '../../../../api/db/index.ts'
import { products } from '../../../../api/db/schema.ts'

type Row = Awaited<ReturnType<typeof allProducts>>[number]

/** Every product of the transaction's shop in the listing's order, sorted here and not by the database. */
export async function allProducts(tx: Transaction) {
  const { id, category, parentCategory, gender, featured, position } = products
  const micros = sql<number>`(extract(epoch from ${products.createdAt}) * 1000000)::float8`
  const rows = await tx
    .select({ id, category, parentCategory, gender, featured, position, micros })
    .from(products)
  return rows.toSorted((one, other) => other.micros - one.micros || one.position - other.position)
}

/** A second implementation of the filter, to compare with. */
export function matches(row: Row, { gender, filter, category, parentCategory, featured }: ProductFilter) {
  const same = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
  const words = (filter ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  return (
    (!gender || same(row.gender, gender)) &&
    (!category || same(row.category, category)) &&
    (!parentCategory || same(row.parentCategory, parentCategory)) &&
    (!featured || row.featured) &&
    (words.length === 0 ||
      words.some(
        (word) =>
          same(row.category, word) || same(row.gender, word) || (same('null', word) && row.gender === null),
      ))
  )
}
