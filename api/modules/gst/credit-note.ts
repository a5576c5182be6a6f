import type { CreditReason, DocumentBody, TaxDocument, TaxLine } from '@tanabana/contract/tax-document.ts'
import { divideAmount } from '../../divide-amount.ts'
import { splitTax } from './split-tax.ts'
import { taxSummary } from './tax-invoice.ts'

interface Credit {
  /** Paise, with tax. */
  amount: number
  reason: CreditReason
  /** What came back of each line, in paise with tax, whatever of it is credited already. */
  returned?: readonly number[]
}

type Issued = Pick<TaxDocument, 'lines'>

/**
 * The credit note for a part of an invoice, at the rates of the invoice: for the pieces that came back first, then in
 * proportion to what is left of the lines. Never beyond the invoice; `undefined` where nothing is left of it.
 * docs/gst.md#credit-notes
 */
export function draftCreditNote(
  invoice: TaxDocument,
  earlier: readonly Issued[],
  { amount, reason, returned = [] }: Credit,
  now: Date,
): DocumentBody | undefined {
  const credited = creditedOf(invoice, earlier)
  const left = invoice.lines.map(({ total }, index) => total - (credited[index]?.total ?? 0))
  const wanted = Math.min(amount, sum(left))
  if (wanted <= 0) return undefined
  const back = left.map((one, index) =>
    Math.max(0, Math.min(one, (returned[index] ?? 0) - (credited[index]?.total ?? 0))),
  )
  const first = divideAmount(Math.min(wanted, sum(back)), back)
  const rest = left.map((one, index) => one - (first[index] ?? 0))
  const shares = divideAmount(wanted - sum(first), rest).map((share, index) => share + (first[index] ?? 0))
  const lines = invoice.lines.map((line, index) =>
    creditLine(line, credited[index] ?? NOTHING, shares[index] ?? 0, invoice.isInterState),
  )
  const { number, issuedAt, orderId, orderedAt, seller, placeOfSupply } = invoice
  return {
    ...{ kind: 'credit-note', issuedAt: now.toISOString(), credited: { number, issuedAt }, reason },
    ...{ orderId, orderedAt, seller, ...(placeOfSupply && { placeOfSupply }) },
    ...taxSummary(lines, { isInterState: invoice.isInterState, place: invoice.placeOfSupply }),
  }
}

/** What credit notes took off each line of an invoice. A note has all lines of its invoice, some of them with nothing. */
function creditedOf({ lines }: Issued, notes: readonly Issued[]): Parts[] {
  return lines.map((_line, index) =>
    notes.reduce((parts, note) => add(parts, note.lines[index] ?? NOTHING), NOTHING),
  )
}

type Parts = Pick<TaxLine, 'cgst' | 'sgst' | 'igst' | 'total'>

const NOTHING: Parts = { cgst: 0, sgst: 0, igst: 0, total: 0 }

function add(one: Parts, other: Parts): Parts {
  return {
    cgst: one.cgst + other.cgst,
    sgst: one.sgst + other.sgst,
    igst: one.igst + other.igst,
    total: one.total + other.total,
  }
}

/**
 * The taxes of all credits so far less those of the earlier ones, so that a line credited in full leaves no paisa. It names
 * the pieces when nothing is left of the line.
 */
function creditLine(line: TaxLine, before: Parts, total: number, isInterState: boolean): TaxLine {
  const { kind, description, choice, hsn, unit, rate, quantity } = line
  const after = splitTax(before.total + total, line.rate, isInterState)
  const cgst = Math.min(after.cgst - before.cgst, Math.floor(total / 2))
  const igst = Math.min(after.igst - before.igst, total)
  const isWhole = total > 0 && before.total + total === line.total
  return {
    ...{ kind, description, choice, hsn, unit, rate },
    ...(isWhole && quantity !== undefined && { quantity }),
    discount: 0,
    taxable: total - 2 * cgst - igst,
    cgst,
    sgst: cgst,
    igst,
    total,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
