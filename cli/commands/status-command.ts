import type { Command } from 'commander'

import { formatOrderNumber } from '../../api/ids.ts'
import { recordStatuses } from '../../api/modules/parcels/change-parcels.ts'
import { readStatuses } from '../../api/modules/parcels/courier-file.ts'
import { formatRupees } from '../../api/rupees.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { printChanges } from './change-orders.ts'
import { readTableFile } from './table-file.ts'

const STATUS_HELP = `
Examples:
  store orders status silkhouse --from courier.csv --dry-run
  store orders status silkhouse --from courier.csv

The file's first line names its columns: order, status and, if you like, cash reference. A status is delivered,
undelivered, on its way back, returned to sender or lost; the words of couriers, such as "RTO Initiated", are known, and
rows such as "In Transit" report nothing. Orders that can't become it are named with their line, and the others are
recorded. What is recorded already stays as it is, so the same file can be used again.

A courier's own system can report the same with a signed call: store parcels secret.
Exit codes: 0 all are recorded, 1 some were refused, 2 usage error.`

/** `store orders status` */
export function addStatusCommand(commands: Command, context: CommandContext): void {
  commands
    .command('status')
    .description("record what the courier's file reports of parcels")
    .argument('<shop>', 'id of the shop')
    .requiredOption('--from <file>', 'CSV file of orders and statuses')
    .option('--dry-run', 'say what would be recorded; change nothing')
    .addHelpText('after', STATUS_HELP)
    .action((shop: string, options: { from: string; dryRun?: boolean }) => record(context, shop, options))
}

async function record(
  context: CommandContext,
  shop: string,
  { from, dryRun: isDryRun = false }: { from: string; dryRun?: boolean },
): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { reports: named, moving } = await readStatuses(await readTableFile(context, from))
  const options = { isDryRun, signal: context.signal, actor: 'merchant' } as const
  const changes = recordStatuses(db, tenant.id, named, options)
  if (moving > 0) context.output.line(`${count(moving, 'parcel')} on the way.`)
  await printChanges(
    context,
    db,
    tenant,
    { named, changes, isDryRun, done: 'recorded' },
    (number, { status, isChanged, collected, refundsDue, restocked, taken }) => {
      const order = formatOrderNumber(number)
      const sentences = [`Order ${order}: ${status.replaceAll('-', ' ')}${isChanged ? '' : ' already'}.`]
      if (collected > 0) sentences.push(`Recorded its ${formatRupees(collected)} in cash.`)
      if (refundsDue > 0) {
        sentences.push(`It was paid, so a refund is due. See: store payments refunds ${tenant.id}`)
      }
      return {
        sentences,
        facts: { id: order, status, collected: collected / 100 },
        isChanged,
        products: [...restocked, ...(taken?.soldOut ?? [])],
      }
    },
  )
}
