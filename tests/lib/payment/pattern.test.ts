import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'

import { compilePattern } from '../../../src/lib/payment/payment-form.ts'

test.each([
  ['^\\+91[6-9]\\d{9}$', '+919876543210', true],
  ['^\\+91[6-9]\\d{9}$', '+911876543210', false],
  ['\\d{4}', 'card 1234 5', true],
  ['^[A-Z]{5}\\d{4}[A-Z]$', 'ABCDE1234F', true],
  ['^\\w+@\\w+$', 'meera@upi', true],
  ['\\u0041', 'A', true],
])('%s on %s: %s', async (pattern, value, expected) => {
  const matches = await compilePattern(pattern)
  expect(matches?.(value)).toBe(expected)
})

test.each(['[', '(', 'a{2,1}', '*', '(?=a)b', '(a)\\1', 'a'.repeat(1001)])(
  'a pattern that cannot be read is no pattern: %.20s',
  async (pattern) => {
    expect(await compilePattern(pattern)).toBeUndefined()
  },
)

test('patterns of a fixed length match as in RE2', async () => {
  const letters = fc.constantFrom(
    'a',
    'B',
    '7',
    '_',
    '\\d',
    '\\+',
    '\\.',
    '[a-c]',
    '[6-9]',
    '[A-Z0-9]',
    ' ',
    '@',
  )
  const counts = fc.constantFrom('', '{0}', '{2}', '{10}')
  const patterns = fc
    .tuple(fc.boolean(), fc.array(fc.tuple(letters, counts), { minLength: 1, maxLength: 6 }), fc.boolean())
    .map(([isStart, parts, isEnd]) => `${isStart ? '^' : ''}${parts.flat().join('')}${isEnd ? '$' : ''}`)
  const values = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '7', '9', '+', '.', '_', ' ', '@', '\n') })
  await fc.assert(
    fc.asyncProperty(patterns, values, async (pattern, value) => {
      const matches = await compilePattern(pattern)
      expect(matches?.(value)).toBe(RE2JS.compile(RE2JS.translateRegExp(pattern)).matcher(value).find())
    }),
  )
})

test(
  'a pattern that would block a backtracking engine is checked at once',
  { tags: ['@req-3.10', '@req-13.5'] },
  async () => {
    const matches = await compilePattern('^(a+)+$')
    const start = performance.now()
    expect(matches?.(`${'a'.repeat(5000)}!`)).toBe(false)
    expect(performance.now() - start).toBeLessThan(1000)
  },
)

test('no pattern throws', { tags: ['@asvs-1.2.9', '@req-13.5'] }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), fc.string(), async (pattern, value) => {
      const matches = await compilePattern(pattern)
      expect([true, false, undefined]).toContain(matches?.(value))
    }),
  )
})
