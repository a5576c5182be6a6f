import { Option, type Command } from 'commander'

import { startOfIndianDay } from '@tanabana/contract/dates.ts'
import { readTenant } from '../../api/db/index.ts'
import {
  ORDER_STATUS,
  ORDER_STATUS_NAMES,
  PARCEL_STATES,
  type OrderStatusName,
} from '../../api/db/order-states.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { nameOf } from '../../api/modules/orders/advance.ts'
import { awaitsConfirmation } from '../../api/modules/orders/confirmation.ts'
import { findOrders, type OrderSearch } from '../../api/modules/orders/find-orders.ts'
import type { OrderMoney } from '../../api/modules/orders/lifecycle/money-rules.ts'
import { isOpenReturn } from '../../api/modules/orders/lifecycle/return-rules.ts'
import { readOversold, type OrderRow } from '../../api/modules/orders/read.ts'
import { listWaiting } from '../../api/modules/orders/receipts.ts'
import { listReturns, type ReturnRow } from '../../api/modules/orders/returns.ts'
import { formatRupees } from '../../api/rupees.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { endOfDay, toDay } from './day.ts'
import { createMoneyLookup } from '../../api/modules/orders/describe-order.ts'
import { confirmationText, formatPaymentState } from './describe-order.ts'
import { oneLine } from './one-line.ts'
import { timeText } from './time-text.ts'

const SEARCH_MAX = 100

const PARCEL_NAMES = PARCEL_STATES.map((state) => state.replaceAll(' ', '-'))

const LIST_HELP = `
--search finds a part of an order number, name, phone, e-mail, SKU, bank reference (UTR), or of your own reference and notes. --since and --until are
days in India, and the last one counts.

Examples:
  store orders list silkhouse --status processing
  store orders list silkhouse --status undelivered
  store orders list silkhouse --since 2026-11-01 --until 2026-11-30
  store orders list silkhouse --search "98765 43210"
  store orders list silkhouse --search KURTA-M`

interface ListOptions {
  status?: string
  since?: string
  until?: string
  search?: string
}

/** `store orders list` */
export function addListCommand(commands: Command, context: CommandContext): void {
  commands
    .command('list')
    .description('list the orders of a shop, newest first')
    .argument('<shop>', 'id of the shop')
    .addOption(
      new Option('--status <status>', 'only orders in this status, or with such a parcel').choices([
        ...ORDER_STATUS_NAMES,
        ...PARCEL_NAMES,
      ]),
    )
    .addOption(
      new Option('--since <day>', 'only orders from this day on, such as 2026-12-01').argParser(toDay),
    )
    .addOption(new Option('--until <day>', 'only orders until this day').argParser(toDay))
    .addOption(new Option('--search <text>', 'only orders with this text').argParser(oneLine(SEARCH_MAX)))
    .addHelpText('after', LIST_HELP)
    .action((shop: string, options: ListOptions) => showOrders(context, shop, options))
}

async function showOrders(context: CommandContext, shop: string, options: ListOptions): Promise<void> {
  const { output } = context
  const search = searchOf(options)
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const { found, money, oversold, waiting, returns } = await readTenant(db, tenantId, async (tx) => {
    const found = await findOrders(tx, tenantId, search)
    return {
      found,
      money: await createMoneyLookup(tx, tenantId, found),
      oversold: await readOversold(tx, tenantId),
      waiting: new Map(
        (await listWaiting(tx, tenantId)).map((one) => [one.orderNumber, one.customerReference]),
      ),
      returns: Map.groupBy(await listReturns(tx, tenantId), ({ orderNumber }) => orderNumber),
    }
  })
  const rows = found.map((order) => ({
    order,
    money: money(order),
    missing: oversold.get(order.number) ?? 0,
    utr: waiting.get(order.number) ?? null,
    returned: (returns.get(order.number) ?? []).filter(({ status }) => isOpenReturn(status)),
  }))
  for (const row of rows) output.line(toLine(row))
  output.result(rows.map(toResult))
  output.line(
    `${count(found.length, options.status ? `${options.status.replaceAll('-', ' ')} order` : 'order')}.`,
  )
}

/** @throws {CommandError} the first day is after the last */
function searchOf({ status, since, until, search }: ListOptions): OrderSearch {
  if (since !== undefined && until !== undefined && since > until) {
    throw new CommandError(`--since ${since} is after --until ${until}.`)
  }
  return {
    status: ORDER_STATUS_NAMES.some((name) => name === status)
      ? ORDER_STATUS[status as OrderStatusName]
      : undefined,
    parcel: PARCEL_STATES[PARCEL_NAMES.indexOf(status ?? '')],
    since: since === undefined ? undefined : startOfIndianDay(since),
    before: until === undefined ? undefined : endOfDay(until),
    text: search,
  }
}

interface Row {
  order: OrderRow
  money: OrderMoney
  /** Pieces that are not in stock. */
  missing: number
  /** The bank's reference that the shopper gave, while the payment is to be confirmed. */
  utr: string | null
  /** Returns that the shop still has to deal with. */
  returned: ReturnRow[]
}

function toLine({ order, money, missing, utr, returned }: Row): string {
  const { fullName, city } = order.shippingAddress
  const state = order.parcel === null ? nameOf(order.status) : `${nameOf(order.status)} (${order.parcel})`
  return [
    ...[formatOrderNumber(order.number), timeText(order.createdAt), state, formatPaymentState(money, order)],
    ...[formatRupees(order.total), `${fullName}, ${city}`],
    ...(order.reference === null ? [] : [order.reference]),
    ...[confirmationText(order)].filter(Boolean),
    ...(utr === null ? [] : [`UTR ${utr} to check`]),
    ...(missing === 0 ? [] : [`${count(missing, 'piece')} not in stock`]),
    ...returned.map(({ id, status }) => `return ${id} ${status}`),
  ].join('  ')
}

function toResult({ order, money, missing, utr, returned }: Row) {
  return {
    id: formatOrderNumber(order.number),
    reference: order.reference,
    createdAt: order.createdAt.toISOString(),
    status: nameOf(order.status),
    parcel: order.parcel,
    payment: money.payment,
    cashOnDelivery: order.cashOnDelivery,
    confirmedAt: order.confirmedAt?.toISOString() ?? null,
    awaitsConfirmation: awaitsConfirmation(order),
    customerReference: utr,
    oversold: missing,
    refundDue: money.refundDue / 100,
    returns: returned.map(({ id, status }) => ({ id, status })),
    total: order.total / 100,
    fullName: order.shippingAddress.fullName,
    city: order.shippingAddress.city,
  }
}
