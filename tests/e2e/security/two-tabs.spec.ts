import type { Page } from 'playwright/test'

import { fillHeart } from '../browsing/products.ts'
import { storedCart } from '../buying/shopper.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'

async function openTabs(page: Page): Promise<[Page, Page]> {
  const { origin } = openOtherShop()
  const other = await page.context().newPage()
  const tabs: [Page, Page] = [page, other]
  for (const [card, tab] of tabs.entries()) {
    await tab.goto(`${origin}/products?wait=1`)
    await expect(tab.locator('main article')).toHaveCount(12)
    // Presses are counted one by one as soon as the scripts are there.
    await fillHeart(tab, card)
  }
  return tabs
}

const ADDS = 100

/** SECURITY.md#two-tabs. In turns: tests/e2e/buying/cart.spec.ts */
for (const everyMs of [10, 0]) {
  test(
    `two tabs that add ${ADDS} pieces each at the same moments, ${everyMs} ms apart, make ${2 * ADDS} pieces`,
    { tag: ['@desktop', '@fault-6'] },
    async ({ page }) => {
      const tabs = await openTabs(page)
      const startAt = Date.now() + 300
      await Promise.all(tabs.map((tab) => addMany(tab, startAt, everyMs)))
      for (const tab of tabs) {
        await expect(tab.locator('[data-cart-count]').first()).toHaveText(String(2 * ADDS))
        await expect
          .poll(async () =>
            ((await storedCart(tab)) as { quantity: number }[]).map(({ quantity }) => quantity),
          )
          .toEqual([50, 50, 50, 50])
      }
    },
  )
}

/** Clicks of the four first cards in turn: all at the same moments of the machine's clock. */
async function addMany(tab: Page, startAt: number, everyMs: number): Promise<void> {
  await tab.evaluate(
    async ({ startAt, everyMs, count }) => {
      const buttons = document.querySelectorAll<HTMLElement>('main [data-action=add-to-cart]')
      for (let done = 0; done < count; done += 1) {
        while (Date.now() < startAt + done * everyMs) await new Promise((resolve) => setTimeout(resolve))
        buttons[done % 4]?.click()
      }
    },
    { startAt, everyMs, count: ADDS },
  )
}
