import { maskitoTransform } from '@maskito/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isNumericMask, toMask } from '../../../src/lib/payment/mask.ts'

function typed(maskText: string, value: string): string | undefined {
  const mask = toMask(maskText)
  return mask && maskitoTransform(value, { mask })
}

test.each([
  ['9999 9999 9999 9999', '4111111111111111', '4111 1111 1111 1111'],
  ['9999 9999 9999 9999', '4111-1111 11x', '4111 1111 11'],
  ['##/##', '1230', '12/30'],
  ['000', '12345', '123'],
  ['AAAAA9999A', 'abcde1234f', 'abcde1234f'],
  ['AAAAA9999A', '12abcde', 'abcde'],
  ['****-****', 'a1b2c3d4', 'a1b2-c3d4'],
  ['+\\91 99999', '76543', '+91 76543'],
])('mask %s makes %s %s', { tags: ['@req-3.10'] }, (mask, value, expected) => {
  expect(typed(mask, value)).toBe(expected)
})

test.each(['', '---', '\\9', '9'.repeat(201)])('%.20j is no mask', (text) => {
  expect(toMask(text)).toBeUndefined()
})

test('a mask of digits only shows the number pad', () => {
  expect(isNumericMask(toMask('99/99') ?? [])).toBe(true)
  expect(isNumericMask(toMask('A9') ?? [])).toBe(false)
})

test('no mask and no value throw', { tags: ['@req-3.10'] }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }), (mask, value) => {
      typed(mask, value)
    }),
  )
})
