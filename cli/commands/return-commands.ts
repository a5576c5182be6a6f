import { Option, type Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { findOrder } from '../../api/modules/orders/read.ts'
import {
  decideReturn,
  listReturns,
  readReturns,
  valueOfReturn,
  type ReturnRow,
} from '../../api/modules/orders/returns.ts'
import { formatAmount, formatRupees } from '../../api/rupees.ts'
import { count } from '../import/text.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { describeReturn } from './describe-order.ts'
import { oneLine } from './one-line.ts'
import { timeText } from './time-text.ts'

const NOTE_MAX = 500
const STATUSES = ['requested', 'accepted', 'refused'] as const

const RETURN_HELP = `
Examples:
  store returns list silkhouse --status requested
  store returns accept silkhouse 4TQ8XK2M --note "Our courier collects it on Monday."
  store returns refuse silkhouse 4TQ8XK2M --note "The seal was broken."

Shoppers ask for returns where the shop's capability "returns" is in the store info, within the days of its
returnPolicy (7 without one) after delivery. Shoppers see your note.`

/** `store returns …` */
export function addReturnCommands(program: Command, context: CommandContext): void {
  const commands = program.command('returns').description('list, accept and refuse returns')
  commands.addHelpText('after', RETURN_HELP)
  commands
    .command('list')
    .description('list the returns of a shop, oldest first')
    .argument('<shop>', 'id of the shop')
    .addOption(new Option('--status <status>', 'only returns in this status').choices(STATUSES))
    .addHelpText('after', RETURN_HELP)
    .action((shop: string, options: { status?: ReturnRow['status'] }) => showReturns(context, shop, options))
  for (const [name, status] of [
    ['accept', 'accepted'],
    ['refuse', 'refused'],
  ] as const) {
    commands
      .command(name)
      .description(`${name} a return that a shopper asked for`)
      .argument('<shop>', 'id of the shop')
      .argument('<return>', 'id of the return, as listed by "returns list"')
      .addOption(new Option('--note <text>', 'your words to the shopper').argParser(oneLine(NOTE_MAX)))
      .addHelpText('after', RETURN_HELP)
      .action((shop: string, id: string, { note }: { note?: string }) =>
        decide(context, shop, { id: id.trim().toUpperCase(), status, note }),
      )
  }
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
    const found = await listReturns(tx, tenantId, status)
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
  decision: { id: string; status: 'accepted' | 'refused'; note?: string | undefined },
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
      `The pieces cost ${formatRupees(value)}. When they are back, refund that and record it with: store payments refunded ${tenantId} <payment> --reference <text> --amount ${formatAmount(value)}`,
    )
  }
}
