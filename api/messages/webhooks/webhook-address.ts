import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { isLoopbackAddress } from '@tanabana/node/listen.ts'
import { isNonPublicAddress } from '@tanabana/node/public-lookup.ts'

/**
 * Why a webhook may not go to an address; `undefined` where it may: to the public internet by HTTPS and, for shops of this
 * machine alone, to its own loopback. What a name resolves to is checked when the webhook is sent.
 */
export function webhookProblem(text: string, { isLocalShop }: { isLocalShop: boolean }): string | undefined {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return 'Write an address such as https://example.com/webhooks.'
  if (isLocalShop && isLoopbackUrl(url) && /^https?:$/.test(url.protocol)) return undefined
  if (url.protocol !== 'https:') return 'The address must begin with https://.'
  if (isLoopbackUrl(url) || isNonPublicAddress(url.hostname)) return 'It must be on the public internet.'
  return undefined
}

export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLocalHost(hostname) || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
}
