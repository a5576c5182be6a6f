import type { Page } from 'playwright/test'

import { storedCart } from '../buying/shopper.ts'
import { expect, shops, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { attribute, product, productOf, showPictures } from './products.ts'

const [shop] = shops
const SCRIPTS = '**/_astro/*.js'

/** Keeps the page's scripts on their way until told otherwise. */
async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(SCRIPTS, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test.describe('the scripts of a page', { tag: '@desktop' }, () => {
  test('are requested after the first paint', { tag: ['@req-15'] }, async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        // Before the first frame, in which the page is painted.
        requestAnimationFrame(() => {
          document.documentElement.dataset.early = String(document.querySelectorAll('script[src]').length)
        })
      })
    })
    for (const path of ['/', '/products', '/terms']) {
      const requested = page.waitForRequest(SCRIPTS)
      await page.goto(shop.origin + path)
      await requested
      await expect(page.locator('html')).toHaveAttribute('data-early', '0')
    }
  })

  test(
    'run in the order of the page, however late the first one comes',
    { tag: ['@req-15'] },
    async ({ page }) => {
      const { promise: isSecondThere, resolve: come } = Promise.withResolvers<undefined>()
      page.on('requestfinished', (request) => {
        if (request.url().includes('/Document.')) come(undefined)
      })
      await page.route(SCRIPTS, async (route) => {
        const isFirst = route.request().url().includes('/ContactForm.')
        if (isFirst) await isSecondThere
        const body = `document.documentElement.title += ${isFirst ? 1 : 2}`
        await route.fulfill({ contentType: 'text/javascript', body })
      })
      await page.goto(`${shop.origin}/contact`)
      await expect(page.locator('html')).toHaveAttribute('title', '12')
    },
  )

  test('repeat earlier presses, in their order', { tag: ['@req-15'] }, async ({ page }) => {
    const other = openOtherShop()
    await other.changeProducts([product('1', { attributes: [attribute('Size', 'S', 'M')] })])
    const release = await holdScripts(page)
    await page.goto(`${other.origin}/product/1`, { waitUntil: 'commit' })
    const shown = productOf(page)
    await shown.getByText('M', { exact: true }).click()
    await shown.getByRole('button', { name: 'Increase quantity' }).click()
    await shown.getByRole('button', { name: 'Increase quantity' }).click()
    // Twice, because nothing happens.
    await shown.getByRole('button', { name: 'Add to Cart' }).click()
    await shown.getByRole('button', { name: 'Add to Cart' }).click()
    expect(new URL(page.url()).search).toBe('')
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('1')
    release()
    await expect(page).toHaveURL(`${other.origin}/cart`)
    expect(await storedCart(page)).toMatchObject([{ id: '1', selectedSize: 'M', quantity: 3 }])
  })

  test(
    'take up links: a picture opens over the page, Back goes back',
    { tag: ['@req-15'] },
    async ({ page }) => {
      const other = openOtherShop()
      await showPictures(page)
      await other.changeProducts([product('1', { title: 'Kurta', images: [{ url: '/pictures/a.svg' }] })])
      await page.goto(`${other.origin}/products?sort=price-asc`)
      const release = await holdScripts(page)
      await page.getByRole('link', { name: 'Kurta', exact: true }).click()
      await expect(page).toHaveURL(`${other.origin}/product/1`)
      await page.locator('main').getByRole('link', { name: 'Kurta', exact: true }).press('Enter')
      release()
      const pictures = page.getByRole('dialog', { name: 'Product pictures' })
      await expect(pictures).toBeVisible()
      await pictures.getByRole('button', { name: 'Close' }).click()
      // The closed picture takes its history entry along.
      await page.waitForFunction(() => !history.state?.overlays)

      const releaseAgain = await holdScripts(page)
      await page.reload({ waitUntil: 'commit' })
      await page.getByRole('link', { name: 'Back', exact: true }).click()
      expect(page.url()).toBe(`${other.origin}/product/1`)
      releaseAgain()
      await expect(page).toHaveURL(`${other.origin}/products?sort=price-asc`)
    },
  )

  test('mark the picture that was led to before they came', { tag: ['@req-15'] }, async ({ page }) => {
    const other = openOtherShop()
    await showPictures(page)
    const images = ['a', 'b', 'c'].map((name) => ({ url: `/pictures/${name}.svg` }))
    await other.changeProducts([product('1', { images })])
    const release = await holdScripts(page)
    await page.goto(`${other.origin}/product/1`, { waitUntil: 'commit' })
    const third = page.getByRole('link', { name: 'Show picture 3' })
    await third.click()
    await expect(page.getByRole('img', { name: 'Product 1, picture 3 of 3' })).toBeInViewport()
    release()
    await expect(third).toHaveAttribute('aria-current', 'true')
  })

  test(
    'request more products after the shopper has scrolled past them',
    { tag: ['@req-15'] },
    async ({ page }) => {
      const { origin } = openOtherShop()
      await page.setViewportSize({ width: 375, height: 300 })
      const release = await holdScripts(page)
      await page.goto(`${origin}/product/plain-6`, { waitUntil: 'domcontentloaded' })
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      release()
      const related = page.getByRole('region', { name: 'More like this' })
      await expect(related.getByRole('article')).toHaveCount(4)
    },
  )

  test(
    'leave a press with a modifier key on a picture to the browser',
    { tag: ['@req-15'] },
    async ({ page, context }) => {
      const other = openOtherShop()
      await showPictures(page)
      await other.changeProducts([product('1', { title: 'Kurta', images: [{ url: '/pictures/a.svg' }] })])
      await holdScripts(page)
      await page.goto(`${other.origin}/product/1`, { waitUntil: 'commit' })
      const opened = context.waitForEvent('page')
      await page
        .locator('main')
        .getByRole('link', { name: 'Kurta', exact: true })
        .click({ modifiers: ['Control'] })
      await expect(await opened).toHaveURL(`${other.apiOrigin}/pictures/a.svg`)
    },
  )

  test('suggest for earlier typed text', { tag: ['@req-15'] }, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto(shop.origin, { waitUntil: 'commit' })
    await page.getByLabel('Search products').fill('saree')
    release()
    await expect(page.getByRole('option').first()).toBeVisible()
  })

  test('take up the order that was chosen before they came', { tag: ['@req-15'] }, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto(`${shop.origin}/products`, { waitUntil: 'commit' })
    await page.getByLabel('Sort by').selectOption('Lowest price')
    expect(new URL(page.url()).search).toBe('')
    release()
    await expect(page).toHaveURL(`${shop.origin}/products?sort=price-asc`)
  })

  test(
    'count what an earlier choice of a filter leaves',
    { tag: ['@req-15', '@req-11.8'] },
    async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto(`${shop.origin}/products`, { waitUntil: 'commit' })
      await page.locator('label', { hasText: 'Blue' }).click()
      release()
      const button = page.getByRole('button', { name: /^Show \d+ products$/ })
      await expect(button).toBeInViewport({ ratio: 1 })
    },
  )

  test('show the measures of the size that was chosen last', { tag: ['@req-15'] }, async ({ page }) => {
    const other = openOtherShop()
    const rows = [
      ['M', 94],
      ['L', 100],
    ]
    await other.changeStore({
      sizeGuides: [{ name: 'Shirt sizes', categories: ['Shirts'], columns: ['Size', 'Chest'], rows }],
    })
    await other.changeProducts([product('1', { attributes: [attribute('Size', 'M', 'L')] })])
    const release = await holdScripts(page)
    await page.goto(`${other.origin}/product/1`, { waitUntil: 'commit' })
    const shown = productOf(page)
    const sizes = shown.getByRole('group', { name: 'Size' })
    for (const size of ['M', 'L', 'M']) await sizes.getByText(size, { exact: true }).click()
    release()
    await expect(shown.getByText('M = chest 94 cm')).toBeVisible()
    await expect(shown.getByText('L = chest 100 cm')).toBeHidden()
  })

  test('take up an earlier quantity', { tag: ['@req-15'] }, async ({ page }) => {
    const other = openOtherShop()
    await other.changeProducts([product('1')])
    const release = await holdScripts(page)
    await page.goto(`${other.origin}/product/1`, { waitUntil: 'commit' })
    const quantity = page.getByLabel('Quantity', { exact: true })
    await quantity.fill('0')
    await quantity.blur()
    release()
    await expect(quantity).toHaveValue('1')
  })
})
