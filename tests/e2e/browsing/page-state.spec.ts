import type { Page, Route } from 'playwright/test'

import { waitUntilComplete, waitUntilIdle } from '../../kit/browser/complete-page.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'

/** Cart, session, toasts and cards of a page load when it is used, and a press waits for them. docs/requirements.md#15-rendering */

const card = (page: Page) => page.getByRole('main').getByRole('article').first()
const heart = (page: Page) => card(page).getByRole('button', { name: /^Add to Wishlist/ })

/** Holds the files of this name until the returned function is called. */
async function hold(page: Page, files: string): Promise<() => void> {
  const released = Promise.withResolvers<undefined>()
  await page.route(files, async (route: Route) => {
    await released.promise
    await route.continue()
  })
  return () => released.resolve(undefined)
}

test(
  'presses on a heart that wait for its code count once, and others wait beside them',
  { tag: ['@req-15', '@req-11.11'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    const release = await hold(page, '**/_astro/cards.*.js')
    await page.goto(`${origin}/products`)
    await waitUntilComplete(page)
    await heart(page).click()
    await heart(page).click()
    await card(page)
      .getByRole('button', { name: /^Add to Cart/ })
      .click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    release()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveText('Cart1')
    await heart(page).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  },
)

test(
  'a press on a card that came late waits for its code, too',
  { tag: ['@phone', '@req-15'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.fail('/products', 'slow')
    const release = await hold(page, '**/_astro/cards.*.js')
    await page.goto(`${shop.origin}/products`)
    await expect(page.locator('[data-pending-section][aria-busy=true]')).toBeVisible()
    await page.mouse.wheel(0, 200)
    await shop.fail('/products', null)
    await heart(page).click()
    release()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  },
)

test.describe('when code is lost', { tag: ['@desktop', '@req-15'] }, () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test('hearts work without that of the swatches, and the form without that of cards', async ({ page }) => {
    const { origin } = openOtherShop()
    await page.route('**/_astro/card-colors.*.js', (route) => route.abort())
    await page.goto(`${origin}/products`)
    await heart(page).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await page.route('**/_astro/cards.*.js', (route) => route.abort())
    await page.goto(`${origin}/product/plain-1`)
    await page.getByRole('group', { name: 'Clothing Size' }).getByText('M', { exact: true }).click()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await page.waitForURL('**/cart')
  })
})

test(
  'a touch that only leaves the page loads nothing for it',
  { tag: ['@phone', '@req-15'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await page.goto(`${origin}/products`)
    await waitUntilComplete(page)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
    await page.getByRole('link', { name: 'Plain Shirt 2', exact: true }).tap()
    await waitUntilIdle(page)
    expect(scripts).toEqual([])
    await heart(page).tap()
    await expect.poll(() => scripts).toContainEqual(expect.stringMatching(/\/cards\./))
  },
)
