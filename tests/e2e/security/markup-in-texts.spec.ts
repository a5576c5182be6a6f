import type { Page } from 'playwright/test'

import { expect, shops, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'

const TEXTS = [
  '<style>x',
  '<script>x',
  '</script><script>x',
  '<script type="module" src="/_astro/x.js"></script>',
  '<template data-script>x',
  '<astro-island component-url="/_astro/x.js">x',
]

/** The script in the head has run, and those that wait for the first paint as well. */
async function expectScriptsRun(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveClass(/(^| )js( |$)/)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'guest')
  await expect(page.locator('template[data-script]')).toHaveCount(0)
}

test.describe('whatever the width', { tag: '@desktop' }, () => {
  for (const text of TEXTS) {
    test(`a search for ${text} shows its words, and the page's scripts run`, async ({ page }) => {
      await page.goto(`${shops[0].origin}/products?search=${encodeURIComponent(text)}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for “${text.toLowerCase()}”`)
      await expect(page.getByRole('searchbox').first()).toHaveValue(text.toLowerCase())
      await expectScriptsRun(page)
    })
  }

  test(
    'so does a shop whose name, categories and products are such texts',
    { tag: ['@decision-1.16'] },
    async ({ page }) => {
      for (const text of TEXTS) {
        const shop = openOtherShop()
        await shop.changeStore({ storeName: text, categories: [text], capabilities: ['search'] })
        await shop.changeProducts([
          { id: 'one', title: text, description: text, category: text, regularPrice: 9 },
        ])
        await page.goto(`${shop.origin}/products?search=${encodeURIComponent(text)}&wait=1`)
        await expect(page.locator('main article h3')).toHaveText(text)
        await expectScriptsRun(page)
        await page.goto(`${shop.origin}/product/one?wait=1`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
        await expectScriptsRun(page)
      }
    },
  )
})
