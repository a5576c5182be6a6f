import { stat } from 'node:fs/promises'

import type { ImportFormat } from '../../db/import-states.ts'
import { openCsv } from '../../tables/csv.ts'
import { detectEncoding, namedEncoding, readText } from '../../tables/encoding.ts'
import { googleColumns, isGoogleTable, readGoogle, readGoogleTable } from './google.ts'
import type { GoogleOptions } from './google-item.ts'
import { readGoogleXml } from './google-xml.ts'
import { ImportRefused } from './import-event.ts'
import { readJsonList } from './json-list.ts'
import { readMapped } from './mapped.ts'
import { detectMapping, loadMapping, missingColumns, READY_MAPPINGS } from './mapping.ts'
import { isShopify } from './shopify-columns.ts'
import { readShopify } from './shopify.ts'
import { Columns } from '../../tables/columns.ts'
import { isWooCommerce, WOO_REQUIRED } from './woocommerce-columns.ts'
import { readWooCommerce } from './woocommerce.ts'
import type { CsvTable } from '../../tables/csv.ts'
import type { Encoding } from '../../tables/encoding.ts'
import type { ImportEvent } from './import-event.ts'
import type { Mapping } from './mapping.ts'

export const CURRENCY = 'INR'

export interface CatalogueOptions {
  format?: ImportFormat | undefined
  /** Name of a ready mapping, the path of a mapping file, or the mapping. */
  mapping?: string | Mapping | undefined
  encoding?: string | undefined
  /** Currency that the merchant confirmed for prices without one. */
  currency?: string | undefined
  /** Name of the file in messages; its path by default. */
  fileName?: string | undefined
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
  const encoding = options.encoding
    ? namedEncoding(options.encoding)
    : await detectEncoding(path, options.fileName)
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
    namesCurrency: kind.namesCurrency,
    unit: 'row',
    events: () => kind.read({ open, columns, google }),
  }
}

interface Kind {
  description: string
  namesCurrency: boolean
  read: (table: Table) => AsyncGenerator<ImportEvent>
}

interface Table {
  open: () => Promise<CsvTable>
  columns: Columns
  google: GoogleOptions
}

/** The tables that their columns tell, in the order in which they are tried. */
const EXPORTS = [
  {
    format: 'shopify',
    name: 'Shopify product export',
    needs: 'the columns Handle, Title and Variant Price',
    fits: isShopify,
    read: readShopifyTable,
  },
  {
    format: 'woocommerce',
    name: 'WooCommerce product export',
    needs: `the columns ${WOO_REQUIRED.slice(0, -1).join(', ')} and ${WOO_REQUIRED.at(-1)}`,
    fits: isWooCommerce,
    read: ({ open, columns, google }: Table) =>
      readWooCommerce(columns, async () => (await open()).rows, google.ownOrigin),
  },
  {
    format: 'google',
    name: 'Google Merchant feed',
    needs: 'the columns id, title, price and image_link, or XML',
    fits: isGoogleTable,
    read: ({ open, columns, google }: Table) =>
      readGoogle(() => googleItems(open, columns), google, googleColumns(columns)),
  },
] as const

async function recognise(columns: Columns, options: CatalogueOptions): Promise<Kind> {
  const { format, mapping: given } = options
  const width = columns.header.length
  const candidates = EXPORTS.filter((table) => format === undefined || format === table.format)
  const found = given ? undefined : candidates.find(({ fits }) => fits(columns))
  if (found) {
    const namesCurrency = found.format === 'google'
    return { description: `a ${found.name} of ${width} columns`, namesCurrency, read: found.read }
  }
  const [named] = candidates
  if (format !== undefined && named) {
    throw new ImportRefused(`This is not a ${named.name}: it needs ${named.needs}.`)
  }
  const known = given ? undefined : await detectMapping(columns)
  const mapping = typeof given === 'string' ? await loadMapping(given) : (given ?? known?.mapping)
  if (!mapping) {
    throw new ImportRefused(
      `The columns of this file are not recognised: ${columns.header.slice(0, 12).join(', ')}. ` +
        `Describe them with --mapping <file.json>, or use one of: ${READY_MAPPINGS.join(', ')}.`,
    )
  }
  refuseMissing(mapping, columns)
  const source = known ? `the ready mapping ${known.name}` : nameOf(given)
  return {
    description: `a CSV of ${width} columns, read by ${source}`,
    namesCurrency: false,
    read: (table) => readMappedTable(mapping, table),
  }
}

function nameOf(mapping: string | Mapping | undefined): string {
  return typeof mapping === 'string' ? `the mapping ${mapping}` : 'its mapping'
}

/** @throws {ImportRefused} the merchant says that the prices are in another currency than the shop's */
export function refuseOtherCurrency(currency: string | undefined): void {
  if (currency === undefined || currency.toUpperCase() === CURRENCY) return
  throw new ImportRefused(
    `The shop sells in rupees (${CURRENCY}): prices in ${currency} can't be imported. Nothing was written.`,
  )
}

async function* readShopifyTable({ open, columns, google }: Table): AsyncGenerator<ImportEvent> {
  yield* readShopify(columns, (await open()).rows, google.ownOrigin)
}

async function* readMappedTable(mapping: Mapping, { open, columns }: Table): AsyncGenerator<ImportEvent> {
  yield* readMapped(mapping, columns, (await open()).rows)
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
