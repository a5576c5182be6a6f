import { ProviderError } from './provider-call.ts'
import { toPaise } from './parse-response.ts'

/** Validity of a UPI payment. PhonePe's minimum is 5 minutes, Cashfree's 15. */
export const UPI_VALID_MS = 15 * 60 * 1000
const LINK_MAX = 1200

/**
 * Parses a provider's UPI link and escapes its spaces as `%20`.
 * @throws {ProviderError} it is not a UPI link, has no payee, or requests another amount
 */
export function parseUpiLink(name: string, text: string, amountPaise: number): string {
  const link = text.trim().replaceAll(' ', '%20')
  const query = /^upi:\/\/pay\?(.+)$/i.exec(link)?.[1] ?? ''
  const parameters = new URLSearchParams(query)
  const isRight = parameters.get('pa') && toPaise(parameters.get('am') ?? '') === amountPaise
  if (!isRight || link.length > LINK_MAX || /[^\x21-\x7e]/.test(link)) {
    throw new ProviderError(`${name} returned no UPI link for this payment.`)
  }
  return link
}
