import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import type { AppContext } from '../../http/context.ts'
import { respondOnce } from '../../http/middleware/idempotency.ts'
import { updateAvailability } from '../catalogue/availability.ts'
import type { PaymentLinkRow } from './payment-links.ts'
import { preparePayment, type PaymentResponse } from './prepare-payment.ts'
import { PaymentRefusedError } from './start-payment.ts'

/** Starts a payment of the user in the context and responds with the browser's next step, or why there is none; with `link`, for the holder of that payment link. */
export async function respondWithPayment(
  c: AppContext,
  request: PaymentRequest,
  link?: PaymentLinkRow,
): Promise<Response> {
  let taken: string[] = []
  try {
    const response = await respondOnce(c, request, async () => {
      const begin = await preparePayment(c, request, link)
      return async (tx) => {
        const { response: body, soldOut } = await begin(tx)
        taken = soldOut
        return { status: 200, body }
      }
    })
    // The shopper does not wait for the storefronts.
    void updateAvailability(c.get('services'), c.get('tenant').id, taken)
    return response
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    const { message, hold } = error
    return c.json({ success: false, error: message, ...(hold && { hold }) } satisfies PaymentResponse)
  }
}
