import { ProviderError } from './provider-call.ts'
import { toPaise } from './read-answer.ts'

/** How long a UPI payment stays valid. PhonePe allows 5 minutes or more, Cashfree 15 or more. */
export const UPI_VALID_MS = 15 * 60 * 1000
const LINK_MAX = 1200

/**
 * The UPI link of a provider, with its spaces as `%20`.
 * @throws {ProviderError} it is none, names no payee, or asks for another amount
 */
export function readUpiLink(name: string, text: string, amountPaise: number): string {
  const link = text.trim().replaceAll(' ', '%20')
  const query = /^upi:\/\/pay\?(.+)$/i.exec(link)?.[1] ?? ''
  const parameters = new URLSearchParams(query)
  const isRight = parameters.get('pa') && toPaise(parameters.get('am') ?? '') === amountPaise
  if (!isRight || link.length > LINK_MAX || /[^\x21-\x7e]/.test(link)) {
    throw new ProviderError(`${name} gave no UPI link for this payment.`)
  }
  return link
}
