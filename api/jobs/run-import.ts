import { count } from '@tanabana/contract/text.ts'
import type { JobIds } from '../db/enqueue.ts'
import type { ImportCounts, ImportSettings } from '../db/import-states.ts'
import { withTenant, type Database } from '../db/index.ts'
import { describeFailure } from '../errors.ts'
import type { Log } from '../http/log.ts'
import {
  auditImport,
  checkCatalogue,
  countRows,
  taxesOf,
  writeCatalogue,
  type CheckedCatalogue,
} from '../modules/imports/import-catalogue.ts'
import { ImportStopped } from '../modules/imports/import-event.ts'
import type { Catalogue } from '../modules/imports/open-catalogue.ts'
import { openUploaded } from '../modules/imports/open-uploaded.ts'
import { ImportRecorder } from '../modules/imports/record-import.ts'
import { changeImport, findImport, type StoredImport } from '../modules/imports/stored-imports.ts'
import { removeUpload, uploadedFile } from '../modules/imports/uploaded-files.ts'
import { findTenant } from '../modules/tenants/find.ts'
import type { PurgePages } from '../purge/purge-pages.ts'
import { UnusableFile } from '../tables/unusable-file.ts'
import type { Tenant } from '../tenant.ts'

export interface ImportServices {
  db: Database
  config: { dataDir: string }
  log: Log
  now: () => Date
  purge: PurgePages
}

/** Starts of a job, after which its file is taken for what stops the process. */
const ATTEMPTS_MAX = 5
const REPORT_EVERY = 50
const STOPPED_TOO_OFTEN =
  'The import was broken off several times. What it wrote stays. Split the file, and upload the parts.'
const BROKEN_OFF = 'The import broke off. What it wrote stays. Apply it again: it continues with the others.'

/**
 * Checks an uploaded catalogue and, where that is asked for, writes it. A job that was killed starts again: products that
 * are written already are the same as in the file, and are not touched.
 */
export async function runImport(
  services: ImportServices,
  { tenantId, import: id }: JobIds<'imports'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, now } = services
  const stored = await begin(services, tenantId, id)
  const shop = stored && (await findTenant(db, tenantId))
  if (!shop) return
  try {
    await checkAndWrite(services, shop, stored, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const isForMerchant = error instanceof UnusableFile || error instanceof ImportStopped
    if (!isForMerchant) log({ level: 'error', event: 'import failed', tenantId, ...describeFailure(error) })
    const message = isForMerchant ? error.message : BROKEN_OFF
    await withTenant(db, tenantId, (tx) =>
      changeImport(tx, stored, { state: 'failed', message, endedAt: now() }),
    )
  }
}

/** The import as it was left, unless it has ended. */
function begin({ db, now }: ImportServices, tenantId: string, id: string): Promise<StoredImport | undefined> {
  return withTenant(db, tenantId, async (tx) => {
    const stored = await findImport(tx, tenantId, id, { locks: true })
    if (stored?.state !== 'checking' && stored?.state !== 'writing') return undefined
    if (stored.attempts >= ATTEMPTS_MAX) {
      await changeImport(tx, stored, { state: 'failed', message: STOPPED_TOO_OFTEN, endedAt: now() })
      return undefined
    }
    await changeImport(tx, stored, { attempts: stored.attempts + 1 })
    return stored
  })
}

async function checkAndWrite(
  services: ImportServices,
  shop: Tenant,
  stored: StoredImport,
  signal: AbortSignal,
): Promise<void> {
  const { db, config, now, purge } = services
  const path = uploadedFile(config.dataDir, shop.id, stored.id)
  const catalogue = await openUploaded(path, stored, shop)
  const { settings } = stored
  const options = { ...settings, servesRequests: true, signal, reportEvery: REPORT_EVERY }
  const recorder = new ImportRecorder(db, stored)
  await recorder.start(await countRows(db, catalogue, options))
  const checked = await checkCatalogue(db, shop.id, catalogue, {
    ...options,
    taxedBy: taxesOf(shop),
    onPlanned: (batch) => recorder.addBatch(batch),
  })
  await recorder.addFindings(checked.summary)
  const counts = countsOf(catalogue, checked, recorder.changedSince)
  const message = stored.writes ? reasonToStop(counts, settings) : undefined
  if (!stored.writes || message !== undefined) {
    await withTenant(db, shop.id, (tx) =>
      changeImport(tx, stored, {
        ...{ state: 'checked', counts, message: message ?? null, endedAt: now() },
        progress: recorder.finished(0),
      }),
    )
    return
  }

  // A job that was killed while it wrote has done a part of what its check found.
  const planned = stored.state === 'writing' && stored.counts ? stored.counts : counts
  await withTenant(db, shop.id, (tx) => changeImport(tx, stored, { state: 'writing', counts: planned }))
  await writeCatalogue(db, shop.id, catalogue, checked, {
    ...options,
    onProgress: (products) => recorder.report({ products, productsTotal: checked.summary.products }),
  })
  await recorder.saved()
  // A person who sees that the import is done finds its products in the shop.
  await purge(shop)
  await withTenant(db, shop.id, async (tx) => {
    const { actor, actorId, actorName, fileName: file } = stored
    await auditImport(tx, shop.id, { actor, actorId, actorName }, { file, counts: planned, now: now() })
    const done = { state: 'done' as const, message: null, endedAt: now() }
    await changeImport(tx, stored, { ...done, progress: recorder.finished(checked.summary.products) })
  })
  await removeUpload(path)
}

function countsOf(
  { description, unit }: Catalogue,
  { summary, result }: CheckedCatalogue,
  changedSince: number,
): ImportCounts {
  const { created, updated, unchanged, removed, stockKept, emptied } = result
  return {
    ...{ description, unit, products: summary.products },
    ...{ created, updated, unchanged, removed, stockKept },
    ...{ bad: summary.bad.length, warnings: summary.warnings.length, changedSince },
    emptied: Object.fromEntries(emptied),
  }
}

/** Why a checked file is not written as it was asked for. */
function reasonToStop(
  { products, removed, bad, emptied, changedSince }: ImportCounts,
  { skipsInvalid, removes }: ImportSettings,
): string | undefined {
  if (products + removed === 0) return 'Nothing was written: the file has no products to import.'
  if (bad > 0 && !skipsInvalid) return `Nothing was written: the file has ${count(bad, 'bad row')}.`
  if (Object.keys(emptied).length > 0 && !removes)
    return 'Nothing was written: the file has fields empty that the shop has filled.'
  if (changedSince === 0) return undefined
  return `Nothing was written: ${count(changedSince, 'product')} changed in the shop since the file was checked. Look at what would change now, and apply it again.`
}
