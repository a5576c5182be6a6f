import { escapeControlCharacters } from '@tanabana/contract/text.ts'
import type { ImportProgress } from '../../db/import-states.ts'
import { withTenant, type Database } from '../../db/index.ts'
import { differencesOf } from './differences.ts'
import type { PlannedBatch } from './import-catalogue.ts'
import type { ImportSummary } from './import-event.ts'
import { remarksOf, notImportedLine } from './report.ts'
import {
  addImportRows,
  changeImport,
  deleteImportRows,
  readDigests,
  type NewImportRow,
  type StoredImport,
} from './stored-imports.ts'

const SAVE_EVERY_MS = 300
const OFF_SALE = 'off sale'

/** Stores what the check of an import finds, and how far its job is. */
export class ImportRecorder {
  readonly #db: Database
  readonly #stored: StoredImport
  /** A file that was checked before is compared with what the person has looked at. */
  readonly #isLookedAt: boolean
  readonly #progress: ImportProgress = { rows: 0, rowsTotal: 0, products: 0, productsTotal: 0 }
  #savedAt = 0
  #saving: Promise<unknown> = Promise.resolve()
  /** Products whose differences are others than those that the person has looked at. */
  changedSince = 0

  constructor(db: Database, stored: StoredImport) {
    this.#db = db
    this.#stored = stored
    this.#isLookedAt = stored.counts !== null
  }

  async start(rowsTotal: number): Promise<void> {
    this.report({ rowsTotal })
    if (this.#isLookedAt) return
    await this.#inShop((tx) => deleteImportRows(tx, this.#stored))
  }

  /** Stores the differences of a part of the file. */
  async addBatch(batch: PlannedBatch): Promise<void> {
    const rows = rowsOf(batch)
    const keys = rows.flatMap(({ key }) => key ?? [])
    await this.#inShop(async (tx) => {
      if (!this.#isLookedAt) return addImportRows(tx, this.#stored, rows)
      const seen = await readDigests(tx, this.#stored, keys)
      const others = rows.filter(({ key, digest }) => seen.get(key ?? '') !== digest)
      this.changedSince += others.length
      const changed = others.flatMap(({ key }) => key ?? [])
      await deleteImportRows(tx, this.#stored, { keys: changed })
      await addImportRows(
        tx,
        this.#stored,
        others.map((row) => ({ ...row, isChangedSince: true })),
      )
    })
    const lines = batch.events.map(({ line }) => line)
    this.report({ rows: Math.max(this.#progress.rows, ...lines) })
  }

  async addFindings(summary: ImportSummary): Promise<void> {
    const found: NewImportRow[] = remarksOf(summary).map(({ kind, line, reason }) => ({
      ...{ kind, line, text: escapeControlCharacters(reason) },
    }))
    const columns = notImportedLine(summary).map((text) => ({ kind: 'note' as const, line: 1, text }))
    await this.saved()
    await this.#inShop(async (tx) => {
      await deleteImportRows(tx, this.#stored, {
        kinds: ['bad', 'removes', 'warning', 'left out', 'note'],
      })
      await addImportRows(tx, this.#stored, [...found, ...columns])
    })
  }

  /** Saves the progress now and then. */
  report(changes: Partial<ImportProgress>): void {
    Object.assign(this.#progress, changes)
    const now = performance.now()
    if (now < this.#savedAt + SAVE_EVERY_MS && this.#savedAt > 0) return
    this.#savedAt = now
    const progress = { ...this.#progress }
    this.#saving = this.#saving
      .then(() => this.#inShop((tx) => changeImport(tx, this.#stored, { progress })))
      // The next one saves it, too.
      .catch(() => undefined)
  }

  /** Resolves once no progress is being saved. */
  async saved(): Promise<void> {
    await this.#saving
  }

  finished(products: number): ImportProgress {
    const { rowsTotal } = this.#progress
    return { rows: rowsTotal, rowsTotal, products, productsTotal: products }
  }

  #inShop<T>(work: Parameters<typeof withTenant<T>>[2]): Promise<T> {
    return withTenant(this.#db, this.#stored.tenantId, work)
  }
}

function rowsOf({ events, changes, withdrawn }: PlannedBatch): NewImportRow[] {
  let at = 0
  return events.flatMap((event): NewImportRow[] => {
    const { line } = event
    if (event.kind === 'left-out') {
      const rows = event.key === undefined ? undefined : withdrawn.get(event.key)
      if (!rows) return []
      const { key, title } = rows.product
      return [{ kind: 'removed', line, key, title, changes: [], digest: OFF_SALE }]
    }
    if (event.kind !== 'product') return []
    const change = changes[at++]
    if (change === undefined || typeof change === 'string' || change.kind === 'unchanged') return []
    const { key, title } = event.product
    return [{ kind: change.kind, line, key, title, ...differencesOf(change) }]
  })
}
