import type { Page } from 'playwright/test'

import { storedCart } from '../buying/shopper.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'

/** G16, T13: each tab adds when it has seen what the other one added. */
test(
  'two tabs that add 100 pieces each, in turns, make 200 pieces',
  { tag: '@desktop' },
  async ({ page }) => {
    const { origin } = openOtherShop()
    const other = await page.context().newPage()
    for (const tab of [page, other]) {
      await tab.goto(`${origin}/products?wait=1`)
      await expect(tab.locator('main article')).toHaveCount(12)
    }
    const add = (tab: Page, product: number) =>
      tab.evaluate((index) => {
        document.querySelectorAll<HTMLElement>('main [data-action=add-to-cart]')[index]?.click()
      }, product)
    const see = (tab: Page, count: number) =>
      tab.waitForFunction(
        (text) => document.querySelector('[data-cart-count]')?.textContent === text,
        String(count),
      )
    for (let round = 0; round < 100; round += 1) {
      await add(page, round % 4)
      await see(other, 2 * round + 1)
      await add(other, round % 4)
      await see(page, 2 * round + 2)
    }
    for (const tab of [page, other]) {
      const lines = (await storedCart(tab)) as { quantity: number }[]
      expect(lines.map(({ quantity }) => quantity)).toEqual([50, 50, 50, 50])
    }
  },
)
