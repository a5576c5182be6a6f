import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { haveToken } from './shopper.ts'

/** An order on paper. */

test(
  'an order prints black on white, without header, tabs and buttons',
  { tag: '@phone' },
  async ({ page }) => {
    const shop = openOtherShop()
    await haveToken(page, shop.origin)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${shop.origin}/orders`)
    const order = page.getByRole('article').first()
    await expect(order).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(order.getByRole('list', { name: 'Items' })).toBeVisible()
    for (const role of ['banner', 'navigation', 'contentinfo', 'button'] as const)
      await expect(page.getByRole(role)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Pay Now/ })).toHaveCount(0)
    const paints = await order
      .locator('*')
      .evaluateAll((all) =>
        all.filter((element) => element.checkVisibility()).map((element) => getComputedStyle(element).color),
      )
    expect([...new Set(paints)]).toEqual(['rgb(0, 0, 0)'])
    expect(await order.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    )
  },
)
