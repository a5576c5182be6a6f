import AxeBuilder from '@axe-core/playwright'

import { expect, test } from '../fixtures.ts'
import { openState, states } from './states.ts'

/**
 * WCAG 2.2 AA by axe, and nothing wider than the screen, in every state of every page before the cart: all of them on a
 * phone, and each layout once on a desktop.
 */

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const ONLY_ON_PHONES = /^(menu|privacy|refund|return|shipping|about)$|, /

test.use({ expectedComplaints: /Failed to load resource|^Store information:/ })

for (const state of states) {
  const tag = ONLY_ON_PHONES.test(state.name) ? '@phone' : []
  test(`${state.name}: axe finds nothing, and the page fits its screen`, { tag }, async ({ page }) => {
    await openState(page, state)
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(' '))])).toEqual(
      [],
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  })
}
