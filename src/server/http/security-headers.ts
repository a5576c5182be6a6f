import { isMeasuredPage } from '../../lib/analytics/measured-page.ts'
import { LANGUAGE_PREFIX, SECRET_FOLDERS } from '@tanabana/contract/shop-paths.ts'
import { readAnalytics, readTheme } from '@tanabana/contract/store-info.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { readableHosts } from '../../lib/payment/safe-url.ts'
import { isPolicySlug } from '../../lib/shop/policies.ts'
import { themeCss } from '../../lib/shop/theme.ts'
import { hashSource } from './hash-source.ts'

/** Policy of responses that are no pages: nothing may be loaded, sent or framed. */
const NOTHING_ALLOWED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of files and short responses. ASVS 3.4 */
export const PLAIN_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': NOTHING_ALLOWED,
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** The service worker fetches from its own shop only (public/service-worker.js). */
export const WORKER_HEADERS: Record<string, string> = {
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  'cache-control': 'no-cache',
}

/**
 * The header of every https response: for a year the browser uses https alone. On subdomains only where the shop asks for
 * it: others may not speak https.
 */
export function strictTransport(includeSubDomains: boolean): string {
  return `max-age=31536000${includeSubDomains ? '; includeSubDomains' : ''}`
}

/** Sources of Google's tag and targets of its reports, for shops and pages with measurement. docs/ads.md */
const GOOGLE_SCRIPTS = 'https://www.googletagmanager.com'
const GOOGLE_REPORTS =
  ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com https://www.google.com' +
  ' https://www.googleadservices.com https://googleads.g.doubleclick.net https://pagead2.googlesyndication.com'
/** The trusted-types policies of scripts/google-tag.ts and of Google's own script. */
const GOOGLE_MARKUP = ' google-tag goog#html'

const SAME_FOR_ALL: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
}

/** With `/404` and the policies: the pages on which shoppers land from an ad or a search. */
const LANDING = /^\/(?:products|product\/[^/]+|contact)?$/

/** A payment link. docs/requirements.md#1119-payment-links */
const isPaymentLink = (path: string) => path.replace(LANGUAGE_PREFIX, '').startsWith('/pay/')
/** A link whose address is a secret, also of a refund or a confirmation. docs/requirements.md#1140-refund-details */
const isSecretLink = (path: string) =>
  SECRET_FOLDERS.some((folder) => path.replace(LANGUAGE_PREFIX, '').startsWith(`/${folder}/`))

export interface ShopPage {
  path: string
  /** Content security policy of the page as it was built; `undefined` for a route that is no page. */
  policy: string | undefined
  isHttps: boolean
  /** Origin of the store API for browsers. */
  apiOrigin: string
  store: StoreInfo | undefined
}

/**
 * Adds the security headers to a page, and the shop's own sources to the policy of its build: its API, its pictures,
 * the hash of its theme, and on the payment page the hosts of payment forms. docs/requirements.md#108-token-cookie
 */
export function secureResponse(response: Response, page: ShopPage): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(SAME_FOR_ALL)) headers.set(name, value)
  if (isSecretLink(page.path)) {
    // Only for this site: the form for the language returns to the page.
    headers.set('referrer-policy', 'same-origin')
    headers.set('x-robots-tag', 'noindex')
  }
  if (page.isHttps)
    headers.set('strict-transport-security', strictTransport(page.store?.hstsIncludeSubDomains === true))
  if (!isLandedOn(page.path, response.status)) headers.set('cross-origin-opener-policy', 'same-origin')
  // A page may also be a redirect or Markdown.
  const isHtml = headers.get('content-type') === 'text/html'
  if (isHtml) headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    isHtml && page.policy !== undefined ? shopPolicy(page.policy, page) : NOTHING_ALLOWED,
  )
  return response
}

/**
 * True for pages without `Cross-Origin-Opener-Policy`, which makes a browser start a new process and show the page
 * later. All other pages (sign-in, order, payment) are isolated from the windows of other sites.
 */
function isLandedOn(path: string, status: number): boolean {
  const plain = path.replace(/(.)\/$/, '$1')
  return status === 404 || LANDING.test(plain) || isPolicySlug(plain.slice(1))
}

function shopPolicy(policy: string, { path, apiOrigin, store }: ShopPage): string {
  const formTargets =
    /^\/payment\/?$/.test(path) || isPaymentLink(path)
      ? ["'self'", apiOrigin, ...paymentOrigins(store)]
      : ["'self'"]
  const isMeasured = isMeasuredPage(path) && readAnalytics(store?.analytics) !== undefined
  const scripts = isMeasured ? policy.replace('script-src ', `script-src ${GOOGLE_SCRIPTS} `) : policy
  return [
    scripts.replace('style-src ', `style-src ${themeHash(store)}`),
    `connect-src 'self' ${apiOrigin}${isMeasured ? GOOGLE_REPORTS : ''};`,
    `img-src 'self' data: https: ${apiOrigin};`,
    `form-action ${formTargets.join(' ')};`,
    // The policies are those of scripts/section-html.ts and inline/offline.js.
    `require-trusted-types-for 'script'; trusted-types section service-worker${isMeasured ? GOOGLE_MARKUP : ''}`,
  ].join(' ')
}

function themeHash(store: StoreInfo | undefined): string {
  const css = themeCss(readTheme(store?.theme))
  return css ? `${hashSource(css)} ` : ''
}

/** A store without payment hosts has the plain contract, which allows any payment provider. */
function paymentOrigins(store: StoreInfo | undefined): string[] {
  if (store?.paymentHosts === undefined) return ['https:']
  return readableHosts(store.paymentHosts).map((host) => `https://${host}`)
}
