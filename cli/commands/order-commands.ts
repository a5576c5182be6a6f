import { and, eq } from 'drizzle-orm'
import { Option, type Command } from 'commander'

import { formatDate } from '@tanabana/contract/dates.ts'
import { readTenant, withTenant, type Transaction } from '../../api/db/index.ts'
import {
  ORDER_STATUS,
  ORDER_STATUS_NAMES,
  type OrderStatus,
  type OrderStatusName,
} from '../../api/db/order-states.ts'
import { orders } from '../../api/db/schema.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { advanceOrder, nameOf, requireNumber } from '../../api/modules/orders/advance.ts'
import { listNotes } from '../../api/modules/orders/notes.ts'
import { findOrder } from '../../api/modules/orders/read.ts'
import { RECEIPT_METHODS, type Receipt, type ReceiptMethod } from '../../api/modules/orders/receipts.ts'
import { amountDue, listSettled } from '../../api/modules/orders/order-money.ts'
import { listWaiting } from '../../api/modules/orders/receipts.ts'
import { readReturns, valueOfReturn, type ReturnRow } from '../../api/modules/orders/returns.ts'
import { listRefundsInProgress } from '../../api/modules/orders/refund-requests.ts'
import { readGivenDetails } from '../../api/modules/payments/refund-details.ts'
import { listMismatches } from '../../api/modules/payments/mismatches.ts'
import { formatMoney, formatRupees } from '../../api/rupees.ts'
import { showAvailability } from './stock-commands.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { exportForCourier, exportOrders } from './export-orders.ts'
import {
  adTags,
  createMoneyLookup,
  describeOrder,
  describeReturn,
  formatChoice,
} from '../../api/modules/orders/describe-order.ts'
import {
  confirmationText,
  formatPaymentState,
  describeMismatch,
  mismatchLine,
  oversoldSentence,
} from './describe-order.ts'
import { referenceOption } from './money-commands.ts'
import { addCreateCommand } from './create-order-command.ts'
import { addDeliverCommand } from './deliver-command.ts'
import { addInvoicesCommand } from './invoice-commands.ts'
import { addListCommand } from './list-orders.ts'
import { addNoteCommands } from './note-commands.ts'
import { addPackingCommands } from './packing-commands.ts'
import { addParcelCommands } from './parcel-commands.ts'
import { addShipCommand } from './ship-command.ts'
import { addStatusCommand } from './status-command.ts'
import { addTodayCommand } from './today-command.ts'
import { timeText } from './time-text.ts'

const ORDER_HELP = `
Examples:
  store orders today silkhouse
  store orders list silkhouse --status processing
  store orders show silkhouse 7K3M-9Q2X-V0AB
  store orders export silkhouse --format csv > orders.csv
  store orders export silkhouse --format courier-csv > courier.csv
  store orders advance silkhouse 7K3M-9Q2X-V0AB --to shipped
  store orders advance silkhouse 7K3M-9Q2X-V0AB --paid-by cash --reference "till 2, receipt 118"
  store orders advance silkhouse 7K3M-9Q2X-V0AB --unpaid
  store orders undelivered silkhouse 7K3M-9Q2X-V0AB
  store orders returned-to-sender silkhouse 7K3M-9Q2X-V0AB`

/** `store orders …` */
export function addOrderCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('orders')
    .description('list, show, export, ship, deliver and advance orders')
  commands.addHelpText('after', ORDER_HELP)
  addListCommand(commands, context)
  addTodayCommand(commands, context)
  commands
    .command('show')
    .description('show an order with its items and address')
    .argument('<shop>', 'id of the shop')
    .argument('<order>', 'order number')
    .addHelpText('after', ORDER_HELP)
    .action((shop: string, order: string) => showOrder(context, shop, order))
  commands
    .command('export')
    .description("print all orders as a table, one row per item; or those to ship for a courier's system")
    .argument('<shop>', 'id of the shop')
    .addOption(
      new Option('--format <format>', 'output format').choices(['csv', 'courier-csv']).default('csv'),
    )
    .addOption(new Option('--status <status>', 'only orders in this status').choices(ORDER_STATUS_NAMES))
    .addHelpText('after', ORDER_HELP)
    .action((shop: string, options: { format: string; status?: OrderStatusName }) =>
      options.format === 'csv' ? exportOrders(context, shop, options) : exportForCourier(context, shop),
    )
  commands
    .command('advance')
    .description('move an order to its next status; an unpaid order needs --paid-by or --unpaid')
    .argument('<shop>', 'id of the shop')
    .argument('<order>', 'order number')
    .addOption(
      new Option('--to <status>', 'move it to this status (default: the next one)').choices(
        ORDER_STATUS_NAMES.filter((name) => name !== 'pending'),
      ),
    )
    .addOption(
      new Option('--paid-by <method>', 'record its payment; needs --reference').choices(RECEIPT_METHODS),
    )
    .addOption(referenceOption("the bank's reference (UTR), or the number of the cash receipt"))
    .addOption(new Option('--unpaid', 'move it although it is not paid').conflicts('paidBy'))
    .option('--despite-utr', 'cancel it although its shopper gave a UTR, because the money did not arrive')
    .addHelpText('after', ORDER_HELP)
    .action((shop: string, order: string, options: AdvanceOptions) =>
      moveOrder(context, shop, order, options),
    )
  addInvoicesCommand(commands, context)
  addShipCommand(commands, context)
  addDeliverCommand(commands, context)
  addParcelCommands(commands, context)
  addStatusCommand(commands, context)
  addPackingCommands(commands, context)
  addCreateCommand(commands, context)
  addNoteCommands(commands, context)
}

