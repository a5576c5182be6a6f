import { PHONE_DIGITS } from '../contract/constants.ts'
import { checkoutMessages } from './messages.ts'

const PINCODE = /^[1-9]\d{5}$/

/** Returns the text as a PIN code of six digits; `undefined` for anything else. Spaces do not count. */
export function toPincode(text: string): string | undefined {
  const code = text.replaceAll(/\s/g, '')
  return PINCODE.test(code) ? code : undefined
}

/** Returns a warning about a PIN code that India does not have. It never blocks an order. */
export function pincodeWarning(text: string): string | undefined {
  return text.trim() === '' || toPincode(text) ? undefined : checkoutMessages.pincodeUnusual
}

/** Returns a warning about a phone number without 10 digits after +91 or 0. It never blocks an order. */
export function phoneWarning(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '').replace(/^(?:91(?=\d{10}$)|0+(?=\d{10}$))/, '')
  return text.trim() === '' || digits.length === PHONE_DIGITS ? undefined : checkoutMessages.phoneUnusual
}
