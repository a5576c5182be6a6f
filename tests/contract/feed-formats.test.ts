import fc from 'fast-check'
import { expect, it } from 'vitest'

import { toCsvRow, unguardCell } from '@tanabana/contract/feed-formats.ts'

it('guards each cell that a spreadsheet would run, and gives it back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '＝', 'a', '\t') }), (cell) => {
      const guarded = toCsvRow([cell])
      expect(guarded).not.toMatch(/^[=+\-@＝\t\r]/)
      expect(unguardCell(guarded)).toBe(cell)
    }),
  )
})
