import { useEffect, useState } from 'react'

import { browserClient } from '../../lib/api-client/browser-client.ts'
import type { Capability } from '../../lib/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { orderStatusText } from '../../lib/orders/order-text.ts'
import { savePlacedOrder } from '../../lib/orders/placed-order.ts'
import { paymentMessages } from '../../lib/payment/messages.ts'
import type { UnpayableOrder } from '../../lib/payment/order-payment.ts'
import { accountAccess } from '../../lib/payment/payment-access.ts'
import { readProviderResult, readOrderId } from '../../lib/payment/payment-redirect.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { Placeholder, useLoad } from '../ui/Loading.tsx'
import { useProtectedPage } from '../ui/page-hooks.ts'
import { ProviderNotice, PaymentAlert } from './PaymentAlert.tsx'
import { useOrderPayment } from './use-order-payment.ts'

const client = browserClient('protected')

interface Props {
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  /** Hosts that payments may open, where the shop lists them. */
  paymentHosts?: string[] | undefined
}

/** The payment page, for a signed-in shopper and the order in the URL. docs/requirements.md#212-payment-page */
export function PaymentIsland({ capabilities, paymentHosts }: Props) {
  const isSignedIn = useProtectedPage()
  const [orderId] = useState(readOrderId)

  useEffect(() => {
    if (orderId) savePlacedOrder(orderId)
  }, [orderId])

  if (!isSignedIn) return null
  if (!orderId) return <PaymentAlert message={paymentMessages.orderMissing} />
  return <OrderPaymentScreen orderId={orderId} capabilities={capabilities} paymentHosts={paymentHosts} />
}

/**
 * The views of one order's payment. The form shows only for an order that was found and is Pending. The code of the
 * form loads in parallel with its fields.
 */
function OrderPaymentScreen({ orderId, capabilities, paymentHosts }: Props & { orderId: string }) {
  const [access] = useState(() => accountAccess(client, orderId, capabilities))
  const { loaded, reload } = useLoad(
    async () => {
      const [fields, { PaymentFlow }] = await Promise.all([access.fetchFields(), import('./PaymentFlow.tsx')])
      return { fields, PaymentFlow }
    },
    () => undefined,
  )
  const { payment, setPayment, check, recheck } = useOrderPayment(access)
  const [providerResult, setProviderResult] = useState(readProviderResult)

  if (check === 'done' && payment && payment.state !== 'open') {
    const isSettled = payment.state !== 'missing' && payment.state !== 'unknown'
    return (
      <div className="grid gap-6">
        {providerResult && (providerResult === 'refund' || !isSettled) && (
          <ProviderNotice result={providerResult} />
        )}
        <OrderNotice orderId={orderId} payment={payment} onRetry={recheck} />
      </div>
    )
  }

  /** Also reloads a request in flight, which would fail like the others. */
  function retry(): void {
    if (loaded.status !== 'ready') reload()
    if (check !== 'done') recheck()
  }

  const isFailed = check === 'failed' || loaded.status === 'failed'
  const isReady = check === 'done' && loaded.status === 'ready'
  return (
    <>
      {isFailed && <PaymentAlert message={paymentMessages.formFailed} onRetry={retry} />}
      {!isFailed && !isReady && <PaymentSkeleton />}
      {loaded.status === 'ready' && payment?.state === 'open' && (
        // Stays mounted while the order is fetched again, so that the shopper's input stays.
        <div hidden={!isReady}>
          <loaded.value.PaymentFlow
            fields={loaded.value.fields}
            order={{ client, access, orderId, total: payment.total, capabilities, paymentHosts }}
            providerResult={providerResult}
            onTry={() => setProviderResult(undefined)}
            onChanged={setPayment}
          />
        </div>
      )}
    </>
  )
}

/** Placeholder of the payment form. docs/requirements.md#212-payment-page */
function PaymentSkeleton() {
  return (
    <div role="status" className={`${panelClasses} grid gap-5`}>
      <span className="sr-only">{t('Loading payment form...')}</span>
      <Placeholder className="h-8 w-2/3" />
      <Placeholder className="h-16" />
      <Placeholder className="h-16" />
      <Placeholder className="h-11" />
    </div>
  )
}

interface OrderNoticeProps {
  orderId: string
  payment: UnpayableOrder
  onRetry: () => void
}

/** Shown instead of the form for an order that can't be paid. */
function OrderNotice({ orderId, payment, onRetry }: OrderNoticeProps) {
  const { title, body } = paymentMessages.notices[payment.state]
  const isSettled = payment.state !== 'missing' && payment.state !== 'unknown'
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
