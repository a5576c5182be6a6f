import type { Page } from 'playwright/test'

import { expect, shops, test } from '../fixtures.ts'

interface Shown {
  /** Pixels of the file that the browser chose. */
  chosen: number
  /** Pixels that its place shows of the whole picture, or of one that fills its box. */
  shown: number
  /** The smallest file that its place offers. */
  least: number
  place: string
}

/** Every picture on the screen, once it is there. */
async function picturesOnScreen(page: Page): Promise<Shown[]> {
  const found = await page.locator('img:visible').evaluateAll(async (all) => {
    const images = all.filter((image) => {
      const { top, left, bottom } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight && left < innerWidth
    }) as HTMLImageElement[]
    await Promise.all(images.map((image) => image.decode()))
    return images.map((image) => {
      const { width, height } = image.getBoundingClientRect()
      const sides = [width, (height * image.naturalWidth) / image.naturalHeight]
      const isWhole = getComputedStyle(image).objectFit === 'contain'
      const shown = isWhole ? Math.min(...sides) : Math.max(...sides)
      return {
        chosen: Number(/\/_img\/(\d+)\//.exec(image.currentSrc)?.[1]),
        shown: Math.round(shown * devicePixelRatio),
        least: image.closest('.product-card-picture') ? 320 : 160,
        place: `${new URL(image.currentSrc).pathname} at ${Math.round(width)}x${Math.round(height)}`,
      }
    })
  })
  return found
}

for (const shop of shops) {
  test(`${shop.name} shows each picture in the width of its place`, async ({ page }) => {
    const failed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url())
    })
    await page.goto(`${shop.origin}/products`)
    const product = await page.locator('main article a').first().getAttribute('href')
    for (const path of ['/', '/products', product ?? '']) {
      await page.goto(shop.origin + path)
      const pictures = await picturesOnScreen(page)
      expect(pictures.length).toBeGreaterThan(1)
      for (const { chosen, shown, least, place } of pictures) {
        expect(chosen, place).toBeGreaterThanOrEqual(shown * 0.97)
        // The next of the ladder at most.
        expect(chosen, place).toBeLessThanOrEqual(Math.max(least, shown * 1.6))
      }
    }
    expect(failed).toEqual([])
  })
}

test('the largest picture of the first screen comes first, those below it when they are near', async ({
  page,
}) => {
  const [shop] = shops
  for (const path of ['/', '/products']) {
    await page.goto(`${shop.origin}${path}`)
    await expect(page.locator('img[fetchpriority=high]')).toHaveCount(1)
    const isLazy = await page
      .locator('main article img')
      .last()
      .evaluate((image: HTMLImageElement) => image.loading === 'lazy' && image.decoding === 'async')
    expect(isLazy).toBe(true)
  }
})
