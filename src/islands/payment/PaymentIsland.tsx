import { useEffect, useState } from 'react'

import { browserClient } from '../../lib/auth/browser-client.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { savePlacedOrder } from '../../lib/orders/placed-order.ts'
import { paymentMessages } from '../../lib/payment/messages.ts'
import { isSettled, type SettledPayment } from '../../lib/payment/order-payment.ts'
import { accountAccess } from '../../lib/payment/payment-access.ts'
import { openAddress, readProviderResult, readOrderId } from '../../lib/payment/payment-redirect.ts'
import { forgetWaitingPayment, readWaitingPayment } from '../../lib/payment/waiting-payment.ts'
import { buttonClasses, linkClasses, panelClasses } from '../../styles/classes.ts'
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
 * The views of one order's payment. The form shows as soon as its fields are loaded, unless the order was found with a
 * status of 1 to 4. The code of the form loads in parallel with its fields. docs/requirements.md#1027-payment-form-and-order-list
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
  const { payment, setPayment, hasFailed, recheck } = useOrderPayment(access)
  const [providerResult, setProviderResult] = useState(readProviderResult)
  const isPaid = payment?.state === 'paid'

  useEffect(() => {
    // Paid while this tab waited for it and was reloaded.
    if (!isPaid || !readWaitingPayment(orderId)) return
    forgetWaitingPayment()
    openAddress(access.pages.success)
  }, [isPaid, orderId, access])

  if (payment && isSettled(payment)) {
    return (
      <div className="grid gap-6">
        {providerResult === 'refund' && <ProviderNotice result={providerResult} />}
        <OrderNotice orderId={orderId} payment={payment} />
      </div>
    )
  }

  function retry(): void {
    reload()
    if (hasFailed) recheck()
  }

  if (loaded.status === 'failed') {
    return <PaymentAlert message={paymentMessages.formFailed} onRetry={retry} />
  }
  if (loaded.status === 'loading') return <PaymentSkeleton />

  const { fields, PaymentFlow } = loaded.value
  const isUnchecked = hasFailed || payment?.state === 'missing' || payment?.state === 'unknown'
  return (
    <div className="grid gap-6">
      <PaymentFlow
        fields={fields}
        order={{
          client,
          access,
          orderId,
          total: payment || hasFailed ? payment?.total : 'loading',
          capabilities,
          paymentHosts,
        }}
        providerResult={providerResult}
        onTry={() => setProviderResult(undefined)}
        onChanged={setPayment}
      />
      {/* Below the form, so that a late note moves no button under the shopper's finger. */}
      {isUnchecked && <UncheckedOrder orderId={orderId} />}
    </div>
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

/** Shown instead of the form for an order that takes no payment. */
function OrderNotice({ orderId, payment }: { orderId: string; payment: SettledPayment }) {
  const { title, body } = paymentMessages.notices[payment.state]
  return (
    <div role="status" className="grid justify-items-center gap-4 border-y border-line py-20 text-center">
      <h2 className="text-2xl">{t(title)}</h2>
      <p className="break-words font-medium">{fill(t('Order {id}'), { id: orderId })}</p>
      <p className="text-muted">{t(body)}</p>
      <a href="/orders" className={`${buttonClasses.primary} mt-2`}>
        {t('View Your Orders')}
      </a>
    </div>
  )
}

/** Beside the form of an order whose status is not known. */
function UncheckedOrder({ orderId }: { orderId: string }) {
  return (
    <div role="status" className="grid gap-1 border-t border-line pt-4 text-sm text-muted">
      <p className="break-words">{fill(t(paymentMessages.unchecked), { id: orderId })}</p>
      <p className="flex flex-wrap gap-x-4">
        <a href="/orders" className={linkClasses}>
          {t('View Your Orders')}
        </a>
        <a href={`/track-order?id=${encodeURIComponent(orderId)}`} className={linkClasses}>
          {t('Track Order')}
        </a>
      </p>
    </div>
  )
}
