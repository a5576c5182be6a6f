import { expect, test } from 'vitest'

import type { CartLine } from '../../../src/lib/cart/cart.ts'
import { restoreLines } from '../../../src/lib/cart/restore-lines.ts'

const line = (id: string, quantity = 1): CartLine => ({ id, name: id, image: '', price: 100, quantity })
const ids = (lines: CartLine[]) => lines.map(({ id, quantity }) => `${quantity} ${id}`)

test.each([
  { what: 'all lines of an emptied cart', now: [], expected: ['2 a', '1 b', '3 c'] },
  {
    what: 'a first line and lines after those that they followed',
    now: [line('b')],
    expected: ['2 a', '1 b', '3 c'],
  },
  {
    what: 'lines before those that were added since',
    now: [line('d')],
    expected: ['2 a', '1 b', '3 c', '1 d'],
  },
  { what: 'the quantity of a line that was added again', now: [line('c')], expected: ['2 a', '1 b', '4 c'] },
])('restores $what', ({ now, expected }) => {
  const before = [line('a', 2), line('b'), line('c', 3)]
  const removed = before.filter(({ id }) => id !== 'b' || now.every((one) => one.id !== 'b'))
  expect(ids(restoreLines(now, before, removed))).toEqual(expected)
})
