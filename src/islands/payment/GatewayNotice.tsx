import type { GatewayResult } from '../../lib/browser/payment-page.ts'
import { Alert } from '../ui/Alert.tsx'

const SENTENCES: Record<GatewayResult, string> = {
  declined: 'The payment was declined and nothing was charged. Try again, or choose another way to pay.',
  pending:
    'The payment is not confirmed yet. It may take a few minutes: look at your orders before you pay again.',
  refund: 'This payment came after the order was settled. What was charged is paid back to you.',
}

/** What became of a payment whose gateway sent the shopper back here. */
export function GatewayNotice({ result }: { result: GatewayResult }) {
  return <Alert>{SENTENCES[result]}</Alert>
}
