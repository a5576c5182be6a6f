import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { issuesOf } from '../../../cli/doctor/describe.ts'

const schema = z.object({ field: z.unknown() })
const describe = (field: z.ZodMiniType, value: unknown) =>
  issuesOf(z.extend(schema, { field }), { field: value }).map(({ says }) => says)

it.each([
  [z.string(), 999, 'a string but is the number 999'],
  [z.enum(['qr', 'deeplink']), 'iframe', '"qr" or "deeplink" but is the string "iframe"'],
  [z.literal('shop'), 'bank', '"shop" but is the string "bank"'],
  [z.int(), 1.5, 'an integer but is the number 1.5'],
  [z.int().check(z.positive()), 0, 'more than 0 but is the number 0'],
  [z.number().check(z.maximum(5)), 6, 'at most 5 but is the number 6'],
  [z.string().check(z.minLength(1)), '', 'a string of at least 1 character but is the string ""'],
  [z.array(z.string()).check(z.minLength(2)), [], 'a list of at least 2 items but is a list'],
  [z.string().check(z.regex(/^G-/)), 'UA-1', 'a string that matches /^G-/ but is the string "UA-1"'],
  [z.union([z.string(), z.number()]), true, 'a string or a number but is true'],
  [
    z.union([z.string(), z.object({ value: z.string() })]),
    { value: 1 },
    'a string or an object as in the contract but is an object',
  ],
])('names the expected value: %#', (field, value, sentence) => {
  expect(describe(field, value)).toEqual([`"field" must be ${sentence}`])
})
