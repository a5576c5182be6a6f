import type { IncomingMessage } from 'node:http'

const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/

/** `undefined` when the request carries no Host, or more than one: Node would silently take the first. */
export function hostHeader({ rawHeaders }: IncomingMessage): string | undefined {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'host') continue
    if (host !== undefined) return undefined
    host = rawHeaders[index + 1]
  }
  return host
}

/** What a client says of its own way here is not believed. */
export function withoutForwardedHeaders({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FORWARDED.test(name)))
}

/** False for an address that no decoder reads, and for the absolute form that proxies are asked in. */
export function isReadablePath(url: string): boolean {
  if (!url.startsWith('/')) return false
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}
