import * as z from 'zod/mini'

import { askForRefund, findOrNothing } from './ask-for-refund.ts'
import { ProviderError } from './provider-call.ts'
import type {
  AccountPaymentProvider,
  ProviderContext,
  ProviderReport,
  RefundReport,
  StoredPayment,
} from './provider.ts'
import type { Mode } from '../db/json-columns.ts'
import { parseResponse, parseBody, toPaise } from './parse-response.ts'
import { parseUpiLink, UPI_VALID_MS } from './upi.ts'
import { hmacSha256, isSignedWithAny } from './verify.ts'

/** Cashfree payment links, and orders for UPI. Source: cashfree.com/docs/api-reference/payments */

const API_URL: Record<Mode, string> = {
  test: 'https://sandbox.cashfree.com/pg',
  live: 'https://api.cashfree.com/pg',
}
const API_VERSION = '2025-01-01'
const WINDOW_MS = 5 * 60 * 1000
const LINK_VALID_MS = 30 * 60 * 1000

const rupees = z.union([z.string(), z.number()])
const linkSchema = z.object({
  link_id: z.string(),
  link_status: z.string(),
  link_currency: z.string(),
  link_amount: rupees,
  link_amount_paid: rupees,
})

type Link = z.output<typeof linkSchema>

const startedSchema = z.object({ ...linkSchema.shape, link_url: z.string() })
const linkEventSchema = z.object({ type: z.literal('PAYMENT_LINK_EVENT'), data: linkSchema })

const orderSchema = z.object({
  order_id: z.string(),
  order_status: z.string(),
  order_amount: rupees,
  order_currency: z.string(),
})
const startedOrderSchema = z.object({ ...orderSchema.shape, payment_session_id: z.string() })
const upiSchema = z.object({ data: z.object({ payload: z.object({ default: z.string() }) }) })
const paymentEventSchema = z.object({
  type: z.enum(['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK']),
  data: z.object({
    order: z.object({ order_id: z.string(), order_amount: rupees, order_currency: z.string() }),
    payment: z.object({
      cf_payment_id: z.union([z.string(), z.number()]),
      payment_status: z.string(),
      payment_amount: rupees,
    }),
  }),
})
const refundSchema = z.object({
  cf_refund_id: z.union([z.string(), z.number()]),
  refund_id: z.string(),
  refund_amount: rupees,
  refund_status: z.string(),
})
const refundEventSchema = z.object({
  type: z.literal('REFUND_STATUS_WEBHOOK'),
  data: z.object({ refund: refundSchema }),
})
const linkOrdersSchema = z.array(orderSchema)
const OWN_ID_PATTERN = /^[0-9a-z]{26}$/

