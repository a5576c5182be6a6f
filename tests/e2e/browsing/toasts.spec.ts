import type { Locator, Page } from 'playwright/test'

import { fillAddress, haveCart, haveToken, line } from '../buying/shopper.ts'
import { buyFirstProduct, expect, shops, test, toast } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'

/** Where toasts are, and how long they stay. docs/requirements.md#1012-toasts */

const shown = (page: Page) => page.locator('#toasts > *')

async function areaOf(locator: Locator) {
  const area = await locator.boundingBox()
  if (!area) throw new Error(`${String(locator)} is not shown.`)
  return area
}

test(
  'on a phone a toast is below the header, away from Checkout and the tab bar',
  { tag: ['@phone', '@req-10.12'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await buyFirstProduct(page, shops[0])
    await expect(toast(page, 'Added to cart')).toBeVisible()
    const header = await areaOf(page.getByRole('banner').getByRole('link', { name: 'Cart' }))
    const message = await areaOf(shown(page))
    expect(message.y).toBeGreaterThanOrEqual(header.y + header.height)
    await page.getByRole('button', { name: 'Checkout' }).click({ trial: true })
    const checkout = await areaOf(page.getByRole('button', { name: 'Checkout' }))
    expect(message.y + message.height).toBeLessThan(checkout.y)
  },
)

test(
  'on a phone the toast of the sign-in page covers neither its fields nor Create an account',
  { tag: ['@phone', '@req-10.12'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await buyFirstProduct(page, shops[0])
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(toast(page, 'Login Required')).toBeVisible()
    const message = await areaOf(shown(page))
    const email = await areaOf(page.getByLabel('Email'))
    expect(message.y + message.height).toBeLessThan(email.y)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL(/\/register/)
  },
)

test(
  'on a phone the toast about a missing address does not cover its field',
  { tag: ['@phone', '@req-10.12'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    const { origin } = openOtherShop()
    await haveCart(page, origin, [line({ selectedSize: 'M' })])
    await haveToken(page, origin)
    await page.goto(`${origin}/checkout`)
    await fillAddress(page)
    const address = page.getByLabel('Address', { exact: true })
    await address.fill('')
    await page.getByRole('button', { name: 'Create Order' }).click()
    await expect(address).toBeFocused()
    const message = await areaOf(shown(page))
    expect((await areaOf(address)).y).toBeGreaterThan(message.y + message.height)
  },
)

test(
  'a toast about a missing size goes when the size is chosen',
  { tag: ['@req-5.4', '@req-10.12'] },
  async ({ page }) => {
    await page.goto(`${openOtherShop().origin}/product/plain-1`)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await expect(toast(page, 'Please select a size')).toBeVisible()
    await page.getByRole('group', { name: 'Clothing Size' }).getByText('M', { exact: true }).click()
    await expect(shown(page)).toHaveCount(0, { timeout: 1000 })
  },
)

test(
  'a toast about an incomplete form goes when a field changes',
  { tag: ['@desktop', '@req-10.12'] },
  async ({ page }) => {
    await page.goto(`${openOtherShop().origin}/track-order`)
    await page.getByRole('main').getByRole('button').click()
    await expect(toast(page, 'Required fields')).toBeVisible()
    await page.getByLabel('Order Number').fill('A')
    await expect(shown(page)).toHaveCount(0, { timeout: 1000 })
  },
)

test('the next toast replaces the one before it', { tag: ['@desktop', '@req-10.12'] }, async ({ page }) => {
  await page.goto(`${openOtherShop().origin}/products`)
  const add = page.getByRole('button', { name: 'Add to Cart: Plain Shirt 1', exact: true })
  await add.press('Enter')
  await expect(toast(page, 'Added to cart')).toBeVisible()
  await add.press('Enter')
  await expect(toast(page, 'Cart updated')).toBeVisible()
  await expect(shown(page)).toHaveCount(1)
})

test.describe('with a store that fails', () => {
  test.use({ expectedComplaints: /Failed to load resource|^Store information:/ })

  /** Opens a page on which two toasts come at once. */
  async function openWithTwoToasts(page: Page, path: string): Promise<void> {
    const shop = openOtherShop()
    await page.addInitScript(() =>
      sessionStorage.setItem('carried-toast', '{"text":{"title":"Logged in successfully."},"isError":false}'),
    )
    await shop.fail('/storeInfo', 'error')
    await page.goto(shop.origin + path)
    await expect(toast(page, 'Logged in successfully.')).toBeVisible()
    await expect(shown(page)).toHaveCount(1)
  }

  test(
    'of two toasts that come at once the second waits for the first',
    { tag: ['@desktop', '@req-10.12'] },
    async ({ page }) => {
      await openWithTwoToasts(page, '/contact')
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(shown(page)).toHaveText(/^Failed to load store information/)
    },
  )

  test(
    'a toast that comes later replaces both of two that came at once',
    { tag: ['@desktop', '@req-10.12'] },
    async ({ page }) => {
      await openWithTwoToasts(page, '/products')
      await page.getByRole('button', { name: 'Add to Cart: Plain Shirt 1', exact: true }).press('Enter')
      await expect(shown(page)).toHaveText(/^Added to cart/)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(shown(page)).toHaveCount(0)
    },
  )
})

test(
  'a toast stays while the pointer or the focus is on it',
  { tag: ['@desktop', '@req-10.12'] },
  async ({ page }) => {
    await page.clock.install()
    await page.goto(`${openOtherShop().origin}/products`)
    await page.getByRole('button', { name: 'Add to Cart: Plain Shirt 1', exact: true }).press('Enter')
    await shown(page).hover()
    await page.clock.fastForward(60_000)
    await page.getByRole('button', { name: 'Dismiss' }).focus()
    await page.mouse.move(0, 500)
    await page.clock.fastForward(60_000)
    await expect(shown(page)).toHaveCount(1)
    await page.getByRole('banner').getByRole('link').first().focus()
    await page.clock.fastForward(60_000)
    await expect(shown(page)).toHaveCount(0)
  },
)
