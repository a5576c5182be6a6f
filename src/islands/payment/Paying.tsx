import { useState } from 'react'

import type { PaymentField } from '../../lib/contract/payment.ts'
import type { OrderPayment } from '../../lib/payment/order-payment.ts'
import { distinctFields } from '../../lib/payment/payment-form.ts'
import { forgetGatewayResult, openAddress } from '../../lib/payment/payment-redirect.ts'
import type { GatewayResult } from '../../lib/payment/payment-redirect.ts'
import { GatewayNotice, PaymentAlert } from './PaymentAlert.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { type PaidOrder, usePay } from './use-pay.ts'
import { WaitingScreen } from './WaitingScreen.tsx'

interface Props {
  /** As received from the store. */
  fields: PaymentField[]
  order: PaidOrder
  gatewayResult: GatewayResult | undefined
  /** Called on each try: the provider's earlier result no longer applies. */
  onTry: () => void
  onChanged: (payment: OrderPayment) => void
}

/** The form, then the view that waits for the payment: a QR code or an app. */
export function Paying({ fields, order, gatewayResult, onTry, onChanged }: Props) {
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
        {gatewayResult && <GatewayNotice result={gatewayResult} />}
        {failure && <PaymentAlert message={failure} takesFocus />}
        <PaymentForm
          fields={shown}
          facts={<PaymentFacts order={order} />}
          isPending={isPending}
          onSubmit={(prepare) => {
            if (gatewayResult) forgetGatewayResult()
            onTry()
            pay(prepare)
          }}
        />
      </div>
    </>
  )
}
