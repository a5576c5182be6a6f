import { sign } from '../../../api/signature.ts'
import { SECRET } from './store.ts'

/** Headers of the sandbox for a webhook with this body; another secret or shop makes a forged one. */
export function sandboxHeaders(
  body: string,
  sentAt: Date,
  { secret = SECRET, tenantId = 'asha' }: { secret?: string; tenantId?: string } = {},
): Record<string, string> {
  const timestamp = String(sentAt.getTime())
  return {
    'x-sandbox-timestamp': timestamp,
    'x-sandbox-signature': sign([secret], 'callback', tenantId, `${timestamp}.${body}`),
  }
}
