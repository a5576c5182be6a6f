import { CHECKOUT_DRAFT_KEY } from '../constants.ts'
import { parseAddress } from '../domain/checkout.ts'
import type { ShippingAddress } from '../schemas/requests.ts'
import { keepSession, readSession } from './session.ts'

/** What was typed into the checkout before this tab was reloaded or sent to sign in; empty when nothing was. */
export function readCheckoutDraft(): ShippingAddress {
  return parseAddress(readSession(CHECKOUT_DRAFT_KEY))
}

export function keepCheckoutDraft(address: ShippingAddress): void {
  keepSession(CHECKOUT_DRAFT_KEY, address)
}
