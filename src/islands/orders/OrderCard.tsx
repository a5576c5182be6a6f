import { useId } from 'react'

import { choiceText } from '../../lib/catalogue/product-text.ts'
import type { Order } from '../../lib/orders/order.ts'
import { formatDate, orderPriceText } from '../../lib/orders/order-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { ordersMessages } from '../../lib/orders/messages.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ShippingFacts } from './ShippingFacts.tsx'

/** One order of the list, with prices in `$`. */
export function OrderCard({ order }: { order: Order }) {
  const titleId = useId()
  const date = formatDate(order.createdAt)
  return (
    <article aria-labelledby={titleId} className={`${panelClasses} grid gap-5`}>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={titleId} className="break-words text-xl">
            {fill(t('Order {id}'), { id: order.id })}
          </h2>
          {date && <p className="mt-1 text-sm text-muted">{date}</p>}
        </div>
        <StatusBadge status={order.status} />
      </header>
      <ul aria-label={t('Items')} className="divide-y divide-line border-y border-line">
        {order.items.map((item, index) => {
          const choice = choiceText(item)
          return (
            <li key={index} className="flex items-start justify-between gap-4 py-3">
              <div className="min-w-0">
                <p>{item.name ?? t('Item')}</p>
                <p className="text-sm text-muted">
                  {t('Quantity')}: {item.quantity ?? t(ordersMessages.notAvailable)}
                  {choice && ` · ${choice}`}
                </p>
              </div>
              <p className="tabular-nums">{orderPriceText(item.price)}</p>
            </li>
          )
        })}
      </ul>
      <ShippingFacts shipping={order.shipping} />
      <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
        <p className="text-lg">
          {t('Total')} <strong className="ms-2 tabular-nums">{orderPriceText(order.total)}</strong>
        </p>
        {order.status.code === 'pending' && (
          <a
            href={`/payment?orderId=${encodeURIComponent(order.id)}`}
            aria-label={fill(t('Pay Now for order {id}'), { id: order.id })}
            className={buttonClasses.primary}
          >
            {t('Pay Now')}
          </a>
        )}
      </footer>
    </article>
  )
}
