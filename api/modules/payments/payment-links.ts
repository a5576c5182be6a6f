import type { AppContext } from '../../http/context.ts'
import { isSigned, sign } from './signature.ts'

const VALID_MS = 7 * 24 * 60 * 60 * 1000
/** Order number, expiry in seconds in base 36, and signature. */
const TOKEN = /^([0-9A-Z]{12})-([0-9a-z]{6,7})-([\w-]{43})$/

export interface PaymentLink {
  token: string
  expiresAt: Date
}

/**
 * Creates the token of a link that opens and pays one order without sign-in, for 7 days. The token is signed and not
 * stored. docs/requirements.md#1119-payment-links
 */
export function createPaymentLink(c: AppContext, orderNumber: string): PaymentLink {
  const { paymentSecrets, now } = c.get('services')
  const seconds = Math.floor((now().getTime() + VALID_MS) / 1000)
  const message = `${orderNumber}-${seconds.toString(36)}`
  const signature = Buffer.from(sign(paymentSecrets, 'link', c.get('tenant').id, message), 'hex')
  return { token: `${message}-${signature.toString('base64url')}`, expiresAt: new Date(seconds * 1000) }
}

/** Returns the order number and expiry of a valid token of this shop; `undefined` for any other text. */
export function readPaymentLink(
  c: AppContext,
  token: string,
): { orderNumber: string; expiresAt: Date } | undefined {
  const { paymentSecrets, now } = c.get('services')
  const [, number = '', expiry = '', signature = ''] = TOKEN.exec(token) ?? []
  const hex = Buffer.from(signature, 'base64url').toString('hex')
  if (!isSigned(paymentSecrets, 'link', c.get('tenant').id, `${number}-${expiry}`, hex)) return undefined
  const expiresAt = new Date(parseInt(expiry, 36) * 1000)
  return expiresAt > now() ? { orderNumber: number, expiresAt } : undefined
}

/** Path of the shop's page for a token. */
export function paymentLinkPath(token: string): string {
  return `/pay/${token}`
}
