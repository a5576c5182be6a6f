import * as z from 'zod/mini'

import { askForRefund } from './ask-for-refund.ts'
import type { AccountPaymentProvider, StoredPayment, ProviderContext, ProviderReport } from './provider.ts'
import { ProviderError, type ProviderRequest } from './provider-call.ts'
import { findRazorpayPayment, razorpayRefundSchema, toRefundReport } from './razorpay-refunds.ts'
import { parseResponse, parseBody } from './parse-response.ts'
import { parseUpiLink, UPI_VALID_MS } from './upi.ts'
import { hmacSha256, isSignedWithAny } from './verify.ts'

/** Razorpay payment links, and QR codes for UPI. Source: razorpay.com/docs/api/qr-codes */

const LINKS_URL = 'https://api.razorpay.com/v1/payment_links'
const PAYMENTS_URL = 'https://api.razorpay.com/v1/payments'
const QR_CODES_URL = `${PAYMENTS_URL}/qr_codes`
/** Razorpay's minimum is 15 minutes. */
const LINK_VALID_SECONDS = 30 * 60

const linkSchema = z.object({
  id: z.string().check(z.regex(/^plink_\w{1,40}$/)),
  reference_id: z.string(),
  amount: z.int(),
  amount_paid: z.int(),
  currency: z.string(),
  status: z.string(),
})

type Link = z.output<typeof linkSchema>

const startedSchema = z.object({ ...linkSchema.shape, short_url: z.string() })

/** A QR code for one payment of a fixed amount. */
const qrCodeSchema = z.object({
  id: z.string().check(z.regex(/^qr_\w{1,40}$/)),
  notes: z.object({ payment: z.string() }),
  payment_amount: z.int(),
  payments_amount_received: z.int(),
  status: z.string(),
})

type QrCode = z.output<typeof qrCodeSchema>

const startedQrCodeSchema = z.object({ ...qrCodeSchema.shape, image_content: z.string() })
const eventSchema = z.object({
  event: z.string(),
  payload: z.object({
    payment_link: z.optional(z.object({ entity: linkSchema })),
    qr_code: z.optional(z.object({ entity: qrCodeSchema })),
    refund: z.optional(z.object({ entity: razorpayRefundSchema })),
  }),
})
const refundsSchema = z.object({ items: z.array(razorpayRefundSchema) })
const LINK_EVENTS = ['payment_link.paid', 'payment_link.expired', 'payment_link.cancelled']
const QR_CODE_EVENTS = ['qr_code.credited', 'qr_code.closed']
const REFUND_EVENTS = ['refund.processed', 'refund.failed']

