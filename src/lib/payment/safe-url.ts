import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { matchesHost } from '@tanabana/contract/payment.ts'
import { hasControlCharacters } from '@tanabana/contract/text.ts'

/** Payment apps that a link may open, besides any `upi:` app. `intent:` can start any program, so it is refused. */
const APP_SCHEMES = [
  'upi:',
  'amazonpay:',
  'bhim:',
  'credpay:',
  'gpay:',
  'mobikwik:',
  'paytm:',
  'paytmmp:',
  'phonepe:',
  'tez:',
]

const HOST_PATTERN = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/
const URL_MAX_LENGTH = 4096
/** Host and port in plain ASCII: no user name, backslash or look-alike characters. */
const WEB_START = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?([/?#]|$)/i
const APP_START = /^[a-z]+:\/\/[a-z]/i

/** Addresses that payments may open, besides the shop's own pages, where the shop lists its hosts. */
export interface PaymentPlaces {
  hosts: readonly string[]
  /** Origin of the store API. */
  apiOrigin: string
}

/**
 * Returns the absolute URL of a web page that a payment may open; `undefined` for any other. Allows `https:`, and
 * `http:` between pages of this machine. docs/requirements.md#136-addresses-that-a-payment-may-open
 */
export function safeWebUrl(url: string | undefined, page: Pick<URL, 'hostname'>): string | undefined {
  if (!isPlain(url) || !WEB_START.test(url) || !URL.canParse(url)) return undefined
  const { protocol, hostname, href } = new URL(url)
  if (protocol === 'https:') return href
  return isLocalHost(page.hostname) && isLocalHost(hostname) ? href : undefined
}

/** Like `safeWebUrl`, and also allows a path of this site. */
export function safePageUrl(
  url: string | undefined,
  page: Pick<URL, 'hostname' | 'origin'>,
): string | undefined {
  if (!isPlain(url) || !url.startsWith('/')) return safeWebUrl(url, page)
  if (url.includes('\\') || !URL.canParse(url, page.origin)) return undefined
  const { origin, href } = new URL(url, page.origin)
  return origin === page.origin ? href : undefined
}

/**
 * Returns a payment app's link, percent-encoded; `undefined` for any other address.
 * docs/requirements.md#136-addresses-that-a-payment-may-open
 */
export function safeAppLink(url: string | undefined): string | undefined {
  if (!isPlain(url) || !APP_START.test(url) || !URL.canParse(url)) return undefined
  const { protocol, username, password, href } = new URL(url)
  if (!APP_SCHEMES.includes(protocol) || username || password) return undefined
  return href
}

/** Returns the valid hosts of the list: lower case, without port; a leading `*.` covers every subdomain. */
export function readableHosts(hosts: readonly string[]): string[] {
  return hosts.map((host) => host.toLowerCase()).filter((host) => HOST_PATTERN.test(host))
}

/** True for an address on the store API, on this site or, with https, on a listed host. */
export function isPaymentPlace(
  url: string,
  { hosts, apiOrigin }: PaymentPlaces,
  page: Pick<URL, 'origin'>,
): boolean {
  const { protocol, host, origin } = new URL(url)
  if (origin === apiOrigin || origin === page.origin) return true
  return protocol === 'https:' && matchesHost(host, readableHosts(hosts))
}

function isPlain(url: string | undefined): url is string {
  return url !== undefined && url.length <= URL_MAX_LENGTH && !hasControlCharacters(url) && url.trim() === url
}
