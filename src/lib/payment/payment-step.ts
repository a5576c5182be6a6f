import type { PaymentAction, PaymentResponse, ShopConfirmation } from '@tanabana/contract/payment.ts'
import { isInAppBrowser } from '../platform/in-app-browser.ts'
import { payingMessages } from './messages.ts'
import { isPaymentPlace, safeAppLink, safePageUrl, safeWebUrl } from './safe-url.ts'
import type { PaymentPlaces } from './safe-url.ts'
import { parseUpiLink } from './upi.ts'

/**
 * The browser's next step after a payment response. Every address in it is checked.
 * docs/requirements.md#136-addresses-that-a-payment-may-open
 */
export type PaymentStep =
  | { kind: 'post'; url: string; fields: [name: string, value: string][] }
  | { kind: 'page'; url: string }
  | { kind: 'app'; link: string }
  | { kind: 'qr'; text: string }
  | { kind: 'qr-picture'; source: string }
  | { kind: 'orders' }
  /** `values` fill the places of `message`. */
  | { kind: 'failed'; message: string; values?: Record<string, string | number> }

/** Steps that keep the shopper on this page, to scan a code or to return from an app. */
export type WaitingStep = Extract<PaymentStep, { kind: 'qr' | 'qr-picture' | 'app' }> & {
  /** Set for a payment that the shop confirms by hand. */
  confirmation?: ShopConfirmation | undefined
  /** Time after which the code or the app's link is no longer accepted. */
  expiresAt?: string | undefined
}

type Page = Pick<URL, 'hostname' | 'origin'>

const DATA_KEYS_MAX = 64
/** Capacity of a QR code of level M in bytes. */
const QR_MAX_BYTES = 2331

const PICTURE_MAX_BYTES = 256 * 1024
const DATA_URL = /^data:([a-z/+.-]+);base64,/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** First base64 characters of each picture format. */
const FIRST_CHARACTERS: Record<string, string> = {
  'image/png': 'iVBORw0KGgo',
  'image/jpeg': '/9j/',
  'image/gif': 'R0lGOD',
}

const REFUSED: PaymentStep = { kind: 'failed', message: payingMessages.processFailed }

/**
 * Returns the step that follows a response of `POST /payments` on `page`. A response with an unsafe address is a
 * failure; where the shop lists its payment hosts, so is an address on another host.
 * docs/requirements.md#46-payment-flow
 */
export function paymentStep(response: PaymentResponse, page: Page, places?: PaymentPlaces): PaymentStep {
  const step = anyStep(response, page)
  const leadsToPage = step.kind === 'page' || step.kind === 'post'
  return places && leadsToPage && !isPaymentPlace(step.url, places, page) ? REFUSED : step
}

/**
 * Returns the step of a response that keeps the shopper on `page`; `undefined` for any other. Inside another app a UPI
 * link is a code too. docs/requirements.md#1030-payment-apps-inside-other-apps
 */
export function waitingStep(response: PaymentResponse, page: Page): WaitingStep | undefined {
  const step = anyStep(response, page)
  if (step.kind !== 'qr' && step.kind !== 'qr-picture' && step.kind !== 'app') return undefined
  const { confirmation, expiresAt } = response
  const isCode = step.kind === 'app' && isInAppBrowser() && parseUpiLink(step.link) !== undefined
  return { ...(isCode ? { kind: 'qr', text: step.link } : step), confirmation, expiresAt }
}

function anyStep(response: PaymentResponse, page: Page): PaymentStep {
  if (!response.success) return { kind: 'failed', ...failureOf(response) }
  if (response.action) return actionStep(response.action, page)
  if (!response.redirectUrl) return { kind: 'orders' }
  const url = safePageUrl(response.redirectUrl, page)
  return url ? { kind: 'page', url } : REFUSED
}

/** Why a payment was refused: in our own words where the pieces of the order are the reason, else in the API's. */
function failureOf({ hold, error }: PaymentResponse): Omit<Extract<PaymentStep, { kind: 'failed' }>, 'kind'> {
  if (hold?.kind === 'ended') return { message: payingMessages.hold.ended }
  if (hold?.kind !== 'gone') return { message: error ?? payingMessages.unknownError }
  const { product, choice, left } = hold
  const message = left === 0 ? payingMessages.hold.soldOut : payingMessages.hold.tooFew
  return { message, values: { item: choice ? `${product} (${choice})` : product, left } }
}

function actionStep(action: PaymentAction, page: Page): PaymentStep {
  if (action.type === 'redirect_post') return postStep(action, page)
  if (action.type === 'deeplink') {
    const link = safeAppLink(action.redirectUrl)
    if (link) return { kind: 'app', link }
    const url = safeWebUrl(action.redirectUrl, page)
    return url ? { kind: 'page', url } : REFUSED
  }
  const text = action.qr?.trim()
  if (text && new TextEncoder().encode(text).length <= QR_MAX_BYTES) return { kind: 'qr', text }
  const source = pictureSource(action.qrBase64)
  return source ? { kind: 'qr-picture', source } : REFUSED
}

/**
 * Returns the fields `type`, `url` and `data[key]`; the first two are empty when the response omits them.
 * docs/requirements.md#46-payment-flow
 */
function postStep({ redirectUrl, formParams }: PaymentAction, page: Page): PaymentStep {
  const url = safeWebUrl(redirectUrl, page)
  const data = Object.entries(formParams?.data ?? {})
  if (!url || data.length > DATA_KEYS_MAX) return REFUSED
  return {
    kind: 'post',
    url,
    fields: [
      ['type', formParams?.type ?? ''],
      ['url', formParams?.url ?? ''],
      ...data.map(([key, value]): [string, string] => [`data[${key}]`, String(value ?? '')]),
    ],
  }
}

/**
 * Converts `qrBase64` to the source of an `<img>`: a data URL stays, any other text counts as PNG. `undefined` for an
 * invalid picture or one over 256 KB. docs/requirements.md#46-payment-flow
 */
function pictureSource(qrBase64: string | undefined): string | undefined {
  if (!qrBase64 || qrBase64.length > PICTURE_MAX_BYTES * 1.5) return undefined
  const text = qrBase64.replace(/\s/g, '')
  const type = DATA_URL.exec(text)?.[1]?.toLowerCase() ?? 'image/png'
  const base64 = text.replace(DATA_URL, '')
  const isPicture =
    Object.hasOwn(FIRST_CHARACTERS, type) &&
    base64.startsWith(FIRST_CHARACTERS[type] ?? ' ') &&
    base64.length * 0.75 <= PICTURE_MAX_BYTES &&
    BASE64.test(base64)
  return isPicture ? `data:${type};base64,${base64}` : undefined
}
