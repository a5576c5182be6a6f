import { flaws, HEADING_ORDER, WCAG } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openState, states } from './states.ts'

/**
 * WCAG 2.2 AA and the order of headings by axe, and nothing wider than the screen, in every state of every page before
 * the cart: all of them on a phone, and each layout once on a desktop.
 */

test.use({ expectedComplaints: /Failed to load resource|^Store information:/ })

for (const state of states) {
  const tag = state.onDesktop ? [] : '@phone'
  test(`${state.name}: axe finds nothing, and the page fits its screen`, { tag }, async ({ page }) => {
    await openState(page, state)
    expect(await flaws(page, WCAG)).toEqual([])
    expect(await flaws(page, HEADING_ORDER)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  })
}
