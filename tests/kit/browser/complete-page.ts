import type { Page } from 'playwright/test'

/** What a page waits for: scripts/inline/delayed-scripts.js, islands that are not hydrated, and sections. */
const PENDING = 'template[data-script], [data-waiting], astro-island[ssr], [aria-busy="true"]'

/** Resolves when the page is loaded and painted, shows its pictures, and waits for no script, island or section. */
export async function waitUntilComplete(page: Page): Promise<void> {
  await page.waitForLoadState()
  await waitUntilIdle(page)
  await page.waitForFunction((pending) => {
    const isPictureMissing = (image: HTMLImageElement) => {
      const { top, right, bottom, left } = image.getBoundingClientRect()
      const isOnScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
      return isOnScreen && !image.complete && image.checkVisibility({ visibilityProperty: true })
    }
    return !document.querySelector(pending) && ![...document.images].some(isPictureMissing)
  }, PENDING)
}

/** Resolves after a paint, when the page has run what it had to run. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        // A page without activity may never report idleness.
        const options = { timeout: 1000 }
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(resolve, options)))
      }),
  )
}

/** Resolves when the page has run its built script of this name: an import of a module waits for its first run. */
export async function waitUntilRun(page: Page, script: string): Promise<void> {
  const address = await page.locator(`script[src*="/_astro/${script}"]`).getAttribute('src')
  await page.evaluate((url) => import(url), address ?? '')
}
