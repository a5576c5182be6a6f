import { useId, useState } from 'react'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { isUnauthorized } from '../../lib/api-client/errors.ts'
import { fetchOrders } from '../../lib/api-client/orders.ts'
import { choiceText } from '../../lib/catalogue/product-text.ts'
import type { Capability, ReturnFees } from '@tanabana/contract/store-info.ts'
import { t } from '../../lib/i18n/translate.ts'
import { ordersMessages } from '../../lib/orders/messages.ts'
import { orderPriceText } from '../../lib/orders/order-text.ts'
import { toOrder } from '../../lib/orders/order.ts'
import type { Order } from '../../lib/orders/order.ts'
import { addErrorToast } from '../../lib/platform/toasts.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { Placeholder, useLoad } from '../ui/Loading.tsx'
import { useProtectedPage } from '../ui/page-hooks.ts'
import type { OrderActionsProps } from './order-actions-props.ts'
import { loadOrderDetails, type OrderDetails } from './load-order-details.ts'
import {
  ItemName,
  ItemPicture,
  OrderHeader,
  OrderTotal,
  ParcelFact,
  PaymentFact,
  ShippingFacts,
} from './OrderFacts.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'

const client = browserClient('protected')

interface Props {
  capabilities?: Capability[] | undefined
  /** Working days within which the shop sends refunds, by its policy. */
  refundDays?: number | undefined
  returnFees?: ReturnFees | undefined
}

/**
 * The shopper's orders. A failure shows an empty list, a toast and a retry button. docs/requirements.md#214-my-orders
 * docs/requirements.md#87-orders-and-tracking
 */
export function OrdersIsland({ capabilities = [], refundDays, returnFees }: Props) {
  const isSignedIn = useProtectedPage()
  const [changed, setChanged] = useState<ReadonlyMap<string, Order>>(new Map())
  const { loaded, reload } = useLoad(
    async () => {
      const orders = await fetchOrders(client)
      return orders.map((order) => toOrder(order, client.publicBase, capabilities))
    },
    (error) => {
      if (!isUnauthorized(error)) addErrorToast(ordersMessages.loadFailed)
    },
    isSignedIn,
  )

  // Orders show without the script of their details.
  const { loaded: loadedDetails } = useLoad(
    () => loadOrderDetails(capabilities),
    () => undefined,
    isSignedIn,
  )
  const isReady = loaded.status === 'ready' && loadedDetails.status !== 'loading'

  useScrollRestoration(isReady)

  if (!isSignedIn) return null
  if (loaded.status === 'failed') return <NoOrders onRetry={reload} />
  if (!isReady) return <OrdersSkeleton />
  const orders = loaded.value
  const details = loadedDetails.status === 'ready' ? loadedDetails.value : undefined
  if (orders.length === 0) return <NoOrders />
  return (
    <ul className="grid gap-6">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard
            order={changed.get(order.id) ?? order}
            details={details}
            actions={{
              client,
              capabilities,
              refundDays,
              returnFees,
              onChanged: (received) =>
                setChanged((before) =>
                  new Map(before).set(order.id, toOrder(received, client.publicBase, capabilities)),
                ),
            }}
          />
        </li>
      ))}
    </ul>
  )
}

function NoOrders({ onRetry }: { onRetry?: () => void }) {
  return (
    <div className="grid justify-items-center gap-6 border-y border-line py-20 text-center">
      <h2 className="text-2xl">{t(ordersMessages.empty)}</h2>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry && (
          <button type="button" onClick={onRetry} className={buttonClasses.secondary}>
            {t('Try Again')}
          </button>
        )}
        <a href="/products" className={buttonClasses.primary}>
          {t('Browse Products')}
        </a>
      </div>
    </div>
  )
}

interface CardProps {
  order: Order
  details: OrderDetails | undefined
  /** What the shopper can do with the order. */
  actions: Omit<OrderActionsProps, 'order'>
}

/** One order of the list, with prices in `$`. */
function OrderCard({ order, details, actions }: CardProps) {
  const titleId = useId()
  return (
    <article aria-labelledby={titleId} className={`${panelClasses} grid gap-5`}>
      <OrderHeader order={order} titleId={titleId} />
      {details && order.history && <details.OrderTimeline order={order} />}
      <ParcelFact {...order} />
      <PaymentFact order={order} refundDays={actions.refundDays} />
      <ul aria-label={t('Items')} className="divide-y divide-line border-y border-line">
        {order.items.map((item, index) => {
          const choice = choiceText(item)
          return (
            <li key={index} className="flex flex-wrap items-start justify-between gap-4 py-3">
              <ItemPicture item={item} />
              <div className="min-w-0 grow basis-16">
                <p>
                  <ItemName item={item} />
                </p>
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
      <ShippingFacts {...order} />
      <OrderTotal order={order} />
      {details && <details.OrderActions order={order} {...actions} />}
    </article>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{t('Loading your orders...')}</span>
      {[1, 2].map((order) => (
        <div key={order} className={`${panelClasses} grid gap-5`}>
          <Placeholder className="h-7 w-1/2" />
          <Placeholder className="h-24" />
          <Placeholder className="h-5 w-3/4" />
        </div>
      ))}
    </div>
  )
}
