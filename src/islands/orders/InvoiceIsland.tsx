import { browserClient } from '../../lib/auth/browser-client.ts'
import { fetchOrders, trackOrder } from '../../lib/api-client/orders.ts'
import { fetchTaxDocuments } from '../../lib/api-client/tax-documents.ts'
import { readToken } from '../../lib/auth/session.ts'
import { sumOfLines } from '../../lib/catalogue/money.ts'
import { choiceText } from '../../lib/catalogue/product-text.ts'
import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import type { TaxDocument } from '@tanabana/contract/tax-document.ts'
import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { readInvoiceContact } from '../../lib/orders/invoice-contact.ts'
import { includedTaxes } from '../../lib/orders/invoice.ts'
import { invoiceMessages, ordersMessages } from '../../lib/orders/messages.ts'
import { amountRows, invoicePaymentText, rupeesText } from '../../lib/orders/order-text.ts'
import { hasInvoice, toOrder, type Order } from '../../lib/orders/order.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { Placeholder, useLoad } from '../ui/Loading.tsx'
import { ItemTable } from './ItemTable.tsx'
import { TaxDocuments, type TaxLabels } from './TaxDocuments.tsx'

const client = browserClient()

interface Seller {
  name: string
  address: string
  email: string
  phone: string
  gstin: string | undefined
}

interface Props {
  orderId: string
  seller: Seller
  capabilities: Capability[] | undefined
  /** Of the capability `tax-invoice`, in the language of the page. */
  taxLabels: TaxLabels
}

/**
 * The invoice of an order, in rupees: for the account that placed it, and in the tab in which a guest tracked it. Documents
 * that were issued take its place. docs/requirements.md#1126-invoice docs/requirements.md#1139-tax-invoice
 */
export function InvoiceIsland({ orderId, seller, capabilities = [], taxLabels }: Props) {
  const { loaded, reload } = useLoad(
    () => loadInvoice(orderId, capabilities),
    () => undefined,
  )
  if (loaded.status === 'loading') {
    return (
      <div role="status" className={`${panelClasses} mx-auto grid max-w-3xl gap-5`}>
        <span className="sr-only">{t('Loading the invoice...')}</span>
        <Placeholder className="h-8 w-1/3" />
        <Placeholder className="h-40" />
      </div>
    )
  }
  if (loaded.status === 'failed' || !loaded.value) return <NoInvoice orderId={orderId} onRetry={reload} />
  const { documents } = loaded.value
  const order = toOrder(loaded.value.order, client.publicBase, capabilities)
  if (documents.length > 0) {
    return <TaxDocuments documents={documents} payment={invoicePaymentText(order)} labels={taxLabels} />
  }
  return hasInvoice(order) ? (
    <Invoice order={order} seller={seller} />
  ) : (
    <NoInvoice orderId={orderId} isEarly isIssued={capabilities.includes('tax-invoice')} />
  )
}

async function loadInvoice(
  orderId: string,
  capabilities: readonly Capability[],
): Promise<{ order: ReceivedOrder; documents: TaxDocument[] } | undefined> {
  const order = await findOwnOrder(orderId)
  if (!order) return undefined
  const isIssued = capabilities.includes('tax-invoice')
  const documents = isIssued ? await fetchTaxDocuments(client, orderId, readInvoiceContact(orderId)) : []
  return { order, documents }
}

async function findOwnOrder(orderId: string): Promise<ReceivedOrder | undefined> {
  const contact = readInvoiceContact(orderId)
  if (contact !== undefined) return trackOrder(client, orderId, contact)
  if (!readToken()) return undefined
  return (await fetchOrders(client)).find(({ id }) => id === orderId)
}

