import { OFFER_CODE_KEY, readStored, writeStored } from '../platform/storage.ts'

const LONGEST = 40

/** Returns the code that waits in the cart, from an ad link or typed; `undefined` without one. */
export function readOfferCode(): string | undefined {
  return normalizeOfferCode(readStored(OFFER_CODE_KEY) ?? '')
}

/** Keeps a code for the next order; `undefined` forgets it. */
export function saveOfferCode(code: string | undefined): void {
  writeStored(OFFER_CODE_KEY, normalizeOfferCode(code ?? '') ?? null)
}

/** Keeps the code of a link such as `/?offer=WELCOME10`, so that it waits in the cart. */
export function keepLinkedOffer(): void {
  const code = new URLSearchParams(location.search).get('offer')
  if (code) saveOfferCode(code)
}

/** Writes a code as shops compare it, in capitals without spaces; `undefined` for a blank or overlong one. */
function normalizeOfferCode(text: string): string | undefined {
  const code = text.replaceAll(/\s/g, '').toUpperCase()
  return code === '' || code.length > LONGEST ? undefined : code
}
