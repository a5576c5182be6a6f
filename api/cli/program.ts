import { Command, Option } from 'commander'

import { FORMATS } from '../import/open-catalogue.ts'
import { READY_MAPPINGS } from '../import/mapping.ts'
import { addAccountCommands } from './account-commands.ts'
import { addCompletionCommand } from './completion-command.ts'
import { exportCatalogue, type ExportOptions } from './export-command.ts'
import { FEED_FORMATS } from '../feeds/feed.ts'
import { importFile, type ImportOptions } from './import-command.ts'
import { addOrderCommands } from './order-commands.ts'
import { addPaymentCommands } from './payment-commands.ts'
import { addPolicyCommands } from './policy-commands.ts'
import { addStoreCommands } from './store-commands.ts'
import { addTenantCommands } from './tenant-commands.ts'
import type { DoctorOptions } from './doctor-command.ts'
import type { CommandContext } from './context.ts'
import { linesOf, type Output } from './output.ts'

const IMPORT_HELP = `
The file's format and encoding are recognised: Shopify product exports, Google Merchant feeds
(XML or a table), JSON lists of products, and CSV files of the ready mappings (${READY_MAPPINGS.join(', ')}).
Any other CSV needs a mapping file that says what its columns mean.

--check-images reads pictures as the shop would (public http and https addresses, 15 MB, 5 seconds,
no redirects). What it finds is told and stops no import.

Examples:
  store import silkhouse products_export.csv --dry-run
  store import silkhouse products_export.csv --dry-run --check-images
  store import silkhouse sheet.csv --mapping my-sheet.json --skip-invalid --report bad-rows.txt`

const PROGRAM_HELP = `
Every command takes --json and then says its result, or { "error": … }, as one JSON value.
Exit codes: 0 done, 1 failed or faults found, 2 the command line was not understood.
Colours and progress are for a terminal alone; NO_COLOR takes the colours away.
Commands also work while the shop runs: they are then carried out inside the API.

Examples:
  store tenant create silkhouse/store.json
  store import silkhouse products_export.csv --dry-run
  store pull silkhouse ./silkhouse
  store orders list silkhouse --status pending
  store completion bash >> ~/.bashrc`

const EXPORT_HELP = `
google-xml and google-tsv are Google Merchant feeds with an item for each size and colour;
what they say imports again unchanged. Cells that a spreadsheet would run begin with an apostrophe.
--json needs a file: without one the catalogue itself is said.

Examples:
  store export silkhouse feed.xml --format google-xml
  store export silkhouse backup.json --format json`

const DOCTOR_HELP = `
Without --write it only reads. With it, it registers two test accounts (doctor-…@example.com),
places up to four orders and starts payments of the first; it pays none.

Exit codes: 0 no fault, 1 faults (or the API can't be asked), 2 usage.

Examples:
  store doctor https://api.shop.example
  store doctor http://localhost:8044 --host tanabana.localhost --write
  store doctor https://api.shop.example/api/v1 --json`

/** The commands of `npm run store -- …`. Parsing throws `CommanderError` where commander would exit. */
export function createProgram(context: CommandContext, output: Output): Command {
  const program = new Command('store')
    .description("The merchant's commands: shops, catalogues, orders and accounts.")
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

  program
    .command('import')
    .description('import a catalogue; products that are there are updated, others of the shop are left alone')
    .argument('<shop>', 'id of the shop')
    .argument('<file>', 'CSV, TSV, XML or JSON file')
    .addOption(new Option('--format <format>', 'take the file as this format').choices(FORMATS))
    .option('--mapping <mapping>', `mapping file, or one of: ${READY_MAPPINGS.join(', ')}`)
    .option('--encoding <encoding>', 'take the file in this encoding, such as windows-1252')
    .option('--dry-run', 'do everything but keep nothing')
    .option('--skip-invalid', 'import the good products although some rows are bad')
    .option('--check-images', 'read every picture and say which are missing, no picture, or too small')
    .option('--report <file>', 'write every bad and left out row, and every finding of pictures, to a file')
    .option('--set-categories', "make the most frequent categories the shop's")
    .addHelpText('after', IMPORT_HELP)
    .action((shop: string, file: string, options: ImportOptions) => importFile(context, shop, file, options))

  program
    .command('export')
    .description('write the whole catalogue as a file that other programs read')
    .argument('<shop>', 'id of the shop')
    .argument('[file]', 'where to write it; standard output when absent')
    .addOption(new Option('--format <format>', 'what to write').choices(FEED_FORMATS).makeOptionMandatory())
    .option('--shop-url <url>', "where the shop's pages are, instead of https://<host>")
    .option('--api-url <url>', 'where its own pictures are, instead of https://api.<host>')
    .addHelpText('after', EXPORT_HELP)
    .action((shop: string, file: string | undefined, options: ExportOptions) =>
      exportCatalogue(context, shop, file, options),
    )

  addStoreCommands(program, context)
  addPolicyCommands(program, context)

  addOrderCommands(program, context)

  addAccountCommands(program, context)

  addPaymentCommands(program, context)

  program
    .command('doctor')
    .description('check any store API against the contract of the storefront')
    .argument('<api-url>', 'its address, such as https://api.shop.example/api/v1')
    .option('--host <host>', "the shop's host, sent as Host; else that of the address")
    .option('--origin <origin>', "where the shop's pages are, such as https://shop.example")
    .option('--write', 'also register test accounts, order, and start payments')
    .addHelpText('after', DOCTOR_HELP)
    .action(async (address: string, options: DoctorOptions) => {
      const { examineApi } = await import('./doctor-command.ts')
      await examineApi(context, address, options)
    })

  program
    .command('seed')
    .description('set up the demo shops that are not there yet')
    .action(async () => {
      // The demo shops bring their painters along, which no other command needs.
      const { seedDemoShops } = await import('./seed.ts')
      const shops = await seedDemoShops(await context.database(), context.dataDir, context.output)
      context.output.result({ shops })
    })
  addCompletionCommand(program, context)
  for (const command of leavesOf(program)) command.option('--json', 'say the result as JSON')
  return program
}

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}
