import { and, asc, eq, gte, lt } from 'drizzle-orm'

import type { TaxLine } from '@tanabana/contract/tax-document.ts'
import type { Transaction } from '../../db/index.ts'
import { taxDocuments } from '../../db/schema.ts'
import type { TaxDocumentRow } from './tax-documents.ts'

type Amounts = Pick<TaxLine, 'taxable' | 'cgst' | 'sgst' | 'igst'>

/** Sales to consumers of one state at one rate, less what was credited, in paise. */
interface StateSum extends Amounts {
  /** GST code and English name. */
  state: string
  rate: number
}

/** Sales of one HSN code at one rate, less what was credited. */
interface HsnSum extends Amounts {
  hsn: string
  unit: string
  rate: number
  /** Pieces or pairs. */
  quantity: number
  total: number
}

/** The numbers of one series. */
interface SeriesSum {
  kind: string
  from: string
  to: string
  count: number
}

export interface MonthlyReport {
  b2c: StateSum[]
  hsn: HsnSum[]
  documents: SeriesSum[]
}

/** The documents that were issued from `from` until before `until`, by series and position. */
export function readIssued(
  tx: Transaction,
  tenantId: string,
  { from, until }: { from: Date; until: Date },
): Promise<TaxDocumentRow[]> {
  const { issuedAt, series, year, position } = taxDocuments
  return tx
    .select()
    .from(taxDocuments)
    .where(and(eq(taxDocuments.tenantId, tenantId), gte(issuedAt, from), lt(issuedAt, until)))
    .orderBy(asc(series), asc(year), asc(position))
}

/** What GSTR-1 asks for of a month, from its documents in the order of `readIssued`. Bills of supply have no tax to report. */
export function reportMonth(documents: readonly TaxDocumentRow[]): MonthlyReport {
  const b2c = new Map<string, StateSum>()
  const hsn = new Map<string, HsnSum>()
  for (const { kind, body } of documents) {
    if (body.seller.gstin === undefined) continue
    const sign = kind === 'credit-note' ? -1 : 1
    const state = body.placeOfSupply ? `${body.placeOfSupply.code}-${body.placeOfSupply.name.en}` : ''
    for (const line of body.lines) {
      const { rate, unit = '', quantity = 0 } = line
      const code = line.hsn ?? ''
      const byState = b2c.get(`${state} ${rate}`) ?? { state, rate, ...NOTHING }
      b2c.set(`${state} ${rate}`, add(byState, line, sign))
      const key = `${code} ${rate}`
      const byCode = hsn.get(key) ?? { hsn: code, unit, rate, quantity: 0, total: 0, ...NOTHING }
      const summed = add(byCode, line, sign)
      hsn.set(key, {
        ...summed,
        unit: byCode.unit || unit,
        quantity: byCode.quantity + sign * quantity,
        total: byCode.total + sign * line.total,
      })
    }
  }
  const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
  return {
    b2c: [...b2c.values()].toSorted((one, other) => compare(one.state, other.state) || one.rate - other.rate),
    hsn: [...hsn.values()].toSorted((one, other) => compare(one.hsn, other.hsn) || one.rate - other.rate),
    documents: seriesOf(documents),
  }
}

const NOTHING: Amounts = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }

function add<Sum extends Amounts>(sum: Sum, { taxable, cgst, sgst, igst }: Amounts, sign: 1 | -1): Sum {
  return {
    ...sum,
    taxable: sum.taxable + sign * taxable,
    cgst: sum.cgst + sign * cgst,
    sgst: sum.sgst + sign * sgst,
    igst: sum.igst + sign * igst,
  }
}

function seriesOf(documents: readonly TaxDocumentRow[]): SeriesSum[] {
  const groups = Map.groupBy(documents, ({ kind, series, year }) => `${kind} ${series} ${year}`)
  return [...groups.values()].flatMap((rows) => {
    const [first, last] = [rows[0], rows.at(-1)]
    return first && last
      ? [{ kind: first.kind, from: first.number, to: last.number, count: rows.length }]
      : []
  })
}
