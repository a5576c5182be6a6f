import { readPhone } from '@tanabana/contract/phone.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { checkoutMessages } from './messages.ts'

/** Returns a warning about a PIN code that India does not have. It never blocks an order. */
export function pincodeWarning(text: string): string | undefined {
  return text.trim() === '' || readPinCode(text) ? undefined : checkoutMessages.pincodeUnusual
}

/** Returns a warning about a text that is no phone number. It never blocks an order. */
export function phoneWarning(text: string): string | undefined {
  return text.trim() === '' || readPhone(text) ? undefined : checkoutMessages.phoneUnusual
}
