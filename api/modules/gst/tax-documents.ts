import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { DocumentBody, TaxDocument } from '@tanabana/contract/tax-document.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Transaction } from '../../db/index.ts'
import { taxDocuments, taxSeries } from '../../db/schema.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { documentNumber, financialYear } from './document-number.ts'

export type TaxDocumentRow = typeof taxDocuments.$inferSelect

const SERIES = { invoice: 'INV', creditNote: 'CN' } as const

/** The series of a new document, as the shop names it or as usual. */
function seriesOf({ gst }: Pick<StoreRecord, 'gst'>, kind: TaxDocument['kind']): string {
  return kind === 'credit-note'
    ? (gst?.creditNoteSeries ?? SERIES.creditNote)
    : (gst?.invoiceSeries ?? SERIES.invoice)
}

/**
 * Stores a document under the next number of its series. The counter's row stays locked until the transaction ends, so that
 * a number is taken exactly when its document is stored.
 */
export async function storeTaxDocument(
  tx: Transaction,
  record: Pick<StoreRecord, 'gst'>,
  named: { tenantId: string; orderNumber: string; recipient: ShippingAddress | null },
  body: DocumentBody,
): Promise<TaxDocument> {
  const { tenantId } = named
  const issuedAt = new Date(body.issuedAt)
  const series = seriesOf(record, body.kind)
  const year = financialYear(issuedAt)
  const [counter] = await tx
    .insert(taxSeries)
    .values({ tenantId, series, year, last: 1 })
    .onConflictDoUpdate({
      target: [taxSeries.tenantId, taxSeries.series, taxSeries.year],
      set: { last: sql`${taxSeries.last} + 1` },
    })
    .returning({ position: taxSeries.last })
  const position = counter?.position ?? 1
  const number = documentNumber(series, year, position)
  const { kind, total } = body
  await tx
    .insert(taxDocuments)
    .values({ ...named, number, series, year, position, kind, total, body, issuedAt })
  return { ...body, number }
}

/** Documents of these orders, by order number: the invoice, then credit notes in the order in which they were issued. */
export async function readTaxDocuments(
  tx: Transaction,
  tenantId: string,
  orderNumbers: readonly string[],
): Promise<Map<string, TaxDocumentRow[]>> {
  if (orderNumbers.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(taxDocuments)
    .where(and(eq(taxDocuments.tenantId, tenantId), inArray(taxDocuments.orderNumber, [...orderNumbers])))
    .orderBy(
      sql`${taxDocuments.kind} = 'credit-note'`,
      asc(taxDocuments.issuedAt),
      asc(taxDocuments.position),
    )
  return Map.groupBy(rows, ({ orderNumber }) => orderNumber)
}

/** A stored document as it is shown. The name is for the shop and for the account that placed the order. */
export function toTaxDocument({ number, body, recipient }: TaxDocumentRow, showsName: boolean): TaxDocument {
  if (!recipient) return { ...body, number }
  const { fullName, address, city, state, postalCode } = recipient
  const lines = [address, [city, state, postalCode].filter(Boolean).join(', ')]
  return {
    ...body,
    number,
    recipient: { ...(showsName && { name: fullName }), address: lines.join('\n') },
  }
}
