import { Option, type Command } from 'commander'

import { formatOrderNumber } from '../../api/ids.ts'
import { deliverOrders } from '../../api/modules/parcels/change-parcels.ts'
import { readDelivered } from '../../api/modules/parcels/courier-file.ts'
import { formatRupees } from '../../api/rupees.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { namedOrders, printChanges } from './change-orders.ts'
import { oneLine } from './one-line.ts'
import { readTableFile } from './table-file.ts'

const REFERENCE_MAX = 100

const DELIVER_HELP = `
Examples:
  store orders deliver silkhouse 7K3M-9Q2X-V0AB 4TQ8-XK2M-9A3D
  store orders deliver silkhouse 7K3M-9Q2X-V0AB --cash-reference "Delhivery, 26 November"
  store orders deliver silkhouse --from delivered.csv --dry-run

The file's first line names its columns: order and, if you like, cash reference. The cash reference is for orders that
are paid at delivery: it records their cash, also when they are delivered already. Orders that can't be delivered are
named with their line, and the others are delivered; what is delivered already stays as it is.

Exit codes: 0 all orders are delivered, 1 some were refused, 2 usage error.`

interface DeliverOptions {
  cashReference?: string
  from?: string
  unpaid?: boolean
  dryRun?: boolean
}

/** `store orders deliver` */
export function addDeliverCommand(commands: Command, context: CommandContext): void {
  commands
    .command('deliver')
    .description('mark shipped orders delivered, with the cash that was collected')
    .argument('<shop>', 'id of the shop')
    .argument('[orders...]', 'order numbers')
    .addOption(
      new Option('--cash-reference <text>', 'record the cash of orders that are paid at delivery').argParser(
        oneLine(REFERENCE_MAX),
      ),
    )
    .option('--from <file>', 'CSV file of orders')
    .option('--unpaid', 'mark them delivered although they are not paid')
    .option('--dry-run', 'say what would be delivered; change nothing')
    .addHelpText('after', DELIVER_HELP)
    .action((shop: string, typed: string[], options: DeliverOptions) =>
      deliver(context, shop, typed, options),
    )
}

async function deliver(
  context: CommandContext,
  shop: string,
  typed: readonly string[],
  options: DeliverOptions,
): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { cashReference } = options
  const named =
    options.from === undefined
      ? namedOrders(typed, { cashReference })
      : await readNamedDelivered(context, options.from, typed, cashReference)
  const isDryRun = options.dryRun === true
  const changes = deliverOrders(db, tenant.id, named, {
    ...{ isDryRun, signal: context.signal, allowsUnpaid: options.unpaid },
  })
  await printChanges(
    context,
    db,
    tenant,
    { named, changes, isDryRun, done: 'delivered' },
    (number, { outcome, collected, restocked, taken, cashReference: reference }) => {
      const order = formatOrderNumber(number)
      const sentences = [
        outcome === 'delivered'
          ? `Order ${order}: shipped → delivered.`
          : `Order ${order} is delivered already.`,
      ]
      if (collected > 0) sentences.push(`Recorded its ${formatRupees(collected)} in cash, ${reference}.`)
      return {
        sentences,
        facts: { id: order, status: 'delivered', collected: collected / 100 },
        isChanged: outcome !== 'unchanged',
        products: [...restocked, ...(taken?.soldOut ?? [])],
      }
    },
  )
}

async function readNamedDelivered(
  context: CommandContext,
  file: string,
  typed: readonly string[],
  cashReference: string | undefined,
): Promise<Awaited<ReturnType<typeof readDelivered>>> {
  if (typed.length > 0) throw new CommandError('With --from, the orders are those of the file.')
  return readDelivered(await readTableFile(context, file), cashReference)
}
