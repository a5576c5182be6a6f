import type { UnpayableOrder } from '../../lib/payment/order-payment.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { orderStatusText } from '../../lib/orders/order-text.ts'
import { paymentMessages } from '../../lib/payment/messages.ts'
import { buttonClasses } from '../../styles/classes.ts'

interface Props {
  orderId: string
  payment: UnpayableOrder
  onRetry: () => void
}

/** Shown instead of the form for an order that can't be paid. */
export function OrderNotice({ orderId, payment, onRetry }: Props) {
  const { title, body } = paymentMessages.notices[payment.state]
  const isSettled = payment.state === 'paid' || payment.state === 'cancelled'
  const status = payment.state === 'missing' ? '' : orderStatusText(payment.status)
  return (
    <div role="status" className="grid justify-items-center gap-4 border-y border-line py-20 text-center">
      <h2 className="text-2xl">{t(title)}</h2>
      <p className="break-words font-medium">{fill(t('Order {id}'), { id: orderId })}</p>
      <p className="text-muted">{fill(t(body), { status })}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <a href="/orders" className={buttonClasses.primary}>
          {t('View Your Orders')}
        </a>
        {!isSettled && (
          <>
            <a href={`/track-order?id=${encodeURIComponent(orderId)}`} className={buttonClasses.secondary}>
              {t('Track Order')}
            </a>
            <button type="button" onClick={onRetry} className={buttonClasses.quiet}>
              {t('Try again')}
            </button>
          </>
        )}
      </div>
    </div>
  )
}
