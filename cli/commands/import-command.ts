import { writeFile } from 'node:fs/promises'

import { HEADER_CATEGORIES } from '@tanabana/contract/constants.ts'
import { readInFolder } from '../../api/folder-files.ts'
import { checkPictures, type PictureReport } from '../../api/modules/imports/check-pictures.ts'
import {
  auditImport,
  checkCatalogue,
  refuseEmptied,
  taxesOf,
  writeCatalogue,
  type CheckedCatalogue,
  type ImportOptions,
  type ImportResult,
} from '../../api/modules/imports/import-catalogue.ts'
import { describeEmptied, describeKept } from '../../api/modules/imports/field-counts.ts'
import { ImportStopped, type ImportSummary } from '../../api/modules/imports/import-event.ts'
import { READY_MAPPINGS } from '../../api/modules/imports/mapping.ts'
import {
  CURRENCY,
  openCatalogue,
  refuseOtherCurrency,
  type Catalogue,
  type CatalogueOptions,
} from '../../api/modules/imports/open-catalogue.ts'
import { createPictureJudge } from '../../api/modules/imports/picture-fault.ts'
import { count } from '@tanabana/contract/text.ts'
import { MEDIA_FILE, mediaExtension, mediaFolder } from '../../api/modules/catalogue/media-files.ts'
import { changeTenant } from '../../api/modules/tenants/write.ts'
import { CommandError, purgeEdit, requireTenant, toPath, type CommandContext } from '../context.ts'
import { commandActor } from '../audit-command.ts'
import { shopOrigins } from '../../api/modules/tenants/shop-origins.ts'
import { fullReport, pictureReport, shortReport } from '../../api/modules/imports/report.ts'
import { withTenant, type Database } from '../../api/db/index.ts'
import type { Tenant } from '../../api/tenant.ts'

export interface ImportCommandOptions extends Omit<CatalogueOptions, 'mapping'> {
  /** Name of a ready mapping, or the path of a mapping file. */
  mapping?: string
  dryRun?: boolean
  skipInvalid?: boolean
  remove?: boolean
  setCategories?: boolean
  replaceCategories?: boolean
  setStock?: boolean
  currency?: string
  checkImages?: boolean
  report?: string
}

const CATEGORIES_MAX = 8
const PLACES_OF_CATEGORIES = `The header, the home page and the footer show the first ${HEADER_CATEGORIES} of them; the menu on phones and the product listing show all.`
const MEDIA = '/media/'

/**
 * `store import`: checks the whole file against the shop, then writes its products. Writes nothing while a row is bad,
 * unless `skipInvalid`, nor when the shop would lose values, unless `remove`.
 */
export async function importFile(
  context: CommandContext,
  tenantId: string,
  file: string,
  options: ImportCommandOptions,
): Promise<void> {
  const { output, signal } = context
  refuseOtherCurrency(options.currency)
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const catalogue = await openCatalogue(toPath(context, file), {
    ...options,
    mapping: toMapping(context, options.mapping),
    ownOrigin: shopOrigins(tenant).api,
  })
  output.line(
    `${file} is ${catalogue.description}, in ${catalogue.encoding.name} (${catalogue.encoding.reason}).`,
  )
  if (!catalogue.namesCurrency && options.currency === undefined) {
    output.line(
      `The file names no currency: its prices are read as rupees (${CURRENCY}), the currency of the shop. Confirm it with --currency ${CURRENCY}.`,
    )
  }

  const settings = {
    setsStock: options.setStock === true,
    removes: options.remove === true,
    servesRequests: context.servesRequests === true,
    signal,
  }
  const checked = await checkCatalogue(db, tenant.id, catalogue, {
    ...settings,
    taxedBy: taxesOf(tenant),
    onProgress: (products) => output.progress(`${count(products, 'product')} checked …`),
  })
  const { summary } = checked
  const pictures = options.checkImages ? await checkCatalogPictures(context, tenant, catalogue) : undefined
  await printReport(context, catalogue, { summary, pictures }, options)
  refuseBadRows(summary, options)
  if (checked.result.kept.size > 0) {
    output.line(`Not in the file, so the shop's stays: ${describeKept(checked.result.kept)}.`)
  }
  refuseEmptied(checked.result, settings)

  const result = options.dryRun
    ? checked.result
    : await writeChecked(context, db, tenant, catalogue, checked, settings)
  if (!options.dryRun) {
    const entry = { file, counts: result, now: new Date() }
    await withTenant(db, tenant.id, (tx) => auditImport(tx, tenant.id, commandActor(context), entry))
  }
  const removed = result.removed > 0 ? `, ${result.removed} removed` : ''
  const counts = `${result.created} created, ${result.updated} updated, ${result.unchanged} unchanged${removed}`
  output.line(
    options.dryRun
      ? `Dry run: nothing was written. The import would give: ${counts}.`
      : `Imported into ${tenant.id}: ${counts}.`,
  )
  if (result.stockKept > 0) {
    output.line(
      `The file has another stock of ${count(result.stockKept, 'variant')}, and the shop's stock stays. To take the file's, import again with --set-stock.`,
    )
  }
  if (result.emptied.size > 0) {
    output.line(`${options.dryRun ? 'It would remove' : 'Removed'}: ${describeEmptied(result.emptied)}.`)
  }
  await arrangeCategories(context, db, tenant, summary, options)
  output.result({
    shop: tenant.id,
    file,
    format: catalogue.description,
    encoding: catalogue.encoding.name,
    dryRun: options.dryRun === true,
    products: summary.products,
    ...result,
    emptied: Object.fromEntries(result.emptied),
    kept: Object.fromEntries(result.kept),
    bad: summary.bad,
    warnings: summary.warnings,
    ...(pictures && { pictures }),
    leftOut: Object.fromEntries(summary.leftOut),
    notes: Object.fromEntries(summary.notes),
    notImported: Object.fromEntries(summary.notImported),
    categories: Object.fromEntries(summary.categories),
  })
  if (!options.dryRun) await purgeEdit(context, tenant)
}

