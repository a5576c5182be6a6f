import type { Command } from 'commander'

import { readTenant, withTenant, type Transaction } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { nameOf } from '../../api/modules/orders/advance.ts'
import {
  checkHistory,
  checkMoney,
  checkStock,
  correctBooks,
  type Difference,
} from '../../api/modules/orders/check-books.ts'
import { checkTaxDocuments, type TaxDifference } from '../../api/modules/orders/check-tax-documents.ts'
import { formatMoney, formatRupees } from '../../api/rupees.ts'
import { CheckFailed, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'

const CHECK_HELP = `
Receipts, refunds and amounts due, and every change of stock, are written as rows that never change.
So is the history of an order: an event for each step that it took.
These commands compare those rows with payments, variants and orders. They change nothing, except with --correct:
it adds the rows that are missing, such as those of an older API that ran beside the new one during an upgrade.

Exit codes: 0 they agree, 1 they differ, 2 usage error.

Examples:
  store check money silkhouse
  store check stock silkhouse
  store check stock silkhouse --correct
  store check history silkhouse
  store check tax silkhouse`

const CHECKS = {
  money: { run: checkMoney, description: 'compare payments with their receipts, refunds and amounts due' },
  stock: { run: checkStock, description: 'compare stock and the pieces of open orders with their movements' },
  history: { run: checkHistory, description: 'compare the steps of orders with the events that tell them' },
} as const

const NAMES: Record<Difference['what'], string> = {
  receipt: 'received',
  due: 'due for refund',
  stock: 'in stock',
  held: 'held by an order',
  status: 'status',
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
      .option('--correct', 'add rows that make the books agree with payments, variants and orders')
      .addHelpText('after', CHECK_HELP)
      .action((shop: string, { correct = false }: { correct?: boolean }) =>
        check(context, shop, run, correct),
      )
  }
  commands
    .command('tax')
    .description('compare dispatched orders and their credits with tax documents and their numbers')
    .argument('<shop>', 'id of the shop')
    .addHelpText('after', CHECK_HELP)
    .action((shop: string) => checkTax(context, shop))
}

async function checkTax({ database, output }: CommandContext, shop: string): Promise<void> {
  const db = await database()
  const { id } = await requireTenant(db, shop)
  const differences = await readTenant(db, id, (tx) => checkTaxDocuments(tx, id))
  output.result(differences)
  for (const difference of differences) output.line(`✗ ${taxSentence(difference)}`)
  if (differences.length > 0) throw new CheckFailed(`Found ${count(differences.length, 'difference')}.`)
  output.line('✓ The tax documents agree.')
}

function taxSentence({ what, subject, orderNumber, expected, found }: TaxDifference): string {
  const order = formatOrderNumber(orderNumber ?? '')
  if (what === 'number') return `${subject}: ${expected} numbers are taken, ${found} documents have one`
  if (what === 'credited') {
    return `Order ${order}: ${subject} is of ${formatRupees(expected)}, credited are ${formatRupees(found)}`
  }
  return expected > found
    ? `Order ${order} is dispatched and has no invoice. See: store gst check`
    : `Order ${order} is not dispatched and has the invoice ${subject}`
}

async function check(
  context: CommandContext,
  shop: string,
  run: (tx: Transaction, tenantId: string) => Promise<Difference[]>,
  corrects: boolean,
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const differences = await withTenant(db, tenantId, async (tx) => {
    const found = await run(tx, tenantId)
    if (corrects) await correctBooks(tx, tenantId, found)
    return found
  })
  output.result(differences)
  for (const { subject, orderNumber, what, currency, expected, found } of differences) {
    const order = orderNumber ? [`order ${formatOrderNumber(orderNumber)}`] : []
    const name = what === 'status' ? [] : [subject]
    const isMoney = what === 'receipt' || what === 'due'
    const [should, is] = [expected, found].map((one) => {
      if (what === 'status') return one < 0 ? 'none' : nameOf(one)
      return isMoney ? formatMoney(one, currency ?? 'INR') : String(one)
    })
    const facts = [...name, ...order, `${NAMES[what]}: ${should}, the rows say ${is}`]
    output.line(`✗ ${facts.join('  ')}`)
  }
  const differ = count(differences.length, 'difference')
  if (differences.length > 0 && !corrects) {
    throw new CheckFailed(`Found ${differ}. To add the missing rows, use --correct.`)
  }
  output.line(differences.length > 0 ? `Corrected ${differ}.` : '✓ The books agree.')
}
