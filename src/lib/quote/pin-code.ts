import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { PIN_CODE_KEY, readStored, writeStored } from '../platform/storage.ts'

/** Returns the PIN code that was typed on this visit, as `readPinCode` reads it; `undefined` without one. */
export function readVisitPinCode(): string | undefined {
  return readPinCode(readStored(PIN_CODE_KEY, 'sessionStorage') ?? '')
}

/** Keeps a PIN code, as `readPinCode` reads it, for product page, cart and checkout of this visit. */
export function saveVisitPinCode(code: string): void {
  writeStored(PIN_CODE_KEY, code, 'sessionStorage')
}
