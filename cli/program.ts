import { Command, Option } from 'commander'

import { IMPORT_FORMATS } from '../api/db/import-states.ts'
import { READY_MAPPINGS } from '../api/modules/imports/mapping.ts'
import { addAccountCommands } from './commands/account-commands.ts'
import { addCheckCommands } from './commands/check-commands.ts'
import { exportCatalogue, type ExportOptions } from './commands/export-command.ts'
import { FEED_FORMATS } from '../api/modules/exports/feed.ts'
import { importFile, type ImportCommandOptions } from './commands/import-command.ts'
import { addGstCommands } from './commands/gst-commands.ts'
import { addJobCommands } from './commands/job-commands.ts'
import { addOfferCommands } from './commands/offer-commands.ts'
import { addCourierCommands } from './commands/courier-commands.ts'
import { addContactCommands } from './commands/contact-commands.ts'
import { addMessageCommands } from './commands/message-commands.ts'
import { addWebhookCommands } from './commands/webhook-commands.ts'
import { addOrderCommands } from './commands/order-commands.ts'
import { addPaymentCommands } from './commands/payment-commands.ts'
import { addPolicyCommands } from './commands/policy-commands.ts'
import { addReturnCommands } from './commands/return-commands.ts'
import { addPincodeCommands } from './commands/pincode-commands.ts'
import { addStaffCommands } from './commands/staff-commands.ts'
import { addStockCommands } from './commands/stock-commands.ts'
import { addStoreCommands } from './commands/store-commands.ts'
import { addTranslationCommands } from './commands/translation-commands.ts'
import { addTenantCommands } from './commands/tenant-commands.ts'
import type { DoctorOptions } from './commands/doctor-command.ts'
import type { CommandContext } from './context.ts'
import { linesOf, type Output } from './output.ts'

const IMPORT_HELP = `
Format and encoding are detected: product exports of Shopify and WooCommerce, Google Merchant feeds
(XML or a table), JSON lists of products, and CSV files of the ready mappings (${READY_MAPPINGS.join(', ')}).
Any other CSV needs a mapping file that says what its columns mean.

A column that the file does not have leaves its field alone. An empty one removes the shop's values, and
needs --remove; --dry-run names these by field. With the embedded database a stopped import keeps what
it has written, and the same command continues it.

Warnings name what is imported but probably wrong: SKUs that several variants have, sizes that a
spreadsheet made dates of, and barcodes that are no GTIN, which feeds leave out.

--check-images loads each picture as the storefront does: public http and https addresses only,
up to 15 MB and 5 seconds, no redirects. Picture problems are reported; they don't stop the import.

Examples:
  store import silkhouse products_export.csv --dry-run
  store import silkhouse products_export.csv --dry-run --check-images
  store import silkhouse sheet.csv --mapping my-sheet.json --skip-invalid --report bad-rows.txt`

const PROGRAM_HELP = `
With --json every command prints its result, or { "error": … }, as one JSON value.
Exit codes: 0 success, 1 failure or problems found, 2 usage error.
Colours and progress appear only in a terminal; NO_COLOR turns colours off.
Commands also work while the API is running; the API then executes them.

Examples:
  store shop create silkhouse/store.json
  store import silkhouse products_export.csv --dry-run
  store pull silkhouse ./silkhouse
  store orders list silkhouse --status pending`

const EXPORT_HELP = `
json is a complete copy, which imports again unchanged. google-xml and google-tsv are Google Merchant
feeds with an item for each size and colour, shopify-csv is a product file of Shopify: they hold what
their format has fields for. Cells that a spreadsheet would run as formulas begin with an apostrophe.
--json needs an output file.

Examples:
  store export silkhouse feed.xml --format google-xml
  store export silkhouse backup.json --format json`

const DOCTOR_HELP = `
Without --write, doctor only reads. With --write, it registers two test accounts (doctor-…@example.com),
places up to seven orders, cancels one of them and starts payments for the first; it pays none.

Exit codes: 0 no problems, 1 problems found or API unreachable, 2 usage error.

Examples:
  store doctor https://api.shop.example
  store doctor http://localhost:8044 --host tanabana.localhost --write
  store doctor https://api.shop.example/api/v1 --json`

