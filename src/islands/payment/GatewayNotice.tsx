import type { GatewayResult } from '../../lib/browser/payment-page.ts'
import { paymentMessages } from '../../lib/messages/payment.ts'
import { Alert } from '../ui/Alert.tsx'

/** What became of a payment whose gateway sent the shopper back here. */
export function GatewayNotice({ result }: { result: GatewayResult }) {
  return <Alert>{paymentMessages.results[result]}</Alert>
}
