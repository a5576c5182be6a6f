import { useState } from 'react'

import { readGatewayResult } from '../../lib/browser/payment-page.ts'
import { paymentMessages } from '../../lib/messages/payment.ts'
import type { Capability } from '../../lib/schemas/store-info.ts'
import { fetchPaymentFields } from '../../lib/store-api/payments.ts'
import { useLoad } from '../ui/use-load.ts'
import { useStoreClient } from '../ui/use-store-client.ts'
import { GatewayNotice } from './GatewayNotice.tsx'
import { OrderSettled } from './OrderSettled.tsx'
import { PaymentAlert } from './PaymentAlert.tsx'
import { PaymentSkeleton } from './PaymentSkeleton.tsx'
import { useOrderPayment } from './use-order-payment.ts'

interface Props {
  orderId: string
  capabilities: Capability[] | undefined
  paymentHosts: string[] | undefined
}

/**
 * The views of §2 Payment for one order: loading, error, and an order that needs no payment any more. What shows the
 * form and pays comes while the store is asked for its fields; without the one the other is of no use.
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
  const { payment, setPayment } = useOrderPayment(client, orderId)
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
  const { Paying, fields } = loaded.value
  return (
    <Paying
      fields={fields}
      order={{ client, orderId, capabilities, paymentHosts }}
      gatewayResult={gatewayResult}
      onTry={() => setGatewayResult(undefined)}
      onCancelled={() => setPayment('cancelled')}
    />
  )
}
