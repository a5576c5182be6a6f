import type { Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import type { ProductTexts, ProductTranslations } from '../../api/db/catalogue-product.ts'
import {
  listNamedProducts,
  listTranslations,
  putTranslations,
  type NamedProduct,
} from '../../api/modules/catalogue/product-translations.ts'
import { recordCatalogueWrite } from '../../api/modules/tenants/write.ts'
import { LANGUAGE_CODES, type Language } from '@tanabana/contract/store-info.ts'
import { writeAtomically } from '../atomic-file.ts'
import { CommandError, purgeEdit, requireTenant, toPath, type CommandContext } from '../context.ts'
import { ImportStopped } from '../../api/modules/imports/import-event.ts'
import { count } from '@tanabana/contract/text.ts'
import { readTranslationsFile } from '../../api/modules/imports/translations.ts'

/** Few enough that the calls of other shops hardly wait. */
const PRODUCTS_PER_WRITE = 100
const SHOWN_MAX = 5

const TRANSLATIONS_HELP = `
The file is JSON: texts by language and product, which is its key (handle) or its title. Each of title,
description and attributes (by the value that they translate) may be left out. An import replaces the texts of
the products and languages that it names; {} removes them. Shoppers see them once the shop has the capability
"translations". Words of the whole shop, such as categories and colours, are in translations.hi.texts of the
store info.

  { "hi": { "block-kurta": { "title": "ब्लॉक प्रिंट कुर्ता", "attributes": { "Hand wash": "हाथ से धोएँ" } } } }

Examples:
  store translations export silkhouse texts.json
  store translations import silkhouse texts.json --dry-run
  store translations import silkhouse texts.json`

/** `store translations …` */
export function addTranslationCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('translations')
    .description('import and export the translations of products')
  commands.addHelpText('after', TRANSLATIONS_HELP)
  commands
    .command('import')
    .description('set the texts of products in other languages')
    .argument('<shop>', 'id of the shop')
    .argument('<file>', 'JSON file')
    .option('--dry-run', 'check the file; write nothing')
    .addHelpText('after', TRANSLATIONS_HELP)
    .action((shop: string, file: string, options: { dryRun?: boolean }) =>
      importTranslations(context, shop, file, options),
    )
  commands
    .command('export')
    .description('write the texts of products in other languages to a file')
    .argument('<shop>', 'id of the shop')
    .argument('<file>', 'JSON file to write')
    .addHelpText('after', TRANSLATIONS_HELP)
    .action((shop: string, file: string) => exportTranslations(context, shop, file))
}

/** Checks the whole file first; the same command continues one that was stopped. */
async function importTranslations(
  context: CommandContext,
  shop: string,
  file: string,
  { dryRun = false }: { dryRun?: boolean },
): Promise<void> {
  const { output, signal } = context
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const texts = await readTranslationsFile(toPath(context, file))
  const known = await readTenant(db, tenant.id, (tx) => listNamedProducts(tx, tenant.id))
  const given = findProducts(shop, texts, known)
  let changed = 0
  let written = 0
  try {
    while (!dryRun && written < given.length) {
      signal.throwIfAborted()
      const batch = given.slice(written, written + PRODUCTS_PER_WRITE)
      changed += await withTenant(db, tenant.id, (tx) => putTranslations(tx, tenant.id, batch))
      written += batch.length
    }
  } catch (error) {
    if (written === 0) throw error
    throw new ImportStopped({ written, toWrite: given.length, removed: 0, toRemove: 0 }, error)
  } finally {
    if (changed > 0) {
      await recordCatalogueWrite(db, tenant.id)
      await purgeEdit(context, tenant)
    }
  }
  output.line(
    dryRun
      ? `Dry run: nothing was written. The file translates ${count(given.length, 'product')} of ${shop}.`
      : `Translated ${count(given.length, 'product')} of ${shop}, ${changed} changed.`,
  )
  if (!tenant.record.capabilities?.includes('translations')) {
    output.line('Shoppers see them once the shop has the capability "translations".')
  }
  output.result({ shop, dryRun, products: given.length, changed })
}

/**
 * The products that the file names by key, else by title, which several may have.
 * @throws {CommandError} the shop has no such product
 */
function findProducts(
  shop: string,
  texts: ReadonlyMap<string, ProductTranslations>,
  known: readonly NamedProduct[],
): { id: string; translations: ProductTranslations }[] {
  const byKey = new Map(known.map((product) => [product.key, product]))
  const byTitle = Map.groupBy(known, ({ title }) => title)
  const found = new Map<string, ProductTranslations>()
  const unknown: string[] = []
  for (const [name, translations] of texts) {
    const own = byKey.get(name)
    const named = own ? [own] : (byTitle.get(name) ?? [])
    if (named.length === 0) unknown.push(name)
    for (const { id } of named) found.set(id, { ...found.get(id), ...translations })
  }
  if (unknown.length > 0) {
    const shown = unknown.slice(0, SHOWN_MAX).map((name) => `"${name}"`)
    throw new CommandError(
      `${shop} has no product with the key or title ${shown.join(', ')}${unknown.length > SHOWN_MAX ? ` and ${unknown.length - SHOWN_MAX} more` : ''}. Correct or remove them; nothing was written.`,
    )
  }
  return [...found].map(([id, translations]) => ({ id, translations }))
}

async function exportTranslations(context: CommandContext, shop: string, file: string): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const rows = await readTenant(db, tenant.id, (tx) => listTranslations(tx, tenant.id))
  const languages: Partial<Record<Language, Record<string, ProductTexts>>> = {}
  for (const { key, translations } of rows) {
    for (const language of LANGUAGE_CODES) {
      const texts = translations[language]
      if (texts && Object.keys(texts).length > 0) (languages[language] ??= {})[key] = texts
    }
  }
  const path = toPath(context, file)
  await writeAtomically(path, (writeAll) => writeAll((write) => write(JSON.stringify(languages, null, 2))))
  const products = new Set(Object.values(languages).flatMap((texts) => Object.keys(texts))).size
  context.output.line(`Wrote the translations of ${count(products, 'product')} of ${shop} to ${path}.`)
  context.output.result({ shop, file: path, products })
}
