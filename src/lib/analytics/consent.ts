import { parseRecord } from '../platform/parse-stored.ts'
import { CONSENT_KEY, readStored, saveStored } from '../platform/storage.ts'

/** Whether the shopper allows measurement on this host. */
export type Consent = 'granted' | 'denied'

/** Ask again after half a year, whatever the choice. */
const VALID_FOR_MS = 180 * 24 * 60 * 60 * 1000

/** Returns the shopper's choice; `undefined` when the bar should ask. */
export function readConsent(): Consent | undefined {
  const { choice, at } = parseRecord(readStored(CONSENT_KEY))
  const isKnown = choice === 'granted' || choice === 'denied'
  const isValid = typeof at === 'string' && Date.now() - Date.parse(at) < VALID_FOR_MS
  return isKnown && isValid ? choice : undefined
}

/** Saves the choice. Without storage, the next page asks again. */
export function saveConsent(choice: Consent): void {
  saveStored(CONSENT_KEY, { choice, at: new Date().toISOString() })
}
