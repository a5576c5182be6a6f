import * as z from 'zod/mini'

import { parseOrderNumber, randomId } from '../../ids.ts'
import type { Services } from '../../context.ts'
import { isSigned, sign } from '../signature.ts'
import type { PaymentEvent } from '../settle.ts'
import { formatAmount } from '../upi-link.ts'

export const SANDBOX = 'sandbox'

const WINDOW_MS = 5 * 60 * 1000
const DELIVERIES_MAX = 3
const CALLBACK_PATH = '/api/v1/payments/callback/sandbox'

const eventSchema = z.object({
  eventId: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(['payment.paid', 'payment.declined']),
  paymentId: z.string().check(z.minLength(1), z.maxLength(35)),
  orderId: z.string(),
  amount: z.string().check(z.regex(/^\d{1,13}\.\d{2}$/)),
  currency: z.string(),
})

interface Decision {
  tenantId: string
  host: string
  paymentId: string
  orderId: string
  amountPaise: number
  outcome: 'paid' | 'declined'
}

/**
 * Tells the store API what the tester decided, as a gateway on another machine does: signed, over HTTP, and again
 * when it was not taken.
 * @returns whether a delivery was taken
 */
export async function sendSandboxCallback(services: Services, decision: Decision): Promise<boolean> {
  const body = JSON.stringify({
    eventId: randomId(),
    type: `payment.${decision.outcome}`,
    paymentId: decision.paymentId,
    orderId: decision.orderId,
    amount: formatAmount(decision.amountPaise),
    currency: 'INR',
  })
  const timestamp = String(services.now().getTime())
  const signature = sign(services.paymentSecrets, 'callback', decision.tenantId, `${timestamp}.${body}`)
  for (let delivery = 1; delivery <= DELIVERIES_MAX; delivery += 1) {
    const status = await services
      .sendCallback({
        host: decision.host,
        path: CALLBACK_PATH,
        headers: {
          'content-type': 'application/json',
          'x-sandbox-timestamp': timestamp,
          'x-sandbox-signature': signature,
        },
        body,
      })
      .catch(() => 0)
    if (status >= 200 && status < 300) return true
  }
  return false
}

/**
 * The event of a callback, if it was signed for this shop over exactly these bytes a moment ago; `undefined`
 * otherwise. Nothing of the body is read before.
 */
export function readSandboxCallback(
  services: Pick<Services, 'paymentSecrets' | 'now'>,
  tenantId: string,
  headers: { timestamp: string; signature: string },
  rawBody: string,
): PaymentEvent | undefined {
  const { timestamp, signature } = headers
  if (!/^\d{13}$/.test(timestamp)) return undefined
  if (!isSigned(services.paymentSecrets, 'callback', tenantId, `${timestamp}.${rawBody}`, signature)) {
    return undefined
  }
  if (Math.abs(services.now().getTime() - Number(timestamp)) > WINDOW_MS) return undefined

  const event = z.safeParse(z.pipe(z.transform(parseJson), eventSchema), rawBody)
  if (!event.success) return undefined
  const { eventId, type, paymentId, orderId, amount, currency } = event.data
  return {
    provider: SANDBOX,
    eventId,
    paymentId,
    orderNumber: parseOrderNumber(orderId) ?? '',
    amountPaise: Number(amount.replace('.', '')),
    currency,
    outcome: type === 'payment.paid' ? 'paid' : 'declined',
  }
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
