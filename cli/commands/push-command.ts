import { loadDraft, saveToDraft } from '../../api/modules/publishing/drafts.ts'
import { differencesOf } from '../../api/modules/publishing/differences.ts'
import { createPreviewLink } from '../../api/modules/publishing/preview-links.ts'
import { problemsOfChange, publishChange } from '../../api/modules/publishing/publish.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import type { Tenant } from '../../api/tenant.ts'
import { CommandError, purgeEdit, requireTenant, toPath, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { COMMAND_NAME, commandPublisher } from '../audit-command.ts'
import { overrideProblems } from '../override-problems.ts'
import { readPulled, rememberRevision, revisionOf, unnamedFiles } from '../shop-folder/store-folder.ts'
import { readFolder } from '../shop-folder/store-record.ts'
import { shopOrigins } from '../../api/modules/tenants/shop-origins.ts'
import { timeText } from './time-text.ts'

export interface PushOptions {
  dryRun?: boolean
  preview?: boolean
  force?: boolean
  reason?: string
}

/** `store push`: prints the differences, and publishes them or puts them into the draft. */
export async function pushStore(
  context: CommandContext,
  shop: string,
  folderName: string,
  { dryRun = false, preview = false, force = false, reason }: PushOptions,
): Promise<void> {
  const { output, dataDir } = context
  const db = await context.database()
  const known = await requireTenant(db, shop)
  const folder = toPath(context, folderName)
  const tenant = await readFolder(folder, known)
  await refuseOutdated(context, folder, known, force)
  const problems = await problemsOfChange({ db, dataDir }, shop, known.record, tenant.record)
  if (!preview) overrideProblems(output, tenant.record, problems, { isGiven: force, reason })
  const differences = differencesOf(known, tenant)
  const unnamed = await unnamedFiles(folder)
  for (const { field, says } of differences) output.line(`${field}: ${says}`)
  for (const file of unnamed) output.line(`! ${file} was left out: store.json does not name it.`)
  const result = {
    shop,
    dryRun,
    changed: differences.map(({ field }) => field),
    unnamed,
    revision: revisionOf(tenant),
  }
  output.result(result)
  if (differences.length === 0) output.line('No changes to push.')
  else if (dryRun) {
    output.line(`Dry run: nothing was pushed. ${count(differences.length, 'field')} would change.`)
  } else if (preview) {
    output.result({ ...result, ...(await pushToDraft(context, known, tenant, force)) })
    if (problems.length > 0) {
      output.line(
        `! ${count(problems.length, 'problem')} would be refused: store policies check ${folderName}`,
      )
    }
  } else {
    const published = await publishChange(
      { db, now: () => new Date() },
      shop,
      {
        action: 'push',
        by: commandPublisher(context, shop, 'push'),
        reason: problems.length > 0 ? reason : undefined,
      },
      (now) => (force || revisionOf(now) === revisionOf(known) ? tenant : undefined),
    )
    if (published.status === 'changed') throw changedSince(shop)
    // The stored state, with which the next push is compared.
    await rememberRevision(folder, (await findTenant(db, shop)) ?? tenant)
    const hosts = [...new Set([...known.hosts, ...tenant.hosts])]
    const isSeen = await purgeEdit(context, { ...tenant, hosts })
    const pushed = `Pushed ${count(differences.length, 'field')} of ${shop}`
    const revision = published.status === 'published' ? ` as revision ${published.revision}` : ''
    output.line(`${pushed}${revision}.${isSeen ? ' Pages show it at once.' : ''}`)
  }
}

/** @throws {CommandError} the folder is not of the shop's newest state */
async function refuseOutdated(
  { output }: CommandContext,
  folder: string,
  known: Tenant,
  force: boolean,
): Promise<void> {
  const pulled = await readPulled(folder)
  if (pulled?.shop === known.id && pulled.revision === revisionOf(known)) return
  if (force) {
    const reason =
      pulled?.shop === known.id
        ? 'the changes made since the pull'
        : `all of ${known.id}, which was not pulled`
    output.line(`! --force overwrites ${reason}.`)
    return
  }
  if (pulled?.shop === known.id) throw changedSince(known.id)
  throw new CommandError(`${folder} was not pulled from ${known.id}. Pull it first, or push it with --force.`)
}

/** Saves what the folder changes to the draft; prints and returns the link that shows it. */
async function pushToDraft(
  context: CommandContext,
  known: Tenant,
  tenant: Tenant,
  force: boolean,
): Promise<{ preview: string; expiresAt: string }> {
  const db = await context.database()
  const now = new Date()
  if (!known.record.capabilities?.includes('preview')) {
    throw new CommandError(`${known.id} shows no previews: add "preview" to its capabilities.`)
  }
  const changes = new Map(
    differencesOf(known, { ...tenant, hosts: known.hosts, payee: known.payee }).map(({ field, after }) => [
      field,
      after,
    ]),
  )
  const { edits } = await loadDraft(db, known.id)
  const others = edits.filter(({ field, editedBy }) => changes.has(field) && editedBy !== COMMAND_NAME)
  if (others.length > 0 && !force) {
    const named = others.map(({ field, editedBy }) => `${field} (${editedBy})`).join(', ')
    throw new CommandError(
      `The draft has edits of others in the same fields: ${named}. Overwrite them with --force.`,
    )
  }
  await saveToDraft(db, known.id, changes, commandPublisher(context, known.id, 'push --preview'), now)
  const { path, expiresAt } = await createPreviewLink(db, known.id, now)
  const preview = shopOrigins(known).shop + path
  context.output.line(`Preview until ${timeText(expiresAt)}: ${preview}`)
  return { preview, expiresAt: expiresAt.toISOString() }
}

function changedSince(shop: string): CommandError {
  return new CommandError(
    `The shop ${shop} has changed since the pull. Pull into another folder and compare, or overwrite it with --force.`,
  )
}
