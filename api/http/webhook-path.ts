import { API_VERSION } from '@tanabana/contract/constants.ts'

const WEBHOOKS = `/api/${API_VERSION}/payments/callback/`

/** Path of a provider's webhook. */
export function webhookPath(provider: string): string {
  return WEBHOOKS + provider
}

export function isWebhookPath(path: string): boolean {
  return path.startsWith(WEBHOOKS)
}
