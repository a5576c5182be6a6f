import type { Command } from 'commander'

import { readTenant } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { awaitsConfirmation } from '../../api/modules/orders/confirmation.ts'
import type { WaitingOrder } from '../../api/modules/orders/receipts.ts'
import {
  readToday,
  WAITS_FOR,
  type Today,
  type TodayOrder,
  type TodayReturn,
} from '../../api/modules/today/today.ts'
import { isRefundedByHand } from '../../api/modules/payments/request-refund.ts'
import { formatMoney, formatRupees } from '../../api/rupees.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { confirmationText, mismatchLine, toUpiId } from './describe-order.ts'
import { timeText } from './time-text.ts'

const TODAY_HELP = `
Each part names for whom its orders wait, and the command that does what is next.

Examples:
  store orders today silkhouse
  store orders today silkhouse --json`

/** One thing that waits. */
interface Waiting {
  order: string
  /** For the merchant. */
  facts: string[]
  /** For programs. */
  values?: object
  /** The command that does what is next. */
  next: string
}

/** How the command prints a list of what waits. */
interface Part<Row> {
  title: string
  toWaiting: (row: Row, shop: string) => Waiting
  /** The command for all of them. */
  nextForAll: (shop: string) => string
}

/** `store orders today` */
export function addTodayCommand(commands: Command, context: CommandContext): void {
  commands
    .command('today')
    .description('say what waits for whom, and the command that does what is next')
    .argument('<shop>', 'id of the shop')
    .addHelpText('after', TODAY_HELP)
    .action((shop: string) => showToday(context, shop))
}

async function showToday(context: CommandContext, shop: string): Promise<void> {
  const { output } = context
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { id } = tenant
  const today = await readTenant(db, id, (tx) => readToday(tx, tenant))
  const result: Record<string, object[]> = {}
  let toDo = 0
  for (const key of Object.keys(PARTS) as (keyof Today)[]) {
    const { title, nextForAll } = PARTS[key]
    const waiting = describeWaiting(key, today[key], id)
    const waitsFor = WAITS_FOR[key]
    result[key] = waiting.map(({ order, values, next }) => ({ order, ...values, next }))
    if (waitsFor === 'merchant') toDo += waiting.length
    if (waiting.length === 0) continue
    const whom = waitsFor === 'merchant' ? 'waiting for you' : `with the ${waitsFor}`
    output.line(`${title}: ${waiting.length}, ${whom}`)
    for (const { order, facts } of waiting) output.line(`  ${[order, ...facts].filter(Boolean).join('  ')}`)
    output.line(`  Next: ${nextForAll(id)}`)
  }
  output.result(result)
  output.line(toDo === 0 ? 'Nothing waits for you.' : `${count(toDo, 'thing')} to do.`)
}

function describeWaiting<Key extends keyof Today>(key: Key, rows: Today[Key], shop: string): Waiting[] {
  const { toWaiting }: Part<Today[Key][number]> = PARTS[key]
  return rows.map((row) => toWaiting(row, shop))
}

const CASH = '--cash-reference <text>'

