import { toAsciiDigits } from './digits.ts'

/** Spaces, dashes, dots, colons and invisible marks, as in `411 001` or `PIN: 411-001`. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}.:]/gu
const PIN_CODE = /^(?:pin(?:code)?|पिन(?:कोड)?)?([1-9]\d{5})$/i

/**
 * Reads a PIN code of India in any digits and the spellings that people use: six digits, the first not 0, with
 * separators and after the word PIN. `undefined` for anything else. docs/requirements.md#34-shipping-address
 */
export function readPinCode(text: string): string | undefined {
  return PIN_CODE.exec(toAsciiDigits(text).replace(SEPARATORS, ''))?.[1]
}
