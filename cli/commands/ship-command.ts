import { InvalidArgumentError, Option, type Command } from 'commander'

import { withTenant } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { returnToSender, shipOrder } from '../../api/modules/orders/shipment.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { requireNumber } from './describe-order.ts'
import { oneLine } from './one-line.ts'
import { showAvailability } from './stock-commands.ts'

const TEXT_MAX = 100
const URL_MAX = 500

const SHIP_HELP = `
Examples:
  store orders ship silkhouse 7K3M-9Q2X-V0AB --courier "Delhivery" --tracking 1490811234567
  store orders ship silkhouse 7K3M-9Q2X-V0AB --courier "India Post" --tracking EM123456789IN --url https://www.indiapost.gov.in/

Repeat it to correct courier or tracking number. The shop's capability "shipment" shows them to shoppers.`

interface ShipOptions {
  courier: string
  tracking: string
  url?: string
  unpaid?: boolean
}

const RETURNED_HELP = `
Examples:
  store orders returned-to-sender silkhouse 7K3M-9Q2X-V0AB
  store orders returned-to-sender silkhouse 7K3M-9Q2X-V0AB --write-off

The order is cancelled. Its pieces go back into stock; with --write-off, because they are spoiled or missing, they don't.
What was paid is due for refund.`

/** `store orders ship` and `store orders returned-to-sender` */
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
  commands
    .command('ship')
    .description('record courier and tracking number, and move a processing order to shipped')
    .argument('<shop>', 'id of the shop')
    .argument('<order>', 'order number')
    .addOption(
      new Option('--courier <name>', 'name of the courier')
        .argParser(oneLine(TEXT_MAX))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--tracking <number>', 'tracking number of the parcel')
        .argParser(oneLine(TEXT_MAX))
        .makeOptionMandatory(),
    )
    .addOption(new Option('--url <url>', "the courier's tracking page of the parcel").argParser(webAddress))
    .option('--unpaid', 'ship it although it is not paid')
    .addHelpText('after', SHIP_HELP)
    .action((shop: string, order: string, options: ShipOptions) => ship(context, shop, order, options))
}

function webAddress(typed: string): string {
  const isWeb = URL.canParse(typed) && new URL(typed).protocol === 'https:'
  if (isWeb && typed.length <= URL_MAX) return new URL(typed).href
  throw new InvalidArgumentError('Write an https address.')
}

async function ship(
  context: CommandContext,
  shop: string,
  typed: string,
  { courier, tracking, url, unpaid }: ShipOptions,
): Promise<void> {
  const { output } = context
  const number = requireNumber(typed)
  const db = await context.database()
  const { id: tenantId, record } = await requireTenant(db, shop)
  const parcel = { courier, trackingNumber: tracking, ...(url !== undefined && { trackingUrl: url }) }
  const { isFirst } = await withTenant(db, tenantId, (tx) =>
    shipOrder(tx, tenantId, number, parcel, { allowsUnpaid: unpaid, now: new Date() }),
  )
  const order = formatOrderNumber(number)
  output.result({ id: order, ...parcel })
  output.line(
    isFirst
      ? `Order ${order}: processing → shipped, with ${courier} ${tracking}.`
      : `Order ${order} is shipped with ${courier} ${tracking} now.`,
  )
  if (!record.capabilities?.includes('shipment')) {
    output.line('Shoppers see it once the capability "shipment" is in the store info.')
  }
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
