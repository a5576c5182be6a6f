import * as z from 'zod/mini'

import { GatewayError } from './gateway-call.ts'
import type { Gate, GatewayReport, Mode, Provider } from './provider.ts'
import { readAnswer, readBody, toPaise } from './read-answer.ts'
import { hmacSha256, isMadeWith } from './verify.ts'

/** Cashfree payment links. Source: cashfree.com/docs */

const LINKS_URL: Record<Mode, string> = {
  test: 'https://sandbox.cashfree.com/pg/links',
  live: 'https://api.cashfree.com/pg/links',
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
const eventSchema = z.object({ type: z.literal('PAYMENT_LINK_EVENT'), data: linkSchema })

export const cashfree: Provider = {
  secretNames: ['clientSecret'],
  browserHosts: ['*.cashfree.com'],
  isConfirmedByStatus: false,

  accountProblem({ id }) {
    return /^\w{8,64}$/.test(id)
      ? undefined
      : 'The id is the client id of Cashfree: 8 to 64 letters and digits.'
  },

  async start(gate, payment) {
    const { firstName, email, phone } = payment.customer
    const answer = await gate.call({
      method: 'POST',
      url: LINKS_URL[gate.account.mode],
      headers: { ...credentials(gate), 'content-type': 'application/json' },
      body: JSON.stringify({
        link_id: payment.id,
        link_amount: payment.amountPaise / 100,
        link_currency: 'INR',
        link_purpose: `Order ${payment.orderId} at ${payment.shopName}`.slice(0, 200),
        link_partial_payments: false,
        link_expiry_time: new Date(gate.now.getTime() + LINK_VALID_MS).toISOString(),
        customer_details: { customer_name: firstName, customer_email: email, customer_phone: phone },
        link_notify: { send_sms: false, send_email: false },
        link_auto_reminders: false,
        link_meta: { return_url: payment.returnUrl, notify_url: payment.callbackUrl },
      }),
    })
    const link = readAnswer('Cashfree', startedSchema, answer)
    if (link.link_id !== payment.id || toPaise(link.link_amount) !== payment.amountPaise) {
      throw new GatewayError('Cashfree answered about another payment.')
    }
    return { next: { kind: 'page', url: link.link_url } }
  },

  readCallback({ secrets, now }, { header, body }) {
    const timestamp = header('x-webhook-timestamp') ?? ''
    const message = Buffer.concat([Buffer.from(timestamp), body])
    const isSigned = isMadeWith(secrets.clientSecret, header('x-webhook-signature'), (secret) =>
      hmacSha256(secret, message, 'base64'),
    )
    const isRecent = /^\d{13}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp)) <= WINDOW_MS
    if (!isSigned || !isRecent) return undefined
    const event = readBody(eventSchema, body)
    return event ? reportOf(event.data) : 'ignored'
  },

  /** Cashfree signs nothing for the browser, so its word counts for nothing and Cashfree is asked. */
  isGenuineReturn: () => true,

  async askStatus(gate, payment) {
    const answer = await gate.call({
      method: 'GET',
      url: `${LINKS_URL[gate.account.mode]}/${encodeURIComponent(payment.id)}`,
      headers: credentials(gate),
    })
    return reportOf(readAnswer('Cashfree', linkSchema, answer))
  },
}

function reportOf(link: Link): GatewayReport {
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

function credentials({ account, secrets }: Gate): Record<string, string> {
  return {
    'x-client-id': account.id,
    'x-client-secret': secrets.clientSecret?.[0] ?? '',
    'x-api-version': API_VERSION,
  }
}
