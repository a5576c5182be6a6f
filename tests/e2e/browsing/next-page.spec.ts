import type { Page } from 'playwright/test'

import { waitUntilComplete, waitUntilIdle } from '../../kit/browser/complete-page.ts'
import { expect, shops, test } from '../fixtures.ts'
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

test.describe('without speculation rules', { tag: ['@desktop', '@req-15'] }, () => {
  const [shop] = shops

  /** Paths that the listing requests beyond its own, by the type of what requests them. */
  async function openListing(page: Page, spare: boolean): Promise<Record<string, string[]>> {
    const requested: Record<string, string[]> = { fetch: [], image: [] }
    await page.addInitScript((saveData) => {
      HTMLScriptElement.supports = () => false
      Object.defineProperty(navigator, 'connection', { value: { saveData } })
    }, spare)
    const script = page.waitForRequest(/next-product/)
    await page.goto(`${shop.origin}/products`)
    await waitUntilComplete(page)
    await page.mouse.wheel(0, 1)
    await page.evaluate((url) => import(url), (await script).url())
    page.on('request', (request) => requested[request.resourceType()]?.push(new URL(request.url()).pathname))
    return requested
  }

  test('a press on a card loads the page and its first picture, once', async ({ page }) => {
    const requested = await openListing(page, false)
    const link = page.locator('main article').first().locator('[data-part=picture]')
    const path = await link.getAttribute('href')
    for (let press = 0; press < 2; press += 1) await link.dispatchEvent('pointerdown')
    await expect.poll(() => requested.fetch).toEqual([path])
    await link.click()
    await page.waitForURL(`**${path}`)
    const first = page.locator('.gallery-pictures img').first()
    const shown = await first.evaluate((picture: HTMLImageElement) => picture.currentSrc)
    expect(requested.image?.[0]).toBe(new URL(shown).pathname)
  })

  test('an unused page has not loaded the script for it', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    await page.addInitScript(() => {
      HTMLScriptElement.supports = () => false
    })
    await page.goto(`${shop.origin}/products`)
    await waitUntilComplete(page)
    await waitUntilIdle(page)
    expect(scripts.filter((path) => path.includes('next-product'))).toEqual([])
  })

  test('with Save-Data, nothing is loaded before the click', async ({ page }) => {
    const requested = await openListing(page, true)
    await page.locator('main article').first().locator('[data-part=picture]').dispatchEvent('pointerdown')
    await waitUntilIdle(page)
    expect(requested).toEqual({ fetch: [], image: [] })
  })
})
