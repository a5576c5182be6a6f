import { useState } from 'react'

import type { PaymentField } from '../../lib/contract/payment.ts'
import type { OrderPayment } from '../../lib/payment/order-payment.ts'
import { distinctFields } from '../../lib/payment/payment-form.ts'
import { removeProviderResult, openAddress } from '../../lib/payment/payment-redirect.ts'
import type { ProviderResult } from '../../lib/payment/payment-redirect.ts'
import { ProviderNotice, PaymentAlert } from './PaymentAlert.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { type PaidOrder, usePay } from './use-pay.ts'
import { WaitingScreen } from './WaitingScreen.tsx'

interface Props {
  /** As received from the store. */
  fields: PaymentField[]
  order: PaidOrder
  providerResult: ProviderResult | undefined
  /** Called on each try: the provider's earlier result no longer applies. */
  onTry: () => void
  onChanged: (payment: OrderPayment) => void
}

/** The form, then the view that waits for the payment: a QR code or an app. */
export function PaymentFlow({ fields, order, providerResult, onTry, onChanged }: Props) {
  const { waitingFor, failure, isPending, pay, giveReference, backToForm } = usePay(order)
  const [shown] = useState(() => distinctFields(fields))

  return (
    <>
      {waitingFor && (
        <WaitingScreen
          step={waitingFor}
          order={order}
          onPaid={() => openAddress('/order-success')}
          onChanged={onChanged}
          onReference={giveReference}
          onBack={backToForm}
        />
      )}
      {/* Stays mounted behind the other view, so that the shopper's input stays. */}
      <div hidden={waitingFor !== undefined} className="grid gap-6">
        {providerResult && <ProviderNotice result={providerResult} />}
        {failure && <PaymentAlert message={failure} takesFocus />}
        <PaymentForm
          fields={shown}
          facts={<PaymentFacts order={order} />}
          isPending={isPending}
          onSubmit={(prepare) => {
            if (providerResult) removeProviderResult()
            onTry()
            pay(prepare)
          }}
        />
      </div>
    </>
  )
}
