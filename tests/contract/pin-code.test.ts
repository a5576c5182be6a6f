import { expect, test } from 'vitest'

import { readPinCode } from '@tanabana/contract/pin-code.ts'

test.each([
  '190001',
  ' 190 001 ',
  '190-001',
  '190–001',
  '190.001',
  '1 9 0 0 0 1',
  '१९०००१',
  '１９０００１',
  '١٩٠٠٠١',
  '19००01',
  'PIN 190001',
  'Pin code: 190 001',
  'pincode-190001',
  'पिन कोड १९०००१',
  '\u200e190001\u200b',
])('%j is the PIN code 190001', (text) => {
  expect(readPinCode(text)).toBe('190001')
})

test.each([
  '',
  '0190001',
  '090001',
  'PIN 0-190001',
  '19000',
  '1900011',
  '190001, 411001',
  'Srinagar 190001',
  '19000I',
  '190,001',
  '1.9e5',
  '+190001',
  '²90001',
])('%j is no PIN code', (text) => {
  expect(readPinCode(text)).toBeUndefined()
})
