import { CONSENT_KEY } from './keys.ts'
import { keepStored, readStored } from './stored.ts'

/** Whether a shopper lets this host's shop measure. */
export type Consent = 'granted' | 'denied'

/** After half a year it is asked again, whichever way it went. */
const ASKED_AGAIN_MS = 180 * 24 * 60 * 60 * 1000

/** What the shopper said; `undefined` when it is to be asked. */
export function readConsent(): Consent | undefined {
  try {
    const { choice, at } = JSON.parse(readStored(CONSENT_KEY) ?? '') as { choice: unknown; at: string }
    const isKnown = choice === 'granted' || choice === 'denied'
    return isKnown && Date.now() - Date.parse(at) < ASKED_AGAIN_MS ? choice : undefined
  } catch {
    return undefined
  }
}

/** A browser without storage is asked again on the next page. */
export function keepConsent(choice: Consent): void {
  keepStored(CONSENT_KEY, { choice, at: new Date().toISOString() })
}
