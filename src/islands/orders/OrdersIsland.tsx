import { toOrder } from '../../lib/orders/order.ts'
import { isUnauthorized } from '../../lib/api-client/errors.ts'
import { ordersMessages } from '../../lib/orders/messages.ts'
import { t } from '../../lib/i18n/translate.ts'
import { fetchOrders } from '../../lib/api-client/orders.ts'
import { addErrorToast } from '../../lib/platform/toasts.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { useLoad } from '../ui/use-load.ts'
import { useProtectedPage } from '../ui/use-protected-page.ts'
import { useStoreClient } from '../ui/use-store-client.ts'
import { OrderCard } from './OrderCard.tsx'
import { OrdersSkeleton } from './OrdersSkeleton.tsx'

/**
 * The shopper's orders. A failure shows an empty list, a toast and a retry button. docs/requirements.md#214-my-orders
 * docs/requirements.md#87-orders-and-tracking
 */
export function OrdersIsland() {
  const isSignedIn = useProtectedPage()
  const client = useStoreClient('protected')
  const { loaded, reload } = useLoad(
    async () => (await fetchOrders(client)).map(toOrder),
    (error) => {
      if (!isUnauthorized(error)) addErrorToast(ordersMessages.loadFailed)
    },
    isSignedIn,
  )

  if (!isSignedIn) return null
  if (loaded.status === 'loading') return <OrdersSkeleton />
  if (loaded.status === 'failed') return <NoOrders onRetry={reload} />
  if (loaded.value.length === 0) return <NoOrders />
  return (
    <ul className="grid gap-6">
      {loaded.value.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
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
