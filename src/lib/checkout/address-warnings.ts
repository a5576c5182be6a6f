import { readPhone } from '@tanabana/contract/phone.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { deliveryMessages } from '../quote/messages.ts'
import { checkoutMessages } from './messages.ts'

export interface AddressWarnings {
  postalCode?: string | undefined
  phone?: string | undefined
}

/**
 * Returns a warning for each given field that holds no PIN code of India or no phone number; `undefined` for a good or
 * empty one. A warning never blocks an order.
 */
export function addressWarnings({ postalCode, phone }: Partial<ShippingAddress>): AddressWarnings {
  return {
    ...(postalCode === undefined ? {} : { postalCode: pincodeWarning(postalCode) }),
    ...(phone === undefined ? {} : { phone: phoneWarning(phone) }),
  }
}

function pincodeWarning(text: string): string | undefined {
  return text.trim() === '' || readPinCode(text) ? undefined : deliveryMessages.invalidPinCode
}

function phoneWarning(text: string): string | undefined {
  return text.trim() === '' || readPhone(text) ? undefined : checkoutMessages.phoneUnusual
}
