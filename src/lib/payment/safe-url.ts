import { isLocalHost } from '../contract/local-host.ts'

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

const LONGEST_URL = 4096
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** Host and port in plain ASCII: no user name, backslash or look-alike characters. */
const WEB_START = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?([/?#]|$)/i
const APP_START = /^[a-z]+:\/\/[a-z]/i

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

function isPlain(url: string | undefined): url is string {
  return url !== undefined && url.length <= LONGEST_URL && !CONTROL_CHARACTERS.test(url) && url.trim() === url
}
