import { withTenant, type Database } from '../db/index.ts'
import { deleteOldImports } from '../modules/imports/stored-imports.ts'
import { removeOtherUploads } from '../modules/imports/uploaded-files.ts'
import { listOrderTerms } from '../modules/tenants/find.ts'

/** Days for which an import can be looked at and applied. */
const KEPT_DAYS = 30
const DAY_MS = 24 * 60 * 60_000

/** Deletes the imports of all shops that are older than 30 days, with their files, and files of uploads that broke off. */
export async function eraseOldImports(
  { db, config, now }: { db: Database; config: { dataDir: string }; now: () => Date },
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  for (const { id: tenantId } of await listOrderTerms(db)) {
    if (signal?.aborted) return
    const kept = await withTenant(db, tenantId, (tx) => deleteOldImports(tx, tenantId, before))
    await removeOtherUploads(config.dataDir, tenantId, kept)
  }
}
