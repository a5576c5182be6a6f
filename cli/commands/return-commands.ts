import { Option, type Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import { RETURN_STATES } from '../../api/db/order-states.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { findOrder } from '../../api/modules/orders/read.ts'
import {
  decideReturn,
  listReturns,
  readReturns,
  receiveReturn,
  valueOfReturn,
  type ReturnRow,
} from '../../api/modules/orders/returns.ts'
import { refundReturn } from '../../api/modules/payments/refund-return.ts'
import { listReturnsDue } from '../../api/modules/payments/return-money.ts'
import { formatRupees } from '../../api/rupees.ts'
import { count } from '@tanabana/contract/text.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { describeReturn } from '../../api/modules/orders/describe-order.ts'
import { referenceOption, rupeesOption } from './money-commands.ts'
import { oneLine } from './one-line.ts'
import { showAvailability } from './stock-commands.ts'
import { timeText } from './time-text.ts'

const NOTE_MAX = 500

const RETURN_HELP = `
Examples:
  store returns list silkhouse --status requested
  store returns accept silkhouse 4TQ8XK2M --note "Our courier collects it on Monday."
  store returns refuse silkhouse 4TQ8XK2M --note "The seal was broken."
  store returns withdraw silkhouse 4TQ8XK2M --note "You keep it after all."
  store returns received silkhouse 4TQ8XK2M
  store returns received silkhouse 4TQ8XK2M --spoiled
  store returns refunded silkhouse 4TQ8XK2M --reference rfnd_FP8QHiV938haTz

A return is accepted, its pieces come back, and then its money is due. "returns received" puts the pieces back into
stock; with --spoiled, because they can't be sold again, it doesn't. "returns refunded" records what you sent back: what
the pieces cost, less their part of a discount, or --amount. Pieces that came back as they must not can still be refused.

Shoppers ask for returns where the shop's capability "returns" is in the store info, within the days of its
returnPolicy (7 without one) after delivery. Shoppers see your note.`

/** `store returns …` */
export function addReturnCommands(program: Command, context: CommandContext): void {
  const commands = program.command('returns').description('list, accept, receive, refund and refuse returns')
  commands.addHelpText('after', RETURN_HELP)
  commands
    .command('list')
    .description('list the returns of a shop, oldest first')
    .argument('<shop>', 'id of the shop')
    .addOption(new Option('--status <status>', 'only returns in this status').choices(RETURN_STATES))
    .addHelpText('after', RETURN_HELP)
    .action((shop: string, options: { status?: ReturnRow['status'] }) => showReturns(context, shop, options))
  for (const [name, status] of [
    ['accept', 'accepted'],
    ['refuse', 'refused'],
    ['withdraw', 'withdrawn'],
  ] as const) {
    commands
      .command(name)
      .description(
        `${name} a return that a shopper asked for${name === 'withdraw' ? ', when its pieces do not come' : ''}`,
      )
      .argument('<shop>', 'id of the shop')
      .argument('<return>', 'id of the return, as listed by "returns list"')
      .addOption(new Option('--note <text>', 'your words to the shopper').argParser(oneLine(NOTE_MAX)))
      .addHelpText('after', RETURN_HELP)
      .action((shop: string, id: string, { note }: { note?: string }) =>
        decide(context, shop, { id: toReturnId(id), status, note }),
      )
  }
  commands
    .command('received')
    .description('record that the pieces of an accepted return are back; they go into stock')
    .argument('<shop>', 'id of the shop')
    .argument('<return>', 'id of the return')
    .option('--spoiled', "they can't be sold again and stay out of stock")
    .addHelpText('after', RETURN_HELP)
    .action((shop: string, id: string, { spoiled = false }: { spoiled?: boolean }) =>
      receive(context, shop, { id: toReturnId(id), isSpoiled: spoiled }),
    )
  commands
    .command('refunded')
    .description('record the refund of a received return')
    .argument('<shop>', 'id of the shop')
    .argument('<return>', 'id of the return')
    .addOption(referenceOption('refund reference of the payment provider or bank').makeOptionMandatory())
    .addOption(rupeesOption('--amount <rupees>', 'amount in rupees (default: what its pieces cost)'))
    .addHelpText('after', RETURN_HELP)
    .action((shop: string, id: string, options: { reference: string; amount?: number }) =>
      refund(context, shop, {
        id: toReturnId(id),
        reference: options.reference,
        amountPaise: options.amount,
      }),
    )
}

function toReturnId(typed: string): string {
  return typed.trim().toUpperCase()
}

async function showReturns(
  context: CommandContext,
  shop: string,
  { status }: { status?: ReturnRow['status'] },
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const rows = await readTenant(db, tenantId, async (tx) => {
    const found = await listReturns(tx, tenantId, { statuses: status && [status] })
    const withOrders = []
    const all = await readReturns(tx, tenantId, [...new Set(found.map(({ orderNumber }) => orderNumber))])
    for (const row of found) {
      const items = (await findOrder(tx, tenantId, row.orderNumber))?.items ?? []
      const value = valueOfReturn(items, row, all.get(row.orderNumber) ?? [])
      withOrders.push({ row, items, value })
    }
    return withOrders
  })
  for (const { row, items, value } of rows) {
    const { id, status: state, order, createdAt, reason, items: pieces } = describeReturn(row, items)
    const paid = value > 0 ? formatRupees(value) : ''
    output.line([id, state, order, timeText(createdAt), paid, reason].filter(Boolean).join('  '))
    for (const { product, quantity } of pieces) output.line(`  ${quantity} × ${product}`)
  }
  output.result(rows.map(({ row, items, value }) => ({ ...describeReturn(row, items), value: value / 100 })))
  output.line(`${count(rows.length, status ? `${status} return` : 'return')}.`)
}

async function decide(
  context: CommandContext,
  shop: string,
  decision: { id: string; status: 'accepted' | 'refused' | 'withdrawn'; note?: string | undefined },
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const { decided, value } = await withTenant(db, tenantId, async (tx) => {
    const decided = await decideReturn(tx, tenantId, { ...decision, now: new Date() })
    const number = decided.orderNumber
    const items = (await findOrder(tx, tenantId, number))?.items ?? []
    const returns = (await readReturns(tx, tenantId, [number])).get(number) ?? []
    return { decided, value: valueOfReturn(items, decided, returns) }
  })
  const order = formatOrderNumber(decided.orderNumber)
  output.result({ id: decided.id, order, status: decided.status, note: decided.note, value: value / 100 })
  output.line(`Return ${decided.id} of order ${order} is ${decided.status}.`)
  if (decided.status === 'accepted') {
    output.line(
      `The pieces cost ${formatRupees(value)}. When they are back, record it with: store returns received ${tenantId} ${decided.id}`,
    )
  }
}

async function receive(
  context: CommandContext,
  shop: string,
  { id, isSpoiled }: { id: string; isSpoiled: boolean },
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { row, restocked, due } = await withTenant(db, tenant.id, async (tx) => {
    const { row, restocked } = await receiveReturn(tx, tenant.id, { id, isSpoiled, now: new Date() })
    const all = await listReturnsDue(tx, tenant.id, [row.orderNumber])
    return { row, restocked, due: all.find((one) => one.row.id === id)?.due ?? 0 }
  })
  await showAvailability(context, db, tenant, restocked)
  const order = formatOrderNumber(row.orderNumber)
  output.result({ id, order, status: row.status, spoiled: isSpoiled, due: due / 100 })
  output.line(
    `Return ${id} of order ${order} is received. ${isSpoiled ? 'Its pieces stay out of stock.' : 'Its pieces are in stock again, where they are counted.'}`,
  )
  output.line(
    due > 0
      ? `A refund of ${formatRupees(due)} is due. Record it with: store returns refunded ${tenant.id} ${id} --reference <text>`
      : 'Nothing was received for the order, so no refund is due.',
  )
}

async function refund(
  context: CommandContext,
  shop: string,
  refunded: { id: string; reference: string; amountPaise?: number | undefined },
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const { row, paymentId, amountPaise } = await withTenant(db, tenantId, (tx) =>
    refundReturn(tx, tenantId, { ...refunded, now: new Date() }),
  )
  const order = formatOrderNumber(row.orderNumber)
  const { reference } = refunded
  output.result({
    ...{ id: row.id, order, status: row.status, payment: paymentId },
    ...{ refunded: amountPaise / 100, reference },
  })
  output.line(`Recorded a refund of ${formatRupees(amountPaise)} for return ${row.id} of order ${order}.`)
}
