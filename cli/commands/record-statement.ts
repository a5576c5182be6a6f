import { formatOrderNumber } from '../../api/ids.ts'
import {
  readStatement,
  recordStatement,
  type RecordedCredit,
} from '../../api/modules/payments/bank-statement.ts'
import { formatRupees } from '../../api/rupees.ts'
import { CheckFailed, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { oversoldSentence } from './describe-order.ts'
import { showAvailability } from './stock-commands.ts'
import { readTableFile } from './table-file.ts'

export interface BankOptions {
  from: string
  acceptDifference?: boolean
  dryRun?: boolean
}

/** `store payments received --from` */
export async function receiveStatement(
  context: CommandContext,
  shop: string,
  { from, acceptDifference, dryRun: isDryRun = false }: BankOptions,
): Promise<void> {
  const { output, signal } = context
  const rows = await readStatement(await readTableFile(context, from))
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const recorded: object[] = []
  const unmatched: object[] = []
  const refused: { line: number; reason: string }[] = []
  const outcomes: RecordedCredit['outcome'][] = []
  const options = { isDryRun, signal, acceptsDifference: acceptDifference }
  for await (const one of recordStatement(db, tenant.id, rows, options)) {
    const { line } = one
    if ('refusal' in one) {
      refused.push({ line, reason: one.refusal })
      output.problem(`Line ${line}: ${one.refusal}`)
      continue
    }
    const { date, amountPaise, reference, words } = one.credit
    const facts = [date, formatRupees(amountPaise), reference ?? words].filter(Boolean).join('  ')
    if (!one.recorded) {
      unmatched.push({ line, date, amount: amountPaise / 100, reference: reference ?? null })
      output.line(`Line ${line}: ${facts}: no order waits for it.`)
      continue
    }
    const { outcome, oversold, soldOut, orderNumber } = one.recorded
    if (!isDryRun) await showAvailability(context, db, tenant, soldOut)
    const order = formatOrderNumber(orderNumber)
    outcomes.push(outcome)
    recorded.push({
      ...{ line, order, amount: amountPaise / 100, reference: reference ?? null },
      ...{ outcome, oversold },
    })
    output.line(`Line ${line}: ${facts}: ${outcomeText(outcome, order)}`)
    if (oversold > 0) output.line(oversoldSentence(oversold))
  }
  output.result({ recorded, unmatched, refused, ...(isDryRun && { dryRun: true }) })
  if (isDryRun) output.line('Dry run: nothing was changed.')
  const before = outcomes.filter((one) => one === 'duplicate').length
  const sums = [
    `${count(outcomes.length - before, 'payment')} ${isDryRun ? 'would be recorded' : 'recorded'}`,
    ...(before > 0 ? [`${before} as before`] : []),
    ...(unmatched.length > 0 ? [`${unmatched.length} of no order`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ]
  if (refused.length > 0) throw new CheckFailed(`${sums.join(', ')}.`)
  output.line(`${sums.join(', ')}.`)
}

function outcomeText(outcome: RecordedCredit['outcome'], order: string): string {
  return {
    'order paid': `order ${order} is paid.`,
    'refund due': `order ${order} is cancelled or already paid, so it is due for refund.`,
    duplicate: `recorded for order ${order} already.`,
  }[outcome]
}
