import { waitUntilComplete } from '../../kit/browser/complete-page.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'

/** What makes the next page quick: fetched before the click, its scripts named before they are found. */
test(
  'the page behind a link is fetched when the pointer rests on it',
  { tag: ['@desktop', '@req-15'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await page.goto(`${shop.origin}/products`)
    const requested = async () =>
      (await shop.calls()).filter(({ path }) => path === '/products/plain-2').length
    expect(await requested()).toBe(0)
    await page.getByRole('link', { name: 'Plain Shirt 2', exact: true }).hover()
    await expect.poll(requested).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/products')
  },
)

test(
  'a page with an island fetches each script once, and what islands share at once',
  { tag: ['@desktop', '@req-15'] },
  async ({ page }) => {
    const shop = openOtherShop()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    const response = await page.goto(`${shop.origin}/cart`)
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await waitUntilComplete(page)
    expect(new Set(scripts).size).toBe(scripts.length)
    const preloaded = [...(response?.headers().link ?? '').matchAll(/<([^>]+)>; rel=modulepreload/g)].map(
      ([, url]) => url,
    )
    expect(preloaded).toContainEqual(expect.stringMatching(/\/CartIsland\./))
    expect(preloaded).toContainEqual(expect.stringMatching(/\/islands\./))
    expect(scripts).toEqual(expect.arrayContaining(preloaded))
  },
)
