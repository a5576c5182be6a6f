import type { GatewayResult } from '../../lib/payment/payment-redirect.ts'
import { paymentMessages } from '../../lib/payment/messages.ts'
import { Alert } from '../ui/Alert.tsx'

/** Shows the outcome of a payment after the gateway's return. */
export function GatewayNotice({ result }: { result: GatewayResult }) {
  return <Alert>{paymentMessages.results[result]}</Alert>
}
