import type { ReactNode } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { orderStatusText } from '../../lib/orders/order-text.ts'
import { productUrl } from '../../lib/catalogue/product-url.ts'
import type { Order, OrderItem, OrderStatus } from '../../lib/orders/order.ts'
import { linkClasses } from '../../styles/classes.ts'

const COLORS: Record<OrderStatus['code'], string> = {
  pending: 'text-warning',
  processing: 'text-info',
  shipped: 'text-violet',
  delivered: 'text-success',
  cancelled: 'text-danger',
  unknown: 'text-muted',
}

/** An order's status with its colour, which repeats the word. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span
      data-status={status.code}
      className={`${COLORS[status.code]} inline-flex items-center gap-2 rounded border border-current bg-raised px-3 py-1 text-sm font-semibold`}
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {orderStatusText(status)}
    </span>
  )
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

/** The name of an item, with a link to its product where the store names it. */
export function ItemName({ item: { name, productId } }: { item: OrderItem }) {
  const shown = name ?? t('Item')
  if (productId === undefined) return shown
  return (
    <a href={productUrl(productId)} className="underline-offset-4 hover:underline">
      {shown}
    </a>
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
