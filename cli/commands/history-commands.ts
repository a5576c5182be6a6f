import type { Command } from 'commander'

import { withTenant } from '../../api/db/index.ts'
import {
  differenceLines,
  differencesOfRecords,
  type Difference,
} from '../../api/modules/publishing/differences.ts'
import { loadDraft } from '../../api/modules/publishing/drafts.ts'
import { rollBack, undo } from '../../api/modules/publishing/publish.ts'
import {
  findRevision,
  listRevisions,
  newestRevisions,
  type Revision,
} from '../../api/modules/publishing/revisions.ts'
import { commandPublisher } from '../audit-command.ts'
import { CommandError, purgeEdit, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { timeText } from './time-text.ts'

const LISTED = 20

const HISTORY_HELP = `
Each publication is a revision of the store info and policies; the last 200 are kept.
Hosts, payee and capabilities are no part of it.

Examples:
  store history silkhouse
  store diff silkhouse
  store diff silkhouse 12
  store diff silkhouse 9 12
  store diff silkhouse --draft
  store rollback silkhouse
  store rollback silkhouse 9`

const ACTIONS: Record<Revision['action'], string> = {
  publish: 'published',
  push: 'pushed',
  update: 'updated',
  rollback: 'rolled back',
  found: 'found',
}

/** `store history`, `store diff` and `store rollback` */
export function addHistoryCommands(commands: Command, context: CommandContext): void {
  commands
    .command('history')
    .description("list the revisions of a shop's store info and policies")
    .argument('<shop>', 'id of the shop')
    .option('--limit <n>', 'number of revisions', String(LISTED))
    .addHelpText('after', HISTORY_HELP)
    .action((shop: string, { limit }: { limit: string }) => showHistory(context, shop, limit))
  commands
    .command('diff')
    .description('show what a revision changed, or what differs between two')
    .argument('<shop>', 'id of the shop')
    .argument('[revision]', 'number of a revision; the newest by default')
    .argument('[other]', 'number of a later revision')
    .option('--draft', 'show what the draft would change')
    .addHelpText('after', HISTORY_HELP)
    .action((shop: string, revision?: string, other?: string, options?: { draft?: boolean }) =>
      showDifferences(context, shop, revision, other, options?.draft ?? false),
    )
  commands
    .command('rollback')
    .description('restore a revision as a new one')
    .argument('<shop>', 'id of the shop')
    .argument('[revision]', 'number of the revision; by default the one before the newest')
    .addHelpText('after', HISTORY_HELP)
    .action((shop: string, revision?: string) => rollBackStore(context, shop, revision))
}

async function showHistory(context: CommandContext, shop: string, limit: string): Promise<void> {
  const db = await context.database()
  await requireTenant(db, shop)
  const page = { offset: 0, limit: toNumber(limit, 'number of revisions') }
  const { revisions, total } = await listRevisions(db, shop, page)
  const { output } = context
  if (total === 0) output.line(`${shop} has no revisions yet: the first push makes one.`)
  for (const { number, publishedAt, publishedBy, action, restored, changed, reason } of revisions) {
    const what = restored === null ? ACTIONS[action] : `${ACTIONS[action]} to ${restored}`
    const by = publishedBy && ` by ${publishedBy}`
    output.line(`${number}  ${timeText(publishedAt)}  ${what}${by}  ${changed.join(', ')}`.trimEnd())
    if (reason !== null) output.line(`   forced: ${reason}`)
  }
  output.result({ shop, total, revisions })
}

async function showDifferences(
  context: CommandContext,
  shop: string,
  revision: string | undefined,
  other: string | undefined,
  isDraft: boolean,
): Promise<void> {
  const differences = isDraft
    ? await draftDifferences(context, shop)
    : await revisionDifferences(context, shop, revision, other)
  const { output } = context
  if (differences.length === 0) output.line('No differences.')
  for (const difference of differences) {
    output.line(difference.field)
    for (const line of differenceLines(difference)) output.line(`  ${line}`)
  }
  output.result({ shop, differences })
}

async function draftDifferences(context: CommandContext, shop: string): Promise<Difference[]> {
  const db = await context.database()
  await requireTenant(db, shop)
  const { published, record } = await loadDraft(db, shop)
  return differencesOfRecords(published, record)
}

async function revisionDifferences(
  context: CommandContext,
  shop: string,
  revision: string | undefined,
  other: string | undefined,
): Promise<Difference[]> {
  const db = await context.database()
  await requireTenant(db, shop)
  return withTenant(db, shop, async (tx) => {
    const find = async (number: number): Promise<Revision> => {
      const found = await findRevision(tx, shop, number)
      if (!found) throw new CommandError(`${shop} has no revision ${number}: store history ${shop}`)
      return found
    }
    if (other !== undefined) {
      const before = await find(toNumber(revision ?? '', 'revision'))
      return differencesOfRecords(before.record, (await find(toNumber(other, 'revision'))).record)
    }
    const [newest] = await newestRevisions(tx, shop, 1)
    const number = revision === undefined ? newest?.number : toNumber(revision, 'revision')
    if (number === undefined) throw new CommandError(`${shop} has no revisions yet.`)
    const after = await find(number)
    const before = await findRevision(tx, shop, number - 1)
    return before ? differencesOfRecords(before.record, after.record) : []
  })
}

/** `store rollback` */
async function rollBackStore(
  context: CommandContext,
  shop: string,
  revision: string | undefined,
): Promise<void> {
  const { output, dataDir } = context
  const db = await context.database()
  await requireTenant(db, shop)
  const services = { db, dataDir, now: () => new Date() }
  const by = commandPublisher(context, shop, 'rollback')
  const result =
    revision === undefined
      ? await undo(services, shop, by)
      : await rollBack(services, shop, toNumber(revision, 'revision'), by)
  if (result.status === 'unknown') {
    throw new CommandError(`${shop} has no such revision: store history ${shop}`)
  }
  if (result.status !== 'published') {
    output.line('The shop is in this state already.')
    output.result({ shop, changed: [] })
    return
  }
  const isSeen = await purgeEdit(context, result.tenant)
  const fields = count(result.changed.length, 'field')
  output.line(
    `Rolled back ${fields} of ${shop} as revision ${result.revision}.${isSeen ? ' Pages show it at once.' : ''}`,
  )
  output.result({ shop, changed: result.changed, revision: result.revision })
}

/** @throws {CommandError} it is no whole number above 0 */
function toNumber(typed: string, what: string): number {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed)
  throw new CommandError(`"${typed}" is not a ${what}: write a whole number.`)
}