export const cashfree: AccountPaymentProvider = {
  secretNames: ['clientSecret'],
  browserHosts: ['*.cashfree.com'],
  upiFeature: 'server-to-server payments (S2S)',
  isConfirmedByStatus: false,

  accountProblem({ id }) {
    return /^\w{8,64}$/.test(id)
      ? undefined
      : 'The id is the client id of Cashfree: 8 to 64 letters and digits.'
  },

  async initiatePayment(context, payment) {
    const { firstName, email, phone } = payment.customer
    const response = await context.call({
      method: 'POST',
      url: `${API_URL[context.account.mode]}/links`,
      headers: { ...credentials(context), 'content-type': 'application/json' },
      body: JSON.stringify({
        link_id: payment.id,
        link_amount: payment.amountPaise / 100,
        link_currency: 'INR',
        link_purpose: `Order ${payment.orderId} at ${payment.shopName}`.slice(0, 200),
        link_partial_payments: false,
        link_expiry_time: new Date(context.now.getTime() + LINK_VALID_MS).toISOString(),
        customer_details: { customer_name: firstName, customer_email: email, customer_phone: phone },
        link_notify: { send_sms: false, send_email: false },
        link_auto_reminders: false,
        link_meta: { return_url: payment.returnUrl, notify_url: payment.webhookUrl },
      }),
    })
    const link = parseResponse('Cashfree', startedSchema, response)
    if (link.link_id !== payment.id || toPaise(link.link_amount) !== payment.amountPaise) {
      throw new ProviderError('Cashfree returned another payment.')
    }
    return { next: { kind: 'page', url: link.link_url } }
  },

  async initiateUpiPayment(context, payment) {
    const { firstName, email, phone } = payment.customer
    const headers = { ...credentials(context), 'content-type': 'application/json' }
    const url = `${API_URL[context.account.mode]}/orders`
    const order = parseResponse(
      'Cashfree',
      startedOrderSchema,
      await context.call({
        method: 'POST',
        url,
        headers,
        body: JSON.stringify({
          order_id: payment.id,
          order_amount: payment.amountPaise / 100,
          order_currency: 'INR',
          order_note: `Order ${payment.orderId}`,
          // One minute above Cashfree's minimum, for clock differences.
          order_expiry_time: new Date(context.now.getTime() + UPI_VALID_MS + 60_000).toISOString(),
          customer_details: {
            customer_id: payment.id,
            customer_name: firstName,
            customer_email: email,
            customer_phone: phone,
          },
          order_meta: { notify_url: payment.webhookUrl, payment_methods: 'upi' },
        }),
      }),
    )
    if (order.order_id !== payment.id || toPaise(order.order_amount) !== payment.amountPaise) {
      throw new ProviderError('Cashfree returned another payment.')
    }
    const body = {
      payment_session_id: order.payment_session_id,
      payment_method: { upi: { channel: 'link' } },
    }
    const response = await context.call({
      method: 'POST',
      url: `${url}/sessions`,
      headers,
      body: JSON.stringify(body),
    })
    const { data } = parseResponse('Cashfree', upiSchema, response)
    return { link: parseUpiLink('Cashfree', data.payload.default, payment.amountPaise) }
  },

  parseWebhook({ secrets, now }, { header, body }) {
    const timestamp = header('x-webhook-timestamp') ?? ''
    const message = Buffer.concat([Buffer.from(timestamp), body])
    const isSigned = isSignedWithAny(secrets.clientSecret, header('x-webhook-signature'), (secret) =>
      hmacSha256(secret, message, 'base64'),
    )
    const isRecent = /^\d{13}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp)) <= WINDOW_MS
    if (!isSigned || !isRecent) return undefined
    const linked = parseBody(linkEventSchema, body)
    if (linked) return reportOf(linked.data)
    const refunded = parseBody(refundEventSchema, body)
    if (refunded) return { refundId: refunded.data.refund.refund_id }
    const event = parseBody(paymentEventSchema, body)
    // Cashfree reports payments of its links again under an order of its own.
    return event && OWN_ID_PATTERN.test(event.data.order.order_id) ? reportOfPayment(event.data) : 'ignored'
  },

  /** Cashfree signs nothing for the browser, so every return leads to a status request. */
  isGenuineReturn: () => true,

  async getPaymentStatus(context, payment) {
    if (payment.isUpi) {
      const url = `${API_URL[context.account.mode]}/orders/${encodeURIComponent(payment.id)}`
      return reportOfOrder(
        parseResponse(
          'Cashfree',
          orderSchema,
          await context.call({ method: 'GET', url, headers: credentials(context) }),
        ),
      )
    }
    const response = await context.call({
      method: 'GET',
      url: `${API_URL[context.account.mode]}/links/${encodeURIComponent(payment.id)}`,
      headers: credentials(context),
    })
    return reportOf(parseResponse('Cashfree', linkSchema, response))
  },

  async refund(context, refund) {
    const headers = credentials(context)
    const url = `${API_URL[context.account.mode]}/orders/${await findOrderId(context, refund.payment)}/refunds`
    const reportOfRefund = (response: unknown): RefundReport => {
      const found = parseResponse('Cashfree', refundSchema, response)
      const isOver = ['CANCELLED', 'FAILED'].includes(found.refund_status)
      return {
        reference: String(found.cf_refund_id),
        amountPaise: toPaise(found.refund_amount),
        outcome: found.refund_status === 'SUCCESS' ? 'made' : isOver ? 'failed' : 'pending',
      }
    }
    return askForRefund(
      'Cashfree',
      refund,
      async () => {
        const found = await findOrNothing(
          context.call({ method: 'GET', url: `${url}/${refund.id}`, headers }),
        )
        return found === undefined ? undefined : reportOfRefund(found)
      },
      async () =>
        reportOfRefund(
          await context.call({
            method: 'POST',
            url,
            headers: { ...headers, 'content-type': 'application/json', 'x-idempotency-key': refund.id },
            body: JSON.stringify({ refund_id: refund.id, refund_amount: refund.amountPaise / 100 }),
          }),
        ),
    )
  },
}

/** Cashfree keeps the payments of a link under orders of its own. */
async function findOrderId(
  context: ProviderContext,
  { id, isUpi }: Pick<StoredPayment, 'id' | 'isUpi'>,
): Promise<string> {
  if (isUpi) return encodeURIComponent(id)
  const url = `${API_URL[context.account.mode]}/links/${encodeURIComponent(id)}/orders`
  const response = await context.call({ method: 'GET', url, headers: credentials(context) })
  const paid = parseResponse('Cashfree', linkOrdersSchema, response).find(
    ({ order_status }) => order_status === 'PAID',
  )
  if (paid) return encodeURIComponent(paid.order_id)
  throw new ProviderError('Cashfree returned another payment.')
}

function reportOf(link: Link): ProviderReport {
  const isPaid = link.link_status === 'PAID'
  const isOver = link.link_status === 'EXPIRED' || link.link_status === 'CANCELLED'
  return {
    paymentId: link.link_id,
    eventId: `${link.link_id}:${link.link_status}`.slice(0, 100),
    amountPaise: toPaise(isPaid ? link.link_amount_paid : link.link_amount),
    currency: link.link_currency,
    outcome: isPaid ? 'paid' : isOver ? 'declined' : 'pending',
  }
}

function reportOfOrder(order: z.output<typeof orderSchema>): ProviderReport {
  const isOver = ['EXPIRED', 'TERMINATED'].includes(order.order_status)
  return {
    paymentId: order.order_id,
    eventId: `${order.order_id}:${order.order_status}`.slice(0, 100),
    amountPaise: toPaise(order.order_amount),
    currency: order.order_currency,
    outcome: order.order_status === 'PAID' ? 'paid' : isOver ? 'declined' : 'pending',
  }
}

/** One attempt to pay an order; after a failed one another may succeed. */
function reportOfPayment({ order, payment }: z.output<typeof paymentEventSchema>['data']): ProviderReport {
  const isPaid = payment.payment_status === 'SUCCESS'
  return {
    paymentId: order.order_id,
    eventId: `${order.order_id}:${payment.cf_payment_id}:${payment.payment_status}`.slice(0, 100),
    amountPaise: toPaise(isPaid ? payment.payment_amount : order.order_amount),
    currency: order.order_currency,
    outcome: isPaid ? 'paid' : payment.payment_status === 'PENDING' ? 'pending' : 'declined',
  }
}

function credentials({ account, secrets }: ProviderContext): Record<string, string> {
  return {
    'x-client-id': account.id,
    'x-client-secret': secrets.clientSecret?.[0] ?? '',
    'x-api-version': API_VERSION,
  }
}
