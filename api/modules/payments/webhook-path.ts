import { API_VERSION } from '../../../src/lib/contract/constants.ts'

const WEBHOOKS = `/api/${API_VERSION}/payments/callback/`

/** Where a payment provider reports what became of payments. */
export function webhookPath(provider: string): string {
  return WEBHOOKS + provider
}

export function isWebhookPath(path: string): boolean {
  return path.startsWith(WEBHOOKS)
}
