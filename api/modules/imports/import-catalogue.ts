import { checkGoods, describeGoodsProblem } from '../gst/check-goods.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import {
  planProducts,
  removeProducts,
  writeChanges,
  type GivenProduct,
  type ProductChange,
  type WriteResult,
} from '../catalogue/write.ts'
import { lockCatalogue } from '../catalogue/lock-catalogue.ts'
import { readKnownProducts } from '../catalogue/known-products.ts'
import { readTenant, withTenant, type Database, type Transaction } from '../../db/index.ts'
import { recordCatalogueWrite } from '../tenants/write.ts'
import { recordAudit, type AuditActor } from '../staff/audit.ts'
import { batchesOf, countLines, fullPace, shortPace, type Pace } from './batches.ts'
import { describeEmptied } from './field-counts.ts'
import { ImportRefused, ImportStopped, Tally, type ImportEvent, type ImportSummary } from './import-event.ts'
import { productName } from './text.ts'
import type { CatalogueField } from '../catalogue/named-fields.ts'
import type { Tenant } from '../../tenant.ts'
import type { Catalogue } from './open-catalogue.ts'

const PRODUCTS_PER_REPORT = 500
const EMBEDDED_ROWS_MAX = 50_000

export interface Progress {
  /** Called every `reportEvery` products, a few hundred by default. */
  onProgress?: ((products: number) => void) | undefined
  reportEvery?: number | undefined
  signal?: AbortSignal | undefined
  /** The process serves requests meanwhile. */
  servesRequests?: boolean | undefined
}

export interface ImportOptions extends Progress {
  /** Takes the file's stock of counted variants, too. */
  setsStock: boolean
  /** Removes values and variants of the shop that the file has empty. */
  removes: boolean
}

export interface ImportResult extends WriteResult {
  /** Products of the shop that the file marks as no longer for sale. */
  removed: number
  /** Variants that kept the shop's stock although the file has another. */
  stockKept: number
  /** Values and variants of the shop that the file has empty, by field. */
  emptied: Map<CatalogueField, number>
  /** Products of the shop with a filled field that the file does not name, by field. */
  kept: Map<CatalogueField, number>
}

/** A part of a file that was compared with the shop. */
export interface PlannedBatch {
  events: readonly ImportEvent[]
  /** Of the products among the events, in their order. */
  changes: readonly (ProductChange | string)[]
  /** Products of the shop that the file marks as no longer for sale, by key. */
  withdrawn: Awaited<ReturnType<typeof readKnownProducts>>
}

export interface CheckedCatalogue {
  summary: ImportSummary
  /** What the import does to the shop as it is now. */
  result: ImportResult
}

/**
 * Reads the whole catalogue, compares it with the shop and writes nothing. A product that cannot be written as the file
 * has it is a bad row.
 * @throws {ImportRefused} the file has more rows than the embedded database takes
 */
export async function checkCatalogue(
  db: Database,
  tenantId: string,
  catalogue: Catalogue,
  {
    setsStock,
    taxedBy,
    onPlanned,
    ...progress
  }: Pick<ImportOptions, 'setsStock'> &
    Progress & {
      taxedBy?: Pick<StoreRecord, 'gst'> | undefined
      /** Called with each part of the file, outside of transactions. */
      onPlanned?: ((batch: PlannedBatch) => Promise<void>) | undefined
    },
): Promise<CheckedCatalogue> {
  const tally = new Tally(catalogue.unit)
  const result = emptyResult()
  let rows = 0
  const pace = paceOf(db, progress)
  for await (const events of batchesOf(catalogue, pace)) {
    const { given, removedKeys } = contentsOf(events)
    for (const { product } of given) rows += Math.max(1, product.variants?.length ?? 0)
    if (db.isEmbedded && rows > EMBEDDED_ROWS_MAX) throw new ImportRefused(TOO_MANY_ROWS)
    const { changes: planned, withdrawn } = await readTenant(db, tenantId, async (tx) => {
      const startedAt = performance.now()
      const changes = await planProducts(tx, tenantId, given, { setsStock })
      const withdrawn = await readKnownProducts(tx, tenantId, removedKeys)
      pace.took(performance.now() - startedAt)
      return { changes, withdrawn }
    })
    result.removed += withdrawn.size
    let at = 0
    for (const event of events) {
      const change = event.kind === 'product' ? planned[at++] : undefined
      tallyPlanned(tally, event, change)
      if (taxedBy) tallyTaxProblems(tally, event, taxedBy)
    }
    add(result, planned)
    await onPlanned?.({ events, changes: planned, withdrawn })
    report(tally.products, given.length, progress)
  }
  const summary = tally.summary()
  const sharedSkus = await tally.skus.findInShop(db, tenantId, (took) => pace.rest(took), progress.signal)
  return { summary: { ...summary, warnings: [...summary.warnings, ...sharedSkus] }, result }
}

