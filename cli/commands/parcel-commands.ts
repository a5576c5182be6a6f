import type { Command } from 'commander'

import { withTenant } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { returnToSender } from '../../api/modules/orders/shipment.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { requireNumber } from './describe-order.ts'
import { showAvailability } from './stock-commands.ts'

const RETURNED_HELP = `
Examples:
  store orders returned-to-sender silkhouse 7K3M-9Q2X-V0AB
  store orders returned-to-sender silkhouse 7K3M-9Q2X-V0AB --write-off

The order is cancelled. Its pieces go back into stock; with --write-off, because they are spoiled or missing, they don't.
What was paid is due for refund.`

/** `store orders returned-to-sender` */
export function addParcelCommands(commands: Command, context: CommandContext): void {
  commands
    .command('returned-to-sender')
    .description('close a shipped order whose parcel came back undelivered')
    .argument('<shop>', 'id of the shop')
    .argument('<order>', 'order number')
    .option('--write-off', "its pieces can't be sold again")
    .addHelpText('after', RETURNED_HELP)
    .action((shop: string, order: string, options: { writeOff?: boolean }) =>
      closeReturned(context, shop, order, options),
    )
}

async function closeReturned(
  context: CommandContext,
  shop: string,
  typed: string,
  { writeOff }: { writeOff?: boolean },
): Promise<void> {
  const { output } = context
  const number = requireNumber(typed)
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { refundsDue, restocked } = await withTenant(db, tenant.id, (tx) =>
    returnToSender(tx, tenant.id, number, { writesOff: writeOff, now: new Date() }),
  )
  await showAvailability(context, db, tenant, restocked)
  const order = formatOrderNumber(number)
  output.result({ id: order, from: 'shipped', to: 'cancelled', parcel: 'returned to sender' })
  output.line(`Order ${order}: shipped → cancelled, returned to sender.`)
  if (refundsDue > 0) output.line(`It was paid, so a refund is due. See: store payments refunds ${tenant.id}`)
}
