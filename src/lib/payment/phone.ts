import { PHONE_DIGITS, PHONE_MAX_LENGTH, PHONE_PREFIX } from '@tanabana/contract/constants.ts'
import { toAsciiDigits } from '@tanabana/contract/digits.ts'
import type { Sentence } from '../i18n/translate.ts'
import { phoneMessages } from './messages.ts'

const COUNTRY_CODE = PHONE_PREFIX.slice(1)

/** Content of a text field; `caret` counts characters from the start. */
export interface TypedText {
  value: string
  caret: number
}

/** True for a field of type tel or with `phone` in its name, except a select. docs/requirements.md#58-phone-fields */
export function isPhoneField({ type, name }: { type: string; name: string }): boolean {
  return type === 'tel' || (type !== 'select' && name.toLowerCase().includes('phone'))
}

/** True when the value is only the forced prefix. */
export function isBarePrefix(value: string): boolean {
  return value === '' || value === PHONE_PREFIX
}

/**
 * Converts any text to the value of a phone field: `+91` and at most 10 digits, within `maxLength` characters.
 * Recognizes a country code or trunk zero, without counting it. docs/requirements.md#58-phone-fields
 *
 * @example toPhone('098765 43210') // '+919876543210'
 */
export function toPhone(text: string, maxLength?: number): string {
  return withPrefix(nationalDigits(toAsciiDigits(text)), maxLength)
}

/**
 * Returns the value and caret after an edit. `typed` is the browser's result, `previous` the phone value before it.
 * Digits around the edit stay, the prefix is restored, and input beyond the limit is dropped instead of other digits.
 */
export function editPhone(previous: string, typed: TypedText, maxLength?: number): TypedText {
  const edited = Math.max(0, Math.min(typed.caret, typed.value.length))
  const after = typed.value.slice(edited)
  const keptLength = previous.endsWith(after) ? previous.length - after.length : previous.length
  const end = previous.endsWith(after) ? edited : typed.value.length
  const start = commonStart(previous.slice(0, keptLength), typed.value.slice(0, end))

  const head = previous.slice(PHONE_PREFIX.length, Math.max(PHONE_PREFIX.length, start))
  const tail = previous.slice(Math.max(PHONE_PREFIX.length, keptLength))
  const inserted = toAsciiDigits(typed.value.slice(start, end))
  if (head + tail === '' || inserted.trim().startsWith(PHONE_PREFIX)) {
    const value = toPhone(inserted, maxLength)
    return { value, caret: value.length }
  }

  const room = roomFor(maxLength) - head.length - tail.length
  const digits = inserted.replace(/\D/g, '')
  // The eleventh digit after a trunk zero: drop the zero, and the number is complete.
  if (digits.length > room && head.startsWith('0')) {
    const value = withPrefix(head.slice(1) + digits + tail, maxLength)
    return { value, caret: Math.min(value.length, PHONE_PREFIX.length + head.length - 1 + digits.length) }
  }
  const accepted = digits.slice(0, Math.max(0, room))
  return {
    value: withPrefix(head + accepted + tail, maxLength),
    caret: PHONE_PREFIX.length + head.length + accepted.length,
  }
}

/**
 * Returns the message of an invalid, non-empty phone number; `undefined` when it is valid. Checks in the order of
 * docs/requirements.md#58-phone-fields
 */
export function phoneError(
  value: string,
  rules: { minLength?: number | undefined; maxLength?: number | undefined },
  matchesPattern: (value: string) => boolean = () => true,
): Sentence | undefined {
  const { minLength, maxLength } = rules
  if (!value.startsWith(PHONE_PREFIX)) return { text: phoneMessages.prefix }
  if (minLength !== undefined && value.length < minLength) {
    return { text: phoneMessages.tooShort, values: { minimum: minLength } }
  }
  if (maxLength !== undefined && value.length > maxLength) {
    return { text: phoneMessages.tooLong, values: { maximum: maxLength } }
  }
  if (minLength === undefined && maxLength === undefined && value.length !== PHONE_MAX_LENGTH) {
    return { text: phoneMessages.wrongLength }
  }
  return matchesPattern(value) ? undefined : { text: phoneMessages.wrongFormat }
}

function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  let national = text.trim().startsWith(PHONE_PREFIX) ? digits.slice(COUNTRY_CODE.length) : digits
  if (national.length > PHONE_DIGITS) national = national.replace(/^0+/, '')
  if (national.length > PHONE_DIGITS && national.startsWith(COUNTRY_CODE)) {
    national = national.slice(COUNTRY_CODE.length)
  }
  if (national.length > PHONE_DIGITS) national = national.replace(/^0+/, '')
  return national
}

function withPrefix(national: string, maxLength?: number): string {
  return PHONE_PREFIX + national.slice(0, roomFor(maxLength))
}

function roomFor(maxLength: number = PHONE_MAX_LENGTH): number {
  return Math.max(0, Math.min(PHONE_DIGITS, maxLength - PHONE_PREFIX.length))
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
