import type { Page } from 'playwright/test'

import { waitUntilComplete } from '../../kit/browser/complete-page.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { openState, states } from './states.ts'
import { apiVariants } from './api-variants.ts'

/** Nothing moves while a page loads, and nothing is wider than the narrowest phone. */

declare global {
  var layoutShift: number
}

/**
 * A browser that is short of time paints while it still reads a page, and the rest of an element then moves what it
 * shows by a hair. A section, a badge's row or a picture that moves others is far above this; 0.1 is called good.
 */
const HAIR = 0.005

async function expectStill(page: Page, path: string): Promise<void> {
  await waitUntilComplete(page)
  const shift = await page.evaluate(() => layoutShift)
  expect(shift, `the shift of ${path}`).toBeLessThan(HAIR)
}

async function measureShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.layoutShift += Number(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

for (const variant of apiVariants) {
  test(`${variant.name} landing pages load without a shift`, { tag: ['@req-15'] }, async ({ page }) => {
    const { origin } = variant.open()
    await measureShift(page)
    for (const path of [
      '/',
      '/products',
      `/products?category=${variant.category.toLowerCase()}`,
      '/terms',
      '/contact',
    ]) {
      await page.goto(origin + path)
      await expectStill(page, path)
    }
    await page.goto(`${origin}/products`)
    await page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.waitForURL('**/product/*')
    await expectStill(page, 'a product')
  })
}

test(
  'pending sections, the cart badge, the account icon and hearts cause no layout shift',
  { tag: ['@req-15'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.fail('/products', 'slow')
    await measureShift(page)
    await page.addInitScript(() => {
      localStorage.setItem(
        'cart',
        JSON.stringify([{ id: 'a', name: 'A', image: '', price: 1, quantity: 42 }]),
      )
      localStorage.setItem('wishlist', JSON.stringify([{ id: 'plain-1', name: 'A', image: '', price: 1 }]))
      localStorage.setItem('grid', '2')
      document.cookie = 'auth_token=any; Path=/'
    })
    for (const path of ['/', '/products', '/wishlist']) {
      await page.goto(shop.origin + path)
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
      await expectStill(page, path)
    }
  },
)

test(
  'the first row of products stands on the first screen of a phone',
  { tag: '@phone' },
  async ({ page }) => {
    for (const path of ['/products', '/products?category=sarees', '/products?search=kurta']) {
      await page.goto(path)
      const tabBar = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox()
      for (const card of [0, 1]) {
        const price = page.getByRole('main').getByRole('article').nth(card).getByText('₹').last()
        const box = await price.boundingBox()
        expect((box?.y ?? Infinity) + (box?.height ?? 0), path).toBeLessThan(tabBar?.y ?? 0)
      }
    }
  },
)

test('the sticky header is no higher than the scroll margin of link targets', async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const covered = await page.evaluate(() => {
    const room = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    return document.elementsFromPoint(100, room).some((element) => element.closest('header') !== null)
  })
  expect(covered).toBe(false)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toBeInViewport()
})

test(
  '80-character names without a blank never scroll sideways at 360 px',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const state of states.filter(({ name }) => name.startsWith('long names'))) {
      await openState(page, state)
      expect([state.name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
        state.name,
        360,
      ])
      const cut = await page
        .locator('dialog[open], body')
        .last()
        .evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(cut).toBeLessThanOrEqual(0)
    }
  },
)
