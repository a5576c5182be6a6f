import { waitUntilComplete } from '../kit/browser/complete-page.ts'
import { expect, shops, test } from './fixtures.ts'

const REACT = /react\.element|react\.transitional\.element|__SECRET_INTERNALS|createRoot/

for (const shop of shops) {
  test(
    `${shop.name}: landing pages load no React and never scroll sideways`,
    { tag: ['@decision-11.1', '@req-15'] },
    async ({ page }) => {
      const scripts = new Set<string>()
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.add(response.url())
      })
      for (const path of ['/', '/products', '/terms', '/about', '/contact', '/order-success']) {
        await page.goto(shop.origin + path)
        await waitUntilComplete(page)
        expect(await page.locator('astro-island').count(), path).toBe(0)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width, path).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      }
      expect(scripts.size).toBeGreaterThan(0)
      // The browser keeps no text of a script that it took from a cache.
      for (const url of scripts) {
        const source = await page.evaluate(async (script) => (await fetch(script)).text(), url)
        expect(source, url).not.toMatch(REACT)
      }
    },
  )
}

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  for (const shop of shops) {
    test(
      `${shop.name} reads complete: home, listing, next page, product, policy`,
      { tag: ['@decision-11.2', '@req-15'] },
      async ({ page }) => {
        await page.goto(shop.origin)
        await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
        await expect(page.locator('main article')).not.toHaveCount(0)

        await page.goto(`${shop.origin}/products`)
        await expect(page.getByText(/^Showing 1 to 12 of \d+ items$/)).toBeVisible()
        await page.getByRole('link', { name: /^(Page )?2$/ }).click()
        await expect(page.getByText(/^Showing 13 to 24 of \d+ items$/)).toBeVisible()

        const link = page.locator('main article').first().getByRole('heading').getByRole('link')
        const name = await link.innerText()
        await link.click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        await expect(page.getByRole('article').getByText('₹').first()).toBeVisible()

        await page.goto(`${shop.origin}/privacy`)
        await expect(page.getByRole('heading', { name: /grievance officer/i })).toBeVisible()
      },
    )
  }
})

test('an unknown address ends at the 404 page', { tag: ['@desktop', '@req-2.19'] }, async ({ request }) => {
  const response = await request.get('/no-such-page')
  expect([response.status(), new URL(response.url()).pathname]).toEqual([404, '/404'])
  expect(await response.text()).toContain('Oops! Page not found')
})
