import { stat } from 'node:fs/promises'

import { openCsv } from './csv.ts'
import { detectEncoding, namedEncoding, readText } from './encoding.ts'
import { googleColumns, isGoogleTable, readGoogle, readGoogleTable } from './google.ts'
import type { GoogleOptions } from './google-item.ts'
import { readGoogleXml } from './google-xml.ts'
import { ImportRefused } from './import-event.ts'
import { readJsonList } from './json-list.ts'
import { readMapped } from './mapped.ts'
import { detectMapping, loadMapping, missingColumns, READY_MAPPINGS } from './mapping.ts'
import { isShopify } from './shopify-columns.ts'
import { readShopify } from './shopify.ts'
import { Columns } from './table.ts'
import type { CsvTable } from './csv.ts'
import type { Encoding } from './encoding.ts'
import type { ImportEvent } from './import-event.ts'
import type { Mapping } from './mapping.ts'

export const FORMATS = ['shopify', 'google', 'csv', 'json'] as const
type Format = (typeof FORMATS)[number]

export interface CatalogueOptions {
  format?: Format | undefined
  /** Name of a ready mapping, or the path of a mapping file. */
  mapping?: string | undefined
  encoding?: string | undefined
  /** Currency that the merchant confirmed for prices without one. */
  currency?: string | undefined
  /** Origin of the shop's own pictures, which feeds name with absolute addresses. */
  ownOrigin?: string | undefined
}

export interface Catalogue {
  /** Description of the recognised format, for the merchant. */
  description: string
  encoding: Encoding
  /** False for a format whose prices have no currency; items of a Google feed without one are noted. */
  namesCurrency: boolean
  /** Unit of `line` in the events. */
  unit: 'line' | 'item' | 'row'
  /** Reads the file from its start; repeatable. */
  events(): AsyncGenerator<ImportEvent>
}

/**
 * Detects the format of a catalogue file by its beginning.
 * @throws {ImportRefused} the file cannot be read or its columns are not recognised
 */
export async function openCatalogue(path: string, options: CatalogueOptions = {}): Promise<Catalogue> {
  await refuseUnreadable(path)
  const encoding = options.encoding ? namedEncoding(options.encoding) : await detectEncoding(path)
  const { format, ownOrigin = '' } = options
  const google = { ownOrigin, isCurrencyConfirmed: options.currency !== undefined }
  const start = await startOf(path, encoding)
  if (format !== 'json' && start.startsWith('<')) {
    return {
      description: 'a Google Merchant feed in XML',
      encoding,
      namesCurrency: true,
      unit: 'line',
      events: () => readGoogle(() => readGoogleXml(readText(path, encoding)), google),
    }
  }
  if (format === 'json' || (!format && !options.mapping && /^[[{]/.test(start))) {
    return {
      description: 'a JSON list of products',
      encoding,
      namesCurrency: false,
      unit: 'item',
      events: () => readJsonList(path, encoding),
    }
  }
  const open = () => openCsv(readText(path, encoding))
  const table = await open()
  await table.rows.return(undefined)
  const columns = new Columns(table.header)
  const kind = await recognise(columns, options)
  return {
    description: kind.description,
    encoding,
    namesCurrency: kind.isGoogle === true,
    unit: 'row',
    events: () => readTable(open, columns, kind, google),
  }
}

interface Kind {
  description: string
  isGoogle?: boolean
  mapping?: Mapping
}

async function recognise(columns: Columns, options: CatalogueOptions): Promise<Kind> {
  const { format, mapping: name } = options
  const width = columns.header.length
  if (format !== 'csv' && format !== 'google' && !name && isShopify(columns)) {
    return { description: `a Shopify product export of ${width} columns` }
  }
  if (format !== 'csv' && format !== 'shopify' && !name && isGoogleTable(columns)) {
    return { description: `a Google Merchant feed of ${width} columns`, isGoogle: true }
  }
  if (format === 'google') {
    throw new ImportRefused(
      'This is not a Google Merchant feed: it needs the columns id, title, price and image_link, or XML.',
    )
  }
  if (format === 'shopify') {
    throw new ImportRefused(
      'This is not a Shopify product export: it needs the columns Handle, Title and Variant Price.',
    )
  }
  if (name) {
    const mapping = await loadMapping(name)
    refuseMissing(mapping, columns)
    return { description: `a CSV of ${width} columns, read by the mapping ${name}`, mapping }
  }
  const detected = await detectMapping(columns)
  if (!detected) {
    throw new ImportRefused(
      `The columns of this file are not recognised: ${columns.header.slice(0, 12).join(', ')}. ` +
        `Describe them with --mapping <file.json>, or use one of: ${READY_MAPPINGS.join(', ')}.`,
    )
  }
  refuseMissing(detected.mapping, columns)
  return {
    description: `a CSV of ${width} columns, read by the ready mapping ${detected.name}`,
    mapping: detected.mapping,
  }
}

async function* readTable(
  open: () => Promise<CsvTable>,
  columns: Columns,
  kind: Kind,
  google: GoogleOptions,
): AsyncGenerator<ImportEvent> {
  if (kind.isGoogle) {
    yield* readGoogle(() => googleItems(open, columns), google, googleColumns(columns))
    return
  }
  const { rows } = await open()
  yield* kind.mapping ? readMapped(kind.mapping, columns, rows) : readShopify(columns, rows, google.ownOrigin)
}

async function* googleItems(open: () => Promise<CsvTable>, columns: Columns) {
  yield* readGoogleTable(columns, (await open()).rows)
}

function refuseMissing(mapping: Mapping, columns: Columns): void {
  const missing = missingColumns(mapping, columns)
  if (missing.length === 0) return
  throw new ImportRefused(
    `The mapping names columns that the file does not have: ${missing.join(', ')}. ` +
      `The file has: ${columns.header.join(', ')}.`,
  )
}

async function refuseUnreadable(path: string): Promise<void> {
  const entry = await stat(path).catch(() => undefined)
  if (!entry) throw new ImportRefused(`There is no file ${path}. Check the path.`)
  if (!entry.isFile()) throw new ImportRefused(`${path} is not a file. Name a CSV, TSV, XML or JSON file.`)
}

/** Beginning of the file. */
async function startOf(path: string, encoding: Encoding): Promise<string> {
  for await (const text of readText(path, encoding)) {
    const start = text.replace(/^\uFEFF/, '').trimStart()
    if (start) return start.slice(0, 100)
  }
  return ''
}