/** The store record by whose rates the shop invoices, where it issues tax invoices. */
export function taxesOf({ record }: Pick<Tenant, 'record'>): StoreRecord | undefined {
  const isTaxed = record.capabilities?.includes('tax-invoice') && record.gstin !== undefined
  return isTaxed ? record : undefined
}

/** The last line of the file that an event names. */
export function countRows(db: Database, catalogue: Catalogue, progress: Progress): Promise<number> {
  return countLines(catalogue, paceOf(db, progress), progress.signal)
}

/** Writes an import by a command or by staff to the audit log: the same entry. */
export async function auditImport(
  tx: Transaction,
  tenantId: string,
  by: AuditActor,
  { file, counts, now }: { file: string; counts: WriteResult & { removed: number }; now: Date },
): Promise<void> {
  const { created, updated, unchanged, removed } = counts
  const entry = { action: 'import', target: file, after: { created, updated, unchanged, removed } }
  await recordAudit(tx, tenantId, by, entry, now)
}

/** Warns of what would be invoiced otherwise than the merchant may think. docs/gst.md#rates */
function tallyTaxProblems(tally: Tally, event: ImportEvent, record: Pick<StoreRecord, 'gst'>): void {
  if (event.kind !== 'product') return
  const { line, product } = event
  const { title, attributes } = product
  const priced = product.variants?.length ? product.variants : [product]
  const prices = priced.map(({ regularPrice, discountedPrice }) =>
    Math.round((discountedPrice ?? regularPrice) * 100),
  )
  for (const problem of checkGoods(record, { title, attributes, prices }, new Date())) {
    const reason = `${productName(product.key, title)}: ${describeGoodsProblem(problem)}`
    tally.add({ kind: 'warning', line, reason })
  }
}

/** A product that the shop cannot take as the file has it is a bad row. */
function tallyPlanned(tally: Tally, event: ImportEvent, change: ProductChange | string | undefined): void {
  if (event.kind !== 'product' || change === undefined) return tally.add(event)
  const { line, product } = event
  const name = productName(product.key, product.title)
  if (typeof change === 'string') return tally.add({ kind: 'bad', line, reason: `${name}: ${change}` })
  tally.add(event, change.skus)
  if (change.removed.size > 0) tally.addEmptied(line, `${name}: ${describeEmptied(change.removed)}`)
}

const TOO_MANY_ROWS =
  'Nothing was written: the file has more than 50,000 rows (variants, and products without any), ' +
  'which the embedded database does not take. Move the shops to PostgreSQL (DATABASE_URL), or import a part of the file.'

/**
 * Writes the valid products of a checked catalogue and takes those no longer for sale out of the shop; reads the file
 * again. PostgreSQL writes all or nothing. The embedded database writes in short batches, so that other shops' calls are
 * served in between; products that are the same already are not touched, so that a second run continues a broken one.
 * @throws {ImportRefused} the file would remove values of the shop, unless `removes`
 * @throws {ImportStopped} the embedded database broke off after some batches
 */
export async function writeCatalogue(
  db: Database,
  tenantId: string,
  catalogue: Catalogue,
  { summary, result: expected }: CheckedCatalogue,
  options: ImportOptions,
): Promise<ImportResult> {
  refuseEmptied(expected, options)
  if (expected.created + expected.updated + expected.removed === 0) return expected
  const writing: Writing = {
    db,
    tenantId,
    catalogue,
    options,
    pace: paceOf(db, options),
    done: emptyResult(),
  }
  if (!db.isEmbedded) return writeAtOnce(writing)
  try {
    return await writeInBatches(writing)
  } catch (error) {
    const { done } = writing
    const written = writtenOf(done)
    if (written + done.removed === 0) throw error
    throw new ImportStopped(
      { written, toWrite: summary.products, removed: done.removed, toRemove: expected.removed },
      error,
    )
  }
}

interface Writing {
  db: Database
  tenantId: string
  catalogue: Catalogue
  options: ImportOptions
  pace: Pace
  /** Changes that are committed, or will be with the transaction. */
  done: ImportResult
}

