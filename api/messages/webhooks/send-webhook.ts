import type { LookupFunction } from 'node:net'

import { Webhook } from 'standardwebhooks'

import { createHttpClient } from '@tanabana/node/http-client.ts'
import { lookupPublic, NotPublicError } from '@tanabana/node/public-lookup.ts'
import type { Outcome } from '../channel.ts'
import { isLoopbackUrl, webhookProblem } from './webhook-address.ts'

const RESPONSE_MS = 10_000
const RESPONSE_BYTES = 64 * 1024
/** The receiver, or what stands before it, takes nothing at the moment. */
const BUSY = [429, 502, 503, 504]
const GONE = 410

export interface WebhookOptions {
  now: () => Date
  /** Resolver of host names; by default, only addresses on the public internet. */
  lookup?: LookupFunction | undefined
}

interface Receiver {
  endpoint: { url: string; secret: string }
  isLocalShop: boolean
}

interface WebhookEvent {
  id: string
  type: string
  at: Date
  data: unknown
}

/** Returns a function that sends one event, signed as https://www.standardwebhooks.com describes. */
export function createWebhookSender({ now, lookup = lookupPublic }: WebhookOptions) {
  const sendPublic = createHttpClient({ maxBytes: RESPONSE_BYTES, lookup })
  const sendLocal = createHttpClient({ maxBytes: RESPONSE_BYTES })

  return async function send(
    { endpoint: { url, secret }, isLocalShop }: Receiver,
    { id, type, at, data }: WebhookEvent,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const problem = webhookProblem(url, { isLocalShop })
    if (problem !== undefined) return { state: 'refused', reason: problem }
    const post = isLoopbackUrl(new URL(url)) ? sendLocal : sendPublic
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
    const sentAt = now()
    try {
      const { status } = await post(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Tanabana-Webhooks/1',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_MS)]),
      })
      return outcomeOf(status)
    } catch (error) {
      if (error instanceof NotPublicError)
        return { state: 'refused', reason: 'It must be on the public internet.' }
      const { name = 'no connection', code } = error as { name?: string; code?: string | number }
      const reason =
        name === 'TimeoutError' ? 'It did not respond in 10 seconds.' : `It did not respond: ${code ?? name}`
      return { state: 'later', reason, isUnreachable: true }
    }
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { state: 'sent' }
  const reason = `It responded with ${status}.`
  if (status === GONE) return { state: 'bounced', reason }
  return { state: 'later', reason, isUnreachable: BUSY.includes(status) }
}
