import { InvalidArgumentError, Option, type Command } from 'commander'

import { applyOrUndo } from '../../api/db/apply-or-undo.ts'
import { ApiError } from '../../api/errors.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { NOTE_MAX, OWN_REFERENCE_MAX } from '../../api/modules/orders/notes.ts'
import { createOrderByHand, type OrderByHand } from '../../api/modules/orders-by-hand/create-order-by-hand.ts'
import type { NamedLine } from '../../api/modules/orders-by-hand/find-line.ts'
import { RECEIPT_METHODS, type ReceiptMethod } from '../../api/modules/orders/receipts.ts'
import { formatRupees } from '../../api/rupees.ts'
import { loadPaymentSecrets } from '../../api/signature.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { shopOrigins } from '../../api/modules/tenants/shop-origins.ts'
import { referenceOption } from './money-commands.ts'
import { oneLine } from './one-line.ts'
import { showAvailability } from './stock-commands.ts'

const TEXT_MAX = 300
const PAYMENTS = ['link', 'cash', 'received'] as const

const CREATE_HELP = `
Examples:
  store orders create silkhouse KURTA-M=2 SAREE --pay link --name "Asha Rao" --phone "98765 43210" \\
    --address "12 MG Road" --city Pune --state Maharashtra --postal-code 411001
  store orders create silkhouse KURTA-M --pay received --method upi --reference 412345678901 …
  store orders create silkhouse KURTA-M --pay cash --note "Called at 11" --own-reference "Tally 118" …

A line is the SKU or id of a variant, or the id of a product; --size and --color choose of a product without variants.
Prices, stock, offers and the day of arrival are those of the shop. The order belongs to no account: its customer
follows it by number and phone or e-mail, and gets messages if you give an e-mail.

--pay link prints a link that pays the order; cash is paid at delivery; received is paid already, by --method and
--reference.`

interface CreateOptions {
  pay: (typeof PAYMENTS)[number]
  method: ReceiptMethod
  reference?: string
  name: string
  phone: string
  address: string
  city: string
  state: string
  postalCode: string
  email?: string
  size?: string
  color?: string
  offer?: string
  note?: string
  ownReference?: string
  dryRun?: boolean
}

/** `store orders create` */
export function addCreateCommand(commands: Command, context: CommandContext): void {
  const command = commands
    .command('create')
    .description('take an order down that came by a message, a phone call or at the counter')
    .argument('<shop>', 'id of the shop')
    .argument('<lines...>', 'SKU or id of each piece, with =<quantity> for several', readLine, [])
    .addOption(new Option('--pay <how>', 'how it is paid').choices(PAYMENTS).makeOptionMandatory())
    .addOption(
      new Option('--method <method>', 'with --pay received: how it was paid')
        .choices(RECEIPT_METHODS)
        .default('upi'),
    )
    .addOption(referenceOption("with --pay received: the bank's reference (UTR), or that of the cash"))
  const text = (flags: string, description: string, max = TEXT_MAX) =>
    new Option(flags, description).argParser(oneLine(max))
  command
    .addOption(text('--name <text>', 'full name of the customer').makeOptionMandatory())
    .addOption(text('--phone <number>', 'phone of the customer').makeOptionMandatory())
    .addOption(text('--address <text>', 'street address').makeOptionMandatory())
    .addOption(text('--city <text>', 'city').makeOptionMandatory())
    .addOption(text('--state <text>', 'state').makeOptionMandatory())
    .addOption(text('--postal-code <code>', 'PIN code').makeOptionMandatory())
    .addOption(text('--email <email>', 'e-mail for messages about the order'))
    .addOption(text('--size <size>', 'size of a product without variants'))
    .addOption(text('--color <colour>', 'colour of a product without variants'))
    .addOption(text('--offer <code>', 'code of an offer'))
    .addOption(text('--note <text>', 'a note of yours about the order', NOTE_MAX))
    .addOption(text('--own-reference <text>', 'your own name of the order', OWN_REFERENCE_MAX))
    .option('--dry-run', 'say what it would cost; change nothing')
    .addHelpText('after', CREATE_HELP)
    .action((shop: string, lines: NamedLine[], options: CreateOptions) =>
      create(context, shop, lines, options),
    )
}

function readLine(typed: string, before: NamedLine[]): NamedLine[] {
  const [, name = typed, pieces = '1'] = /^(.+)=(\d{1,3})$/.exec(typed) ?? []
  const quantity = Number(pieces)
  if (quantity > 0) return [...before, { name, quantity }]
  throw new InvalidArgumentError('Write <SKU>=<quantity>.')
}

async function create(
  context: CommandContext,
  shop: string,
  lines: readonly NamedLine[],
  options: CreateOptions,
): Promise<void> {
  const { output, dataDir, paymentSecrets = [] } = context
  const isDryRun = options.dryRun === true
  const order = toOrderByHand(lines, options)
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const secrets = await loadPaymentSecrets({ paymentSecrets, dataDir })
  const created = await applyOrUndo(db, tenant.id, isDryRun, (tx) =>
    createOrderByHand(tx, tenant, order, { paymentSecrets: secrets, now: new Date() }),
  ).catch((error: unknown) => {
    throw error instanceof ApiError ? new CommandError(error.message) : error
  })
  const { number, due, payPath, soldOut } = created
  const id = formatOrderNumber(number)
  if (isDryRun) {
    output.line(due > 0 ? `It would cost ${formatRupees(due)}.` : 'It would be paid.')
    output.line('Dry run: nothing was changed.')
    output.result({ due: due / 100, dryRun: true })
    return
  }
  await showAvailability(context, db, tenant, soldOut)
  const payUrl = payPath === undefined ? undefined : shopOrigins(tenant).shop + payPath
  const how = { link: 'to be paid by the link below', cash: 'to be paid at delivery', received: '' }[
    options.pay
  ]
  output.line(due > 0 ? `Order ${id}: ${formatRupees(due)}, ${how}.` : `Order ${id} is paid.`)
  if (payUrl !== undefined) output.line(payUrl)
  output.result({ id, due: due / 100, ...(payUrl !== undefined && { payUrl }) })
}

/** @throws {CommandError} a received payment has no reference */
function toOrderByHand(
  lines: readonly NamedLine[],
  { pay, method, reference, name, offer, ownReference, size, color, ...rest }: CreateOptions,
): OrderByHand {
  const { address, city, state, postalCode, phone, email, note } = rest
  if (pay === 'received' && reference === undefined) {
    throw new CommandError('--pay received needs the --reference of the payment.')
  }
  return {
    lines: lines.map((line) => ({ ...line, selectedSize: size, selectedColor: color })),
    shippingAddress: { fullName: name, address, city, state, postalCode, phone },
    ...{ email, offerCode: offer, reference: ownReference, note },
    payment:
      pay === 'received' && reference !== undefined
        ? { kind: 'received', receipt: { method, reference } }
        : { kind: pay === 'cash' ? 'cash' : 'link' },
  }
}
