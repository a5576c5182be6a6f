import { writeFile } from 'node:fs/promises'

import { Option, type Command } from 'commander'

import { startOfIndianDay } from '@tanabana/contract/dates.ts'
import { FIRST_LANGUAGE, LANGUAGE_CODES, readLanguage, type Language } from '@tanabana/contract/store-info.ts'
import { readTenant } from '../../api/db/index.ts'
import { readIssued } from '../../api/modules/gst/monthly-report.ts'
import { renderDocuments } from '../../api/modules/gst/print-documents.ts'
import { readTaxDocuments, toTaxDocument } from '../../api/modules/gst/tax-documents.ts'
import { requireNumber } from '../../api/modules/orders/advance.ts'
import { CommandError, requireTenant, toPath, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { endOfDay, toDay } from './day.ts'

const INVOICES_HELP = `
Examples:
  store orders invoices silkhouse 7K3M-9Q2X-V0AB 4TQ8-XK2M-9A3D --out invoices.html
  store orders invoices silkhouse --since 2026-11-01 --until 2026-11-30 --out november.html

Tax invoices, bills of supply and credit notes as they were issued, each on a page of A4. Open the file in a browser and
print it.`

interface InvoicesOptions {
  out: string
  since?: string
  until?: string
  language?: Language
}

/** `store orders invoices` */
export function addInvoicesCommand(commands: Command, context: CommandContext): void {
  commands
    .command('invoices')
    .description('write tax documents to print')
    .argument('<shop>', 'id of the shop')
    .argument('[orders...]', 'order numbers; without any, the documents of a time')
    .addOption(new Option('--out <file>', 'HTML file to write').makeOptionMandatory())
    .addOption(new Option('--since <day>', 'first day of issue, such as 2026-11-01').argParser(toDay))
    .addOption(new Option('--until <day>', 'last day of issue (default: today)').argParser(toDay))
    .addOption(new Option('--language <language>', "default: the shop's").choices(LANGUAGE_CODES))
    .addHelpText('after', INVOICES_HELP)
    .action((shop: string, typed: string[], options: InvoicesOptions) =>
      writeInvoices(context, shop, typed, options),
    )
}

async function writeInvoices(
  context: CommandContext,
  shop: string,
  typed: readonly string[],
  { out, since, until, language }: InvoicesOptions,
): Promise<void> {
  const numbers = typed.map(requireNumber)
  if (numbers.length > 0 === (since !== undefined)) {
    throw new CommandError('Name orders, or the first day of issue with --since.')
  }
  const { output } = context
  const db = await context.database()
  const { id, record } = await requireTenant(db, shop)
  const rows = await readTenant(db, id, async (tx) => {
    if (since === undefined) return [...(await readTaxDocuments(tx, id, numbers)).values()].flat()
    const end = until === undefined ? new Date() : endOfDay(until)
    return readIssued(tx, id, { from: startOfIndianDay(since), until: end })
  })
  const documents = rows.map((row) => toTaxDocument(row, true))
  const issued = documents.map(({ number }) => number)
  if (documents.length === 0) {
    output.line('There are no such documents. Nothing was written.')
    output.result({ documents: issued })
    return
  }
  const path = toPath(context, out)
  await writeFile(
    path,
    await renderDocuments(documents, language ?? readLanguage(record.language) ?? FIRST_LANGUAGE),
  )
  output.line(`${count(documents.length, 'page')} in ${path}.`)
  output.result({ documents: issued, file: path })
}
