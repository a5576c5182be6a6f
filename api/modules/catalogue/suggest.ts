import { sql } from 'drizzle-orm'

import type { Language } from '@tanabana/contract/store-info.ts'
import type { Suggestions } from '@tanabana/contract/product.ts'
import type { Transaction } from '../../db/index.ts'
import { productGroups } from '../../db/schema.ts'
import { correctWords } from '../search/correct.ts'
import { parseUnfinishedText } from '../search/search-words.ts'
import { textQueries, type TextQuery } from '../search/text-query.ts'
import { translateRow } from './translate.ts'
import { readRows } from './find-products.ts'
import { tunePlannerAndCountProducts, searchedEntries, type EntryPosition } from './facet-counts.ts'

const PRODUCTS_MAX = 6
const SUB_CATEGORIES_MAX = 3
/** Matches to read: products with the same title are one suggestion. */
const HITS_MAX = 24

/**
 * Suggestions for an unfinished search text: product names by relevance, and the sub-categories with the best
 * matches. The transaction must come from `readTenant`. docs/requirements.md#116-suggestions
 */
export async function suggest(
  tx: Transaction,
  tenantId: string,
  text: string,
  language?: Language,
): Promise<Suggestions> {
  const words = await correctWords(tx, tenantId, parseUnfinishedText(text))
  for (const textQuery of textQueries(words)) {
    const { places, subCategories } = await find(tx, tenantId, textQuery)
    if (places.length === 0) continue
    const rows = (await readRows(tx, tenantId, places)).map((row) => translateRow(row, language))
    const byTitle = new Map(rows.toReversed().map(({ id, title }) => [title.toLowerCase(), { id, title }]))
    return { products: [...byTitle.values()].toReversed().slice(0, PRODUCTS_MAX), subCategories }
  }
  return { products: [], subCategories: [] }
}

async function find(
  tx: Transaction,
  tenantId: string,
  textQuery: TextQuery,
): Promise<{ places: EntryPosition[]; subCategories: Suggestions['subCategories'] }> {
  const shopTotal = await tunePlannerAndCountProducts(tx, tenantId, true)
  const query = sql`
    with hits as materialized (${searchedEntries(tenantId, textQuery, shopTotal)})
    select
      (select json_agg(json_build_object('createdAt', created_at::text, 'rank', listing_rank)) from (
        select created_at, listing_rank from hits
        order by score desc, created_at desc, listing_rank desc limit ${HITS_MAX}
      ) as best) as places,
      (select json_agg(json_build_object('category', category, 'parentCategory', parent_category)) from (
        select category, parent_category
        from (select group_id, sum(score) as score from hits group by 1) as scored
        join ${productGroups} as product_group
          on product_group.tenant_id = ${tenantId} and product_group.id = scored.group_id
        where parent_category <> ''
        group by 1, 2 order by sum(score) desc, 2 limit ${SUB_CATEGORIES_MAX}
      ) as kinds) as kinds`
  const [row] = await tx
    .select({
      places: sql<EntryPosition[] | null>`places`,
      kinds: sql<Suggestions['subCategories'] | null>`kinds`,
    })
    .from(sql`(${query}) as suggestions`)
  return { places: row?.places ?? [], subCategories: row?.kinds ?? [] }
}
