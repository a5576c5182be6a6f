import type { Command } from 'commander'

import { readTenant, type Transaction } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { findOrdersUnderWay } from '../../api/modules/orders/find-orders.ts'
import { toOrder, type OrderState } from '../../api/modules/orders/lifecycle/order-rules.ts'
import { amountDue } from '../../api/modules/orders/order-money.ts'
import { readOversold, type OrderRow } from '../../api/modules/orders/read.ts'
import { listWaiting } from '../../api/modules/orders/receipts.ts'
import { listReturns, type ReturnRow } from '../../api/modules/orders/returns.ts'
import { listMismatches } from '../../api/modules/payments/mismatches.ts'
import { listReturnsDue } from '../../api/modules/payments/refund-return.ts'
import { listRefundsDue } from '../../api/modules/payments/refunds.ts'
import { formatMoney, formatRupees } from '../../api/rupees.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { count } from '../import/text.ts'
import { mismatchLine } from './describe-order.ts'
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

interface Part {
  /** Key of the JSON. */
  key: string
  title: string
  waitsFor: 'you' | 'the courier' | 'the shopper'
  waiting: Waiting[]
  /** The command for all of them, where there is one. */
  nextForAll?: string
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
  const { id } = await requireTenant(db, shop)
  const parts = await readTenant(db, id, async (tx) => [
    ...(await paymentParts(tx, id)),
    ...(await parcelParts(tx, id)),
    ...(await returnParts(tx, id)),
    await refundPart(tx, id),
  ])
  for (const { title, waitsFor, waiting, nextForAll } of parts) {
    if (waiting.length === 0) continue
    output.line(`${title}: ${waiting.length}, ${waitsFor === 'you' ? 'waiting for you' : `with ${waitsFor}`}`)
    for (const { order, facts } of waiting) output.line(`  ${[order, ...facts].filter(Boolean).join('  ')}`)
    output.line(`  Next: ${nextForAll ?? waiting[0]?.next ?? ''}`)
  }
  output.result(
    Object.fromEntries(
      parts.map(({ key, waiting }) => [
        key,
        waiting.map(({ order, values, next }) => ({ order, ...values, next })),
      ]),
    ),
  )
  const forYou = parts.filter(({ waitsFor }) => waitsFor === 'you').flatMap(({ waiting }) => waiting)
  output.line(forYou.length === 0 ? 'Nothing waits for you.' : `${count(forYou.length, 'thing')} to do.`)
}

async function paymentParts(tx: Transaction, shop: string): Promise<Part[]> {
  const waiting = (await listWaiting(tx, shop)).map((one) => {
    const order = formatOrderNumber(one.orderNumber)
    const { customerReference: utr, linkReference, amount } = one
    const link = linkReference === null ? '' : `link ${formatOrderNumber(linkReference)}`
    return {
      order,
      isGiven: utr !== null,
      facts: [formatRupees(amount), timeText(one.startedAt), utr === null ? '' : `UTR ${utr}`, link],
      values: { amount: amount / 100, customerReference: utr },
      next: `store payments received ${shop} ${order} --reference ${utr ?? '<UTR>'}`,
    }
  })
  const confirms = `store payments received ${shop} <order> --reference <UTR>`
  const mismatches = await listMismatches(tx, shop)
  return [
    {
      ...{ key: 'paymentsToCheck', title: 'UTR given, to check at the bank', waitsFor: 'you' },
      ...{ waiting: waiting.filter(({ isGiven }) => isGiven), nextForAll: confirms },
    },
    {
      ...{ key: 'paymentsToConfirm', title: 'UPI payment started, to confirm if it came', waitsFor: 'you' },
      ...{ waiting: waiting.filter(({ isGiven }) => !isGiven), nextForAll: confirms },
    },
    {
      ...{ key: 'mismatches', title: 'Money that does not fit its order', waitsFor: 'you' },
      waiting: mismatches.map((one) => ({
        order: formatOrderNumber(one.orderNumber),
        facts: [mismatchLine(one)],
        values: { payment: one.id, amount: one.amount / 100, currency: one.currency },
        next: `store payments accept ${shop} ${one.id}`,
      })),
      nextForAll: `store payments accept ${shop} <payment>, or refund it: store payments refunded ${shop} <payment> --reference <text>`,
    },
  ]
}

