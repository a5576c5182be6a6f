import type { Command } from 'commander'

import { readTenant, type Transaction } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { checkMoney, checkStock, type Difference } from '../../api/modules/orders/check-books.ts'
import { formatRupees } from '../../api/rupees.ts'
import { CheckFailed, requireTenant, type CommandContext } from '../context.ts'
import { count } from '../import/text.ts'

const CHECK_HELP = `
Receipts, refunds and amounts due, and every change of stock, are written as rows that never change.
These commands compare the sums of those rows with payments, variants and orders, and change nothing.

Exit codes: 0 they agree, 1 they differ, 2 usage error.

Examples:
  store check money silkhouse
  store check stock silkhouse`

const CHECKS = {
  money: { run: checkMoney, description: 'compare payments with their receipts, refunds and amounts due' },
  stock: { run: checkStock, description: 'compare stock and the pieces of open orders with their movements' },
} as const

const WHAT: Record<Difference['what'], string> = {
  receipt: 'received',
  due: 'due for refund',
  stock: 'in stock',
  held: 'held by an order',
}

/** `store check …` */
export function addCheckCommands(program: Command, context: CommandContext): void {
  const commands = program.command('check').description('check the books of money and stock')
  commands.addHelpText('after', CHECK_HELP)
  for (const [name, { run, description }] of Object.entries(CHECKS)) {
    commands
      .command(name)
      .description(description)
      .argument('<shop>', 'id of the shop')
      .addHelpText('after', CHECK_HELP)
      .action((shop: string) => check(context, shop, run))
  }
}

async function check(
  context: CommandContext,
  shop: string,
  run: (tx: Transaction, tenantId: string) => Promise<Difference[]>,
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const differences = await readTenant(db, tenantId, (tx) => run(tx, tenantId))
  output.result(differences)
  for (const { subject, orderNumber, what, expected, found } of differences) {
    const order = orderNumber ? [`order ${formatOrderNumber(orderNumber)}`] : []
    const isMoney = what === 'receipt' || what === 'due'
    const [should, is] = [expected, found].map((one) => (isMoney ? formatRupees(one) : String(one)))
    output.line([`✗ ${subject}`, ...order, `${WHAT[what]}: ${should}, the rows say ${is}`].join('  '))
  }
  if (differences.length > 0) throw new CheckFailed(`Found ${count(differences.length, 'difference')}.`)
  output.line('✓ The books agree.')
}
