import type { Page } from 'playwright/test'

import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { fillHeart, product } from './products.ts'

/** What choosing one sends; the choice itself is in listing.spec.ts. docs/requirements.md#28-product-listing */

const types = (page: Page) => page.getByRole('combobox', { name: 'Type' })

test('is requested with every space of its name @desktop', { tag: ['@req-2.8'] }, async ({ page }) => {
  const shop = openOtherShop()
  await shop.changeProducts([product('p1', { parentCategory: 'Silk  Sarees' }), product('p2')])
  await page.goto(`${shop.origin}/products`)
  await types(page).selectOption({ label: 'Silk Sarees' })
  await expect(page).toHaveURL(`${shop.origin}/products?parentCategory=Silk++Sarees`)
  await expect(page.getByRole('main').getByRole('article').getByRole('heading')).toHaveText(['Product p1'])
})

test(
  'is requested by its own name on a page that the browser has translated @desktop',
  { tag: ['@req-2.8'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeProducts([product('p1', { parentCategory: 'Sarees' }), product('p2')])
    await page.goto(`${shop.origin}/products`)
    await fillHeart(page)
    await types(page)
      .locator('option', { hasText: 'Sarees' })
      .evaluate((option) => (option.textContent = 'साड़ियाँ'))
    await types(page).selectOption({ label: 'साड़ियाँ' })
    await expect(page).toHaveURL(`${shop.origin}/products?parentCategory=Sarees`)
  },
)
