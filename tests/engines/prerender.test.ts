import { TargetType, type Browser, type CDPSession, type HTTPRequest, type Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { ENGINES, launchChromium } from '../kit/browser/engines.ts'
import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

const CARD = 'main .product-card-picture a'
const TOAST = JSON.stringify({ text: { title: 'Carried here' }, isError: false })

let store: OtherStore
let storefront: Storefront
let browser: Browser
let page: Page
/** Paths, also of the page that is prerendered. */
let requested: string[]

beforeAll(async () => {
  store = await startOtherStore()
  store.changeStore({ analytics: { googleTagId: 'G-AB12CD34EF' } })
  storefront = await startStorefront(store.port)
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

/** Driven by Puppeteer, because Playwright's sessions keep Chromium from prerendering. */
describe('a product page that Chromium prerenders', () => {
  beforeEach(async ({ skip }) => {
    if (ENGINES[0]?.path === undefined) skip('Chromium is not installed.')
    browser = await launchChromium()
    page = await browser.newPage()
    await page.setViewport({ width: 1280, height: 900 })
    requested = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  })
  afterEach(() => browser.close())

  test('runs no script and writes nothing until it is opened; then it counts the visit', async () => {
    await page.goto(`${origin()}/products`)
    // The page's own code would show the toast.
    await page.hover('main h1')
    await page.waitForNetworkIdle()
    await page.evaluate((toast) => {
      const at = new Date().toISOString()
      localStorage.setItem('consent', JSON.stringify({ choice: 'granted', at, text: 'Yes' }))
      sessionStorage.setItem('carried-toast', toast)
    }, TOAST)
    await rest()
    expect(requested).toContain('/product/plain-1')
    expect(
      await page.evaluate(() => [localStorage.getItem('viewed'), sessionStorage.getItem('carried-toast')]),
    ).toEqual([null, TOAST])

    const opened = await open()
    await expect.poll(() => evaluate(opened, () => localStorage.viewed)).toContain('Plain Shirt 1')
    await expect
      .poll(() => evaluate(opened, () => document.getElementById('toasts')?.innerText))
      .toContain('Carried here')
    expect(await evaluate(opened, () => sessionStorage['carried-toast'])).toBeUndefined()
    await expect.poll(() => evaluate(opened, () => 'dataLayer' in window)).toBe(true)
    const early = await evaluate(opened, () => {
      const [navigation] = performance.getEntriesByType('navigation')
      const { activationStart = 0 } = navigation as { activationStart?: number }
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < activationStart)
        .map(({ name }) => name)
    })
    expect(early).toEqual([])
  })

  test('shows the cart and the session of the moment in which it is opened', async () => {
    await page.goto(`${origin()}/products`)
    await rest()
    // Without the page's scripts, which read all of it too, but later.
    await page.setRequestInterception(true)
    page.on('request', (request) => void (isScript(request) ? request.abort() : request.continue()))
    await page.evaluate(() => {
      localStorage.setItem('cart', JSON.stringify([{ id: 'plain-2', quantity: 3 }]))
      localStorage.setItem('wishlist', JSON.stringify([{ id: 'plain-1' }]))
      document.cookie = 'auth_token=plain-token; path=/'
    })
    const opened = await open()
    const shown = await evaluate(opened, () => [
      document.documentElement.dataset.session,
      document.querySelector('[data-cart-count]')?.textContent,
      document.querySelector('[data-wish-count]')?.textContent,
    ])
    expect(shown).toEqual(['signed-in', '3', '1'])
  })

  test('is not loaded by resting on a link of a page that an ad led to, but by a press', async () => {
    await page.goto(`${origin()}/products?gclid=abc`)
    await rest()
    expect(requested).not.toContain('/product/plain-1')
    await page.mouse.down()
    await expect.poll(() => requested).toContain('/product/plain-1')
  })
})

const origin = () => `http://localhost:${storefront.port}`

const isScript = (request: HTTPRequest) => new URL(request.url()).pathname.startsWith('/_astro/')

/** Rests on the first card for longer than Chromium waits, until all is loaded. */
async function rest(): Promise<void> {
  await page.waitForNetworkIdle()
  await page.hover(CARD)
  await page.waitForNetworkIdle()
}

/** Clicks, and returns a session of the page that was prerendered. */
async function open(): Promise<CDPSession> {
  // The page goes with the click.
  await page.mouse.down().catch(() => undefined)
  await page.mouse.up().catch(() => undefined)
  const target = await vi.waitUntil(() =>
    browser.targets().find((one) => one.type() === TargetType.PAGE && one.url().includes('/product/')),
  )
  const session = await target.createCDPSession()
  const isPrerendered = () => {
    const [navigation] = performance.getEntriesByType('navigation')
    return (navigation as { activationStart?: number }).activationStart
  }
  await expect.poll(() => evaluate(session, isPrerendered)).toBeGreaterThan(0)
  return session
}

async function evaluate<R>(session: CDPSession, script: () => R): Promise<R> {
  const expression = `(${String(script)})()`
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
  return result.value as R
}
