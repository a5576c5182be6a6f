import { useState } from 'react'

import { readGatewayResult } from '../../lib/payment/payment-redirect.ts'
import { paymentMessages } from '../../lib/payment/messages.ts'
import type { Capability } from '../../lib/contract/store-info.ts'
import { fetchPaymentFields } from '../../lib/api-client/orders.ts'
import { useLoad } from '../ui/use-load.ts'
import { useStoreClient } from '../ui/use-store-client.ts'
import { GatewayNotice } from './GatewayNotice.tsx'
import { OrderNotice } from './OrderNotice.tsx'
import { PaymentAlert } from './PaymentAlert.tsx'
import { PaymentSkeleton } from './PaymentSkeleton.tsx'
import { useOrderPayment } from './use-order-payment.ts'

interface Props {
  orderId: string
  capabilities: Capability[] | undefined
  paymentHosts: string[] | undefined
}

/**
 * The views of one order's payment. The form shows only for an order that was found and is Pending. The code of the
 * form loads in parallel with its fields.
 */
export function OrderPaymentScreen({ orderId, capabilities, paymentHosts }: Props) {
  const client = useStoreClient('protected')
  const { loaded, reload } = useLoad(
    async () => {
      const [fields, { Paying }] = await Promise.all([fetchPaymentFields(client), import('./Paying.tsx')])
      return { fields, Paying }
    },
    () => undefined,
  )
  const { payment, setPayment, check, recheck } = useOrderPayment(client, orderId)
  const [gatewayResult, setGatewayResult] = useState(readGatewayResult)

  if (check === 'done' && payment && payment.state !== 'open') {
    const isSettled = payment.state === 'paid' || payment.state === 'cancelled'
    return (
      <div className="grid gap-6">
        {gatewayResult && (gatewayResult === 'refund' || !isSettled) && (
          <GatewayNotice result={gatewayResult} />
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
        // Stays mounted while the order is looked up again, so that the shopper's input is kept.
        <div hidden={!isReady}>
          <loaded.value.Paying
            fields={loaded.value.fields}
            order={{ client, orderId, total: payment.total, capabilities, paymentHosts }}
            gatewayResult={gatewayResult}
            onTry={() => setGatewayResult(undefined)}
            onChanged={setPayment}
          />
        </div>
      )}
    </>
  )
}
