import type { Page } from 'playwright/test'

import { waitUntilComplete } from '../kit/browser/complete-page.ts'
import {
  buyFirstProduct,
  createOrder,
  expect,
  newShopper,
  register,
  shops,
  signIn,
  test,
} from './fixtures.ts'

const [shop] = shops

test.use({ serviceWorkers: 'allow', expectedComplaints: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ })

test.beforeEach(async ({ page }) => {
  await page.goto(`${shop.origin}/`)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }))
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
})

/** Waits for the last copy that the second page of a visit brings. */
async function waitForCopies(page: Page): Promise<void> {
  await expect
    .poll(() => keptPages(page), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['/cart', '/offline', '/wishlist']))
}

const copies = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const keptPages = async (page: Page) =>
  (await copies(page)).filter((path) => !/^\/_(astro|img)\//.test(path)).sort()

test(
  'without a network a shopper browses what was seen, fills the cart, and buys when it is back',
  {
    tag: ['@phone', '@decision-18.1', '@req-15'],
  },
  async ({ page, context }) => {
    const shopper = newShopper()
    await register(page, shop, shopper)
    await page.goto(`${shop.origin}/products?gclid=first`)
    const card = page.getByRole('article').first()
    const name = await card.getByRole('heading').innerText()
    await expect(card.locator('img')).toHaveJSProperty('complete', true, { timeout: 20_000 })
    const picture = await card.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)
    await card.getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    // Its scripts begin when it is there; they remember what was viewed.
    await page.waitForFunction(() => localStorage.getItem('viewed') !== null)
    await waitForCopies(page)
    await expect.poll(() => copies(page)).toContainEqual(expect.stringContaining('/variant-form.'))
    await expect.poll(() => copies(page)).toContain(new URL(picture).pathname)

    await context.setOffline(true)
    await page.goto(`${shop.origin}/products?gclid=second`)
    const note = page.getByRole('status').filter({ hasText: "You're offline." })
    await expect(note).toBeVisible()
    await expect(page.getByRole('article').first().locator('img')).toHaveJSProperty('complete', true)
    const product = await buyFirstProduct(page, shop)
    await expect(page).toHaveURL(`${shop.origin}/cart`)
    await expect(page.getByText(product).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(product).first()).toBeVisible()
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
    await expect(page.getByRole('button', { name: 'Checkout' })).toHaveCSS('min-height', '44px')

    await context.setOffline(false)
    await expect(note).toBeHidden()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await signIn(page, shopper)
    await expect(page).toHaveURL(`${shop.origin}/checkout`)
    await createOrder(page)
  },
)

test('the first page of a visit is shown again without a network', async ({ page, context }) => {
  await page.waitForFunction(async () => (await caches.match('/')) !== undefined)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: "You're offline." })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse Collection' })).toBeVisible()
})

