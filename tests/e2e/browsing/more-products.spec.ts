import type { Locator, Page } from 'playwright/test'

import { waitUntilComplete } from '../../kit/browser/complete-page.ts'
import { expect, test, variantShop } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { fillHeart } from './products.ts'

/** Related products, and those recently viewed, on an API that knows nothing but the contract. */

const viewed = (page: Page) => page.getByRole('region', { name: 'Recently viewed' })

async function look(page: Page, origin: string, ...ids: string[]) {
  for (const id of ids) {
    await page.goto(`${origin}/product/${id}`)
    await page.waitForFunction((seen) => localStorage.getItem('viewed')?.includes(`"${seen}"`), id)
  }
}

test(
  'a product page leads on to others of its kind, nearest in price first',
  { tag: '@desktop' },
  async ({ page }) => {
    const shop = openOtherShop()
    await page.goto(`${shop.origin}/product/plain-6`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const related = page.getByRole('region', { name: 'More like this' })
    await expect(related.getByRole('heading', { level: 3 })).toHaveText([
      'Plain Shirt 8',
      'Plain Shirt 2',
      'Plain Shirt 12',
      'Plain Shirt 14',
    ])
  },
)

test('viewed products show their current cards, without the product of the page, and can be cleared', async ({
  page,
}) => {
  const shop = openOtherShop()
  await look(page, shop.origin, 'plain-1', 'plain-2', 'plain-3')
  await page.goto(`${shop.origin}/`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(viewed(page).getByRole('heading', { level: 3 })).toHaveText([
    'Plain Shirt 3',
    'Plain Shirt 2',
    'Plain Shirt 1',
  ])
  await expect(viewed(page)).toContainText('₹1,001')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  await page.goto(`${shop.origin}/product/plain-3`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(viewed(page).getByRole('heading', { level: 3 })).toHaveText(['Plain Shirt 2', 'Plain Shirt 1'])

  await page.goto(`${shop.origin}/cart`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await viewed(page).getByRole('button', { name: 'Clear recently viewed products' }).press('Enter')
  await expect(viewed(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  expect(await page.evaluate(() => localStorage.getItem('viewed'))).toBeNull()
})

test('a viewed product with colours is shown on the cart page once it has left the cart @desktop', async ({
  page,
}) => {
  await page.goto(`${variantShop.origin}/products`)
  const card = page.locator('main article').filter({ has: page.locator('[data-color]') })
  await card.first().getByRole('heading').getByRole('link').click()
  await page.waitForFunction(() => localStorage.getItem('viewed') !== null)
  await page.evaluate(() => {
    const [seen] = JSON.parse(localStorage.getItem('viewed') ?? '[]')
    localStorage.setItem('cart', JSON.stringify([{ ...seen, price: 1, quantity: 1 }]))
  })
  await page.goto(`${variantShop.origin}/cart`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await waitUntilComplete(page)
  await expect(viewed(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(viewed(page).getByRole('article')).toHaveCount(1)
})

test('products viewed in another tab appear where none were viewed before @desktop', async ({
  page,
  context,
}) => {
  const shop = openOtherShop()
  await page.goto(`${shop.origin}/`)
  await fillHeart(page)
  const other = await context.newPage()
  await look(other, shop.origin, 'plain-1')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(viewed(page).getByRole('heading', { level: 3 })).toHaveText(['Plain Shirt 1'])
})

test('viewed products cleared on a product page stay cleared there @desktop', async ({ page }) => {
  const shop = openOtherShop()
  await look(page, shop.origin, 'plain-1', 'plain-2')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await viewed(page).getByRole('button', { name: 'Clear recently viewed products' }).click()
  const related = page.getByRole('region', { name: 'More like this' }).getByRole('article').first()
  await related.hover()
  await related.getByRole('button', { name: /^Quick View/ }).click()
  await expect(page.getByRole('dialog', { name: 'Quick View' }).getByRole('heading')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('viewed'))).toBeNull()
})

test('the product of a page that comes late is not among those viewed before @desktop', async ({ page }) => {
  const shop = openOtherShop()
  await look(page, shop.origin, 'plain-1', 'plain-2')
  await shop.fail('/products/plain-2', 'slow')
  await page.route('**/fragments/product/plain-2', () => new Promise(() => undefined))
  await page.goto(`${shop.origin}/product/plain-2`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(viewed(page).getByRole('heading', { level: 3 })).toHaveText(['Plain Shirt 1'])
})

test.describe('while the API fails', () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test('a product that cannot be confirmed has no price, and one that is gone is removed @desktop', async ({
    page,
  }) => {
    const shop = openOtherShop()
    await look(page, shop.origin, 'plain-1', 'plain-2')
    await page.route('**/fragments/card/plain-1', (route) => route.abort())
    await page.route('**/fragments/card/plain-2', (route) =>
      route.fulfill({ status: 404, headers: { 'x-robots-tag': 'noindex' }, body: '<span data-gone></span>' }),
    )
    await page.goto(`${shop.origin}/cart`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(viewed(page).getByRole('listitem')).toHaveText(['Plain Shirt 1'])
    await expect(viewed(page)).not.toContainText('₹')
    expect(await page.evaluate(() => localStorage.getItem('viewed'))).not.toContain('plain-2')
  })
})

test('a viewed card has its swatches on the picture and its buttons below the price @phone', async ({
  page,
}) => {
  await page.goto(`${variantShop.origin}/products`)
  const seen = page.locator('main article').filter({ has: page.locator('[data-color]') })
  await seen.first().getByRole('heading').getByRole('link').click()
  await page.waitForFunction(() => localStorage.getItem('viewed') !== null)
  await page.goto(`${variantShop.origin}/`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const card = viewed(page).getByRole('article')
  const edges = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON())
  await expect(card.locator('[data-color]').first()).toBeVisible()
  const picture = await edges(card.locator('[data-part=picture]'))
  for (const swatch of await card.locator('[data-color]').all()) {
    const { left, right, top, bottom } = await edges(swatch)
    expect(left).toBeGreaterThanOrEqual(picture.left)
    expect(right).toBeLessThanOrEqual(picture.right)
    expect(top).toBeGreaterThanOrEqual(picture.top)
    expect(bottom).toBeLessThanOrEqual(picture.bottom)
  }
  const button = await edges(card.getByRole('button', { name: /^Add to Cart/ }))
  expect(button.top).toBeGreaterThanOrEqual((await edges(card.locator('[data-part=price]'))).bottom)
})
