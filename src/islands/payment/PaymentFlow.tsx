import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

import { withResponseTimeout } from '../../lib/api-client/response-timeout.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import type { PaymentField } from '@tanabana/contract/payment.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { paymentMessages } from '../../lib/payment/messages.ts'
import type { OrderPayment } from '../../lib/payment/order-payment.ts'
import { distinctFields } from '../../lib/payment/payment-form.ts'
import { removeProviderResult, openAddress } from '../../lib/payment/payment-redirect.ts'
import type { ProviderResult } from '../../lib/payment/payment-redirect.ts'
import { forgetWaitingPayment } from '../../lib/payment/waiting-payment.ts'
import { isInAppBrowser } from '../../lib/platform/in-app-browser.ts'
import { Placeholder, useLoad } from '../ui/Loading.tsx'
import { PayElsewhere, type SharedLink } from './PayElsewhere.tsx'
import { ProviderNotice, PaymentAlert } from './PaymentAlert.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { type PaidOrder, usePay } from './use-pay.ts'

const loadWaitingScreen = () => import('./WaitingScreen.tsx')

interface Props {
  /** As received from the store. */
  fields: PaymentField[]
  order: PaidOrder
  providerResult: ProviderResult | undefined
  /** Called on each try: the provider's earlier result no longer applies. */
  onTry: () => void
  onChanged: (payment: OrderPayment) => void
}

/**
 * The form, then the view that waits for the payment: a QR code or an app. By a payment link there is no way back to the
 * checkout, and the amount is on the button.
 */
export function PaymentFlow({ fields, order, providerResult, onTry, onChanged }: Props) {
  const [shown] = useState(() => distinctFields(fields))
  const { waitingFor, failure, isPending, pay, giveReference, stopWaiting, fail } = usePay(order, shown)
  const form = useRef<HTMLDivElement>(null)
  const isLinked = order.access.isLink
  const canShare = isLinked || order.capabilities?.includes('payment-links') === true
  const [link, setLink] = useState<SharedLink | undefined>(
    isLinked ? { url: location.origin + location.pathname, reference: order.orderId } : undefined,
  )
  const elsewhere = (openApp?: ReactNode) =>
    (canShare || isInAppBrowser()) && (
      <PayElsewhere order={order} link={link} onLink={setLink} canShare={canShare}>
        {openApp}
      </PayElsewhere>
    )

  const { loaded: view, reload: reloadView } = useLoad(
    loadWaitingScreen,
    () => undefined,
    waitingFor !== undefined,
  )

  /** Leads to the chosen way to pay, which the button that was pressed has hidden. */
  function backToForm(): void {
    flushSync(stopWaiting)
    form.current?.querySelector<HTMLElement>('input:checked, select, input')?.focus()
  }

  return (
    <>
      {waitingFor && view.status === 'loading' && <Placeholder className="h-64" />}
      {waitingFor && view.status === 'failed' && (
        <PaymentAlert message={paymentMessages.waitingFailed} onRetry={reloadView} isLinked={isLinked} />
      )}
      {waitingFor && view.status === 'ready' && (
        <view.value.WaitingScreen
          step={waitingFor}
          order={order}
          onPaid={() => {
            forgetWaitingPayment()
            openAddress(order.access.pages.success)
          }}
          onDeclined={() => fail(paymentMessages.results.declined)}
          onChanged={(payment) => {
            stopWaiting()
            onChanged(payment)
          }}
          onReference={giveReference}
          onBack={backToForm}
          elsewhere={elsewhere}
        />
      )}
      {/* Stays mounted behind the other view, so that the shopper's input stays. */}
      <div ref={form} hidden={waitingFor !== undefined} className="grid gap-6">
        {providerResult && <ProviderNotice result={providerResult} isLinked={isLinked} />}
        {failure && <PaymentAlert message={failure} takesFocus isLinked={isLinked} />}
        <PaymentForm
          orderId={order.orderId}
          fields={shown}
          facts={<PaymentFacts order={order} />}
          total={order.total}
          submitText={
            isLinked && typeof order.total === 'number'
              ? fill(t('Pay {amount}'), { amount: formatPrice(order.total) })
              : t('Proceed to Payment')
          }
          isPending={isPending}
          // In any case it loads before a payment starts.
          onUse={() => void loadWaitingScreen().catch(() => undefined)}
          onSubmit={(prepare) => {
            if (providerResult) removeProviderResult()
            onTry()
            pay(async () => {
              const prepared = await prepare()
              if (prepared) await withResponseTimeout(loadWaitingScreen())
              return prepared
            })
          }}
        />
        {elsewhere()}
      </div>
    </>
  )
}