interface AdvanceOptions {
  to?: OrderStatusName
  paidBy?: ReceiptMethod
  reference?: string
  unpaid?: boolean
  despiteUtr?: boolean
}

async function showOrder(context: CommandContext, tenantId: string, typed: string): Promise<void> {
  const number = requireNumber(typed)
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const read = await readTenant(db, tenant.id, async (tx) => {
    const found = await findOrder(tx, tenant.id, number)
    if (!found) return undefined
    const settled = await listSettled(tx, tenant.id, [number])
    const ids = settled.map(({ id }) => id)
    const refunds = await listRefundsInProgress(tx, tenant.id, ids)
    const mismatches = await listMismatches(tx, tenant.id, number)
    const returns = (await readReturns(tx, tenant.id, [number])).get(number) ?? []
    const [waiting] = (await listWaiting(tx, tenant.id)).filter(({ orderNumber }) => orderNumber === number)
    const notes = await listNotes(tx, tenant.id, number)
    const refundTo = (await readGivenDetails(tx, tenant.id, [number])).get(number)
    const money = await createMoneyLookup(tx, tenant.id, [found])
    return {
      found,
      notes,
      refundTo,
      settled,
      refunds,
      mismatches,
      returns,
      utr: waiting?.customerReference ?? null,
      money,
    }
  })
  if (!read) throw new CommandError(`The shop ${tenantId} has no order ${formatOrderNumber(number)}.`)
  const { found, notes, refundTo, settled, refunds, mismatches, returns, utr, money } = read
  const order = describeOrder(found, money(found))
  const { fullName, address, city, state, postalCode, phone } = order.shippingAddress
  const { output } = context
  const payment = formatPaymentState(money(found), found)
  output.line(
    `${order.id}  ${order.status}  ${payment}  ${timeText(order.createdAt)}  ${formatRupees(found.total)}`,
  )
  if (found.reference !== null) output.line(`  Reference ${found.reference}`)
  for (const item of found.items) {
    const choice = formatChoice(item)
    const sku = item.sku === null ? '' : `  SKU ${item.sku}`
    const missing = item.oversold === 0 ? '' : `  ${item.oversold} not in stock`
    output.line(
      `  ${item.quantity} × ${item.productTitle}${choice && ` (${choice})`}${sku}  ${formatRupees(item.price)}${missing}`,
    )
  }
  if (found.discount > 0) {
    const code = found.offerCode === null ? '' : ` (${found.offerCode})`
    output.line(`  Discount ${formatRupees(found.discount)}: ${found.offerLabel}${code}`)
  }
  output.line(
    `  ${[fullName, address, city, state, postalCode, phone, order.email].filter(Boolean).join(', ')}`,
  )
  if (found.cashOnDelivery && money(found).payment === 'unpaid') {
    const fee = found.cashFee > 0 ? `, with the fee of ${formatRupees(found.cashFee)}` : ''
    output.line(`  To collect at delivery: ${formatRupees(amountDue(found))}${fee}`)
  }
  const confirmation = confirmationText(found)
  if (confirmation) output.line(`  ${capitalize(confirmation)}`)
  if (found.promisedBy) output.line(`  Promised by ${formatDate(found.promisedBy)}`)
  if (found.shipment) {
    const { courier, trackingNumber, shippedAt } = found.shipment
    output.line(`  Shipped with ${courier} ${trackingNumber}, ${timeText(shippedAt)}`)
  }
  if (found.parcel !== null) output.line(`  Parcel: ${found.parcel}`)
  for (const { id, status, amount, currency, method, gatewayReference, refunded } of settled) {
    const back = refunded > 0 ? [`refunded ${formatMoney(refunded, currency)}`] : []
    const facts = [`${status} ${formatMoney(amount, currency)}`, ...back, method, gatewayReference ?? '']
    output.line(`  Payment ${id}: ${facts.filter(Boolean).join('  ')}`)
  }
  for (const { amount, state, createdAt } of refunds) {
    output.line(`  Refund of ${formatRupees(amount)} ${state}, ${timeText(createdAt)}`)
  }
  if (refundTo) output.line(`  Refund to ${refundTo.upiId}, given ${timeText(refundTo.givenAt)}`)
  for (const mismatch of mismatches) output.line(`  Payment ${mismatchLine(mismatch)}`)
  if (utr !== null) {
    output.line(
      `  UTR ${utr} given by the shopper. If it arrived: store payments received ${tenant.id} ${order.id} --reference ${utr}`,
    )
  }
  const shownReturns = returns.map((row) => ({
    ...describeReturn(row, found.items),
    value: valueOfReturn(found.items, row, returns) / 100,
  }))
  for (const one of shownReturns) {
    const pieces = one.items.map(({ quantity, product }) => `${quantity} × ${product}`).join(', ')
    const facts = [pieces, formatRupees(one.value * 100), one.reason, nextOfReturn(tenant.id, one)]
    output.line(`  Return ${one.id} ${one.status}: ${facts.filter(Boolean).join('  ')}`)
  }
  for (const { text, createdAt } of notes) output.line(`  Note of ${timeText(createdAt)}: ${text}`)
  if (order.attribution) {
    const { clickedAt, consent } = order.attribution
    output.line(`  Ad of ${timeText(clickedAt)}: ${adTags(order.attribution)}`)
    if (consent) output.line(`  Recorded by consent of ${timeText(consent.at)}: "${consent.text}"`)
  }
  const payments = settled.map((one) => ({
    id: one.id,
    status: one.status,
    amount: one.amount / 100,
    currency: one.currency,
    refunded: one.refunded / 100,
    method: one.method,
    provider: one.provider,
    reference: one.gatewayReference,
    paidAt: one.settledAt?.toISOString() ?? null,
    refundInProgress: one.inProgress / 100,
  }))
  output.result({
    ...order,
    notes: notes.map(({ text, createdAt }) => ({ text, createdAt: createdAt.toISOString() })),
    payments,
    customerReference: utr,
    refundTo: refundTo ? { upiId: refundTo.upiId, givenAt: refundTo.givenAt.toISOString() } : null,
    mismatches: mismatches.map(describeMismatch),
    returns: shownReturns,
  })
}

