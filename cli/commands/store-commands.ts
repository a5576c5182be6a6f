import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Command } from 'commander'

import { FolderFileError } from '../../api/folder-files.ts'
import { CommandError, requireTenant, toPath, type CommandContext } from '../context.ts'
import { readPulled, revisionOf, unnamedEdits, writeFolder } from '../shop-folder/store-folder.ts'
import { readFolder } from '../shop-folder/store-record.ts'
import type { Tenant } from '../../api/tenant.ts'
import { addHistoryCommands } from './history-commands.ts'
import { pushStore, type PushOptions } from './push-command.ts'

const STORE_HELP = `
The folder holds the store info as store.json and each policy as an HTML file in policies/:
keep it in git. .pulled.json records the shop's state at the last pull.

Examples:
  store pull silkhouse ./silkhouse
  store policies check ./silkhouse
  store push silkhouse ./silkhouse --dry-run
  store push silkhouse ./silkhouse --preview
  store push silkhouse ./silkhouse
  store rollback silkhouse`

/** Record and policies of a shop as a folder of files, and their history. */
export function addStoreCommands(commands: Command, context: CommandContext): void {
  commands
    .command('pull')
    .description("write a shop's store info and policies to a folder")
    .argument('<shop>', 'id of the shop')
    .argument('<folder>', 'folder to write to; created if it does not exist')
    .option('--force', 'overwrite edits that were not pushed')
    .addHelpText('after', STORE_HELP)
    .action((shop: string, folder: string, options: { force?: boolean }) =>
      pullStore(context, shop, folder, options),
    )
  commands
    .command('push')
    .description('update a shop from a folder, and show the edits on its pages at once')
    .argument('<shop>', 'id of the shop')
    .argument('<folder>', 'folder made by store pull')
    .option('--dry-run', 'show what would change; push nothing')
    .option('--preview', "put the edits into the shop's draft, and print a link that shows it for a day")
    .option(
      '--force',
      'overwrite changes made since the pull, and publish problems; the latter with --reason',
    )
    .option('--reason <why>', 'why problems are published, for the history')
    .addHelpText('after', STORE_HELP)
    .action((shop: string, folder: string, options: PushOptions) => pushStore(context, shop, folder, options))
  addHistoryCommands(commands, context)
}

/** `store pull`: refuses to overwrite edits that were not pushed, unless forced. */
async function pullStore(
  context: CommandContext,
  shop: string,
  folderName: string,
  { force }: { force?: boolean },
): Promise<void> {
  const { output } = context
  const tenant = await requireTenant(await context.database(), shop)
  const folder = toPath(context, folderName)
  if (!force) await refuseEdits(folder, tenant)
  const files = await writeFolder(folder, tenant).catch((cause: unknown) => {
    const reason =
      cause instanceof FolderFileError ? `: ${cause.message}. Remove the link` : '. Check the path'
    throw new CommandError(`${folder} can't be written${reason}.`, { cause })
  })
  output.line(`Pulled ${tenant.id} into ${folder}: ${files.join(', ')}.`)
  output.result({ shop: tenant.id, folder, revision: revisionOf(tenant), files })
}

/** @throws {CommandError} a pull of this shop would lose edits of the folder */
async function refuseEdits(folder: string, tenant: Tenant): Promise<void> {
  const advice = 'Push or commit them, or overwrite them with --force.'
  if (existsSync(join(folder, 'store.json'))) {
    const pulled = await readPulled(folder)
    const local = await readFolder(folder, tenant)
    if (pulled?.shop !== tenant.id || pulled.revision !== revisionOf(local)) {
      throw new CommandError(`${folder} has edits that were not pushed. ${advice}`)
    }
  }
  const edits = await unnamedEdits(folder, tenant)
  if (edits.length > 0) {
    throw new CommandError(`${folder} has edits that were not pushed: ${edits.join(', ')}. ${advice}`)
  }
}
