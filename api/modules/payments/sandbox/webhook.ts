import { randomId } from '../../../ids.ts'
import type { Services } from '../../../http/context.ts'
import { sign } from '../../../signature.ts'
import { formatAmount } from '../../../rupees.ts'
import { webhookPath } from '../../../http/webhook-path.ts'
import { SANDBOX } from '../../../payment-providers/sandbox.ts'

const DELIVERIES_MAX = 3

interface Decision {
  tenantId: string
  host: string
  paymentId: string
  orderId: string
  amountPaise: number
  outcome: 'paid' | 'declined'
}

/**
 * Sends the tester's decision to the store API like a remote provider: signed, over HTTP, and repeated until
 * accepted.
 * @returns whether a delivery was accepted
 */
export async function sendSandboxWebhook(services: Services, decision: Decision): Promise<boolean> {
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
      .sendWebhook({
        host: decision.host,
        path: webhookPath(SANDBOX),
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
