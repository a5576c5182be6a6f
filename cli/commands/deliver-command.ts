import { Option, type Command } from 'commander'

import { formatOrderNumber } from '../../api/ids.ts'
import { deliverOrder } from '../../api/modules/orders/shipment.ts'
import { formatRupees } from '../../api/rupees.ts'
import { CommandError, requireTenant, toPath, type CommandContext } from '../context.ts'
import { readTable, type TableColumn } from '../import/read-table.ts'
import { changeOrders, namedOrders, ORDER_COLUMN, type NamedOrder } from './change-orders.ts'
import { oneLine } from './one-line.ts'

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

const DELIVERED_COLUMNS = {
  order: ORDER_COLUMN,
  cash: { names: ['cash reference', 'remittance', 'utr'], hasNumbers: true },
} as const satisfies Record<string, TableColumn>

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
  const standing = options.cashReference
  const named =
    options.from === undefined
      ? namedOrders(typed, { cashReference: standing })
      : await readDelivered(toPath(context, options.from), typed, standing)
  await changeOrders(
    context,
    db,
    tenant,
    named,
    { isDryRun: options.dryRun === true, done: 'delivered' },
    async (tx, number, { cashReference }) => {
      const terms = { cashReference, allowsUnpaid: options.unpaid, now: new Date() }
      const { outcome, collected, restocked, taken } = await deliverOrder(tx, tenant.id, number, terms)
      const order = formatOrderNumber(number)
      const sentences = [
        outcome === 'delivered'
          ? `Order ${order}: shipped → delivered.`
          : `Order ${order} is delivered already.`,
      ]
      if (collected > 0) sentences.push(`Recorded its ${formatRupees(collected)} in cash, ${cashReference}.`)
      return {
        sentences,
        facts: { id: order, status: 'delivered', collected: collected / 100 },
        isChanged: outcome !== 'unchanged',
        products: [...restocked, ...(taken?.soldOut ?? [])],
      }
    },
  )
}

async function readDelivered(
  path: string,
  typed: readonly string[],
  standing: string | undefined,
): Promise<NamedOrder<{ cashReference: string | undefined }>[]> {
  if (typed.length > 0) throw new CommandError('With --from, the orders are those of the file.')
  const rows = await readTable(path, DELIVERED_COLUMNS)
  return rows.map(({ line, cells, problem }) => ({
    ...{ typed: cells.order, line },
    terms: problem === undefined ? { cashReference: cells.cash || standing } : { problem },
  }))
}
