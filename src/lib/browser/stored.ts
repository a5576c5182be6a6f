import { CART_DEED_KEY, GRID_KEY, VIEWED_KEY, WISHLIST_KEY } from '../constants.ts'
import { BOUGHT_KEY, CARRIED_TOAST_KEY, CHECKOUT_DRAFT_KEY } from './keys.ts'

/** The first outlives the visit and is shared by all tabs, the second is this tab's. */
type Place = 'localStorage' | 'sessionStorage'

/** A value that localStorage did not take, and what localStorage holds under its key instead. */
interface Unsaved {
  text: string
  instead: string | null
}

/** Removed where a place is full, so that carts and wishlists find room. */
const DISPENSABLE: Record<Place, string[]> = {
  localStorage: [CART_DEED_KEY, VIEWED_KEY, GRID_KEY],
  sessionStorage: [BOUGHT_KEY, CARRIED_TOAST_KEY, CHECKOUT_DRAFT_KEY],
}

/** Of no use for one visit alone: sessionStorage does not take them. */
const FOR_LATER_VISITS = [WISHLIST_KEY]

const UNSAVED_PREFIX = 'unsaved-'

/** Values that no storage took: they last until the page is left. */
const inMemory = new Map<string, Unsaved>()

/** What is stored under `key` at this moment, or `null` where there is nothing or it can't be read. */
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
export function keepStored(key: string, value: unknown, place: Place = 'localStorage'): boolean {
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
  // An old cart must not come back when its emptying can't be written.
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
  try {
    const { text, instead } = JSON.parse(stored ?? 'null') as Unsaved
    return typeof text === 'string' ? { text, instead } : undefined
  } catch {
    return undefined
  }
}
