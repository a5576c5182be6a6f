import { CONSENT_TEXT_MAX } from '@tanabana/contract/ad-tags.ts'
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

/** Returns when and to which text the shopper agreed; `undefined` without a valid agreement. */
export function readAgreement(): { at: string; text: string } | undefined {
  if (readConsent() !== 'granted') return undefined
  const { at, text } = parseRecord(readStored(CONSENT_KEY))
  if (typeof at !== 'string' || typeof text !== 'string') return undefined
  return { at, text: text.replace(/\s+/g, ' ').trim().slice(0, CONSENT_TEXT_MAX) }
}

/** Saves the choice, with the question and notice that were shown. Without storage, the next page asks again. */
export function saveConsent(choice: Consent, text: string): void {
  saveStored(CONSENT_KEY, { choice, at: new Date().toISOString(), text })
}
