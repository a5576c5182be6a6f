import type { Locator, Page } from 'playwright/test'

import { waitUntilComplete } from '../../kit/browser/complete-page.ts'
import { expect, shops, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { product, showPictures } from './products.ts'

/** Back with something open. The first page of each journey stands for the ad that the shopper came from. */

const AD = 'about:blank'

interface Overlay {
  name: string
  path: string
  open: (page: Page) => Promise<void>
  shown: (page: Page) => Locator
  close: (page: Page) => Promise<void>
}

const pressClose = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()

const overlays: Overlay[] = [
  {
    name: 'menu',
    path: '/products',
    open: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
    shown: (page) => page.getByRole('navigation', { name: 'Menu' }),
    close: pressClose('Close menu'),
  },
  {
    name: 'Quick View',
    path: '/products',
    open: (page) =>
      page
        .getByRole('button', { name: /^Quick View/ })
        .first()
        .press('Enter'),
    shown: (page) => page.getByRole('dialog', { name: 'Quick View' }),
    close: pressClose('Close'),
  },
  {
    name: 'filters',
    path: '/products',
    open: (page) => page.getByRole('link', { name: /^Filters/ }).click(),
    shown: (page) => page.locator('.filter-sheet:modal'),
    close: pressClose('Close'),
  },
  {
    name: 'zoom',
    path: '/product/kurta',
    open: (page) => page.getByRole('list', { name: 'Pictures' }).getByRole('link').first().press('Enter'),
    shown: (page) => page.getByRole('dialog', { name: 'Product pictures' }),
    close: pressClose('Close'),
  },
]

/** Opens a page of the demo shop; the product is one of another shop. */
async function openFromAd(page: Page, path: string): Promise<string> {
  const other = openOtherShop()
  await showPictures(page)
  const images = ['a', 'b'].map((name) => ({ url: `/pictures/${name}.svg` }))
  await other.changeProducts([product('kurta', { title: 'Kurta', images })])
  const { origin } = path.startsWith('/product/') ? other : shops[0]
  await page.goto(AD)
  await page.goto(origin + path)
  await waitUntilComplete(page)
  return origin + path
}

/** Waits until the history entry of an overlay is there or gone. */
async function expectMarked(page: Page, isMarked: boolean): Promise<void> {
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.overlays))).toBe(isMarked)
}

for (const { name, path, open, shown, close } of overlays) {
  test(
    `Back closes the ${name} and stays in the shop; the next Back leaves`,
    { tag: ['@phone', '@req-10.32'] },
    async ({ page }) => {
      const address = await openFromAd(page, path)
      await open(page)
      await expect(shown(page)).toBeVisible()
      await expectMarked(page, true)
      await page.goBack()
      await expect(shown(page)).toBeHidden()
      expect(page.url()).toBe(address)
      await page.goBack()
      expect(page.url()).toBe(AD)
    },
  )

  test(
    `the ${name}, closed by its button, leaves nothing for Back`,
    { tag: ['@phone', '@req-10.32'] },
    async ({ page }) => {
      await openFromAd(page, path)
      await open(page)
      await expect(shown(page)).toBeVisible()
      await expectMarked(page, true)
      await close(page)
      await expect(shown(page)).toBeHidden()
      await expectMarked(page, false)
      await page.goBack()
      expect(page.url()).toBe(AD)
    },
  )
}

test(
  'a menu, closed after a skip link, returns the focus to its button',
  { tag: '@req-10.32' },
  async ({ page }) => {
    await page.goto(`${shops[0].origin}/products`)
    await waitUntilComplete(page)
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    const button = page.getByRole('button', { name: /^(Menu|Categories)$/ })
    await button.press('Enter')
    await expectMarked(page, true)
    await page.keyboard.press('Escape')
    await expectMarked(page, false)
    await expect(button).toBeFocused()
  },
)

test(
  'after a reload with the menu open, Back leaves at once, even before the scripts come',
  { tag: ['@phone', '@req-10.32'] },
  async ({ page }) => {
    await openFromAd(page, '/products')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expectMarked(page, true)
    await page.route('**/_astro/*.js', () => undefined)
    await page.reload({ waitUntil: 'commit' })
    await expectMarked(page, false)
    await page.goBack()
    expect(page.url()).toBe(AD)
  },
)

test(
  'Back closes a menu that was opened before the scripts came',
  { tag: ['@phone', '@req-10.32'] },
  async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    await page.route('**/_astro/*.js', async (route) => {
      await released
      await route.continue()
    })
    const address = `${shops[0].origin}/products`
    await page.goto(AD)
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeVisible()
    release(undefined)
    await expectMarked(page, true)
    await page.goBack()
    await expect(menu).toBeHidden()
    expect(page.url()).toBe(address)
  },
)

test(
  'a page opened from the menu leads back to the page, and from there out',
  { tag: ['@phone', '@req-10.32'] },
  async ({ page }) => {
    const address = await openFromAd(page, '/products')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expectMarked(page, true)
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL(/\/contact$/)
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expectMarked(page, false)
    await page.goBack()
    expect(page.url()).toBe(AD)
  },
)

test(
  'filters that were sent open their listing, and Back leads to the listing before',
  { tag: ['@phone', '@req-10.32'] },
  async ({ page }) => {
    const address = await openFromAd(page, '/products')
    await page.getByRole('link', { name: /^Filters/ }).click()
    await expectMarked(page, true)
    const sheet = page.locator('.filter-sheet:modal')
    await sheet.locator('.choice').first().click()
    await sheet.locator('[data-show-products]').click()
    await expect(page).toHaveURL(/\?/)
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expectMarked(page, false)
    await page.goBack()
    expect(page.url()).toBe(AD)
  },
)