test(
  'on the way to the payment only opened pages are copied, afterwards the cart, the wishlist and the offline page',
  { tag: ['@phone', '@decision-18.5'] },
  async ({ page }) => {
    await expect.poll(() => keptPages(page)).toEqual(['/'])
    for (const path of ['/cart', '/login', '/register']) {
      await page.goto(shop.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await expect.poll(() => keptPages(page)).toContain('/cart')
    await waitUntilComplete(page)
    expect(await keptPages(page)).toEqual(['/', '/cart'])
    await page.goto(`${shop.origin}/order-success`)
    await expect.poll(() => keptPages(page)).toEqual(['/', '/cart', '/offline', '/wishlist'])
  },
)

test(
  'without a network what was viewed is named, and leads to the pages that were seen',
  { tag: '@phone' },
  async ({ page, context }) => {
    await page.goto(`${shop.origin}/products`)
    const cards = page.getByRole('main').getByRole('article')
    const [first = '', second = ''] = await cards.getByRole('heading').allInnerTexts()
    const links = await cards
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    const viewed = page.getByRole('region', { name: 'Recently viewed' })
    for (const link of links.slice(0, 2)) {
      await page.goto(link)
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    }
    await expect(viewed.getByRole('heading', { level: 3 })).toHaveText([first])

    await context.setOffline(true)
    await page.goto(links[0] ?? '')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await viewed.getByRole('link', { name: second, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second)
  },
)

test(
  'a page that was never seen, and the checkout, say that there is no network and lead to the cart',
  {
    tag: '@desktop',
  },
  async ({ page, context }) => {
    await page.reload()
    await waitForCopies(page)
    await context.setOffline(true)
    for (const path of ['/contact', '/checkout', '/orders']) {
      await page.goto(shop.origin + path)
      await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
      await expect(page).toHaveURL(shop.origin + path)
    }
    await page.getByRole('link', { name: 'Go to Cart' }).click()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await page.goto(`${shop.origin}/wishlist`)
    await expect(page.getByText('Your wishlist is empty')).toBeVisible()

    await page.goto(`${shop.origin}/contact`)
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  },
)

test(
  'a device whose storage is full shows every page that the network has',
  {
    tag: '@desktop',
  },
  async ({ page, context }) => {
    const browser = await context.newCDPSession(page)
    await browser.send('Storage.overrideQuotaForOrigin', { origin: shop.origin, quotaSize: 1 })
    await page.goto(`${shop.origin}/contact`)
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    await page.goto(`${shop.origin}/products`)
    await expect(page.getByRole('article').first()).toBeVisible()
  },
)

test(
  'with a network the browser loads files and pictures by itself, and the worker keeps copies of them',
  {
    tag: ['@desktop', '@decision-18.3'],
  },
  async ({ page }) => {
    const loaded = new Map<string, boolean>()
    page.on('response', (response) => {
      if (/\/_(astro|img)\//.test(response.url())) loaded.set(response.url(), response.fromServiceWorker())
    })
    await page.goto(`${shop.origin}/products`)
    await expect(page.getByRole('article').first().locator('img')).toHaveJSProperty('complete', true)
    await expect.poll(() => loaded.size).toBeGreaterThan(5)
    expect([...loaded].filter(([, isFromWorker]) => isFromWorker)).toEqual([])
    await expect
      .poll(() =>
        page.evaluate(
          async (urls) => {
            const copies = await Promise.all(urls.map((url) => caches.match(url, { ignoreVary: true })))
            return copies.filter((copy) => copy?.ok !== true).length
          },
          [...loaded.keys()],
        ),
      )
      .toBe(0)
  },
)

test(
  'caches that fail keep no page, file or picture from a shopper who has a network',
  {
    tag: '@desktop',
  },
  async ({ page, context }) => {
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => {
      for (const method of ['open', 'match', 'keys', 'delete'] as const) {
        Object.defineProperty(caches, method, {
          value: () => Promise.reject(new Error('The disk is broken')),
        })
      }
    })
    for (const path of ['/products', '/cart', '/']) {
      await page.goto(shop.origin + path)
      await expect(page.getByRole('contentinfo')).toBeVisible()
    }
    await page.goto(`${shop.origin}/products`)
    await expect(page.getByRole('article').first().locator('img')).toHaveJSProperty('complete', true)
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForFunction(() => localStorage.getItem('viewed') !== null)
  },
)

test(
  'with a network every page comes from there, and nothing of a shopper or an order is kept',
  {
    tag: ['@phone', '@decision-18.2'],
  },
  async ({ page }) => {
    const shopper = newShopper()
    await register(page, shop, shopper)
    await page.goto(`${shop.origin}/login`)
    await signIn(page, shopper)
    await expect(page).toHaveURL(`${shop.origin}/`)
    for (const path of ['/account', '/orders', '/track-order', '/checkout', '/']) {
      await page.goto(shop.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await expect.poll(() => keptPages(page)).toEqual(['/', '/cart', '/offline', '/wishlist'])

    await page.evaluate(async () => {
      const pages = await caches.open('pages-1')
      const headers = { 'content-type': 'text/html', date: new Date().toUTCString() }
      await pages.put('/contact', new Response('<h1>Of yesterday</h1>', { headers }))
    })
    await page.goto(`${shop.origin}/contact`)
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  },
)
