import { expect, test } from 'vitest'

import { toAsciiDigits } from '@tanabana/contract/digits.ts'

test('writes the digits of every script that the runtime knows as 0 to 9', () => {
  const scripts = Intl.supportedValuesOf('numberingSystem').map((numberingSystem) =>
    Array.from({ length: 10 }, (_, digit) => digit.toLocaleString('en', { numberingSystem })),
  )
  // Algorithmic systems and ideographs are no decimal digits.
  const decimal = scripts.filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)))
  expect(decimal.length).toBeGreaterThan(60)
  for (const digits of decimal) expect(toAsciiDigits(digits.join(''))).toBe('0123456789')
})

test('leaves everything else as it is', () => {
  expect(toAsciiDigits('PIN ४११-001, ²½Ⅳ七')).toBe('PIN 411-001, ²½Ⅳ七')
})
