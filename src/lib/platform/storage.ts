import { CART_ACTION_KEY, GRID_KEY, VIEWED_KEY, WISHLIST_KEY } from '@tanabana/contract/constants.ts'
import { parseRecord } from './parse-stored.ts'

/** Storage keys that few pages use; `contract/constants.ts` ships with every page. */
export const ADDRESSES_KEY = 'addresses'
export const ATTRIBUTION_KEY = 'attribution'
export const CARRIED_EMAIL_KEY = 'carried-email'
export const CHECKOUT_DRAFT_KEY = 'checkout'
export const CONSENT_KEY = 'consent'
export const PURCHASE_KEY = 'bought'
export const INVOICE_CONTACT_KEY = 'invoice-contact'
export const PAYMENT_CHOICES_KEY = 'payment-choices'
export const WAITING_PAYMENT_KEY = 'waiting-payment'
export const PLACED_ORDER_KEY = 'placed-order'
export const CARRIED_TOAST_KEY = 'carried-toast'
export const REGISTRATION_KEY = 'registration'
export const SCROLL_KEY = 'scroll'
export const LINE_REFUSALS_KEY = 'refused-lines'
export const OFFER_CODE_KEY = 'offer-code'
export const PIN_CODE_KEY = 'pin-code'

/** localStorage outlives the visit and is shared by all tabs; sessionStorage belongs to one tab. */
type Place = 'localStorage' | 'sessionStorage'

/** A value for which localStorage had no room, and the older value that it holds under the key. */
interface Unsaved {
  text: string
  instead: string | null
}

/** Keys to remove when a place is full, to make room for carts and wishlists. */
const DISPENSABLE: Record<Place, string[]> = {
  localStorage: [CART_ACTION_KEY, VIEWED_KEY, GRID_KEY],
  sessionStorage: [
    SCROLL_KEY,
    LINE_REFUSALS_KEY,
    PIN_CODE_KEY,
    INVOICE_CONTACT_KEY,
    PAYMENT_CHOICES_KEY,
    PLACED_ORDER_KEY,
    PURCHASE_KEY,
    CARRIED_TOAST_KEY,
    CHECKOUT_DRAFT_KEY,
    REGISTRATION_KEY,
  ],
}

/** Keys of no use within one visit; never saved to sessionStorage. */
const FOR_LATER_VISITS = [WISHLIST_KEY]

const UNSAVED_PREFIX = 'unsaved-'

/** Values for which no storage had room. They last until the page unloads. */
const inMemory = new Map<string, Unsaved>()

/** Returns the value stored under `key`; `null` when there is none or storage can't be read. */
export function readStored(key: string, place: Place = 'localStorage'): string | null {
  const text = read(key, place)
  if (place === 'sessionStorage') return text
  const unsaved = inMemory.get(key) ?? parseUnsaved(read(UNSAVED_PREFIX + key, 'sessionStorage'))
  if (!unsaved) return text
  if (unsaved.instead === text) return unsaved.text
  // Another tab has stored a newer value since.
  forgetUnsaved(key)
  return text
}

/** Stores `value` as JSON under `key`, or removes the key when it is `undefined`. Returns as `writeStored` does. */
export function saveStored(key: string, value: unknown, place: Place = 'localStorage'): boolean {
  return writeStored(key, value === undefined ? null : JSON.stringify(value), place)
}

/**
 * Stores `text` under `key`; `null` removes the key, which needs no room. Where localStorage is full, dispensable values
 * make room; where that is not enough, sessionStorage takes the value for this tab, then memory for this page.
 * Returns false when the value will be lost with the page.
 */
export function writeStored(key: string, text: string | null, place: Place = 'localStorage'): boolean {
  if (place === 'localStorage') forgetUnsaved(key)
  if (text === null) return remove(key, place)
  if (write(key, text, place)) return true
  if (DISPENSABLE[place].includes(key)) return false
  for (const other of DISPENSABLE[place]) remove(other, place)
  if (write(key, text, place)) return true
  if (place === 'sessionStorage') return false
  // An emptied cart must not come back because there is no room to write it.
  if (text.length < (read(key, place)?.length ?? 0)) {
    remove(key, place)
    if (write(key, text, place)) return true
  }
  const unsaved: Unsaved = { text, instead: read(key, place) }
  const isForVisit = !FOR_LATER_VISITS.includes(key)
  if (isForVisit && writeStored(UNSAVED_PREFIX + key, JSON.stringify(unsaved), 'sessionStorage')) return true
  inMemory.set(key, unsaved)
  return false
}

/** False when what was last written under `key` will be lost with the page. */
export function isSaved(key: string): boolean {
  return !inMemory.has(key)
}

function forgetUnsaved(key: string): void {
  inMemory.delete(key)
  remove(UNSAVED_PREFIX + key, 'sessionStorage')
}

function read(key: string, place: Place): string | null {
  try {
    return window[place].getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string, place: Place): boolean {
  try {
    window[place].setItem(key, text)
    return true
  } catch {
    return false
  }
}

function remove(key: string, place: Place): boolean {
  try {
    window[place].removeItem(key)
    return true
  } catch {
    return false
  }
}

function parseUnsaved(stored: string | null): Unsaved | undefined {
  const { text, instead } = parseRecord(stored)
  return typeof text === 'string'
    ? { text, instead: typeof instead === 'string' ? instead : null }
    : undefined
}
