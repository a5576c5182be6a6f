import { applyOrUndo } from '../../db/apply-or-undo.ts'
import { readTenant, type Database, type Transaction } from '../../db/index.ts'
import { formatOrderNumber, randomId } from '../../ids.ts'
import { describePriceFault, parsePrice } from '../../tables/price.ts'
import { readTable, type TableColumn, type TableFile, type TableRow } from '../../tables/read-table.ts'
import { UnusableFile } from '../../tables/unusable-file.ts'
import type { BulkOptions } from '../orders/change-each.ts'
import {
  findTransfer,
  listWaiting,
  recordReceipt,
  ReceiptError,
  type RecordedReceipt,
  type WaitingOrder,
} from '../orders/receipts.ts'

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
export interface Credit {
  line: number
  date: string
  amountPaise: number
  /** The bank's reference (UTR), where the row has one. */
  reference: string | undefined
  /** Words of the row, by which orders are found. */
  words: string
}

export interface RecordedCredit extends Pick<RecordedReceipt, 'outcome' | 'oversold' | 'soldOut'> {
  orderNumber: string
}

/** What became of a row of a statement: recorded, of no order that waits, or refused with the reason. */
export type StatementLine = { line: number } & (
  | { credit: Credit; recorded: RecordedCredit }
  | { credit: Credit; recorded?: undefined }
  | { refusal: string }
)

/**
 * Incoming payments of a bank's statement, and rows that can't be read.
 * @throws {UnusableFile} the file is no statement
 */
export async function readStatement(
  file: TableFile,
): Promise<(Credit | { line: number; problem: string })[]> {
  const rows = await readTable(file, BANK_COLUMNS)
  if (rows.every(({ cells }) => cells.reference === '' && cells.text === '')) {
    throw new UnusableFile('The file has no references: it needs a column "utr" or "narration".')
  }
  return rows.flatMap((row) => toCredit(row) ?? [])
}

/**
 * Records the payments that name an order which waits, by UTR, payment reference or order number, each in its own
 * transaction, and yields what became of each row. The same statement can be used again.
 */
export async function* recordStatement(
  db: Database,
  tenantId: string,
  rows: Awaited<ReturnType<typeof readStatement>>,
  {
    isDryRun = false,
    signal,
    now = () => new Date(),
    acceptsDifference,
  }: BulkOptions & { acceptsDifference?: boolean | undefined } = {},
): AsyncGenerator<StatementLine> {
  const waiting = await readTenant(db, tenantId, (tx) => listWaiting(tx, tenantId))
  for (const row of rows) {
    signal?.throwIfAborted()
    if ('problem' in row) {
      yield { line: row.line, refusal: row.problem }
      continue
    }
    const fit = waiting.filter((order) => isFor(row, order))
    let line: StatementLine
    try {
      const recorded = await applyOrUndo(db, tenantId, isDryRun, (tx) =>
        recordCredit(tx, tenantId, row, fit, { acceptsDifference, now: now() }),
      )
      line = { line: row.line, credit: row, recorded }
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error
      line = { line: row.line, refusal: error.message }
    }
    yield line
  }
}

/**
 * Records a credit for the one order that it fits; `undefined` where it fits none.
 * @throws {ReceiptError} it fits several orders, has no reference, or can't be recorded
 */
async function recordCredit(
  tx: Transaction,
  tenantId: string,
  { reference, amountPaise }: Credit,
  fit: readonly WaitingOrder[],
  { acceptsDifference, now }: { acceptsDifference?: boolean | undefined; now: Date },
): Promise<RecordedCredit | undefined> {
  const known = reference === undefined ? undefined : await findTransfer(tx, tenantId, reference)
  if (known !== undefined) return { outcome: 'duplicate', orderNumber: known, oversold: 0, soldOut: [] }
  const [first, another] = fit
  if (!first) return undefined
  if (another) {
    const numbers = fit.map((one) => formatOrderNumber(one.orderNumber)).join(', ')
    throw new ReceiptError(
      `It names several orders: ${numbers}. Record it with: store payments received ${tenantId} <order> --reference <UTR>`,
    )
  }
  const given = reference ?? first.customerReference ?? undefined
  if (given === undefined) throw new ReceiptError('It has no UTR.')
  const { orderNumber } = first
  const receipt = { method: 'upi', reference: given, amountPaise, acceptsDifference } as const
  const { outcome, oversold, soldOut } = await recordReceipt(tx, tenantId, {
    ...{ orderNumber, receipt, newId: randomId(), now },
  })
  return { outcome, orderNumber, oversold, soldOut }
}

/** `undefined` for rows that are no incoming payment. */
function toCredit({ line, cells, problem }: BankRow): Credit | { line: number; problem: string } | undefined {
  const { date, amount, reference, text } = cells
  if (amount === '' || /^[-(]/.test(amount)) return undefined
  if (problem !== undefined) return { line, problem }
  const rupees = parsePrice(amount)
  if (rupees === null || rupees === undefined) {
    return { line, problem: describePriceFault(amount, 'an amount') }
  }
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
