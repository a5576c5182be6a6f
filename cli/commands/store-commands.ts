import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Command } from 'commander'

import { FolderFileError } from '../../api/folder-files.ts'
import { count } from '../import/text.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { changeTenant } from '../../api/modules/tenants/write.ts'
import { CommandError, purgeEdit, requireTenant, toPath, type CommandContext } from '../context.ts'
import { checkRecord, refuseBrokenPages } from '../policies/check-record.ts'
import { contradictionsOf } from '../policies/contradictions.ts'
import { differencesOf } from '../shop-folder/store-differences.ts'
import {
  readPulled,
  rememberRevision,
  revisionOf,
  unnamedEdits,
  unnamedFiles,
  writeFolder,
} from '../shop-folder/store-folder.ts'
import { readStoreFolder } from '../shop-folder/store-record.ts'
import type { Tenant } from '../../api/tenant.ts'

const STORE_HELP = `
The folder holds the store info as store.json and each policy as an HTML file in policies/:
keep it in git. .pulled.json records the shop's state at the last pull.

Examples:
  store pull silkhouse ./silkhouse
  store policies check ./silkhouse
  store push silkhouse ./silkhouse --dry-run
  store push silkhouse ./silkhouse`

interface PushOptions {
  dryRun?: boolean
  force?: boolean
}

/** `store pull` and `store push`: record and policies of a shop as a folder of files. */
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
    .option('--force', 'overwrite changes made since the pull, and push policies that break their pages')
    .addHelpText('after', STORE_HELP)
    .action((shop: string, folder: string, options: PushOptions) => pushStore(context, shop, folder, options))
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

/** `store push`: prints the differences, writes them and publishes them. */
async function pushStore(
  context: CommandContext,
  shop: string,
  folderName: string,
  { dryRun = false, force = false }: PushOptions,
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const known = await requireTenant(db, shop)
  const folder = toPath(context, folderName)
  const tenant = await readFolder(folder, known)
  refuseBrokenPages(output, tenant.record, { known: known.record, force: { isGiven: force } })
  const pulled = await readPulled(folder)
  if (pulled?.shop !== shop || pulled.revision !== revisionOf(known)) {
    const reason =
      pulled?.shop === shop ? 'the changes made since the pull' : `all of ${shop}, which was not pulled`
    if (force) output.line(`! --force overwrites ${reason}.`)
    else if (pulled?.shop === shop) throw changedSince(shop)
    else
      throw new CommandError(`${folder} was not pulled from ${shop}. Pull it first, or push it with --force.`)
  }
  const differences = differencesOf(known, tenant)
  const unnamed = await unnamedFiles(folder)
  for (const { field, says } of differences) output.line(`${field}: ${says}`)
  for (const file of unnamed) output.line(`! ${file} was left out: store.json does not name it.`)
  output.result({
    shop,
    dryRun,
    changed: differences.map(({ field }) => field),
    unnamed,
    revision: revisionOf(tenant),
  })
  if (differences.length === 0) {
    output.line('No changes to push.')
    return
  }
  const problems =
    checkRecord(tenant.record, tenant.hosts).filter(({ rank }) => rank === 'wrong').length +
    contradictionsOf(tenant.record).length
  if (problems > 0) {
    output.line(
      `! ${count(problems, 'problem')} in policies and promises: store policies check ${folderName}`,
    )
  }
  if (dryRun) {
    output.line(`Dry run: nothing was pushed. ${count(differences.length, 'field')} would change.`)
    return
  }
  await changeTenant(db, shop, (now) => {
    if (!force && revisionOf(now) !== revisionOf(known)) throw changedSince(shop)
    return tenant
  })
  // The stored state, with which the next push is compared.
  await rememberRevision(folder, (await findTenant(db, shop)) ?? tenant)
  const hosts = [...new Set([...known.hosts, ...tenant.hosts])]
  const isSeen = await purgeEdit(context, { ...tenant, hosts })
  output.line(
    `Pushed ${count(differences.length, 'field')} of ${shop}.${isSeen ? ' Pages show it at once.' : ''}`,
  )
}

function changedSince(shop: string): CommandError {
  return new CommandError(
    `The shop ${shop} has changed since the pull. Pull into another folder and compare, or overwrite it with --force.`,
  )
}

/** Reads the shop from its folder. Without hosts, the stored ones remain; without a payee, the shop has none. */
async function readFolder(folder: string, known: Tenant): Promise<Tenant> {
  const { id, hosts, record, payee } = await readStoreFolder(folder)
  if (id !== known.id) {
    throw new CommandError(`${join(folder, 'store.json')} belongs to the shop ${id}, not to ${known.id}.`)
  }
  return {
    ...known,
    hosts: hosts ?? known.hosts,
    record,
    payee: payee ?? { upiId: '', name: known.payee.name },
  }
}
