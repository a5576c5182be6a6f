import { isIPv6 } from 'node:net'

import { createHttpClient } from '@tanabana/node/http-client.ts'
import type { SendWebhook } from '../../../http/context.ts'

const TIMEOUT_MS = 10_000

const send = createHttpClient({ maxBytes: 64 * 1024 })

/** Calls this process over the network, like a provider; returns the status. */
export async function deliverWebhook(
  { host, path, headers, body }: Parameters<SendWebhook>[0],
  own: { host: string | undefined; port: number },
): Promise<number> {
  const address = own.host && !['0.0.0.0', '::'].includes(own.host) ? own.host : '127.0.0.1'
  const { status } = await send(`http://${isIPv6(address) ? `[${address}]` : address}:${own.port}${path}`, {
    method: 'POST',
    headers: { ...headers, host },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return status
}
