import { removeProducts, writeProducts, type WriteResult } from '../../api/modules/catalogue/write.ts'
import { keepStock, lockCatalogue } from '../../api/modules/catalogue/keep-stock.ts'
import { withTenant, type Database } from '../../api/db/index.ts'
import { checkedEvents } from './check-product.ts'
import { findLostVariants } from '../../api/modules/catalogue/variants.ts'
import { ImportRefused, Tally, type ImportSummary } from './import-event.ts'
import type { CatalogueProduct } from '../../api/modules/catalogue/catalogue-product.ts'
import { noteCatalogueWrite } from '../../api/modules/tenants/write.ts'
import { count } from './text.ts'
import type { Catalogue } from './open-catalogue.ts'

const PRODUCTS_PER_WRITE = 500
const NAMED_MAX = 5

export interface Progress {
  /** Called every few hundred products. */
  onProgress?: ((products: number) => void) | undefined
  /** Aborts the import, which undoes its writes. */
  signal?: AbortSignal | undefined
}

/** Reads the whole catalogue and writes nothing. */
export async function checkCatalogue(catalogue: Catalogue, progress: Progress = {}): Promise<ImportSummary> {
  const tally = new Tally(catalogue.unit)
  for await (const event of checkedEvents(catalogue)) {
    tally.add(event)
    if (event.kind === 'product') report(tally.products, progress)
  }
  return tally.summary()
}

export interface ImportResult extends WriteResult {
  /** Products of the shop that the file marks as no longer for sale. */
  removed: number
  /** Variants that kept the shop's stock although the file has another. */
  stockKept: number
  /** Products of the shop whose variants the file does not have. */
  variantsRemovedFrom: number
}

class Rollback extends Error {}

export interface WriteOptions extends Progress {
  /** Rolls the transaction back. */
  dryRun: boolean
  /** Takes the file's stock of counted variants, too. */
  setsStock: boolean
  /** Removes the variants of a product that the file has without any, instead of refusing the file. */
  removeVariants: boolean
}

/**
 * Writes the valid products of a catalogue and removes those no longer for sale, in one transaction. Reads the file
 * again after `checkCatalogue`: a file with bad rows is refused before the transaction begins, and only one batch is in
 * memory at a time. Counted variants keep their stock unless `setsStock`. `dryRun` rolls the transaction back.
 * @throws {ImportRefused} the file would remove all variants of a product, unless `removeVariants`
 */
export async function writeCatalogue(
  db: Database,
  tenantId: string,
  catalogue: Catalogue,
  { dryRun, setsStock, removeVariants, ...progress }: WriteOptions,
): Promise<ImportResult> {
  const total: ImportResult = {
    created: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    stockKept: 0,
    variantsRemovedFrom: 0,
  }
  const work = withTenant(db, tenantId, async (tx) => {
    let written = 0
    const lost: string[] = []
    await lockCatalogue(tx, tenantId)
    for await (const { good, removedKeys } of batches(catalogue)) {
      lost.push(...(await findLostVariants(tx, tenantId, good)))
      const { products, kept } = setsStock ? { products: good, kept: 0 } : await keepStock(tx, tenantId, good)
      const result = await writeProducts(tx, tenantId, products)
      total.stockKept += kept
      total.created += result.created
      total.updated += result.updated
      total.unchanged += result.unchanged
      total.removed += await removeProducts(tx, tenantId, removedKeys)
      written += good.length
      report(written, progress)
    }
    total.variantsRemovedFrom = lost.length
    if (lost.length > 0 && !removeVariants) throw new ImportRefused(describeLost(lost))
    if (dryRun) throw new Rollback()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error
  })
  if (!dryRun) await noteCatalogueWrite(db, tenantId)
  return total
}

function describeLost(keys: readonly string[]): string {
  const named = keys.slice(0, NAMED_MAX).join(', ')
  return (
    `Nothing was written: the shop has variants of ${count(keys.length, 'product')} that the file has without any: ` +
    `${named}${keys.length > NAMED_MAX ? ', …' : ''}. Add the variants to the file, leave the products out, ` +
    'or remove their variants with --remove-variants.'
  )
}

interface Batch {
  good: CatalogueProduct[]
  /** Keys of products no longer for sale. */
  removedKeys: string[]
}

async function* batches(catalogue: Catalogue): AsyncGenerator<Batch> {
  let batch: Batch = { good: [], removedKeys: [] }
  for await (const event of checkedEvents(catalogue)) {
    if (event.kind === 'product') batch.good.push(event.product)
    if (event.kind === 'left-out' && event.key !== undefined) batch.removedKeys.push(event.key)
    if (batch.good.length + batch.removedKeys.length === PRODUCTS_PER_WRITE) {
      yield batch
      batch = { good: [], removedKeys: [] }
    }
  }
  if (batch.good.length + batch.removedKeys.length > 0) yield batch
}

function report(products: number, { onProgress, signal }: Progress): void {
  signal?.throwIfAborted()
  if (products % PRODUCTS_PER_WRITE === 0) onProgress?.(products)
}
