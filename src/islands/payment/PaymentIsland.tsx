import { useState } from 'react'

import type { Capability } from '../../lib/contract/store-info.ts'
import { paymentMessages } from '../../lib/payment/messages.ts'
import { readOrderId } from '../../lib/payment/payment-redirect.ts'
import { useProtectedPage } from '../ui/page-hooks.ts'
import { OrderPaymentScreen } from './OrderPaymentScreen.tsx'
import { PaymentAlert } from './PaymentAlert.tsx'

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
  if (!isSignedIn) return null
  if (!orderId) return <PaymentAlert message={paymentMessages.orderMissing} />
  return <OrderPaymentScreen orderId={orderId} capabilities={capabilities} paymentHosts={paymentHosts} />
}