async function writeAtOnce(writing: Writing): Promise<ImportResult> {
  const { db, tenantId, catalogue, options, pace } = writing
  await withTenant(db, tenantId, async (tx) => {
    await lockCatalogue(tx, tenantId)
    for await (const events of batchesOf(catalogue, pace)) {
      const batch = await writeBatch(tx, writing, events)
      addBatch(writing, batch)
      report(writtenOf(writing.done), batch.changes.length, options)
    }
  })
  await recordCatalogueWrite(db, tenantId)
  return writing.done
}

async function writeInBatches(writing: Writing): Promise<ImportResult> {
  const { db, tenantId, catalogue, options, pace } = writing
  for await (const events of batchesOf(catalogue, pace)) {
    options.signal?.throwIfAborted()
    const batch = await withTenant(db, tenantId, async (tx) => {
      const startedAt = performance.now()
      const written = await writeBatch(tx, writing, events)
      pace.took(performance.now() - startedAt)
      return written
    })
    addBatch(writing, batch)
    await recordCatalogueWrite(db, tenantId)
    report(writtenOf(writing.done), batch.changes.length, options)
  }
  return writing.done
}

interface Batch {
  changes: ProductChange[]
  removed: number
}

async function writeBatch(
  tx: Transaction,
  { db, tenantId, options, done }: Writing,
  events: readonly ImportEvent[],
): Promise<Batch> {
  const { given, removedKeys } = contentsOf(events)
  const planned = await planProducts(tx, tenantId, given, options)
  const changes = planned.filter((change) => typeof change !== 'string')
  const result = emptyResult()
  add(result, changes)
  // The shop may have changed since the file was checked.
  refuseEmptied(result, { ...options, hasWritten: db.isEmbedded && writtenOf(done) + done.removed > 0 })
  await writeChanges(tx, tenantId, changes)
  return { changes, removed: await removeProducts(tx, tenantId, removedKeys) }
}

function addBatch({ done }: Writing, { changes, removed }: Batch): void {
  add(done, changes)
  done.removed += removed
}

function writtenOf({ created, updated, unchanged }: WriteResult): number {
  return created + updated + unchanged
}

/** @throws {ImportRefused} the import would remove values of the shop, unless `removes` */
export function refuseEmptied(
  { emptied }: Pick<ImportResult, 'emptied'>,
  { removes, hasWritten = false }: { removes: boolean; hasWritten?: boolean },
): void {
  if (removes || emptied.size === 0) return
  throw new ImportRefused(
    `${hasWritten ? 'The' : 'Nothing was written: the'} file would remove from the shop: ${describeEmptied(emptied)}. ` +
      'Fill the cells, leave the columns or products out, or remove them with --remove.',
  )
}

function paceOf(db: Database, { servesRequests = false }: Progress): Pace {
  return db.isEmbedded ? shortPace({ servesRequests }) : fullPace()
}

interface Contents {
  given: GivenProduct[]
  /** Keys of products no longer for sale. */
  removedKeys: string[]
}

function contentsOf(events: readonly ImportEvent[]): Contents {
  return {
    given: events.flatMap((event) =>
      event.kind === 'product' ? [{ product: event.product, named: event.named }] : [],
    ),
    removedKeys: events.flatMap((event) =>
      event.kind === 'left-out' && event.key !== undefined ? [event.key] : [],
    ),
  }
}

function emptyResult(): ImportResult {
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    stockKept: 0,
    emptied: new Map(),
    kept: new Map(),
  }
}

function add(result: ImportResult, changes: readonly (ProductChange | string | undefined)[]): void {
  for (const change of changes) {
    if (change === undefined || typeof change === 'string') continue
    result[change.kind] += 1
    result.stockKept += change.stockKept
    for (const [field, number] of change.removed) increase(result.emptied, field, number)
    for (const field of change.kept) increase(result.kept, field, 1)
  }
}

function increase(counts: Map<CatalogueField, number>, field: CatalogueField, by: number): void {
  counts.set(field, (counts.get(field) ?? 0) + by)
}

function report(
  products: number,
  added: number,
  { onProgress, signal, reportEvery = PRODUCTS_PER_REPORT }: Progress,
): void {
  signal?.throwIfAborted()
  const passed = (total: number) => Math.floor(total / reportEvery)
  if (passed(products) > passed(products - added)) onProgress?.(products)
}
