import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'

import { productGroups } from '../../db/schema.ts'

/** Filters of a listing; texts are compared case-insensitively. docs/requirements.md#73-listing-parameters */
export interface ProductFilter {
  gender?: string | undefined
  /** Categories and genders, separated by commas; `null` matches products without a gender. */
  filter?: string | undefined
  category?: string | undefined
  parentCategory?: string | undefined
  featured?: boolean | undefined
}

/**
 * Matches the shop's product groups that pass the filter. Row-level security prevents index conditions with `lower`,
 * so the texts of the few groups are compared and products are found by group.
 */
export function groupsOf(tenantId: string, filter: ProductFilter): SQL | undefined {
  return and(eq(productGroups.tenantId, tenantId), ...conditions(filter))
}

/** False when every product passes the filter. */
export function narrows(filter: ProductFilter): boolean {
  return conditions(filter).length > 0
}

function conditions({ gender, filter, category, parentCategory, featured }: ProductFilter): SQL[] {
  return [
    gender && eq(sql`lower(${productGroups.gender})`, gender.toLowerCase()),
    filter && matchesWords(filter),
    category && eq(sql`lower(${productGroups.category})`, category.toLowerCase()),
    parentCategory && eq(sql`lower(${productGroups.parentCategory})`, parentCategory.toLowerCase()),
    featured && eq(productGroups.featured, true),
  ].filter((condition) => typeof condition === 'object')
}

function matchesWords(filter: string): SQL | undefined {
  const words = filter
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
  if (words.length === 0) return undefined
  return or(
    inArray(sql`lower(${productGroups.category})`, words),
    inArray(sql`lower(${productGroups.gender})`, words),
    words.includes('null') ? isNull(productGroups.gender) : undefined,
  )
}
