import { DEFAULT_HEADER_CATEGORIES, HEADER_CATEGORIES } from '@tanabana/contract/constants.ts'
import { categoryParameters } from '@tanabana/contract/category-parameters.ts'
import { readCatalogue } from '../../db/replica.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import type { AppContext } from '../../http/context.ts'
import { listParentCategories } from '../catalogue/read.ts'
import { shareRead } from '../catalogue/shared-reads.ts'

/** Names of sub-categories by category, those of the newest products first. */
export type SubCategories = Record<string, string[]>

/**
 * Returns the sub-categories of the header's categories, for a shop with the capability `sub-categories`.
 * docs/requirements.md#114-sub-categories
 */
export async function readSubCategories(
  c: AppContext,
  { categories, capabilities }: Pick<StoreRecord, 'categories' | 'capabilities'>,
): Promise<SubCategories | undefined> {
  if (!capabilities?.includes('sub-categories')) return undefined
  const names = (categories.length > 0 ? categories : DEFAULT_HEADER_CATEGORIES).slice(0, HEADER_CATEGORIES)
  const { db } = c.get('services')
  const tenant = c.get('tenant')
  return shareRead(db, tenant, ['headerSubCategories', names], () =>
    readCatalogue(db, tenant, async (tx) => {
      const found: [string, string[]][] = []
      for (const name of names) {
        found.push([name, await listParentCategories(tx, tenant.id, categoryParameters(name))])
      }
      return Object.fromEntries(found)
    }),
  )
}
