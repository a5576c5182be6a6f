import { expect, test } from 'vitest'

import { scrollTables } from '../../../src/lib/domain/scroll-tables.ts'

test('each table stands in a box that scrolls by itself', () => {
  const box = '<div class="scrolling" role="group" aria-label="Table" tabindex="0">'
  expect(scrollTables('<p>a</p><table><tr><td>b</td></tr></table><table></table>')).toBe(
    `<p>a</p>${box}<table><tr><td>b</td></tr></table></div>${box}<table></table></div>`,
  )
})
