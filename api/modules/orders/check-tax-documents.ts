import { sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'

/** What is wrong with the tax documents of a shop. */
export interface TaxDifference {
  /**
   * - `number`: a series has fewer documents than numbers, `subject` names it
   * - `invoice`: a dispatched order has no invoice, or one that is not dispatched has
   * - `credited`: credit notes are beyond the invoice, or less than it where the parcel did not arrive; in paise
   */
  what: 'number' | 'invoice' | 'credited'
  /** Series with its financial year, or number of the document. */
  subject: string
  orderNumber: string | null
  expected: number
  found: number
}

/**
 * Compares numbers, dispatched orders and credits with the documents of the shop. Orders that were dispatched before its first
 * document need none.
 */
export async function checkTaxDocuments(tx: Transaction, tenantId: string): Promise<TaxDifference[]> {
  const { rows } = await tx.execute(sql`
    with documents as (
      select * from tax_documents where tenant_id = ${tenantId}
    ), invoices as (
      select * from documents where kind <> 'credit-note'
    ), dispatched as (
      select orders.number, orders.parcel, orders.tax_missing, shipped.at from orders, lateral (
        select min(created_at) as at from order_events event
        where event.tenant_id = orders.tenant_id and event.order_number = orders.number and event.kind = 'order.shipped'
      ) shipped
      where orders.tenant_id = ${tenantId}
    ), credits as (
      select order_number, sum(total)::float8 as total from documents where kind = 'credit-note' group by order_number
    )
    select 'number' as what, concat(counter.series, ' ', counter.year) as subject, null as "orderNumber",
      counter.last::float8 as expected, count(document.number)::float8 as found
    from tax_series counter
    left join documents document on document.series = counter.series and document.year = counter.year
    where counter.tenant_id = ${tenantId}
    group by counter.series, counter.year, counter.last
    having counter.last <> count(document.number) or counter.last <> coalesce(max(document.position), 0)
    union all
    select 'invoice', coalesce(invoice.number, ''), dispatched.number,
      (dispatched.at is not null)::int::float8, (invoice.number is not null)::int::float8
    from dispatched left join invoices invoice on invoice.order_number = dispatched.number
    where (dispatched.at is not null) <> (invoice.number is not null)
      and (dispatched.tax_missing is not null or invoice.number is not null
        or dispatched.at >= (select min(issued_at) from invoices))
      and coalesce(dispatched.parcel, '') not in ('returned to sender', 'lost')
    union all
    select 'credited', invoice.number, invoice.order_number, invoice.total::float8, coalesce(credits.total, 0)
    from invoices invoice
    join dispatched on dispatched.number = invoice.order_number
    left join credits on credits.order_number = invoice.order_number
    where coalesce(credits.total, 0) > invoice.total
      or (coalesce(dispatched.parcel, '') in ('returned to sender', 'lost')
        and coalesce(credits.total, 0) <> invoice.total)
    order by 1, 2, 3`)
  return rows as unknown as TaxDifference[]
}
