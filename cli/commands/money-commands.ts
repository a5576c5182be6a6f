import { InvalidArgumentError, Option, type Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import { formatOrderNumber, randomId } from '../../api/ids.ts'
import { count } from '@tanabana/contract/text.ts'
import {
  RECEIPT_METHODS,
  recordReceipt,
  type ReceiptMethod,
  listWaiting,
} from '../../api/modules/orders/receipts.ts'
import { requireNumber } from '../../api/modules/orders/advance.ts'
import { toPaise } from '../../api/payment-providers/parse-response.ts'
import { acceptMismatch, listMismatches } from '../../api/modules/payments/mismatches.ts'
import { formatRupees } from '../../api/rupees.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { receiveStatement } from './record-statement.ts'
import { describeMismatch, mismatchLine, oversoldSentence } from './describe-order.ts'
import { oneLine } from './one-line.ts'
import { showAvailability } from './stock-commands.ts'
import { timeText } from './time-text.ts'

const REFERENCE_MAX = 100

const MONEY_HELP = `
Examples:
  store payments waiting silkhouse
  store payments received silkhouse 7K3M-9Q2X-V0AB --reference 412345678901
  store payments received silkhouse --from bank.csv --dry-run
  store payments received silkhouse 7K3M-9Q2X-V0AB --method cash --reference "till 2, receipt 118"
  store payments accept silkhouse pay_9A33XWu170gUtm`

const EXIT_USAGE = 2

const STATEMENT_HELP = `
--from reads the CSV of your bank: columns such as date, credit or amount, and utr, reference or narration. A row is
matched to the order that waits by the UTR that its shopper gave, by the reference of its payment or payment link, or by
its order number, and needs the order's amount. Rows of no order are named and left alone; payments that are recorded
already stay as they are, so the same file can be used again. Exit code 1: some were refused.`

/** Commands that record manual payments. */
export function addMoneyCommands(commands: Command, context: CommandContext): void {
  commands
    .command('waiting')
    .description('list UPI payments that the shop has to confirm, and payments that do not fit their order')
    .argument('<shop>', 'id of the shop')
    .addHelpText('after', MONEY_HELP)
    .action((shop: string) => showWaiting(context, shop))
  commands
    .command('received')
    .description('record a payment that the shop received; the order becomes processing')
    .argument('<shop>', 'id of the shop')
    .argument('[order]', 'order number')
    .addOption(referenceOption("the bank's reference (UTR), or the number of the cash receipt"))
    .addOption(new Option('--method <method>', 'how it was paid').choices(RECEIPT_METHODS).default('upi'))
    .addOption(amountOption("amount in rupees (default: the order's total)"))
    .option('--accept-difference', "record an amount other than the order's total")
    .option('--from <file>', "CSV file of the bank's statement; its payments are matched by UTR or reference")
    .option('--dry-run', 'with --from: say what would be recorded; change nothing')
    .addHelpText('after', STATEMENT_HELP + MONEY_HELP)
    .action((shop: string, order: string | undefined, options: ReceivedOptions, command: Command) =>
      receive(context, shop, order, options, command),
    )
  commands
    .command('accept')
    .description('accept a payment of another amount for its order, as "payments waiting" lists it')
    .argument('<shop>', 'id of the shop')
    .argument('<payment>', 'payment id or reference')
    .addHelpText('after', MONEY_HELP)
    .action((shop: string, payment: string) => accept(context, shop, payment))
}

interface ReceivedOptions {
  reference?: string
  from?: string
  dryRun?: boolean
  method: ReceiptMethod
  amount?: number
  acceptDifference?: boolean
}

export function referenceOption(description: string): Option {
  return new Option('--reference <text>', description).argParser(oneLine(REFERENCE_MAX))
}

export function amountOption(description: string): Option {
  return rupeesOption('--amount <rupees>', description)
}

/** Parses rupees to paise. */
export function rupeesOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const amount = toPaise(text)
    if (amount > 0) return amount
    throw new InvalidArgumentError('Write rupees, such as 1499 or 1499.50.')
  })
}

