import { toAsciiDigits } from '@tanabana/contract/digits.ts'

/** A code in capitals, with digits 0 to 9, without spaces; `undefined` for a blank one. */
export function normalizeOfferCode(typed: string | undefined): string | undefined {
  return (
    toAsciiDigits(typed ?? '')
      .replace(/\s/g, '')
      .toUpperCase() || undefined
  )
}
