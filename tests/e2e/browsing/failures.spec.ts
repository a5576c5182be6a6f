import type { Fault } from '../../helpers/other-store.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { get } from './api-variants.ts'

/** The messages of the pages before the cart: what each says, how soon, and that it recovers by itself. docs/requirements.md#8-messages */

const FAULTS: Fault[] = [
  'refuse',
  'hang',
  'error',
  'html',
  'truncated',
  'wrong-types',
  'empty',
  'unauthorized',
]
const WITHIN_MS = 3000

/** What each page says when nothing at all comes from its API, and its status. */
const failed: Record<string, [status: number, text: string]> = {
  '/': [200, 'No featured products available at the moment.'],
  '/products?wait=1': [503, 'Failed to load products. Please try again.'],
  '/product/plain-1?wait=1': [503, 'Failed to load product details'],
  '/contact': [200, 'Monday to Saturday 10AM-6PM'],
  '/terms': [200, 'Information Technology Act, 2000'],
  '/privacy': [200, 'Company Name'],
  '/order-success': [200, 'Thank You for Your Order!'],
  '/wishlist': [200, 'Wishlist'],
  '/api-test': [200, 'API connection test'],
  '/404': [404, 'Oops! Page not found'],
  '/no/such/page': [404, 'Oops! Page not found'],
  '/fragments/featured': [200, 'No featured products available at the moment.'],
  '/fragments/listing': [503, 'Failed to load products. Please try again.'],
  '/fragments/quick-view/plain-1': [503, 'Failed to load product details'],
}

for (const fault of FAULTS) {
  test(
    `${fault}: every page answers its sentence in time, and recovers without a restart`,
    {
      tag: ['@desktop', '@req-8.3', '@req-8.2', '@req-8.3', '@req-15'],
    },
    async () => {
      const shop = openOtherShop()
      await shop.fail('/', fault)
      const ask = async (path: string) => {
        const start = performance.now()
        const { status, text } = await get(shop.origin + path)
        return { path, status, text, ms: performance.now() - start }
      }
      const responses = await Promise.all(Object.keys(failed).map(ask))
      for (const { path, status, text, ms } of responses) {
        // Home goes out with skeletons when nothing comes in time; its section is asked for apart.
        const isLate = text.includes('data-pending-section=')
        const [expectedStatus, sentence] = failed[path] ?? []
        expect([path, status, isLate || text.includes(sentence ?? '-')]).toEqual([path, expectedStatus, true])
        // All at once on a busy machine may take longer; then the page is asked for again, alone.
        expect(ms < WITHIN_MS ? ms : (await ask(path)).ms).toBeLessThan(WITHIN_MS)
        if (path.startsWith('/fragments')) continue
        expect(text).toContain('Fashion Store')
        const isFooterLate = text.includes('data-pending-section="/fragments/footer"')
        expect(isFooterLate ? (await ask('/fragments/footer')).text : text).toContain(
          fault === 'error' || fault === 'unauthorized'
            ? 'Failed to load store information'
            : 'An error occurred while loading store information',
        )
      }
      await shop.fail('/', null)
      // On a busy machine a page may go out before the answer; then what it waits for is there.
      expect((await get(`${shop.origin}/products?wait=1`)).text).toContain('Plain Shirt 1')
      expect((await get(`${shop.origin}/?wait=1`)).text).toContain('Plain Store')
      expect((await get(`${shop.origin}/product/plain-1`)).status).toBe(200)
    },
  )
}

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
