import type { ReceivedRequest, StubResponse } from './provider-stub.ts'

/** Cashfree's response about a payment link: to its creation, and to questions about it. */
export function cashfreeLink(
  { method, path, body }: ReceivedRequest,
  status: 'PAID' | 'ACTIVE' | 'EXPIRED',
  amount = 999.5,
): StubResponse {
  const id = method === 'POST' ? JSON.parse(body).link_id : path.split('/').at(-1)
  return {
    status: 200,
    body: {
      link_id: id,
      link_status: status,
      link_currency: 'INR',
      link_amount: amount,
      link_amount_paid: status === 'PAID' ? amount : 0,
      link_url: `https://payments-test.cashfree.com/links/${id}`,
    },
  }
}
