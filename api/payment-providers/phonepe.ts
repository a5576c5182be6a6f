import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { askForRefund, findOrNothing } from './ask-for-refund.ts'
import { ProviderError, type ProviderCall, type ProviderRequest } from './provider-call.ts'
import type { AccountPaymentProvider, ProviderContext, ProviderReport, RefundReport } from './provider.ts'
import type { Mode } from '../db/json-columns.ts'
import { parseResponse, parseBody } from './parse-response.ts'
import { parseUpiLink, UPI_VALID_MS } from './upi.ts'
import { isSignedWithAny } from './verify.ts'

/** PhonePe standard checkout, version 2, and custom checkout for UPI. Source: developer.phonepe.com */

const API_URL: Record<Mode, string> = {
  test: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
  live: 'https://api.phonepe.com/apis/pg',
}
const TOKEN_URL: Record<Mode, string> = {
  test: 'https://api-preprod.phonepe.com/apis/pg-sandbox/v1/oauth/token',
  live: 'https://api.phonepe.com/apis/identity-manager/v1/oauth/token',
}
const VALID_SECONDS = 30 * 60
/** Replace a token this long before it expires. */
const SPARE_MS = 60_000

const tokenSchema = z.object({ access_token: z.string(), expires_at: z.number() })
const startedSchema = z.object({ orderId: z.string(), redirectUrl: z.string() })
const startedUpiSchema = z.object({ orderId: z.string(), intentUrl: z.string() })
const orderSchema = z.object({ orderId: z.string(), state: z.string(), amount: z.int() })
const refundSchema = z.object({
  refundId: z.nullish(z.string()),
  amount: z.int(),
  state: z.string(),
})
const refundEventSchema = z.object({
  event: z.enum(['pg.refund.completed', 'pg.refund.failed']),
  payload: z.object({ merchantRefundId: z.string() }),
})
const eventSchema = z.object({
  event: z.enum([
    'checkout.order.completed',
    'checkout.order.failed',
    'pg.order.completed',
    'pg.order.failed',
  ]),
  payload: z.object({ ...orderSchema.shape, merchantOrderId: z.string() }),
})

export const phonepe: AccountPaymentProvider = {
  secretNames: ['clientSecret', 'webhookLogin'],
  browserHosts: ['*.phonepe.com'],
  upiFeature: 'custom checkout',
  // The webhook's header is constant and does not cover the body.
  isConfirmedByStatus: true,

  accountProblem({ id, version }) {
    if (!/^[\w-]{4,64}$/.test(id)) return 'The id is the client id of PhonePe: 4 to 64 letters and digits.'
    return version !== undefined && !/^\d{1,4}$/.test(version) ? 'The version is a number.' : undefined
  },

  async initiatePayment(context, payment) {
    const response = await callSignedIn(context, {
      method: 'POST',
      url: `${API_URL[context.account.mode]}/checkout/v2/pay`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        merchantOrderId: payment.id,
        amount: payment.amountPaise,
        expireAfter: VALID_SECONDS,
        paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: payment.returnUrl } },
      }),
    })
    const { orderId, redirectUrl } = parseResponse('PhonePe', startedSchema, response)
    return { next: { kind: 'page', url: redirectUrl }, reference: orderId }
  },

  async initiateUpiPayment(context, payment) {
    const response = await callSignedIn(context, {
      method: 'POST',
      url: `${API_URL[context.account.mode]}/payments/v2/pay`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        merchantOrderId: payment.id,
        amount: payment.amountPaise,
        expireAfter: UPI_VALID_MS / 1000,
        paymentFlow: { type: 'PG', paymentMode: { type: 'UPI_QR' } },
      }),
    })
    const { orderId, intentUrl } = parseResponse('PhonePe', startedUpiSchema, response)
    return { link: parseUpiLink('PhonePe', intentUrl, payment.amountPaise), reference: orderId }
  },

  parseWebhook({ secrets }, { header, body }) {
    const isKnown = isSignedWithAny(secrets.webhookLogin, header('authorization'), phonepeAuthorization)
    if (!isKnown) return undefined
    const refunded = parseBody(refundEventSchema, body)
    if (refunded) return { refundId: refunded.payload.merchantRefundId }
    const event = parseBody(eventSchema, body)
    return event ? reportOf(event.payload.merchantOrderId, event.payload) : 'ignored'
  },

  /** PhonePe adds nothing to the return, so every return leads to a status request. */
  isGenuineReturn: () => true,

  async getPaymentStatus(context, payment) {
    const response = await callSignedIn(context, {
      method: 'GET',
      url: `${API_URL[context.account.mode]}/${payment.isUpi ? 'payments' : 'checkout'}/v2/order/${encodeURIComponent(payment.id)}/status`,
      headers: {},
    })
    return reportOf(payment.id, parseResponse('PhonePe', orderSchema, response))
  },

  refund(context, refund) {
    const url = `${API_URL[context.account.mode]}/payments/v2/refund`
    return askForRefund(
      'PhonePe',
      refund,
      async () => {
        const status = { method: 'GET', url: `${url}/${refund.id}/status`, headers: {} } as const
        const found = await findOrNothing(callSignedIn(context, status))
        return found === undefined ? undefined : reportOfRefund(refund.id, found)
      },
      async () =>
        reportOfRefund(
          refund.id,
          await callSignedIn(context, {
            method: 'POST',
            url,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              merchantRefundId: refund.id,
              originalMerchantOrderId: refund.payment.id,
              amount: refund.amountPaise,
            }),
          }),
        ),
    )
  },
}

