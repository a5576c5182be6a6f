import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { isOwnSession } from '../auth/protected-page.ts'
import { readSessionId } from '../auth/session.ts'
import { CHECKOUT_DRAFT_KEY, readStored, saveStored } from '../platform/storage.ts'
import type { Draft } from './shipping-address.ts'

/** Fills the checkout with the address of an earlier order, unless the shopper has begun to type one. */
export function draftAddressOf({ shippingAddress, invoice }: ReceivedOrder): void {
  const [address = '', city = '', state = '', postalCode = ''] = shippingAddress
  const isTyped = readStored(CHECKOUT_DRAFT_KEY, 'sessionStorage') !== null
  if (isTyped || !isOwnSession() || readPinCode(postalCode) === undefined) return
  const fullName = invoice?.recipient ?? ''
  const draft: Draft = {
    owner: readSessionId(),
    address: { fullName, address, city, state, postalCode, phone: '' },
  }
  saveStored(CHECKOUT_DRAFT_KEY, draft, 'sessionStorage')
}
