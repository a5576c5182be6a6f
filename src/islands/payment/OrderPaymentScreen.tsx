import { useState } from 'react'

import { forgetGatewayResult, openAddress, readGatewayResult } from '../../lib/browser/payment-page.ts'
import { distinctFields } from '../../lib/domain/payment-form.ts'
import { paymentMessages } from '../../lib/messages/payment.ts'
import type { Capability } from '../../lib/schemas/store-info.ts'
import { fetchPaymentFields } from '../../lib/store-api/payments.ts'
import { useLoad } from '../ui/use-load.ts'
import { useStoreClient } from '../ui/use-store-client.ts'
import { GatewayNotice } from './GatewayNotice.tsx'
import { OrderSettled } from './OrderSettled.tsx'
import { PaymentAlert } from './PaymentAlert.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { PaymentSkeleton } from './PaymentSkeleton.tsx'
import { useOrderPayment } from './use-order-payment.ts'
import { usePay } from './use-pay.ts'
import { WaitingScreen } from './WaitingScreen.tsx'

interface Props {
  orderId: string
  capabilities: Capability[]
  paymentHosts: string[] | undefined
}

/** The views of §2 Payment for one order: loading, error, form, QR; and an order that needs no payment any more. */
export function OrderPaymentScreen({ orderId, capabilities, paymentHosts }: Props) {
  const client = useStoreClient('protected')
  const { loaded, reload } = useLoad(
    async () => distinctFields(await fetchPaymentFields(client)),
    () => undefined,
  )
  const { payment, setPayment } = useOrderPayment(client, orderId)
  const { waitingFor, failure, isPending, pay, backToForm } = usePay({
    client,
    orderId,
    capabilities,
    paymentHosts,
  })
  const [gatewayResult, setGatewayResult] = useState(readGatewayResult)

  if (payment === 'paid' || payment === 'cancelled') {
    return (
      <div className="grid gap-6">
        {gatewayResult === 'refund' && <GatewayNotice result={gatewayResult} />}
        <OrderSettled payment={payment} />
      </div>
    )
  }
  if (loaded.status === 'failed') {
    return <PaymentAlert message={paymentMessages.formFailed} onRetry={reload} />
  }
  if (loaded.status === 'loading' || payment === 'checking') return <PaymentSkeleton />
  return (
    <>
      {waitingFor && (
        <WaitingScreen
          step={waitingFor}
          orderId={orderId}
          client={client}
          onPaid={() => openAddress('/order-success')}
          onCancelled={() => setPayment('cancelled')}
          onBack={backToForm}
        />
      )}
      {/* Kept while another view shows, so that nothing must be typed twice. */}
      <div hidden={waitingFor !== undefined} className="grid gap-6">
        {gatewayResult && <GatewayNotice result={gatewayResult} />}
        {failure && <PaymentAlert message={failure} takesFocus />}
        <PaymentForm
          fields={loaded.value}
          isPending={isPending}
          onSubmit={(prepare) => {
            if (gatewayResult) forgetGatewayResult()
            setGatewayResult(undefined)
            pay(prepare)
          }}
        />
      </div>
    </>
  )
}
