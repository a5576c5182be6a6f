import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'

/** Messages of the pages before the cart in a browser; tests/faults has every fault over HTTP. docs/requirements.md#8-messages */

test.describe('in a browser', () => {
  test.use({ expectedComplaints: /Failed to load resource|^Store information:/ })

  test(
    'failed store information shows a toast; categories and names fall back',
    { tag: ['@req-4.3', '@req-8.2', '@req-9.4', '@req-10.24'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.fail('/storeInfo', 'error')
      await page.goto(shop.origin)
      await expect(page.locator('#toasts').getByRole('alert')).toContainText(
        'Failed to load store information. Please refresh the page.',
      )
      await expect(page.getByRole('contentinfo')).toContainText('Failed to load store information')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fashion Store')
      const links = page
        .getByRole('banner')
        .getByRole('navigation', { name: 'Shop', includeHidden: true })
        .locator('a')
      await expect(links).toHaveText(['Accessories', 'All Products'])
      await expect(links.first()).toHaveAttribute('href', '/products?category=accessories')
      const tiles = page.getByRole('region', { name: 'Fashion Collection' }).getByRole('link')
      await expect(tiles).toHaveText(['Accessories'])
      await expect(tiles).toHaveAttribute('href', '/products?category=accessories')
      const requested = (await shop.calls())
        .map(({ path }) => path)
        .filter((path) => path.startsWith('/products'))
      expect(requested).toEqual([
        '/products?page=1&limit=4&filter=Accessories%2CPersonal+Care%2CHome%2Cnull%2CUnisex',
      ])
      await shop.fail('/storeInfo', null)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plain Store')
      await expect(page.locator('#toasts > *')).toHaveCount(0)
    },
  )

  test(
    'store information is refreshed with the page and by Test again',
    { tag: ['@desktop', '@req-4.3'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/api-test`)
      const name = page.getByRole('banner').getByRole('link', { name: 'Plain Store' })
      await expect(name).toBeVisible()
      await expect(page.locator('[data-fact=store]')).toHaveText('Plain Store')
      await shop.changeStore({ storeName: 'Renamed Store' })
      await page.getByRole('button', { name: 'Test again' }).click()
      await expect(page.locator('[data-fact=store]')).toHaveText('Renamed Store')
      await expect(name).toBeVisible()
      await page.reload()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Renamed Store' })).toBeVisible()
      await expect(name).toBeHidden()
    },
  )

  test(
    'store information that hangs: the page at once, then its sentence',
    { tag: ['@desktop', '@req-4.3', '@req-15'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.fail('/storeInfo', 'hang')
      await page.goto(`${shop.origin}/products`)
      await expect(page.getByRole('contentinfo')).toContainText(
        'An error occurred while loading store information',
      )
      await expect(page.locator('#toasts').getByRole('alert')).toContainText(
        'Failed to load store information. Please refresh the page.',
      )
    },
  )

  test(
    'an API that hangs: skeletons at once, then the message',
    { tag: ['@desktop', '@req-8.3', '@req-15'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.fail('/products', 'hang')
      await page.goto(shop.origin, { waitUntil: 'commit' })
      await expect(page.locator('[data-skeletons] > *')).toHaveCount(4)
      await expect(page.getByText('No featured products available at the moment.')).toBeVisible()
      await page.goto(`${shop.origin}/products`, { waitUntil: 'commit' })
      await expect(page.locator('[data-skeletons] > *')).toHaveCount(12)
      await expect(page.getByText('Failed to load products. Please try again.')).toBeVisible()
    },
  )

  test(
    'a 401 takes the token with it',
    { tag: ['@desktop', '@req-4.1', '@req-8.10'] },
    async ({ page, context }) => {
      const shop = openOtherShop()
      await context.addCookies([{ name: 'auth_token', value: 'old', url: shop.origin }])
      await page.goto(`${shop.origin}/contact`)
      await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible()
      await shop.fail('/storeInfo', 'unauthorized')
      await page.goto(`${shop.origin}/api-test`)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
      expect(await context.cookies(shop.origin)).toEqual([])
    },
  )
})

test(
  'a browser that takes itself for offline asks the shop, ends the request and shows no note',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }))
    const ended = page.waitForEvent('requestfinished', {
      predicate: (request) => request.url().endsWith('/livez'),
      timeout: 10_000,
    })
    await page.goto(`${openOtherShop().origin}/contact`)
    await ended
    await expect(page.getByRole('status').filter({ hasText: "You're offline." })).toHaveCount(0)
  },
)
