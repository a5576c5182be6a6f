import * as z from 'zod/mini'

import { parseOrderNumber } from '../ids.ts'
import type { Provider } from './provider.ts'
import { parseBody, toPaise } from './parse-response.ts'
import { isSigned } from '../signature.ts'
import { formatAmount } from '../rupees.ts'

export const SANDBOX = 'sandbox'

const WINDOW_MS = 5 * 60 * 1000

const eventSchema = z.object({
  eventId: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(['payment.paid', 'payment.declined']),
  paymentId: z.string().check(z.minLength(1), z.maxLength(35)),
  orderId: z.string(),
  amount: z.string().check(z.regex(/^\d{1,12}\.\d{2}$/)),
  currency: z.string(),
})

/**
 * The demo provider, on this API itself. Its account id is the shop's id, so that webhooks for other shops are
 * invalid.
 */
export const sandboxProvider: Provider = {
  secretNames: ['payment'],
  browserHosts: [],
  isConfirmedByStatus: false,
  accountProblem: () => undefined,

  initiatePayment(_context, payment) {
    return Promise.resolve({
      next: {
        kind: 'form',
        url: `${new URL(payment.returnUrl).origin}/sandbox/pay`,
        fields: {
          paymentId: payment.id,
          orderId: payment.orderId,
          amount: formatAmount(payment.amountPaise),
          currency: 'INR',
          shop: payment.shopName,
          returnUrl: payment.returnUrl,
        },
      },
    })
  },

  parseWebhook({ account, secrets, now }, { header, body }) {
    const timestamp = header('x-sandbox-timestamp') ?? ''
    const signature = header('x-sandbox-signature') ?? ''
    if (!/^\d{13}$/.test(timestamp)) return undefined
    const message = Buffer.concat([Buffer.from(`${timestamp}.`), body])
    if (!isSigned([...(secrets.payment ?? [])], 'callback', account.id, message, signature)) return undefined
    if (Math.abs(now.getTime() - Number(timestamp)) > WINDOW_MS) return undefined

    const event = parseBody(eventSchema, body)
    if (!event) return undefined
    return {
      eventId: event.eventId,
      paymentId: event.paymentId,
      orderNumber: parseOrderNumber(event.orderId) ?? '',
      amountPaise: toPaise(event.amount),
      currency: event.currency,
      outcome: event.type === 'payment.paid' ? 'paid' : 'declined',
    }
  },

  isGenuineReturn: () => false,

  /** The sandbox stores nothing: only its webhook reports a decision. */
  getPaymentStatus(_context, { id: paymentId }) {
    return Promise.resolve({ paymentId, eventId: '', amountPaise: 0, currency: 'INR', outcome: 'pending' })
  },

  /** The sandbox moves no money: a refund is made at once. */
  refund(_context, { id, amountPaise }) {
    return Promise.resolve({ reference: `sandbox-${id.slice(0, 8)}`, amountPaise, outcome: 'made' })
  },
}