function Invoice({ order, seller }: { order: Order; seller: Seller }) {
  const hasHsn = order.items.some(({ hsn }) => hsn !== undefined)
  const notAvailable = t(ordersMessages.notAvailable)
  const payment = invoicePaymentText(order)
  return (
    <article aria-labelledby="invoice" className={`${panelClasses} mx-auto grid max-w-3xl gap-6`}>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <h1 id="invoice" className="text-3xl">
          {t('Invoice')}
        </h1>
        <button type="button" onClick={() => print()} className={buttonClasses.secondary}>
          {t('Print invoice')}
        </button>
      </header>
      <dl className="grid gap-5 text-sm md:grid-cols-2 print:grid-cols-2">
        <div>
          <dt className="text-muted">{t('Sold by')}</dt>
          <dd className="mt-1 break-words">
            <strong className="block">{seller.name}</strong>
            <span className="whitespace-pre-line">{seller.address}</span>
            <span className="block">{seller.email}</span>
            <span className="block">{seller.phone}</span>
            {seller.gstin && (
              <span className="mt-1 block">
                {t('GSTIN')}: {seller.gstin}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('Bill to')}</dt>
          <dd className="mt-1 break-words">
            {order.invoice?.recipient && <strong className="block">{order.invoice.recipient}</strong>}
            {order.shipping.address || notAvailable}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('Order ID')}</dt>
          <dd className="mt-1 break-words">{order.id}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('Order Date')}</dt>
          <dd className="mt-1">{formatDate(order.createdAt) ?? notAvailable}</dd>
        </div>
        {payment && (
          <div>
            <dt className="text-muted">{t('Payment')}</dt>
            <dd className="mt-1">{payment}</dd>
          </div>
        )}
      </dl>
      <div className="text-sm">
        <ItemTable
          columns={[t('Quantity'), t('Price'), t('Amount')]}
          rows={order.items.map((item) => {
            const choice = choiceText(item)
            return {
              item: (
                <>
                  {item.name ?? t('Item')}
                  {choice && <span className="block text-muted">{choice}</span>}
                  {hasHsn && (
                    <span className="block text-muted">
                      {t('HSN')}: {item.hsn ?? notAvailable}
                    </span>
                  )}
                </>
              ),
              numbers: [item.quantity ?? notAvailable, rupeesText(item.price), rupeesText(amountOf(item))],
            }
          })}
        />
      </div>
      <dl className="grid justify-end gap-2 border-t border-line pt-4 text-end">
        {includedTaxes(order.items).map(({ rate, amount }) => (
          <div key={rate} className="flex justify-end gap-4 text-sm text-muted">
            <dt>{fill(t('GST {rate}% included'), { rate })}</dt>
            <dd className="tabular-nums">{rupeesText(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-end gap-4 text-lg last:font-semibold">
          <dt>{t('Total')}</dt>
          <dd className="tabular-nums">{rupeesText(order.total)}</dd>
        </div>
        {amountRows(order).map(({ label, amount, isLess }) => (
          <div key={label} className="flex justify-end gap-4 last:text-lg last:font-semibold">
            <dt className="min-w-0 break-words">{label}</dt>
            <dd className="tabular-nums">
              {isLess && '−'}
              {rupeesText(amount)}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

function amountOf({ price, quantity }: Order['items'][number]): number | undefined {
  return price === undefined || quantity === undefined ? undefined : sumOfLines([{ price, quantity }])
}

interface NoInvoiceProps {
  orderId: string
  /** True for an order that is not accepted yet, or was cancelled. */
  isEarly?: boolean
  /** True where the invoice is issued at the dispatch. */
  isIssued?: boolean
  onRetry?: () => void
}

function NoInvoice({ orderId, isEarly = false, isIssued = false, onRetry }: NoInvoiceProps) {
  const early = isIssued ? invoiceMessages.notIssued : invoiceMessages.none
  const { title, body } = isEarly ? early : invoiceMessages.missing
  return (
    <div className="grid justify-items-center gap-4 border-y border-line py-20 text-center">
      <h1 className="text-2xl">{t(title)}</h1>
      <p className="text-muted">{t(body)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <a href="/orders" className={buttonClasses.primary}>
          {t('My Orders')}
        </a>
        <a href={`/track-order?id=${encodeURIComponent(orderId)}`} className={buttonClasses.secondary}>
          {t('Track Order')}
        </a>
        {onRetry && (
          <button type="button" onClick={onRetry} className={buttonClasses.quiet}>
            {t('Try again')}
          </button>
        )}
      </div>
    </div>
  )
}
