import { parseAddress } from '../domain/checkout.ts'
import type { ShippingAddress } from '../schemas/requests.ts'
import { CHECKOUT_DRAFT_KEY } from './keys.ts'
import { keepStored, readStored } from './stored.ts'

/** What was typed into the checkout before this tab was reloaded or sent to sign in; empty when nothing was. */
export function readCheckoutDraft(): ShippingAddress {
  return parseAddress(readStored(CHECKOUT_DRAFT_KEY, 'sessionStorage'))
}

export function keepCheckoutDraft(address: ShippingAddress): void {
  keepStored(CHECKOUT_DRAFT_KEY, address, 'sessionStorage')
}
