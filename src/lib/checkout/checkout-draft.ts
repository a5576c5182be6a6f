import { isOwnSession } from '../auth/protected-page.ts'
import { dropCheckoutDraft } from '../auth/session.ts'
import { readSessionId } from '../auth/token.ts'
import type { ShippingAddress } from '../contract/requests.ts'
import { parseRecord } from '../platform/parse-stored.ts'
import { CHECKOUT_DRAFT_KEY, saveStored, readStored } from '../platform/storage.ts'
import { parseAddress } from './shipping-address.ts'

interface Draft {
  /** Session id of the account that typed the address (`readSessionId`). */
  owner: string | undefined
  address: ShippingAddress
}

/**
 * Returns the address that this account typed into the checkout before a reload or a detour to sign-in; empty without
 * one. Removes the draft of another account.
 */
export function readCheckoutDraft(): ShippingAddress {
  const { owner, address } = parseRecord(readStored(CHECKOUT_DRAFT_KEY, 'sessionStorage'))
  if (owner === readSessionId()) return parseAddress(JSON.stringify(address ?? {}))
  dropCheckoutDraft()
  return parseAddress(null)
}

/** Saves the draft, unless the page's session has ended: the form's data must not pass to the next session. */
export function saveCheckoutDraft(address: ShippingAddress): void {
  if (!isOwnSession()) return
  const draft: Draft = { owner: readSessionId(), address }
  saveStored(CHECKOUT_DRAFT_KEY, draft, 'sessionStorage')
}