/** `store payments waiting`: lists payments to confirm, oldest first. */
async function showWaiting(context: CommandContext, shop: string): Promise<void> {
  const { output } = context
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { waiting, mismatches } = await readTenant(db, tenant.id, async (tx) => ({
    waiting: await listWaiting(tx, tenant.id),
    mismatches: await listMismatches(tx, tenant.id),
  }))
  for (const { orderNumber, amount, startedAt, customerReference, linkReference } of waiting) {
    const utr = customerReference === null ? 'no UTR given' : `UTR ${customerReference}`
    const link = linkReference === null ? [] : [`link ${formatOrderNumber(linkReference)}`]
    const facts = [formatOrderNumber(orderNumber), formatRupees(amount), timeText(startedAt), utr]
    output.line([...facts, ...link].join('  '))
  }
  for (const one of mismatches) output.line(`${formatOrderNumber(one.orderNumber)}  ${mismatchLine(one)}`)
  output.result([
    ...waiting.map(({ orderNumber, amount, startedAt, customerReference, linkReference }) => ({
      order: formatOrderNumber(orderNumber),
      amount: amount / 100,
      startedAt: startedAt.toISOString(),
      customerReference,
      ...(linkReference !== null && { linkReference: formatOrderNumber(linkReference) }),
    })),
    ...mismatches.map((one) => ({ mismatch: true, ...describeMismatch(one) })),
  ])
  output.line(`${count(waiting.length, 'order')} with a UPI payment to confirm.`)
  if (waiting.length > 0) {
    output.line(
      `Confirm a payment that arrived with: store payments received ${tenant.id} <order> --reference <UTR>`,
    )
  }
  if (mismatches.length > 0) {
    output.line(`${count(mismatches.length, 'payment')} of another amount, currency or order.`)
    output.line(
      `Accept one with: store payments accept ${tenant.id} <payment>, or refund it and record that with: store payments refunded ${tenant.id} <payment> --reference <text>`,
    )
  }
}

/** `store payments accept` */
async function accept(context: CommandContext, shop: string, named: string): Promise<void> {
  const { output } = context
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { payment, outcome, soldOut, oversold } = await withTenant(db, tenant.id, (tx) =>
    acceptMismatch(tx, tenant.id, { named, now: new Date() }),
  )
  await showAvailability(context, db, tenant, soldOut)
  const order = formatOrderNumber(payment.orderNumber)
  const amount = formatRupees(payment.amount)
  output.result({ order, payment: payment.id, outcome, oversold, amount: payment.amount / 100 })
  output.line(
    outcome === 'order paid'
      ? `Accepted ${amount} for order ${order}. It is paid.`
      : `Order ${order} is cancelled or already paid, so ${amount} is due for refund. See: store payments refunds ${tenant.id}`,
  )
  if (oversold > 0) output.line(oversoldSentence(oversold))
}

async function receive(
  context: CommandContext,
  shop: string,
  order: string | undefined,
  options: ReceivedOptions,
  command: Command,
): Promise<void> {
  const { from, reference, amount, dryRun } = options
  const refuse = (problem: string) => command.error(`error: ${problem}`, { exitCode: EXIT_USAGE })
  if (from !== undefined) {
    if ((order ?? reference ?? amount) !== undefined)
      refuse('orders, references and amounts are those of --from')
    return receiveStatement(context, shop, { ...options, from })
  }
  if (dryRun) refuse('--dry-run is for --from')
  if (order === undefined)
    return refuse("missing required argument 'order', or --from with a bank's statement")
  if (reference === undefined) return refuse("required option '--reference <text>' not specified")
  return recordReceived(context, shop, order, { ...options, reference })
}

async function recordReceived(
  context: CommandContext,
  shop: string,
  typed: string,
  options: ReceivedOptions & { reference: string },
): Promise<void> {
  const { output } = context
  const orderNumber = requireNumber(typed)
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const tenantId = tenant.id
  const receipt = {
    method: options.method,
    reference: options.reference,
    amountPaise: options.amount,
    acceptsDifference: options.acceptDifference,
  }
  const recorded = await withTenant(db, tenantId, (tx) =>
    recordReceipt(tx, tenantId, { orderNumber, receipt, newId: randomId(), now: new Date() }),
  )
  await showAvailability(context, db, tenant, recorded.soldOut)
  const order = formatOrderNumber(orderNumber)
  const amount = formatRupees(recorded.amountPaise)
  output.result({
    order,
    payment: recorded.paymentId,
    outcome: recorded.outcome,
    oversold: recorded.oversold,
    amount: recorded.amountPaise / 100,
    method: options.method,
    reference: options.reference,
  })
  output.line(
    {
      'order paid': `Recorded ${amount} for order ${order}. It is paid.`,
      'refund due': `Recorded ${amount} for order ${order}, which is cancelled or already paid: refund due. See: store payments refunds ${tenantId}`,
      duplicate: `This payment of ${amount} for order ${order} is already recorded. Nothing changed.`,
    }[recorded.outcome],
  )
  if (recorded.oversold > 0) output.line(oversoldSentence(recorded.oversold))
}