/** The command that does what is next for a return; empty where nothing is. */
function nextOfReturn(shop: string, { id, status }: { id: string; status: ReturnRow['status'] }): string {
  switch (status) {
    case 'requested':
      return `Next: store returns accept ${shop} ${id}, or: store returns refuse ${shop} ${id}`
    case 'accepted':
      return `Next, when it is back: store returns received ${shop} ${id}`
    case 'received':
      return `Next: store returns refunded ${shop} ${id} --reference <text>`
    default:
      return ''
  }
}

/** `store orders advance`: moves an order to the next or the given status. */
async function moveOrder(
  context: CommandContext,
  tenantId: string,
  typed: string,
  options: AdvanceOptions,
): Promise<void> {
  const number = requireNumber(typed)
  const terms = {
    receipt: receiptOf(options),
    allowsUnpaid: options.unpaid,
    ignoresReference: options.despiteUtr,
  }
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const { from, to, refundsDue, restocked, taken } = await withTenant(db, tenant.id, async (tx) => {
    const next = options.to ? ORDER_STATUS[options.to] : await nextStatus(tx, tenant.id, number)
    return advanceOrder(tx, tenant.id, number, next, terms)
  })
  await showAvailability(context, db, tenant, [...restocked, ...(taken?.soldOut ?? [])])
  context.output.result({ id: formatOrderNumber(number), from: nameOf(from), to: nameOf(to) })
  context.output.line(`Order ${formatOrderNumber(number)}: ${nameOf(from)} → ${nameOf(to)}.`)
  if (terms.receipt) {
    context.output.line(
      `Recorded its payment by ${terms.receipt.method}, reference ${terms.receipt.reference}.`,
    )
  }
  if (taken && taken.oversold > 0) context.output.line(oversoldSentence(taken.oversold))
  if (refundsDue > 0)
    context.output.line(`It was paid, so a refund is due. See: store payments refunds ${tenant.id}`)
}

function receiptOf({ paidBy, reference }: AdvanceOptions): Receipt | undefined {
  if ((paidBy === undefined) !== (reference === undefined)) {
    throw new CommandError('Give both --paid-by and --reference, or neither.')
  }
  return paidBy && reference ? { method: paidBy, reference } : undefined
}

async function nextStatus(tx: Transaction, tenantId: string, number: string): Promise<OrderStatus> {
  const [order] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, number)))
  const shown = formatOrderNumber(number)
  if (!order) throw new CommandError(`The shop ${tenantId} has no order ${shown}.`)
  const next = Object.values(ORDER_STATUS).find((status) => status === order.status + 1)
  if (next === undefined || next > ORDER_STATUS.delivered) {
    throw new CommandError(`Order ${shown} is ${nameOf(order.status)}: there is no next status.`)
  }
  return next
}
