import { CHECKOUT_DRAFT_KEY } from '../constants.ts'
import { EMPTY_ADDRESS, parseAddress } from '../domain/checkout.ts'
import type { ShippingAddress } from '../schemas/requests.ts'

/** What was typed into the checkout before this tab was reloaded or sent to sign in; empty when nothing was. */
export function readCheckoutDraft(): ShippingAddress {
  try {
    return parseAddress(sessionStorage.getItem(CHECKOUT_DRAFT_KEY))
  } catch {
    return EMPTY_ADDRESS
  }
}

export function keepCheckoutDraft(address: ShippingAddress): void {
  try {
    sessionStorage.setItem(CHECKOUT_DRAFT_KEY, JSON.stringify(address))
  } catch {
    // A browser without storage keeps no draft.
  }
}
