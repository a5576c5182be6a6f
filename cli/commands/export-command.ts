import { catalogueState, type Read } from '../../api/modules/catalogue/stored-products.ts'
import { readTenant, type Database } from '../../api/db/index.ts'
import type { FeedFormat } from '../../api/modules/exports/feed.ts'
import { writeFeed, type WrittenFeed } from '../../api/modules/exports/write-feed.ts'
import { count } from '@tanabana/contract/text.ts'
import { CommandError, requireTenant, toPath, type CommandContext } from '../context.ts'
import { printComplete, writeAtomically, type WriteAll } from '../atomic-file.ts'

/** Attempts to write the file without concurrent changes, before one transaction holds the catalogue. */
const PASSES = 3

const KEYS_SHOWN_MAX = 5
const INCOMPLETE_FORMAT =
  'The format does not hold every field of the shop (docs/import.md). For a complete copy, export with --format json.'

export interface ExportOptions {
  format: FeedFormat
  json?: boolean
  shopUrl?: string
  apiUrl?: string
}

/**
 * `store export`: writes a consistent snapshot of the catalogue to a file or to standard output. Reads in short
 * transactions, so that slow output blocks no query.
 */
export async function exportCatalogue(
  context: CommandContext,
  tenantId: string,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { output } = context
  if (options.json && file === undefined) {
    throw new CommandError('--json needs an output file. Name a file, or leave out --json.')
  }
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const { format, shopUrl, apiUrl } = options
  const feed = {
    format,
    shop: shopUrl === undefined ? undefined : withoutSlash(shopUrl),
    api: apiUrl === undefined ? undefined : withoutSlash(apiUrl),
    onProgress: (products: number) => output.progress(`${count(products, 'product')} written …`),
    signal: context.signal,
  }
  const fill = (writeAll: WriteAll) =>
    withSnapshot(db, tenant.id, (read) => writeAll((write) => writeFeed(read, tenant, feed, write)))
  if (file === undefined) {
    const written = await printComplete(output.data, fill)
    for (const warning of warningsOf(written)) output.problem(warning)
    if (options.format !== 'json') output.problem(INCOMPLETE_FORMAT)
    return
  }
  const path = toPath(context, file)
  const written = await writeAtomically(path, fill)
  const warnings = warningsOf(written)
  output.line(`Wrote ${count(written.products, 'product')} of ${tenant.id} to ${path}.`)
  for (const warning of warnings) output.line(warning)
  if (options.format !== 'json') output.line(INCOMPLETE_FORMAT)
  output.result({ shop: tenant.id, format: options.format, file: path, products: written.products, warnings })
}

function warningsOf({ warned }: WrittenFeed): string[] {
  return [...warned].map(([warning, keys]) => {
    const shown = keys.slice(0, KEYS_SHOWN_MAX).join(', ')
    const rest = keys.length > KEYS_SHOWN_MAX ? ', …' : ''
    return `! ${warning} (${count(keys.length, 'product')}): ${shown}${rest}.`
  })
}

/** Repeats `work` until the catalogue does not change meanwhile; finally runs it in one transaction. */
async function withSnapshot<T>(db: Database, tenantId: string, work: (read: Read) => Promise<T>): Promise<T> {
  const read: Read = (query) => readTenant(db, tenantId, query)
  for (let pass = 0; pass < PASSES; pass += 1) {
    const before = await read((tx) => catalogueState(tx, tenantId))
    const result = await work(read)
    if ((await read((tx) => catalogueState(tx, tenantId))) === before) return result
  }
  return readTenant(db, tenantId, (tx) => work((query) => query(tx)))
}

function withoutSlash(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandError(
      `"${url}" is not a web address. Begin with https://, such as https://shop.example.`,
    )
  }
  return new URL(url).origin
}