export const razorpay: AccountPaymentProvider = {
  secretNames: ['keySecret', 'webhookSecret'],
  browserHosts: ['rzp.io', '*.razorpay.com'],
  upiFeature: 'QR codes with their image content',
  isConfirmedByStatus: false,

  accountProblem({ id, mode }) {
    return new RegExp(`^rzp_${mode}_\\w{8,40}$`).test(id)
      ? undefined
      : `The id is Razorpay's key id for this mode: it begins with rzp_${mode}_.`
  },

  async initiatePayment(context, payment) {
    const { firstName, email, phone } = payment.customer
    const response = await context.call({
      method: 'POST',
      url: LINKS_URL,
      headers: { ...authorization(context), 'content-type': 'application/json' },
      body: JSON.stringify({
        amount: payment.amountPaise,
        currency: 'INR',
        accept_partial: false,
        reference_id: payment.id,
        description: `Order ${payment.orderId} at ${payment.shopName}`.slice(0, 200),
        customer: { name: firstName, email, contact: phone },
        notify: { sms: false, email: false },
        reminder_enable: false,
        expire_by: Math.floor(context.now.getTime() / 1000) + LINK_VALID_SECONDS,
        callback_url: payment.returnUrl,
        callback_method: 'get',
      }),
    })
    const link = parseResponse('Razorpay', startedSchema, response)
    if (link.reference_id !== payment.id || link.amount !== payment.amountPaise) {
      throw new ProviderError('Razorpay returned another payment.')
    }
    return { next: { kind: 'page', url: link.short_url }, reference: link.id }
  },

  async initiateUpiPayment(context, payment) {
    const response = await context.call({
      method: 'POST',
      url: QR_CODES_URL,
      headers: { ...authorization(context), 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'upi_qr',
        name: payment.shopName.slice(0, 50),
        usage: 'single_use',
        fixed_amount: true,
        payment_amount: payment.amountPaise,
        description: `Order ${payment.orderId}`,
        close_by: Math.floor((context.now.getTime() + UPI_VALID_MS) / 1000),
        notes: { payment: payment.id },
      }),
    })
    const code = parseResponse('Razorpay', startedQrCodeSchema, response)
    if (code.notes.payment !== payment.id || code.payment_amount !== payment.amountPaise) {
      throw new ProviderError('Razorpay returned another payment.')
    }
    return { link: parseUpiLink('Razorpay', code.image_content, payment.amountPaise), reference: code.id }
  },

  parseWebhook({ secrets }, { header, body }) {
    const isSigned = isSignedWithAny(secrets.webhookSecret, header('x-razorpay-signature'), (secret) =>
      hmacSha256(secret, body, 'hex'),
    )
    if (!isSigned) return undefined
    const event = parseBody(eventSchema, body)
    const { payment_link: linked, qr_code: coded, refund: refunded } = event?.payload ?? {}
    const refundId = refunded?.entity.receipt
    if (event && refundId && REFUND_EVENTS.includes(event.event)) return { refundId }
    if (event && coded && QR_CODE_EVENTS.includes(event.event)) {
      const code = coded.entity
      return reportOfCode(code, `${code.id}:${header('x-razorpay-event-id') ?? code.status}`)
    }
    const link = linked?.entity
    if (!event || !link || !LINK_EVENTS.includes(event.event)) return 'ignored'
    // The signature does not cover the event's id, so it identifies events of this link only.
    return reportOf(link, `${link.id}:${header('x-razorpay-event-id') ?? link.status}`)
  },

  isGenuineReturn({ secrets }, payment, fields) {
    const text = (name: string) => fields.get(`razorpay_${name}`) ?? ''
    // Use the stored link id, not the one from the browser.
    const message = [payment.reference, payment.id, text('payment_link_status'), text('payment_id')].join('|')
    return isSignedWithAny(secrets.keySecret, text('signature'), (secret) =>
      hmacSha256(secret, message, 'hex'),
    )
  },

  async getPaymentStatus(context, payment: StoredPayment) {
    if (payment.isUpi) {
      const code = parseResponse(
        'Razorpay',
        qrCodeSchema,
        await context.call({
          method: 'GET',
          url: `${QR_CODES_URL}/${encodeURIComponent(payment.reference ?? '')}`,
          headers: authorization(context),
        }),
      )
      return reportOfCode(code, `${code.id}:${code.status}:${code.payments_amount_received}`)
    }
    const response = await context.call({
      method: 'GET',
      url: `${LINKS_URL}/${encodeURIComponent(payment.reference ?? '')}`,
      headers: authorization(context),
    })
    const link = parseResponse('Razorpay', linkSchema, response)
    return reportOf(link, `${link.id}:${link.status}`)
  },

  async refund(context, refund) {
    const send = (request: Pick<ProviderRequest, 'method' | 'url' | 'body'>, headers = {}) =>
      context.call({ ...request, headers: { ...authorization(context), ...headers } })
    const paymentId = await findRazorpayPayment(send, refund.payment)
    return askForRefund(
      'Razorpay',
      refund,
      async () => {
        const url = `${PAYMENTS_URL}/${paymentId}/refunds?count=100`
        const { items } = parseResponse('Razorpay', refundsSchema, await send({ method: 'GET', url }))
        const known = items.find(({ receipt }) => receipt === refund.id)
        return known && toRefundReport(known)
      },
      async () => {
        const body = JSON.stringify({ amount: refund.amountPaise, receipt: refund.id })
        const headers = { 'content-type': 'application/json', 'x-refund-idempotency': refund.id }
        const url = `${PAYMENTS_URL}/${paymentId}/refund`
        const made = await send({ method: 'POST', url, body }, headers)
        return toRefundReport(parseResponse('Razorpay', razorpayRefundSchema, made))
      },
    )
  },
}

function reportOf(link: Link, eventId: string): ProviderReport {
  const isOver = link.status === 'expired' || link.status === 'cancelled'
  return {
    paymentId: link.reference_id,
    reference: link.id,
    eventId: eventId.slice(0, 100),
    amountPaise: link.status === 'paid' ? link.amount_paid : link.amount,
    currency: link.currency,
    outcome: link.status === 'paid' ? 'paid' : isOver ? 'declined' : 'pending',
  }
}

function reportOfCode(code: QrCode, eventId: string): ProviderReport {
  const isPaid = code.payments_amount_received > 0
  return {
    paymentId: code.notes.payment,
    reference: code.id,
    eventId: eventId.slice(0, 100),
    amountPaise: isPaid ? code.payments_amount_received : code.payment_amount,
    currency: 'INR',
    outcome: isPaid ? 'paid' : code.status === 'closed' ? 'declined' : 'pending',
  }
}

function authorization({ account, secrets }: ProviderContext): { authorization: string } {
  const credentials = Buffer.from(`${account.id}:${secrets.keySecret?.[0]}`).toString('base64')
  return { authorization: `Basic ${credentials}` }
}
