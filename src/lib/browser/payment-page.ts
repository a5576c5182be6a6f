/** The order to pay, from the query or from the navigation state. docs/requirements.md#212-payment-page */
export function readOrderId(): string | undefined {
  const inQuery = new URLSearchParams(location.search).get('orderId')?.trim()
  if (inQuery) return inQuery
  const { orderId } = (history.state ?? {}) as { orderId?: unknown }
  return (typeof orderId === 'string' && orderId.trim()) || undefined
}

/** How a payment ended that sent the shopper back here instead of to the thanks. */
export type GatewayResult = 'declined' | 'pending' | 'refund'

const GATEWAY_RESULTS: GatewayResult[] = ['declined', 'pending', 'refund']

/** What a gateway's return wrote into the address, if anything. */
export function readGatewayResult(): GatewayResult | undefined {
  const result = new URLSearchParams(location.search).get('result')
  return GATEWAY_RESULTS.find((known) => known === result)
}
