import { withTenant, type Database } from '../db/index.ts'
import type { JobIds } from '../db/enqueue.ts'
import { readPurgedProducts } from '../modules/catalogue/availability.ts'
import { listHosts } from '../modules/tenants/find.ts'
import { purgePages, type PurgeConfig } from '../purge/purge-pages.ts'

/**
 * Purges what jobs of one shop ask for, together.
 * @throws a storefront failed, which repeats the jobs
 */
export async function purgeAgain(
  { db, config }: { db: Database; config: PurgeConfig },
  jobs: JobIds<'purges'>[],
): Promise<void> {
  const tenantId = jobs[0]?.tenantId
  if (tenantId === undefined) return
  const isWholeShop = jobs.some(({ products }) => !products)
  const ids = jobs.flatMap(({ products = [] }) => products)
  const products = isWholeShop
    ? undefined
    : await withTenant(db, tenantId, (tx) => readPurgedProducts(tx, tenantId, ids))
  const failed = await purgePages(config, { hosts: await listHosts(db, tenantId) }, products)
  if (failed.length > 0) throw new Error(`Not purged: ${failed.join(', ')}`)
}