async function writeChecked(
  context: CommandContext,
  db: Database,
  tenant: Tenant,
  catalogue: Catalogue,
  checked: CheckedCatalogue,
  settings: ImportOptions,
): Promise<ImportResult> {
  const { output } = context
  const total = checked.summary.products
  try {
    return await writeCatalogue(db, tenant.id, catalogue, checked, {
      ...settings,
      onProgress: (written) => output.progress(`${count(written, 'product')} of ${total} written …`),
    })
  } catch (error) {
    if (error instanceof ImportStopped) await purgeEdit(context, tenant)
    throw error
  }
}

function toMapping(context: CommandContext, mapping: string | undefined): string | undefined {
  const isPath = mapping !== undefined && !READY_MAPPINGS.some((name) => name === mapping)
  return isPath ? toPath(context, mapping) : mapping
}

/** Runs outside of transactions, because other servers may be slow. */
async function checkCatalogPictures(
  { output, signal, dataDir, lookup }: CommandContext,
  tenant: Tenant,
  catalogue: Catalogue,
): Promise<PictureReport> {
  const readOwn = async (path: string) => {
    const name = path.slice(MEDIA.length)
    if (!path.startsWith(MEDIA) || mediaExtension(name) === undefined) return undefined
    return readInFolder(mediaFolder(dataDir, tenant.id), name, MEDIA_FILE).catch(() => undefined)
  }
  return checkPictures(catalogue, createPictureJudge({ readOwn, lookup, signal }), {
    signal,
    onProgress: (read) => output.progress(`${count(read, 'picture')} read …`),
  })
}

async function printReport(
  context: CommandContext,
  catalogue: Catalogue,
  { summary, pictures }: { summary: ImportSummary; pictures: PictureReport | undefined },
  options: ImportCommandOptions,
): Promise<void> {
  const { output } = context
  const { lines, problems } = shortReport(summary, catalogue.unit)
  for (const line of lines) output.line(line)
  for (const problem of problems) output.problem(problem)
  if (pictures) {
    const seen = pictureReport(pictures, catalogue.unit)
    output.line(seen.line)
    for (const problem of seen.problems) output.problem(problem)
  }
  if (options.report === undefined) return
  const path = toPath(context, options.report)
  try {
    await writeFile(path, fullReport(summary, catalogue.unit, pictures?.findings))
  } catch {
    throw new CommandError(`The report can't be written to ${path}. Nothing was imported. Check the path.`)
  }
  output.line(`The full report is in ${path}.`)
}

function refuseBadRows(summary: ImportSummary, options: ImportCommandOptions): void {
  const bad = summary.bad.length
  if (summary.products + summary.noLongerForSale === 0) {
    throw new CommandError('Nothing was written: the file has no products to import.')
  }
  if (bad === 0 || options.skipInvalid) return
  throw new CommandError(
    `Nothing was written: the file has ${count(bad, 'bad row')}. ` +
      `Fix the file, or import the other ${count(summary.products, 'product')} with --skip-invalid.`,
  )
}

/**
 * Adds the file's most frequent categories to those of the store info with `setCategories`, or replaces them with
 * `replaceCategories`. Without categories in the store info, the shop shows default ones, which may have no products.
 */
async function arrangeCategories(
  context: CommandContext,
  db: Database,
  tenant: Tenant,
  summary: ImportSummary,
  options: ImportCommandOptions,
): Promise<void> {
  if (summary.products === 0) return
  const { output } = context
  const frequent = summary.categories.slice(0, CATEGORIES_MAX).map(([name]) => name)
  const isChanged = options.setCategories === true || options.replaceCategories === true
  const toNext = (before: readonly string[]) => [
    ...new Set(options.replaceCategories ? frequent : [...before, ...frequent]),
  ]
  if (isChanged) {
    if (!options.dryRun) {
      await changeTenant(db, tenant.id, (now) => ({
        ...now,
        record: { ...now.record, categories: toNext(now.record.categories) },
      }))
    }
    const next = toNext(tenant.record.categories)
    const verb = options.dryRun ? 'would be' : 'are now'
    output.line(`The shop's categories ${verb}: ${next.join(', ')}.`)
    if (next.length > HEADER_CATEGORIES) output.line(PLACES_OF_CATEGORIES)
    return
  }
  if (tenant.record.categories.length > 0) return
  const found = summary.categories.map(([name, products]) => `${name} (${products})`)
  output.line(`The store info has no categories. The products have: ${found.join(', ')}.`)
  output.line(`To show these in the shop, import again with --set-categories: ${frequent.join(', ')}.`)
}
