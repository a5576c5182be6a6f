/** Returns the id of the order to pay, from the query or the navigation state. docs/requirements.md#212-payment-page */
export function readOrderId(): string | undefined {
  const inQuery = new URLSearchParams(location.search).get('orderId')?.trim()
  if (inQuery) return inQuery
  const { orderId } = (history.state ?? {}) as { orderId?: unknown }
  return (typeof orderId === 'string' && orderId.trim()) || undefined
}

/** Outcome of a payment for which the gateway sent the shopper back to the payment page. */
export type GatewayResult = 'declined' | 'pending' | 'refund'

const GATEWAY_RESULTS: GatewayResult[] = ['declined', 'pending', 'refund']

/** Returns the outcome that the gateway's return wrote into the URL. */
export function readGatewayResult(): GatewayResult | undefined {
  const result = new URLSearchParams(location.search).get('result')
  return GATEWAY_RESULTS.find((known) => known === result)
}
