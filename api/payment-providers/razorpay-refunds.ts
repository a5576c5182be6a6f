import * as z from 'zod/mini'

import { parseResponse } from './parse-response.ts'
import { ProviderError, type ProviderRequest } from './provider-call.ts'
import type { RefundReport, StoredRefund } from './provider.ts'

/** Refunds at Razorpay. Source: razorpay.com/docs/api/refunds */

/** `receipt` is our own id. */
export const razorpayRefundSchema = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  receipt: z.nullish(z.string()),
})

const paymentId = z.string().check(z.regex(/^pay_\w{1,40}$/))
const codePaymentsSchema = z.object({
  items: z.array(z.object({ id: paymentId, amount: z.int(), status: z.string() })),
})
const linkPaymentsSchema = z.object({
  payments: z.nullish(z.array(z.object({ payment_id: paymentId, amount: z.int(), status: z.string() }))),
})
const RECEIVED = ['captured', 'refunded']

export function toRefundReport({ id, amount, status }: z.output<typeof razorpayRefundSchema>): RefundReport {
  const outcome = status === 'processed' ? 'made' : status === 'failed' ? 'failed' : 'pending'
  return { reference: id, amountPaise: amount, outcome }
}

/**
 * Razorpay's id of the money that a payment link or QR code received: the link or code itself can't be refunded.
 * @throws {ProviderError} no response, or no such payment
 */
export async function findRazorpayPayment(
  send: (request: Pick<ProviderRequest, 'method' | 'url'>) => Promise<unknown>,
  { reference, isUpi, amountPaise }: StoredRefund['payment'],
): Promise<string> {
  const id = encodeURIComponent(reference ?? '')
  const url = isUpi
    ? `https://api.razorpay.com/v1/payments/qr_codes/${id}/payments`
    : `https://api.razorpay.com/v1/payment_links/${id}`
  const response = await send({ method: 'GET', url })
  const found = isUpi
    ? parseResponse('Razorpay', codePaymentsSchema, response).items
    : (parseResponse('Razorpay', linkPaymentsSchema, response).payments ?? []).map((one) => ({
        ...one,
        id: one.payment_id,
      }))
  const received = found.find(({ amount, status }) => amount === amountPaise && RECEIVED.includes(status))
  if (received) return received.id
  throw new ProviderError('Razorpay returned another payment.')
}
