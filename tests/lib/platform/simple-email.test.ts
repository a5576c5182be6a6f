import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isSimpleEmail } from '@tanabana/contract/user.ts'

test('non-space text, @, non-space text, dot, non-space text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '@', '.', ' ', '\n'), maxLength: 12 }), (text) => {
      expect(isSimpleEmail(text)).toBe(/^\S+@\S+\.\S+$/.test(text))
    }),
    { numRuns: 5000, examples: [['a@a.a'], ['@@a.a'], ['a@.a'], ['a@a.'], ['a@a..']] },
  )
})

test('a long text of dots is judged at once', () => {
  const start = performance.now()
  expect(isSimpleEmail(`a@${'.'.repeat(200_000)} `)).toBe(false)
  expect(performance.now() - start).toBeLessThan(200)
})
