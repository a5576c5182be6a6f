import { expect, test } from 'vitest'

import { readPhone, telephoneAddress } from '@tanabana/contract/phone.ts'

test.each([
  '9876543210',
  '+919876543210',
  '+91 98765 43210',
  '+91-98765-43210',
  '+91 (0) 98765 43210',
  '0091 98765 43210',
  '091 98765 43210',
  '91 9876543210',
  '098765 43210',
  '९८७६५ ४३२१०',
  '+९१ ९८७६५४३२१०',
  '９８７６５４３２１０',
  '٩٨٧٦٥٤٣٢١٠',
  '98765.43210',
  '98765x43210',
  'Mob: 98765 43210 (Asha)',
  '9876543210 / 9123456780',
  '98765 43210 ext 12',
  '\u202a+91 98765 43210\u202c',
])('%j is the phone 9876543210', (text) => {
  expect(readPhone(text)).toBe('9876543210')
})

test.each([
  ['+1 415 555 2671', '4155552671'],
  ['001 415 555 2671', '4155552671'],
  ['+971 50 123 4567', '1501234567'],
  ['022 2345 6789', '2223456789'],
])('the number %j is compared as %s', (text, digits) => {
  expect(readPhone(text)).toBe(digits)
})

test.each(['', 'none', '43210', '+91 98765', '98765 43210 1', '12345678901234567890', '+1234567890123456'])(
  '%j is no phone',
  (text) => {
    expect(readPhone(text)).toBeUndefined()
  },
)

test('a tel: link has the digits of any script', () => {
  expect(telephoneAddress('+९१ (२०) 2345-6789')).toBe('tel:+912023456789')
  expect(telephoneAddress('Phone Number')).toBeUndefined()
})
