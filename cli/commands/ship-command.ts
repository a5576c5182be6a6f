import { InvalidArgumentError, Option, type Command } from 'commander'

import { formatOrderNumber } from '../../api/ids.ts'
import type { NamedOrder } from '../../api/modules/orders/change-each.ts'
import { shipOrders } from '../../api/modules/parcels/change-parcels.ts'
import {
  isParcelText,
  PARCEL_TEXT_MAX,
  readParcels,
  readTrackingUrl,
  type Parcel,
} from '../../api/modules/parcels/courier-file.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { printChanges, requireOrders } from './change-orders.ts'
import { oneLine } from './one-line.ts'
import { readTableFile } from './table-file.ts'

const SHIP_HELP = `
Examples:
  store orders ship silkhouse 7K3M-9Q2X-V0AB --courier "Delhivery" --tracking 1490811234567
  store orders ship silkhouse 7K3M-9Q2X-V0AB --courier "India Post" --tracking EM123456789IN --url https://www.indiapost.gov.in/
  store orders ship silkhouse 7K3M-9Q2X-V0AB=1490811234567 4TQ8-XK2M-9A3D=1490811234578 --courier "Delhivery"
  store orders ship silkhouse --from courier.csv --dry-run

The file's first line names its columns: order, courier, tracking number and, if you like, tracking url. --courier is
for rows without one. Orders that can't be shipped are named with their line, and the others are shipped. What is
shipped already stays as it is, so the corrected file can be used again.

Repeat it with another courier or tracking number to correct them. The shop's capability "shipment" shows them to
shoppers. Exit codes: 0 all orders are shipped, 1 some were refused, 2 usage error.`

interface ShipOptions {
  courier?: string
  tracking?: string
  url?: string
  from?: string
  unpaid?: boolean
  dryRun?: boolean
}

/** `store orders ship` */
export function addShipCommand(commands: Command, context: CommandContext): void {
  commands
    .command('ship')
    .description('record couriers and tracking numbers, and move processing orders to shipped')
    .argument('<shop>', 'id of the shop')
    .argument(
      '[orders...]',
      'order numbers, of several orders each with its tracking number: <order>=<number>',
    )
    .addOption(new Option('--courier <name>', 'name of the courier').argParser(oneLine(PARCEL_TEXT_MAX)))
    .addOption(
      new Option('--tracking <number>', 'tracking number of the parcel of one order').argParser(
        oneLine(PARCEL_TEXT_MAX),
      ),
    )
    .addOption(new Option('--url <url>', "the courier's tracking page of one order").argParser(webAddress))
    .option('--from <file>', 'CSV file of orders, couriers and tracking numbers')
    .option('--unpaid', 'ship them although they are not paid')
    .option('--dry-run', 'say what would be shipped; change nothing')
    .addHelpText('after', SHIP_HELP)
    .action((shop: string, typed: string[], options: ShipOptions) => ship(context, shop, typed, options))
}

function webAddress(typed: string): string {
  const url = readTrackingUrl(typed)
  if (url !== undefined) return url
  throw new InvalidArgumentError('Write an https address.')
}

async function ship(
  context: CommandContext,
  shop: string,
  typed: readonly string[],
  options: ShipOptions,
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const named =
    options.from === undefined
      ? namedParcels(typed, options)
      : await readNamedParcels(context, options.from, typed, options)
  const isDryRun = options.dryRun === true
  const changes = shipOrders(db, tenant.id, named, {
    ...{ isDryRun, signal: context.signal, allowsUnpaid: options.unpaid },
  })
  await printChanges(
    context,
    db,
    tenant,
    { named, changes, isDryRun, done: 'shipped' },
    (number, { isFirst, isSame, replaced, parcel }) => {
      const order = formatOrderNumber(number)
      const { courier, trackingNumber } = parcel
      const before = replaced && `, in place of ${replaced.courier} ${replaced.trackingNumber}`
      const sentence = isFirst
        ? `Order ${order}: processing → shipped, with ${courier} ${trackingNumber}.`
        : `Order ${order} is shipped with ${courier} ${trackingNumber} ${isSame ? 'already' : 'now'}${before ?? ''}.`
      return {
        sentences: [sentence],
        facts: { id: order, ...parcel, ...(replaced && { replaced }) },
        isChanged: !isSame,
      }
    },
  )
  if (!tenant.record.capabilities?.includes('shipment')) {
    output.line('Shoppers see it once the capability "shipment" is in the store info.')
  }
}

/** @throws {CommandError} an order has no tracking number, or there is no order or courier */
function namedParcels(
  typed: readonly string[],
  { courier, tracking, url }: ShipOptions,
): NamedOrder<Parcel>[] {
  requireOrders(typed)
  if (courier === undefined) throw new CommandError('Name the courier with --courier.')
  if (typed.length > 1 && (tracking ?? url) !== undefined) {
    throw new CommandError(
      '--tracking and --url are for one order. Write several as <order>=<tracking number>, or use --from.',
    )
  }
  return typed.map((text) => {
    const at = text.indexOf('=')
    const trackingNumber = tracking ?? (at < 0 ? '' : text.slice(at + 1).trim())
    const terms =
      isParcelText(trackingNumber) && (tracking === undefined || at < 0)
        ? { courier, trackingNumber, ...(url !== undefined && { trackingUrl: url }) }
        : {
            problem: `Name one tracking number of ${at < 0 ? text : text.slice(0, at)}, as <order>=<tracking number>.`,
          }
    return { typed: at < 0 ? text : text.slice(0, at), terms }
  })
}

async function readNamedParcels(
  context: CommandContext,
  file: string,
  typed: readonly string[],
  { courier, tracking, url }: ShipOptions,
): Promise<NamedOrder<Parcel>[]> {
  if (typed.length > 0 || (tracking ?? url) !== undefined) {
    throw new CommandError('With --from, orders, tracking numbers and addresses are those of the file.')
  }
  return readParcels(await readTableFile(context, file), courier)
}