function reportOfRefund(id: string, response: unknown): RefundReport {
  const { refundId, amount, state } = parseResponse('PhonePe', refundSchema, response)
  return {
    reference: refundId ?? id,
    amountPaise: amount,
    outcome: state === 'COMPLETED' ? 'made' : state === 'FAILED' ? 'failed' : 'pending',
  }
}

/** The header of every webhook: a hash of `user:password` as configured at PhonePe. */
export function phonepeAuthorization(login: string): string {
  return createHash('sha256').update(login).digest('hex')
}

function reportOf(paymentId: string, order: z.output<typeof orderSchema>): ProviderReport {
  const { orderId, state, amount } = order
  return {
    paymentId,
    reference: orderId,
    eventId: `${orderId}:${state}`.slice(0, 100),
    amountPaise: amount,
    currency: 'INR',
    outcome: state === 'COMPLETED' ? 'paid' : state === 'FAILED' ? 'declined' : 'pending',
  }
}

interface Token {
  token: string
  endsAt: number
}

/** Tokens per client, by account and secret. */
const tokens = new WeakMap<ProviderCall, Map<string, Promise<Token>>>()

/** PhonePe may revoke a token early: fetch another one, once. */
async function callSignedIn(context: ProviderContext, request: ProviderRequest): Promise<unknown> {
  const send = async () => {
    const { token } = await currentToken(context)
    return context.call({ ...request, headers: { ...request.headers, authorization: `O-Bearer ${token}` } })
  }
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ProviderError && error.status === 401)) throw error
    tokensOf(context).delete(keyOf(context))
    return send()
  }
}

async function currentToken(context: ProviderContext): Promise<Token> {
  const cached = tokensOf(context)
  const key = keyOf(context)
  const token = await cached.get(key)?.catch(() => undefined)
  if (token && token.endsAt - SPARE_MS > context.now.getTime()) return token
  const fetched = fetchToken(context)
  cached.set(key, fetched)
  return fetched
}

async function fetchToken({ account, secrets, call }: ProviderContext): Promise<Token> {
  const response = await call({
    method: 'POST',
    url: TOKEN_URL[account.mode],
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: account.id,
      client_version: account.version ?? '1',
      client_secret: secrets.clientSecret?.[0] ?? '',
      grant_type: 'client_credentials',
    }).toString(),
  })
  const { access_token: token, expires_at: endsAtSeconds } = parseResponse('PhonePe', tokenSchema, response)
  return { token, endsAt: endsAtSeconds * 1000 }
}

function tokensOf({ call }: ProviderContext): Map<string, Promise<Token>> {
  const cached = tokens.get(call) ?? new Map<string, Promise<Token>>()
  tokens.set(call, cached)
  return cached
}

function keyOf({ account, secrets }: ProviderContext): string {
  const { mode, id, version } = account
  const secret = createHash('sha256')
    .update(secrets.clientSecret?.[0] ?? '')
    .digest('hex')
  return JSON.stringify([mode, id, version, secret])
}
