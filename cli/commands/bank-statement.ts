import { readTenant } from '../../api/db/index.ts'
import { formatOrderNumber, randomId } from '../../api/ids.ts'
import {
  findTransfer,
  listWaiting,
  recordReceipt,
  ReceiptError,
  type WaitingOrder,
} from '../../api/modules/orders/receipts.ts'
import { formatRupees } from '../../api/rupees.ts'
import { CheckFailed, CommandError, requireTenant, toPath, type CommandContext } from '../context.ts'
import { describePriceFault, parsePrice } from '../import/price.ts'
import { readTable, type TableColumn, type TableRow } from '../import/read-table.ts'
import { count } from '../import/text.ts'
import { applyOrUndo } from './change-orders.ts'
import { oversoldSentence } from './describe-order.ts'
import { showAvailability } from './stock-commands.ts'

const REFERENCE_MAX = 100

const BANK_COLUMNS = {
  date: { names: ['date', 'transaction date', 'txn date', 'value date', 'tran date'] },
  amount: {
    names: [
      'amount',
      'credit',
      'credit amount',
      'deposit',
      'deposits',
      'deposit amt.',
      'deposit amount',
      'cr',
    ],
    isNeeded: 'column',
  },
  reference: {
    names: [
      'utr',
      'reference',
      'utr number',
      'utr no',
      'reference no',
      'ref no',
      'rrn',
      'transaction id',
      'chq./ref.no.',
    ],
    hasNumbers: true,
  },
  text: { names: ['narration', 'description', 'particulars', 'remarks', 'details', 'transaction remarks'] },
} as const satisfies Record<string, TableColumn>

type BankRow = TableRow<keyof typeof BANK_COLUMNS>

/** An incoming payment of the bank's statement. */
interface Credit {
  line: number
  date: string
  amountPaise: number
  /** The bank's reference (UTR), where the row has one. */
  reference: string | undefined
  /** Words of the row, by which orders are found. */
  words: string
}

interface Recorded {
  outcome: 'order paid' | 'refund due' | 'duplicate'
  order: string
  oversold: number
  products: readonly string[]
}

export interface BankOptions {
  from: string
  acceptDifference?: boolean
  dryRun?: boolean
}

/**
 * `store payments received --from`: records the payments of a bank's statement that name an order which waits, by UTR,
 * payment reference or order number. The same file can be used again.
 */
export async function recordStatement(
  context: CommandContext,
  shop: string,
  { from, acceptDifference, dryRun: isDryRun = false }: BankOptions,
): Promise<void> {
  const { output, signal } = context
  const rows = await readTable(toPath(context, from), BANK_COLUMNS)
  if (rows.every(({ cells }) => cells.reference === '' && cells.text === '')) {
    throw new CommandError('The file has no references: it needs a column "utr" or "narration".')
  }
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const waiting = await readTenant(db, tenant.id, (tx) => listWaiting(tx, tenant.id))
  const recorded: object[] = []
  const unmatched: object[] = []
  const refused: { line: number; reason: string }[] = []
  const outcomes: Recorded['outcome'][] = []
  const refuse = (line: number, reason: string) => {
    refused.push({ line, reason })
    output.problem(`Line ${line}: ${reason}`)
  }
  for (const row of rows) {
    signal.throwIfAborted()
    const credit = toCredit(row)
    if (credit === undefined) continue
    if ('problem' in credit) {
      refuse(row.line, credit.problem)
      continue
    }
    const { line, date, amountPaise, reference } = credit
    const facts = [date, formatRupees(amountPaise), reference ?? credit.words].filter(Boolean).join('  ')
    const fit = waiting.filter((order) => isFor(credit, order))
    let result: Recorded | undefined
    try {
      result = await applyOrUndo(db, tenant.id, isDryRun, async (tx): Promise<Recorded | undefined> => {
        const known = reference === undefined ? undefined : await findTransfer(tx, tenant.id, reference)
        if (known !== undefined) return { outcome: 'duplicate', order: known, oversold: 0, products: [] }
        const [first, another] = fit
        if (!first) return undefined
        if (another)
          throw new ReceiptError(
            `It names several orders: ${fit.map((one) => formatOrderNumber(one.orderNumber)).join(', ')}. Record it with: store payments received ${tenant.id} <order> --reference <UTR>`,
          )
        const given = reference ?? first.customerReference ?? undefined
        if (given === undefined) throw new ReceiptError('It has no UTR.')
        const receipt = {
          method: 'upi',
          reference: given,
          amountPaise,
          acceptsDifference: acceptDifference,
        } as const
        const { orderNumber } = first
        const { outcome, oversold, soldOut } = await recordReceipt(tx, tenant.id, {
          ...{ orderNumber, receipt, newId: randomId(), now: new Date() },
        })
        return { outcome, order: orderNumber, oversold, products: soldOut }
      })
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error
      refuse(line, error.message)
      continue
    }
    if (!result) {
      unmatched.push({ line, date, amount: amountPaise / 100, reference: reference ?? null })
      output.line(`Line ${line}: ${facts}: no order waits for it.`)
      continue
    }
    if (!isDryRun) await showAvailability(context, db, tenant, result.products)
    const order = formatOrderNumber(result.order)
    outcomes.push(result.outcome)
    recorded.push({
      ...{ line, order, amount: amountPaise / 100, reference: reference ?? null },
      ...{ outcome: result.outcome, oversold: result.oversold },
    })
    output.line(`Line ${line}: ${facts}: ${outcomeText(result.outcome, order)}`)
    if (result.oversold > 0) output.line(oversoldSentence(result.oversold))
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

function outcomeText(outcome: Recorded['outcome'], order: string): string {
  return {
    'order paid': `order ${order} is paid.`,
    'refund due': `order ${order} is cancelled or already paid, so it is due for refund.`,
    duplicate: `recorded for order ${order} already.`,
  }[outcome]
}

/** `undefined` for rows that are no incoming payment. */
function toCredit({ line, cells, problem }: BankRow): Credit | { problem: string } | undefined {
  const { date, amount, reference, text } = cells
  if (amount === '' || /^[-(]/.test(amount)) return undefined
  if (problem !== undefined) return { problem }
  const rupees = parsePrice(amount)
  if (rupees === null || rupees === undefined) return { problem: describePriceFault(amount, 'an amount') }
  if (rupees === 0) return undefined
  return {
    ...{ line, date },
    amountPaise: Math.round(rupees * 100),
    reference: readReference(reference) ?? /(?<!\d)\d{12}(?!\d)/.exec(text)?.[0],
    words: [reference, text].filter(Boolean).join(' '),
  }
}

function readReference(cell: string): string | undefined {
  const reference = cell.replace(/\s/g, '')
  return reference === '' || reference.length > REFERENCE_MAX ? undefined : reference
}

/** Whether the row names the order: by its UTR, the reference of its payment or payment link, or its number. */
function isFor(
  { reference, words }: Credit,
  { orderNumber, customerReference, linkReference, paymentIds }: WaitingOrder,
): boolean {
  const plain = words.replace(/[^0-9a-z]/gi, '').toUpperCase()
  const utr = customerReference?.toUpperCase()
  if (utr !== undefined && (reference?.toUpperCase() === utr || wordsOf(words).includes(utr))) return true
  return [orderNumber, linkReference, ...paymentIds].some(
    (name) => name !== null && plain.includes(name.toUpperCase()),
  )
}

/** The words of a narration; banks write leading zeros before a UTR of 12 digits. */
function wordsOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .flatMap((word) => [word, word.replace(/^0+(?=\d{12}$)/, '')])
}
