import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { editPhone, isBarePrefix, isPhoneField, phoneError, toPhone } from '../../../src/lib/payment/phone.ts'
import { sentenceText } from '../../../src/lib/i18n/translate.ts'

describe('phone fields', () => {
  test.each([
    ['tel', 'contact', true],
    ['text', 'phone', true],
    ['text', 'customerPhoneNumber', true],
    ['number', 'PHONE', true],
    ['text', 'telephone', true],
    ['select', 'phoneType', false],
    ['text', 'upiId', false],
    ['email', 'email', false],
  ])('type %s with the name %s: %s', { tags: ['@req-5.8'] }, (type, name, expected) => {
    expect(isPhoneField({ type, name })).toBe(expected)
  })

  test.each([
    ['', '+91'],
    ['+91', '+91'],
    ['9876543210', '+919876543210'],
    ['098765 43210', '+919876543210'],
    ['919876543210', '+919876543210'],
    ['+91 98765-43210', '+919876543210'],
    ['+91 (0) 98765 43210', '+919876543210'],
    ['0091 98765 43210', '+919876543210'],
    ['9198765432', '+919198765432'],
    ['+919198765432', '+919198765432'],
    ['98765432101234', '+919876543210'],
    ['no digits', '+91'],
    ['९८७६५ ४३२१०', '+919876543210'],
    ['+९१ ९८७६५ ४३२१०', '+919876543210'],
  ])('%j becomes %s', { tags: ['@req-5.8', '@req-9.5'] }, (text, value) => {
    expect(toPhone(text)).toBe(value)
  })

  test('the length cap comes from rules.maxLength, default 13', { tags: ['@req-5.8', '@req-9.5'] }, () => {
    expect(toPhone('9876543210', 10)).toBe('+919876543')
    expect(toPhone('9876543210', 20)).toBe('+919876543210')
    expect(toPhone('9876543210', 0)).toBe('+91')
  })

  test('the prefix alone is no number', { tags: ['@req-5.8'] }, () => {
    expect(['', '+91', '+919'].map(isBarePrefix)).toEqual([true, true, false])
  })
})

/** `|` marks the caret. */
function marked(text: string) {
  return { value: text.replace('|', ''), caret: text.indexOf('|') }
}

describe('typing into a phone field', () => {
  test.each([
    ['a digit at the end', '+919', '+9198|', '+9198|'],
    ['the first digit', '+91', '+919|', '+919|'],
    ['a letter at the end', '+919', '+919x|', '+919|'],
    ['a letter in the middle', '+919876', '+919x|876', '+919|876'],
    ['a digit in the middle', '+919876', '+9195|876', '+9195|876'],
    ['a digit more than there is room for', '+919876543210', '+9198765432105|', '+919876543210|'],
    ['a digit in the middle of a full number', '+919198765432', '+919195|8765432', '+91919|8765432'],
    ['the eleventh digit behind a trunk zero', '+910987654321', '+9109876543210|', '+919876543210|'],
    ['backspace at the end', '+9198', '+919|', '+919|'],
    ['backspace behind the prefix', '+9198765', '+9|98765', '+91|98765'],
    ['backspace behind an empty prefix', '+91', '+9|', '+91|'],
    ['delete before the prefix', '+9198765', '|9198765', '+91|98765'],
    ['deleting the prefix and a digit', '+9198765', '|8765', '+91|8765'],
    ['deleting everything', '+919876543210', '|', '+91|'],
    ['deleting digits in the middle', '+919876543210', '+9198|3210', '+9198|3210'],
    ['a digit typed into the prefix', '+9198', '+5|9198', '+915|98'],
    ['a number with country code pasted behind the prefix', '+91', '+91919876543210|', '+919876543210|'],
    ['a number with trunk zero pasted behind the prefix', '+91', '+91098765 43210|', '+919876543210|'],
    ['a whole number pasted behind the prefix', '+91', '+91+91 98765-43210|', '+919876543210|'],
    ['a whole number pasted behind digits', '+9177', '+9177+91 98765-43210|', '+919876543210|'],
    ['a number pasted over everything', '+917700000000', '098765 43210|', '+919876543210|'],
    ['a number filled in by the browser', '', '9876543210|', '+919876543210|'],
  ])('%s', (_what, previous, typed, expected) => {
    const { value, caret } = editPhone(previous, marked(typed))
    expect(`${value.slice(0, caret)}|${value.slice(caret)}`).toBe(expected)
  })

  test(
    'for any typed text the value is +91 and at most 10 digits, with the caret inside',
    { tags: ['@req-5.8', '@req-9.5'] },
    () => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.integer({ min: -3, max: 40 }))),
          fc.option(fc.nat(30), { nil: undefined }),
          (edits, maxLength) => {
            let previous = toPhone('', maxLength)
            for (const [value, caret] of edits) {
              const next = editPhone(previous, { value, caret }, maxLength)
              expect(next.value).toMatch(/^\+91\d{0,10}$/)
              expect(next.value.length).toBeLessThanOrEqual(Math.max(3, Math.min(13, maxLength ?? 13)))
              expect(next.caret).toBeGreaterThanOrEqual(3)
              expect(next.caret).toBeLessThanOrEqual(next.value.length)
              previous = next.value
            }
          },
        ),
      )
    },
  )
})

function errorText(...given: Parameters<typeof phoneError>): string | undefined {
  const error = phoneError(...given)
  return error && sentenceText(error)
}

describe('messages of a phone field', () => {
  test.each([
    ['9876543210', {}, 'Phone number must start with +91'],
    ['+91987', { minLength: 13 }, 'Phone number must have at least 13 characters'],
    ['+91987', { minLength: 13, maxLength: 13 }, 'Phone number must have at least 13 characters'],
    ['+919876543210', { maxLength: 10 }, 'Phone number must have no more than 10 characters'],
    ['+91987', {}, 'Phone number must be 13 characters (including +91)'],
    ['+91987', { maxLength: 13 }, undefined],
    ['+919876543210', {}, undefined],
    ['+919876543210', { minLength: 13, maxLength: 13 }, undefined],
  ])('%s with %j: %s', { tags: ['@req-5.8'] }, (value, rules, message) => {
    expect(errorText(value, rules)).toBe(message)
  })

  test('the pattern is checked last', { tags: ['@req-5.8'] }, () => {
    expect(errorText('+919876543210', {}, () => false)).toBe('Invalid phone number format')
    expect(errorText('+91987', {}, () => false)).toBe('Phone number must be 13 characters (including +91)')
  })
})
