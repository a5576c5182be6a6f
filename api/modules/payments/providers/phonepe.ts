import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { ProviderError, type ProviderCall, type ProviderRequest } from './provider-call.ts'
import type { AccountPaymentProvider, ProviderContext, ProviderReport, Mode } from './provider.ts'
import { readAnswer, readBody } from './read-answer.ts'
import { readUpiLink, UPI_VALID_MS } from './upi.ts'
import { isMadeWith } from './verify.ts'

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
/** A token that is about to end is exchanged before. */
const SPARE_MS = 60_000

const tokenSchema = z.object({ access_token: z.string(), expires_at: z.number() })
const startedSchema = z.object({ orderId: z.string(), redirectUrl: z.string() })
const startedUpiSchema = z.object({ orderId: z.string(), intentUrl: z.string() })
const orderSchema = z.object({ orderId: z.string(), state: z.string(), amount: z.int() })
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
  // The header of a webhook is the same every time and says nothing about its body.
  isConfirmedByStatus: true,

  accountProblem({ id, version }) {
    if (!/^[\w-]{4,64}$/.test(id)) return 'The id is the client id of PhonePe: 4 to 64 letters and digits.'
    return version !== undefined && !/^\d{1,4}$/.test(version) ? 'The version is a number.' : undefined
  },

  async initiatePayment(context, payment) {
    const answer = await callSignedIn(context, {
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
    const { orderId, redirectUrl } = readAnswer('PhonePe', startedSchema, answer)
    return { next: { kind: 'page', url: redirectUrl }, reference: orderId }
  },

  async initiateUpiPayment(context, payment) {
    const answer = await callSignedIn(context, {
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
    const { orderId, intentUrl } = readAnswer('PhonePe', startedUpiSchema, answer)
    return { link: readUpiLink('PhonePe', intentUrl, payment.amountPaise), reference: orderId }
  },

  readWebhook({ secrets }, { header, body }) {
    const isKnown = isMadeWith(secrets.webhookLogin, header('authorization'), phonepeAuthorization)
    if (!isKnown) return undefined
    const event = readBody(eventSchema, body)
    return event ? reportOf(event.payload.merchantOrderId, event.payload) : 'ignored'
  },

  /** PhonePe gives the browser nothing to bring, so PhonePe is asked. */
  isGenuineReturn: () => true,

  async getPaymentStatus(context, payment) {
    const answer = await callSignedIn(context, {
      method: 'GET',
      url: `${API_URL[context.account.mode]}/${payment.isUpi ? 'payments' : 'checkout'}/v2/order/${encodeURIComponent(payment.id)}/status`,
      headers: {},
    })
    return reportOf(payment.id, readAnswer('PhonePe', orderSchema, answer))
  },
}

/** The header of every webhook, of `user:password` as they were entered at PhonePe. */
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

/** By account and secret, of each way of calling. A shop has one or two. */
const tokens = new WeakMap<ProviderCall, Map<string, Promise<Token>>>()

/** A token may be taken back before it ends: then one more is fetched, once. */
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
  const known = tokensOf(context)
  const key = keyOf(context)
  const token = await known.get(key)?.catch(() => undefined)
  if (token && token.endsAt - SPARE_MS > context.now.getTime()) return token
  const fetched = fetchToken(context)
  known.set(key, fetched)
  return fetched
}

async function fetchToken({ account, secrets, call }: ProviderContext): Promise<Token> {
  const answer = await call({
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
  const { access_token: token, expires_at: endsAtSeconds } = readAnswer('PhonePe', tokenSchema, answer)
  return { token, endsAt: endsAtSeconds * 1000 }
}

function tokensOf({ call }: ProviderContext): Map<string, Promise<Token>> {
  const known = tokens.get(call) ?? new Map<string, Promise<Token>>()
  tokens.set(call, known)
  return known
}

function keyOf({ account, secrets }: ProviderContext): string {
  const { mode, id, version } = account
  const secret = createHash('sha256')
    .update(secrets.clientSecret?.[0] ?? '')
    .digest('hex')
  return JSON.stringify([mode, id, version, secret])
}
