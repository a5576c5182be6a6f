import { Option, type Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import { RETURN_STATES } from '../../api/db/order-states.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { findOrder } from '../../api/modules/orders/read.ts'
import { decideReturn, listReturns, type ReturnRow } from '../../api/modules/orders/returns.ts'
import { count } from '../import/text.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { describeReturn } from './describe-order.ts'
import { oneLine } from './one-line.ts'
import { timeText } from './time-text.ts'

const NOTE_MAX = 500

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
    .addOption(new Option('--status <status>', 'only returns in this status').choices(RETURN_STATES))
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
    for (const row of found) withOrders.push({ row, order: await findOrder(tx, tenantId, row.orderNumber) })
    return withOrders
  })
  const described = rows.map(({ row, order }) => describeReturn(row, order?.items ?? []))
  for (const { id, status: state, order, createdAt, reason, items } of described) {
    output.line([id, state, order, timeText(createdAt), reason].join('  '))
    for (const { product, quantity } of items) output.line(`  ${quantity} × ${product}`)
  }
  output.result(described)
  output.line(`${count(described.length, status ? `${status} return` : 'return')}.`)
}

async function decide(
  context: CommandContext,
  shop: string,
  decision: { id: string; status: 'accepted' | 'refused'; note?: string | undefined },
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const decided = await withTenant(db, tenantId, (tx) =>
    decideReturn(tx, tenantId, { ...decision, now: new Date() }),
  )
  const order = formatOrderNumber(decided.orderNumber)
  output.result({ id: decided.id, order, status: decided.status, note: decided.note })
  output.line(`Return ${decided.id} of order ${order} is ${decided.status}.`)
  if (decided.status === 'accepted') {
    output.line(
      `When the pieces are back, refund them and record it with: store payments refunded ${tenantId} <payment> --reference <text> --amount <rupees>`,
    )
  }
}