const PARTS: { [Key in keyof Today]: Part<Today[Key][number]> } = {
  paymentsToCheck: {
    title: 'UTR given, to check at the bank',
    toWaiting: toWaitingPayment,
    nextForAll: confirmPayments,
  },
  paymentsToConfirm: {
    title: 'UPI payment started, to confirm if it came',
    toWaiting: toWaitingPayment,
    nextForAll: confirmPayments,
  },
  mismatches: {
    title: 'Money that does not fit its order',
    toWaiting: (one, shop) => ({
      order: formatOrderNumber(one.orderNumber),
      facts: [mismatchLine(one)],
      values: { payment: one.id, amount: one.amount / 100, currency: one.currency },
      next: `store payments accept ${shop} ${one.id}`,
    }),
    nextForAll: (shop) =>
      `store payments accept ${shop} <payment>, or refund it: store payments refunded ${shop} <payment> --reference <text>`,
  },
  toConfirm: {
    title: 'To be confirmed by the shopper',
    toWaiting: toWaitingOrder((shop, order) => `store orders show ${shop} ${order}`),
    nextForAll: (shop) =>
      `call them, and ship it all the same: ${shipCommand(shop, '<order>')}, or cancel it: store orders advance ${shop} <order> --to cancelled`,
  },
  toShip: {
    title: 'To pack and ship',
    toWaiting: toWaitingOrder(shipCommand),
    nextForAll: (shop) =>
      `store orders ship ${shop} <order>=<tracking number> … --courier <name>, or --from courier.csv`,
  },
  undelivered: {
    title: 'Undelivered',
    toWaiting: toWaitingOrder((shop, order) => `store orders deliver ${shop} ${order}`),
    nextForAll: (shop) =>
      `store orders deliver ${shop} <order> …, or when it is back: store orders returned-to-sender ${shop} <order>`,
  },
  onItsWayBack: {
    title: 'On its way back',
    toWaiting: toWaitingOrder((shop, order) => `store orders returned-to-sender ${shop} ${order}`),
    nextForAll: (shop) => `store orders returned-to-sender ${shop} <order>`,
  },
  cashToCollect: {
    title: 'Cash to collect',
    toWaiting: toWaitingOrder((shop, order) => `store orders deliver ${shop} ${order} ${CASH}`),
    nextForAll: (shop) => `store orders deliver ${shop} <order> … ${CASH}`,
  },
  toDeliver: {
    title: 'On their way',
    toWaiting: toWaitingOrder((shop, order) => `store orders deliver ${shop} ${order}`),
    nextForAll: (shop) => `store orders deliver ${shop} <order> …`,
  },
  returnsToDecide: returnPart(
    'Returns to decide',
    (shop, id) => `store returns accept ${shop} ${id}, or: store returns refuse ${shop} ${id}`,
  ),
  returnsToReceive: returnPart(
    'Returns that come back',
    (shop, id) => `store returns received ${shop} ${id}`,
  ),
  returnsToRefund: returnPart(
    'Returns to refund',
    (shop, id) => `store returns refunded ${shop} ${id} --reference <text>`,
  ),
  refundsDue: {
    title: 'Refunds due',
    toWaiting: (one, shop) => ({
      order: formatOrderNumber(one.orderNumber),
      facts: [formatMoney(one.due, one.currency), one.provider, one.id, toUpiId(one)],
      values: { payment: one.id, amount: one.due / 100, currency: one.currency, upiId: one.upiId },
      next: isRefundedByHand(one)
        ? `store payments refunded ${shop} ${one.id} --reference <text>`
        : `store payments refund ${shop} ${formatOrderNumber(one.orderNumber)}`,
    }),
    nextForAll: (shop) =>
      `store payments refund ${shop} <order>, or record your own: store payments refunded ${shop} <payment> --reference <text>`,
  },
  refundsInProgress: {
    title: 'Refunds in progress',
    toWaiting: ({ request: { id, amount, state }, payment: { orderNumber, provider } }, shop) => ({
      order: formatOrderNumber(orderNumber),
      facts: [formatRupees(amount), provider, state],
      values: { refund: id, amount: amount / 100, state },
      next: `store payments reconcile ${shop}`,
    }),
    nextForAll: (shop) => `store payments reconcile ${shop}`,
  },
}

function shipCommand(shop: string, order: string): string {
  return `store orders ship ${shop} ${order} --courier <name> --tracking <number>`
}

function confirmPayments(shop: string): string {
  return `store payments received ${shop} <order> --reference <UTR>`
}

function toWaitingPayment(one: WaitingOrder, shop: string): Waiting {
  const order = formatOrderNumber(one.orderNumber)
  const { customerReference: utr, linkReference, amount } = one
  const link = linkReference === null ? '' : `link ${formatOrderNumber(linkReference)}`
  return {
    order,
    facts: [formatRupees(amount), timeText(one.startedAt), utr === null ? '' : `UTR ${utr}`, link],
    values: { amount: amount / 100, customerReference: utr },
    next: `store payments received ${shop} ${order} --reference ${utr ?? '<UTR>'}`,
  }
}

function toWaitingOrder(nextOf: (shop: string, order: string) => string) {
  return ({ order, amount, isCash, oversold }: TodayOrder, shop: string): Waiting => {
    const { fullName, city } = order.shippingAddress
    const { shipment } = order
    const shown = formatOrderNumber(order.number)
    return {
      order: shown,
      facts: [
        `${formatRupees(amount)}${isCash ? ' in cash' : ''}`,
        `${fullName}, ${city}`,
        shipment ? `${shipment.courier} ${shipment.trackingNumber}` : '',
        oversold > 0 ? `${count(oversold, 'piece')} not in stock` : '',
        confirmationText(order),
      ],
      values: {
        ...{ amount: amount / 100, cashOnDelivery: order.cashOnDelivery, oversold },
        ...{
          confirmedAt: order.confirmedAt?.toISOString() ?? null,
          awaitsConfirmation: awaitsConfirmation(order),
        },
      },
      next: nextOf(shop, shown),
    }
  }
}

function returnPart(title: string, nextOf: (shop: string, id: string) => string): Part<TodayReturn> {
  return {
    title,
    toWaiting: ({ row: { id, orderNumber, reason, createdAt }, due, upiId }, shop) => ({
      order: formatOrderNumber(orderNumber),
      facts: [
        ...[`return ${id}`, timeText(createdAt), due === undefined ? '' : formatRupees(due)],
        ...[toUpiId({ upiId }), reason],
      ],
      values: { return: id, reason, ...(due !== undefined && { due: due / 100, upiId }) },
      next: nextOf(shop, id),
    }),
    nextForAll: (shop) => nextOf(shop, '<return>'),
  }
}
