import type { ReactNode } from 'react'

import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import {
  amountRows,
  orderPriceText,
  orderStatusText,
  paymentStateText,
  refundTexts,
} from '../../lib/orders/order-text.ts'
import { parcelMessages } from '../../lib/orders/parcel-messages.ts'
import type { Order, OrderItem, OrderStatus } from '../../lib/orders/order.ts'
import { buttonClasses, linkClasses } from '../../styles/classes.ts'
import { ProductImage } from '../ui/ProductImage.tsx'

const COLORS: Record<OrderStatus['code'], string> = {
  pending: 'bg-yellow text-yellow-ink',
  processing: 'bg-raised text-info',
  shipped: 'bg-raised text-violet',
  delivered: 'bg-raised text-success',
  cancelled: 'bg-raised text-danger',
  unknown: 'bg-raised text-muted',
}

/** An order's status with its colour, which repeats the word. docs/requirements.md#44-order-status */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span
      data-status={status.code}
      className={`${COLORS[status.code]} inline-flex items-center gap-2 rounded border border-current px-3 py-1 text-sm font-semibold`}
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {orderStatusText(status)}
    </span>
  )
}

/** An order's number as the title of its section, with date and status. */
export function OrderHeader({ order, titleId }: { order: Order; titleId: string }) {
  const date = formatDate(order.createdAt)
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h2 id={titleId} className="break-words text-xl">
          {fill(t('Order {id}'), { id: order.id })}
        </h2>
        {date && <p className="mt-1 text-sm text-muted">{date}</p>}
      </div>
      <StatusBadge status={order.status} />
    </header>
  )
}

/** Discount, fee and what is to be paid, below the total of an order that has one. docs/requirements.md#1130-offers */
export function AmountRows({ order, format }: { order: Order; format: (amount: number) => string }) {
  return amountRows(order).map(({ label, amount, isLess }) => (
    <p key={label} className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 break-words">{label}</span>{' '}
      <strong className="tabular-nums">
        {isLess && '−'}
        {format(amount)}
      </strong>
    </p>
  ))
}

/** The total in `$`, and for a Pending order the way to its payment. docs/requirements.md#44-order-status */
export function OrderTotal({ order }: { order: Order }) {
  return (
    <footer className="grid gap-4 border-t border-line pt-5">
      <p className="flex flex-wrap justify-between gap-x-4 text-lg">
        {t('Total')} <strong className="tabular-nums">{orderPriceText(order.total)}</strong>
      </p>
      <AmountRows order={order} format={orderPriceText} />
      {order.status.code === 'pending' && (
        <a
          href={`/payment?orderId=${encodeURIComponent(order.id)}`}
          aria-label={fill(t('Pay Now for order {id}'), { id: order.id })}
          className={`${buttonClasses.primary} md:justify-self-end`}
        >
          {t('Pay Now')}
        </a>
      )}
    </footer>
  )
}

/** Whether and how an order is paid, and when and how a refund comes; nothing where the store does not tell it. */
export function PaymentFact({ order, refundDays }: { order: Order; refundDays: number | undefined }) {
  const payment = paymentStateText(order)
  if (payment === undefined) return null
  return (
    <div className="grid gap-1 text-sm">
      <p>
        <span className="text-muted">{t('Payment')}:</span> {payment}
      </p>
      {refundTexts(order, refundDays).map((text, index) => (
        <p key={index} className="break-words">
          {text}
        </p>
      ))}
    </div>
  )
}

/** The name of an ordered product, as a link to it where the store names the product. */
export function ItemName({ item: { name = t('Item'), path } }: { item: OrderItem }) {
  if (path === undefined) return name
  return (
    <a href={path} className="underline underline-offset-4 hover:text-accent">
      {name}
    </a>
  )
}

/** The ordered picture beside the name, which is its alternative text; nothing where the store sends none. */
export function ItemPicture({ item: { image } }: { item: OrderItem }) {
  return image === undefined ? null : <ProductImage src={image} className="h-20 w-16" />
}

/** What became of a parcel that was not delivered. docs/requirements.md#1123-shipment */
export function ParcelFact({ shipment }: Pick<Order, 'shipment'>) {
  if (!shipment?.parcel) return null
  return <p className="text-sm">{t(parcelMessages[shipment.parcel])}</p>
}

/** Address, method and tracking number of an order; missing details read 'Not available'. docs/requirements.md#36-order */
export function ShippingFacts({ shipping, shipment }: Pick<Order, 'shipping' | 'shipment'>) {
  return (
    <dl className="grid gap-4 text-sm md:grid-cols-3">
      <Fact label={t('Shipping address')}>{shipping.address || t('Not available')}</Fact>
      <Fact label={t('Method')}>{t(shipping.method)}</Fact>
      <Fact label={t('Tracking number')}>
        {shipment?.trackingUrl ? (
          <a
            href={shipment.trackingUrl}
            rel="noreferrer"
            className={`${linkClasses} -my-2.5 inline-block py-2.5`}
          >
            {shipping.tracking}
          </a>
        ) : (
          t(shipping.tracking)
        )}
      </Fact>
      {shipment?.courier && <Fact label={t('Courier')}>{shipment.courier}</Fact>}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="mt-1 break-words">{children}</dd>
    </div>
  )
}
