import { PHONE_DIGITS, PHONE_PREFIX } from './constants.ts'
import { toAsciiDigits } from './digits.ts'

const COUNTRY_CODE = PHONE_PREFIX.slice(1)
/** Letters and marks between a number and other words, or between two numbers. */
const NO_PART_OF_A_NUMBER = /[^\d\s()+.\p{Pd}\p{Cf}]+/u
/** Digits of an international number, with its country code. */
const INTERNATIONAL_MAX = 15

/**
 * Reads the ten digits by which phone numbers are compared, in any digits and spelling: `+91 98765 43210`,
 * `0091-9876543210`, `098765 43210` and `९८७६५ ४३२१०` are one phone. Of several numbers the first counts; of a foreign
 * one, the last ten digits. `undefined` for anything else. docs/requirements.md#34-shipping-address
 */
export function readPhone(text: string): string | undefined {
  const typed = toAsciiDigits(text)
  const parts = typed.split(NO_PART_OF_A_NUMBER).map(readNumber)
  return parts.find((number) => number !== undefined) ?? readNumber(typed)
}

/** Address of a `tel:` link: the digits of the text, after its plus sign; `undefined` for a text without digits. */
export function telephoneAddress(text: string): string | undefined {
  const number = toAsciiDigits(text).replaceAll(/[^+\d]/g, '')
  return /\d/.test(number) ? `tel:${number}` : undefined
}

function readNumber(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '')
  const isInternational = text.includes('+') || digits.startsWith('00')
  const number = digits.length > PHONE_DIGITS ? digits.replace(/^0+/, '') : digits
  const isIndian = number.startsWith(COUNTRY_CODE) && number.length > PHONE_DIGITS + 1
  const national = isIndian ? number.slice(COUNTRY_CODE.length).replace(/^0+(?=\d{10}$)/, '') : number
  if (national.length === PHONE_DIGITS) return national
  const isForeign = isInternational && !isIndian && number.length > PHONE_DIGITS
  return isForeign && number.length <= INTERNATIONAL_MAX ? number.slice(-PHONE_DIGITS) : undefined
}