/** Creates the commands of `npm run store -- …`. Parsing throws `CommanderError` instead of exiting. */
export function createProgram(context: CommandContext, output: Output): Command {
  const program = new Command('store')
    .description('Commands for merchants: shops, catalogues, orders and accounts.')
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => linesOf(text).forEach(output.line),
      writeErr: (text) => linesOf(text).forEach(output.problem),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(add --help for help)')
    .addHelpText('after', PROGRAM_HELP)

  addTenantCommands(program, context)
  addStaffCommands(program, context)
  addStockCommands(program, context)
  addCheckCommands(program, context)
  addPincodeCommands(program, context)
  addOfferCommands(program, context)
  addTranslationCommands(program, context)

  program
    .command('import')
    .description('import a catalogue; products that the file does not name stay')
    .argument('<shop>', 'id of the shop')
    .argument('<file>', 'CSV, TSV, XML or JSON file')
    .addOption(new Option('--format <format>', 'file format (default: detected)').choices(IMPORT_FORMATS))
    .option('--mapping <mapping>', `mapping file, or one of: ${READY_MAPPINGS.join(', ')}`)
    .option('--encoding <encoding>', 'file encoding, such as windows-1252 (default: detected)')
    .option('--dry-run', 'check the file and show what would change; write nothing')
    .option('--skip-invalid', 'import the valid products even if some rows are bad')
    .option('--remove', 'remove what the shop has and the file leaves empty, and variants that it lacks')
    .option('--check-images', 'load every picture and report missing, broken and small ones')
    .option('--report <file>', 'write every bad row, warning, left-out row and picture problem to a file')
    .option('--currency <code>', 'currency of the prices in a file that names none: INR')
    .option('--set-categories', "add the most frequent categories of the file to the shop's")
    .option('--replace-categories', "replace the shop's categories with the most frequent ones of the file")
    .option('--set-stock', 'set the stock of variants that the shop counts already, too')
    .addHelpText('after', IMPORT_HELP)
    .action((shop: string, file: string, options: ImportCommandOptions) =>
      importFile(context, shop, file, options),
    )

  program
    .command('export')
    .description('write the whole catalogue to a file')
    .argument('<shop>', 'id of the shop')
    .argument('[file]', 'output file (default: standard output)')
    .addOption(new Option('--format <format>', 'output format').choices(FEED_FORMATS).makeOptionMandatory())
    .option('--shop-url <url>', "address of the shop's pages (default: https://<host>)")
    .option('--api-url <url>', "address of the shop's own pictures (default: https://api.<host>)")
    .addHelpText('after', EXPORT_HELP)
    .action((shop: string, file: string | undefined, options: ExportOptions) =>
      exportCatalogue(context, shop, file, options),
    )

  addStoreCommands(program, context)
  addPolicyCommands(program, context)

  addOrderCommands(program, context)
  addReturnCommands(program, context)
  addGstCommands(program, context)

  addAccountCommands(program, context)

  addPaymentCommands(program, context)
  addMessageCommands(program, context)
  addWebhookCommands(program, context)
  addCourierCommands(program, context)
  addContactCommands(program, context)
  addJobCommands(program, context)

  program
    .command('doctor')
    .description("check a store API against the storefront's contract")
    .argument('<api-url>', 'API address, such as https://api.shop.example/api/v1')
    .option('--host <host>', "the shop's host, sent as the Host header (default: the host of the address)")
    .option('--origin <origin>', "address of the shop's pages, such as https://shop.example")
    .option('--write', 'also register test accounts, place orders and start payments')
    .addHelpText('after', DOCTOR_HELP)
    .action(async (address: string, options: DoctorOptions) => {
      const { runDoctor } = await import('./commands/doctor-command.ts')
      await runDoctor(context, address, options)
    })

  for (const command of leavesOf(program)) command.option('--json', 'print the result as JSON')
  return program
}

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}