async function parcelParts(tx: Transaction, shop: string): Promise<Part[]> {
  const found = await findOrdersUnderWay(tx, shop)
  const oversold = await readOversold(tx, shop)
  const awaitsCash = (order: OrderRow) => order.cashOnDelivery && order.paidAt === null
  const partOf = (
    part: Pick<Part, 'key' | 'title' | 'waitsFor' | 'nextForAll'>,
    isIn: (order: OrderRow, state: OrderState) => boolean,
    nextOf: (order: string) => string,
  ): Part => ({
    ...part,
    waiting: found
      .filter((order) => isIn(order, toOrder(order).state))
      .map((order) => toWaiting(order, oversold.get(order.number) ?? 0, nextOf)),
  })
  const cash = '--cash-reference <text>'
  return [
    partOf(
      {
        ...{ key: 'toShip', title: 'To pack and ship', waitsFor: 'you' },
        nextForAll: `store orders ship ${shop} <order>=<tracking number> … --courier <name>, or --from courier.csv`,
      },
      (_, state) => state === 'accepted',
      (order) => `store orders ship ${shop} ${order} --courier <name> --tracking <number>`,
    ),
    partOf(
      {
        ...{ key: 'undelivered', title: 'Undelivered', waitsFor: 'the courier' },
        nextForAll: `store orders deliver ${shop} <order> …, or when it is back: store orders returned-to-sender ${shop} <order>`,
      },
      (_, state) => state === 'undelivered',
      (order) => `store orders deliver ${shop} ${order}`,
    ),
    partOf(
      {
        ...{ key: 'onItsWayBack', title: 'On its way back', waitsFor: 'the courier' },
        nextForAll: `store orders returned-to-sender ${shop} <order>`,
      },
      (_, state) => state === 'on its way back',
      (order) => `store orders returned-to-sender ${shop} ${order}`,
    ),
    partOf(
      {
        ...{ key: 'cashToCollect', title: 'Cash to collect', waitsFor: 'the courier' },
        nextForAll: `store orders deliver ${shop} <order> … ${cash}`,
      },
      (order, state) => awaitsCash(order) && (state === 'handed over' || state === 'delivered'),
      (order) => `store orders deliver ${shop} ${order} ${cash}`,
    ),
    partOf(
      {
        ...{ key: 'toDeliver', title: 'On their way', waitsFor: 'the courier' },
        nextForAll: `store orders deliver ${shop} <order> …`,
      },
      (order, state) => !awaitsCash(order) && state === 'handed over',
      (order) => `store orders deliver ${shop} ${order}`,
    ),
  ]
}

function toWaiting(order: OrderRow, missing: number, nextOf: (order: string) => string): Waiting {
  const { fullName, city } = order.shippingAddress
  const { shipment } = order
  const shown = formatOrderNumber(order.number)
  const isCash = order.cashOnDelivery && order.paidAt === null
  const amount = isCash ? amountDue(order) : order.total
  return {
    order: shown,
    facts: [
      `${formatRupees(amount)}${isCash ? ' in cash' : ''}`,
      `${fullName}, ${city}`,
      shipment ? `${shipment.courier} ${shipment.trackingNumber}` : '',
      missing > 0 ? `${count(missing, 'piece')} not in stock` : '',
    ],
    values: { amount: amount / 100, cashOnDelivery: order.cashOnDelivery, oversold: missing },
    next: nextOf(shown),
  }
}

async function returnParts(tx: Transaction, shop: string): Promise<Part[]> {
  const found = await listReturns(tx, shop)
  const due = new Map((await listReturnsDue(tx, shop)).map((one) => [one.row.id, one.due]))
  const partOf = (
    part: Pick<Part, 'key' | 'title' | 'waitsFor'>,
    status: ReturnRow['status'],
    nextOf: (id: string) => string,
  ): Part => ({
    ...part,
    waiting: found
      .filter((one) => one.status === status && (status !== 'received' || due.has(one.id)))
      .map(({ id, orderNumber, reason, createdAt }) => ({
        order: formatOrderNumber(orderNumber),
        facts: [
          `return ${id}`,
          timeText(createdAt),
          due.has(id) ? formatRupees(due.get(id) ?? 0) : '',
          reason,
        ],
        values: { return: id, reason, ...(due.has(id) && { due: (due.get(id) ?? 0) / 100 }) },
        next: nextOf(id),
      })),
    nextForAll: nextOf('<return>'),
  })
  return [
    partOf(
      { key: 'returnsToDecide', title: 'Returns to decide', waitsFor: 'you' },
      'requested',
      (id) => `store returns accept ${shop} ${id}, or: store returns refuse ${shop} ${id}`,
    ),
    partOf(
      { key: 'returnsToReceive', title: 'Returns that come back', waitsFor: 'the shopper' },
      'accepted',
      (id) => `store returns received ${shop} ${id}`,
    ),
    partOf(
      { key: 'returnsToRefund', title: 'Returns to refund', waitsFor: 'you' },
      'received',
      (id) => `store returns refunded ${shop} ${id} --reference <text>`,
    ),
  ]
}

async function refundPart(tx: Transaction, shop: string): Promise<Part> {
  const due = await listRefundsDue(tx, shop)
  return {
    ...{ key: 'refundsDue', title: 'Refunds due', waitsFor: 'you' },
    waiting: due.map((one) => ({
      order: formatOrderNumber(one.orderNumber),
      facts: [formatMoney(one.due, one.currency), one.provider, one.id],
      values: { payment: one.id, amount: one.due / 100, currency: one.currency },
      next: `store payments refunded ${shop} ${one.id} --reference <text>`,
    })),
    nextForAll: `store payments refunded ${shop} <payment> --reference <text>`,
  }
}
