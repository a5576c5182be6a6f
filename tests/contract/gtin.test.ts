import { expect, test } from 'vitest'

import { isGtin } from '@tanabana/contract/gtin.ts'

test.each([
  ['96385074', true],
  ['036000291452', true],
  ['4006381333931', true],
  ['14006381333938', true],
  ['4006381333932', false],
  ['4.00638E+12', false],
  ['36000291452', false],
  ['0000000000000', false],
  ['KURTA-000001', false],
  ['', false],
])('the barcode %j is a GTIN: %s', (barcode, expected) => {
  expect(isGtin(barcode)).toBe(expected)
})
