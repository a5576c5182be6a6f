import { isOwnSession } from '../auth/protected-page.ts'
import { dropCheckoutDraft } from '../auth/session-store.ts'
import { readSessionId } from '../auth/session.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { parseRecord } from '../platform/parse-stored.ts'
import { CHECKOUT_DRAFT_KEY, readStored, saveStored } from '../platform/storage.ts'

export interface Draft {
  /** Session id of the account that typed the address (`readSessionId`). */
  owner: string | undefined
  address: ShippingAddress
}

export type ShippingField = keyof ShippingAddress

/** In the order of the form. docs/requirements.md#34-shipping-address */
const SHIPPING_FIELDS: readonly ShippingField[] = [
  'fullName',
  'address',
  'city',
  'state',
  'postalCode',
  'phone',
]

/** Returns the address with the value of each field; a value that is not text becomes empty. */
export function addressOf(given: (name: ShippingField) => unknown): ShippingAddress {
  const text = (name: ShippingField) => {
    const value = given(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    fullName: text('fullName'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postalCode'),
    phone: text('phone'),
  }
}

/** Returns the required fields that are empty or blank, in the order of the form. docs/requirements.md#53-checkout-form */
export function blankFields(address: ShippingAddress): ShippingField[] {
  return SHIPPING_FIELDS.filter((name) => address[name].trim() === '')
}

/** Parses a stored address; empty fields for anything that is not text. */
export function parseAddress(stored: string | null): ShippingAddress {
  const fields = parseRecord(stored)
  return addressOf((name) => fields[name])
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
