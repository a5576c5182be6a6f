import type { Ref } from 'react'

import { choiceText } from '../../lib/catalogue/product-text.ts'
import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { ordersMessages } from '../../lib/orders/messages.ts'
import { orderPriceText } from '../../lib/orders/order-text.ts'
import type { Order } from '../../lib/orders/order.ts'
import { panelClasses } from '../../styles/classes.ts'
import type { OrderActionsProps } from './order-actions-props.ts'
import { ItemTable } from './ItemTable.tsx'
import type { OrderDetails } from './load-order-details.ts'
import {
  ItemName,
  ItemPicture,
  OrderTotal,
  ParcelFact,
  PaymentFact,
  ShippingFacts,
  StatusBadge,
} from './OrderFacts.tsx'

interface Props {
  order: Order
  ref: Ref<HTMLElement>
  details: OrderDetails | undefined
  /** What the shopper can do with the order. */
  actions: Omit<OrderActionsProps, 'order'>
}

/** The tracked order, with prices in `$`. */
export function TrackedOrder({ order, ref, details, actions }: Props) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={fill(t('Order {id}'), { id: order.id })}
      className={`${panelClasses} grid gap-6 lg:col-span-2`}
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <dl className="grid gap-3">
          <div>
            <dt className="text-sm text-muted">{t('Order ID')}</dt>
            <dd className="break-words font-display text-xl">{order.id}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('Order Date')}</dt>
            <dd>{formatDate(order.createdAt) ?? t(ordersMessages.notAvailable)}</dd>
          </div>
        </dl>
        <StatusBadge status={order.status} />
      </header>
      {details && order.history && <details.OrderTimeline order={order} />}
      <ParcelFact {...order} />
      <PaymentFact order={order} refundDays={actions.refundDays} />
      <ShippingFacts {...order} />
      <ItemTable
        columns={[t('Quantity'), t('Price')]}
        rows={order.items.map((item) => {
          const choice = choiceText(item)
          return {
            item: (
              <div className="flex items-start gap-4">
                <ItemPicture item={item} />
                <div className="min-w-0">
                  <ItemName item={item} />
                  {choice && <span className="block text-sm text-muted">{choice}</span>}
                </div>
              </div>
            ),
            numbers: [item.quantity ?? t(ordersMessages.notAvailable), orderPriceText(item.price)],
          }
        })}
      />
      <OrderTotal order={order} />
      {details && <details.OrderActions order={order} {...actions} />}
    </section>
  )
}
