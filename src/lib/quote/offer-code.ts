import { toAsciiDigits } from '@tanabana/contract/digits.ts'
import { OFFER_CODE_KEY, readStored, writeStored } from '../platform/storage.ts'

const LONGEST = 40

/** Returns the code that waits in the cart, typed or of a link (scripts/page.ts); `undefined` without one. */
export function readOfferCode(): string | undefined {
  return normalizeOfferCode(readStored(OFFER_CODE_KEY) ?? '')
}

/** Keeps a code for the next order; `undefined` forgets it. */
export function saveOfferCode(code: string | undefined): void {
  writeStored(OFFER_CODE_KEY, normalizeOfferCode(code ?? '') ?? null)
}

/** Writes a code as shops compare it, in capitals and digits from 0 to 9 without spaces; `undefined` for a blank or overlong one. */
function normalizeOfferCode(text: string): string | undefined {
  const code = toAsciiDigits(text).replaceAll(/\s/g, '').toUpperCase()
  return code === '' || code.length > LONGEST ? undefined : code
}
