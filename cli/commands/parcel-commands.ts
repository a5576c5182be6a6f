import type { Command } from 'commander'

import { formatOrderNumber } from '../../api/ids.ts'
import type { ParcelChange } from '../../api/modules/orders/shipment.ts'
import { changeParcels } from '../../api/modules/parcels/change-parcels.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { printChanges, readNamedOrders } from './change-orders.ts'

const PARCEL_HELP = `
Examples:
  store orders undelivered silkhouse 7K3M-9Q2X-V0AB
  store orders undelivered silkhouse --from courier.csv --on-its-way-back
  store orders returned-to-sender silkhouse 7K3M-9Q2X-V0AB 4TQ8-XK2M-9A3D
  store orders returned-to-sender silkhouse 7K3M-9Q2X-V0AB --write-off
  store orders lost silkhouse 7K3M-9Q2X-V0AB

An undelivered parcel is still with the courier: it is delivered later, or comes back. Returned to sender and lost close
the order as cancelled. The pieces of a returned parcel go back into stock; with --write-off, because they are spoiled or
missing, they don't. Lost ones are written off. What was paid is due for refund. Shoppers are written to each time.

A file for --from has the column order. Exit codes: 0 all are recorded, 1 some were refused, 2 usage error.`

interface ParcelOptions {
  from?: string
  dryRun?: boolean
  onItsWayBack?: boolean
  writeOff?: boolean
}

interface ParcelCommand {
  name: string
  description: string
  option?: readonly [flags: string, description: string]
  changeOf: (options: ParcelOptions) => ParcelChange
  /** What the order becomes, and its parcel. */
  resultOf: (options: ParcelOptions) => { to: 'shipped' | 'cancelled'; parcel: string }
}

const PARCEL_COMMANDS: readonly ParcelCommand[] = [
  {
    name: 'undelivered',
    description: 'record that the courier could not deliver parcels',
    option: ['--on-its-way-back', 'the courier brings them back'],
    changeOf: ({ onItsWayBack }) => (onItsWayBack ? 'send back' : 'report undelivered'),
    resultOf: ({ onItsWayBack }) => ({
      to: 'shipped',
      parcel: onItsWayBack ? 'on its way back' : 'undelivered',
    }),
  },
  {
    name: 'returned-to-sender',
    description: 'close shipped orders whose parcels came back undelivered',
    option: ['--write-off', "their pieces can't be sold again"],
    changeOf: ({ writeOff }) => (writeOff ? 'return spoiled to sender' : 'return to sender'),
    resultOf: () => ({ to: 'cancelled', parcel: 'returned to sender' }),
  },
  {
    name: 'lost',
    description: 'close shipped orders whose parcels the courier has lost',
    changeOf: () => 'lose',
    resultOf: () => ({ to: 'cancelled', parcel: 'lost' }),
  },
]

/** `store orders undelivered`, `returned-to-sender` and `lost` */
export function addParcelCommands(commands: Command, context: CommandContext): void {
  for (const parcel of PARCEL_COMMANDS) {
    const command = commands
      .command(parcel.name)
      .description(parcel.description)
      .argument('<shop>', 'id of the shop')
      .argument('[orders...]', 'order numbers')
      .option('--from <file>', 'CSV file of orders')
      .option('--dry-run', 'say what would be recorded; change nothing')
      .addHelpText('after', PARCEL_HELP)
    if (parcel.option) command.option(...parcel.option)
    command.action((shop: string, typed: string[], options: ParcelOptions) =>
      record(context, shop, typed, parcel, options),
    )
  }
}

async function record(
  context: CommandContext,
  shop: string,
  typed: readonly string[],
  { changeOf, resultOf }: ParcelCommand,
  options: ParcelOptions,
): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const named = await readNamedOrders(context, typed, options.from)
  const { to, parcel } = resultOf(options)
  const isDryRun = options.dryRun === true
  const changes = changeParcels(db, tenant.id, named, changeOf(options), { isDryRun, signal: context.signal })
  await printChanges(context, db, tenant, { named, changes, isDryRun, done: parcel }, (number, changed) => {
    const order = formatOrderNumber(number)
    const sentences = [
      to === 'cancelled'
        ? `Order ${order}: shipped → cancelled, ${parcel}.`
        : `Order ${order} is shipped, and its parcel ${parcel}${changed.isSame ? ' already' : ''}.`,
    ]
    if (changed.refundsDue > 0) {
      sentences.push(`It was paid, so a refund is due. See: store payments refunds ${tenant.id}`)
    }
    return {
      sentences,
      facts: { id: order, from: 'shipped', to, parcel },
      isChanged: !changed.isSame,
      products: changed.restocked,
    }
  })
}
