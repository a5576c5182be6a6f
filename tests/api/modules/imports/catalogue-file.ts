import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { checkedEvents } from '../../../../api/modules/imports/check-product.ts'
import { openCatalogue, type CatalogueOptions } from '../../../../api/modules/imports/open-catalogue.ts'
import type { CatalogueProduct } from '../../../../api/db/catalogue-product.ts'
import type { ImportEvent } from '../../../../api/modules/imports/import-event.ts'

/** A file of this content in a folder of its own. */
export function catalogueFile(content: string | Uint8Array, name = 'catalogue.csv'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'tanabana-import-')), name)
  writeFileSync(path, content)
  return path
}

export async function readFile(path: string, options: CatalogueOptions = {}): Promise<ImportEvent[]> {
  return Array.fromAsync(checkedEvents(await openCatalogue(path, options)))
}

export async function readEvents(content: string | Uint8Array, options: CatalogueOptions = {}) {
  return readFile(catalogueFile(content), options)
}

export function productsOf(events: readonly ImportEvent[]): CatalogueProduct[] {
  return events.flatMap((event) => (event.kind === 'product' ? [event.product] : []))
}

/** `row 3: reason` of the bad rows. */
export function badOf(events: readonly ImportEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'bad' ? [`row ${event.line}: ${event.reason}`] : []))
}

export function leftOutOf(events: readonly ImportEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'left-out' ? [`row ${event.line}: ${event.reason}`] : []))
}

/** `row 3: reason` of the warnings. */
export function warningsOf(events: readonly ImportEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'warning' ? [`row ${event.line}: ${event.reason}`] : []))
}
