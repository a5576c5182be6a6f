import type { Page, Request, Route } from 'playwright/test'

import {
  ADDRESS,
  expectAddressKept,
  fillAddress,
  haveCart,
  haveToken,
  line,
  storedCart,
} from './buying/shopper.ts'
import { expect, test } from './fixtures.ts'
import { openOtherShop } from './other-shop.ts'

/** A page whose script is lost says so within 10 s and offers to reload. docs/requirements.md#15-rendering */

const SENTENCE = "This page didn't load completely. Please reload it and try again."
const WITHIN_MS = 10_000

/** Pages by address, and how the shopper comes by the parts that load on demand. */
const pages: Record<string, (page: Page) => Promise<void>> = {
  '/cart': scrollDown,
  '/checkout': async () => undefined,
  '/payment?orderId=PLAIN-ORDER-1': async () => undefined,
  '/orders': async () => undefined,
  '/account': async () => undefined,
  '/track-order?id=PLAIN-ORDER-1': async (page) => {
    await page.getByLabel('Email or Phone').fill('asha@example.com')
    await page.getByRole('button', { name: 'Track Order' }).click()
  },
  '/pay/token': async () => undefined,
  '/orders/PLAIN-ORDER-1/invoice': async () => undefined,
  '/login': async () => undefined,
  '/register': async () => undefined,
  '/wishlist': async () => undefined,
  '/product/plain-6': async (page) => {
    await scrollDown(page)
    await page.getByLabel('Search products').focus()
  },
  '/products': async () => undefined,
  '/contact': async () => undefined,
  '/api-test': async () => undefined,
}

/** What a script answers instead of its text. */
const losses: Record<string, (route: Route) => unknown> = {
  'answers 404': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'is reset': (route) => route.abort('connectionreset'),
  'never arrives': () => undefined,
}

async function scrollDown(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
}

/** A shop with every capability that adds scripts to pages, and a signed-in shopper with a cart. */
async function openShop(page: Page) {
  const shop = openOtherShop()
  await shop.changeStore({ capabilities: ['shipment', 'payment-links', 'invoice', 'search', 'suggestions'] })
  await haveCart(page, shop.origin, [line()])
  await page.evaluate(() =>
    localStorage.setItem('viewed', JSON.stringify([{ id: 'plain-2', name: 'Plain Shirt 2' }])),
  )
  await haveToken(page, shop.origin)
  return shop
}

/** The files of a page by name, without their hash. */
async function scriptsOf(page: Page, address: string, use: (page: Page) => Promise<void>): Promise<string[]> {
  const names = new Set<string>()
  const note = (request: Request) => {
    const name = /\/_astro\/([\w.-]+\.js)/.exec(request.url())?.[1]
    if (name) names.add(name)
  }
  page.on('request', note)
  await page.goto(address)
  await use(page)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return [...names]
}

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: SENTENCE })

test.describe('a lost script', { tag: '@phone' }, () => {
  test.use({ expectedComplaints: /Failed to load resource|Error hydrating|Failed to fetch|Late: / })

  for (const [path, use] of Object.entries(pages)) {
    for (const [loss, lose] of Object.entries(losses)) {
      test(
        `${path}: a script that ${loss} shows the sentence and a button that reloads`,
        { tag: ['@req-15'] },
        async ({ page }) => {
          test.setTimeout(120_000)
          const { origin } = await openShop(page)
          const scripts = await scriptsOf(page, origin + path, use)
          expect(scripts.length).toBeGreaterThan(0)
          await page.clock.install()
          let lost = ''
          await page.route('**/_astro/*.js*', (route) =>
            lost && route.request().url().includes(lost) ? lose(route) : route.continue(),
          )
          for (const script of scripts) {
            lost = script
            const asked = page.waitForRequest(`**/_astro/${script}*`)
            await page.goto(origin + path, { waitUntil: 'commit' })
            await use(page).catch(() => undefined)
            await asked
            await page.clock.runFor(WITHIN_MS)
            await expect(notice(page), script).toBeVisible()
            await expect(notice(page), script).toHaveCount(1)
          }
          // Until the reload, a second try of the browser is lost, too.
          page.on('request', (request) => {
            if (request.isNavigationRequest()) lost = ''
          })
          await notice(page).getByRole('button', { name: 'Reload' }).click()
          await use(page)
          await expect(page.locator('astro-island[ssr], [data-waiting]')).toHaveCount(0)
          // Code that is on its way would be late on this clock.
          await page.waitForLoadState('networkidle')
          await page.clock.runFor(WITHIN_MS)
          await expect(notice(page)).toHaveCount(0)
        },
      )
    }
  }

  for (const [loss, lose] of Object.entries(losses))
    test(`Quick View opens the product's page when its script ${loss}`, async ({ page }) => {
      const { origin } = openOtherShop()
      await page.clock.install()
      await page.route('**/_astro/quick-view*.js', lose)
      await page.goto(`${origin}/products`)
      const asked = page.waitForRequest('**/_astro/quick-view*.js')
      const card = page.locator('main article').first()
      await card.getByRole('button', { name: 'Quick View' }).dispatchEvent('click')
      await asked
      await page.clock.runFor(WITHIN_MS)
      await expect(page).toHaveURL(`${origin}/product/plain-1`)
    })

  test('a section that never arrives shows its failed state', async ({ page }) => {
    const shop = openOtherShop()
    await shop.fail('/products', 'hang')
    await page.clock.install()
    await page.route('**/fragments/**', () => undefined)
    const asked = page.waitForRequest('**/fragments/featured')
    await page.goto(shop.origin, { waitUntil: 'commit' })
    await asked
    await page.clock.runFor(WITHIN_MS)
    await expect(page.getByText('No featured products available at the moment.')).toBeVisible()
  })

  test(
    'a script that is only slow takes the sentence back when it arrives',
    { tag: ['@req-15'] },
    async ({ page }) => {
      const { origin } = await openShop(page)
      const { promise: isSent, resolve: send } = Promise.withResolvers<undefined>()
      await page.route('**/_astro/CartIsland*.js', async (route) => {
        await isSent
        await route.continue()
      })
      await page.clock.install()
      await page.goto(`${origin}/cart`, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
      await page.clock.runFor(WITHIN_MS)
      await expect(notice(page)).toBeVisible()
      send(undefined)
      await expect(page.getByText('Plain Shirt 1')).toBeVisible()
      await expect(notice(page)).toHaveCount(0)
    },
  )
})

test.describe('a new build while a page is open', { tag: '@phone' }, () => {
  test.use({ expectedComplaints: /Failed to load resource|Failed to fetch/ })

  /** The files of the open page's build are gone. */
  const replaceBuild = (page: Page) =>
    page.route('**/_astro/*.js*', (route) => route.fulfill({ status: 404 }))

  test('the checkout keeps cart and typed fields over the reload', { tag: ['@req-15'] }, async ({ page }) => {
    const { origin } = await openShop(page)
    await page.route('**/_astro/place-order*.js*', (route) => route.fulfill({ status: 404 }))
    await page.goto(`${origin}/checkout`)
    await fillAddress(page)
    await expect(notice(page)).toBeVisible()
    await page.unrouteAll()
    await notice(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByLabel('Full Name')).toHaveValue(ADDRESS['Full Name'])
    await expectAddressKept(page)
    await expect(notice(page)).toHaveCount(0)
    expect(await storedCart(page)).toMatchObject([{ id: 'plain-1', quantity: 1 }])
    await page.getByRole('button', { name: 'Create Order' }).click()
    await expect(page).toHaveURL(/\/payment\?orderId=/)
  })

  test(
    'the payment keeps the chosen method over the reload, and no typed text',
    { tag: ['@req-15'] },
    async ({ page }) => {
      const shop = await openShop(page)
      await shop.stubResponse('GET /payments/fields', [
        {
          name: 'method',
          label: 'Way to pay',
          type: 'select',
          options: [
            { value: 'card', label: 'Card', kind: 'card' },
            { value: 'qr', label: 'QR code', kind: 'qr' },
          ],
        },
        { name: 'bank', label: 'Bank', type: 'select', options: ['First', 'Second'] },
        { name: 'secret', label: 'Card number', type: 'text' },
      ])
      await shop.stubResponse('POST /payments', {
        success: true,
        action: { type: 'qr', qr: 'upi://pay?pa=shop@bank&pn=Shop&am=900.00&cu=INR' },
      })
      await page.goto(`${shop.origin}/payment?orderId=PLAIN-ORDER-1`)
      await page.getByRole('radio', { name: 'QR code' }).check()
      await page.getByLabel('Bank').selectOption('Second')
      await page.getByLabel('Card number').fill('4111 1111 1111 1111')
      await replaceBuild(page)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(notice(page)).toBeVisible()
      await page.unrouteAll()
      await notice(page).getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByRole('radio', { name: 'QR code' })).toBeChecked()
      await expect(page.getByLabel('Bank')).toHaveValue('Second')
      await expect(page.getByLabel('Card number')).toHaveValue('')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('img', { name: 'QR code for this payment' })).toBeVisible()
      await expect(notice(page)).toHaveCount(0)
    },
  )
})

test.describe('in Hindi', { tag: '@phone' }, () => {
  test.use({ expectedComplaints: /Failed to load resource|Error hydrating|Failed to fetch|Late: / })

  const HINDI = 'यह पेज पूरा लोड नहीं हुआ। कृपया इसे रीलोड करें और फिर कोशिश करें।'

  for (const [loss, lose] of Object.entries(losses)) {
    for (const file of ['browser', 'CartIsland'])
      test(
        `the script ${file} that ${loss} shows the sentence in Hindi`,
        { tag: ['@req-15'] },
        async ({ page }) => {
          const shop = await openShop(page)
          await shop.changeStore({ language: 'hi' })
          await page.clock.install()
          let isLost = true
          const asked = page.waitForRequest(`**/_astro/${file}*.js*`)
          await page.route(`**/_astro/${file}*.js*`, (route) => (isLost ? lose(route) : route.continue()))
          await page.goto(`${shop.origin}/cart`, { waitUntil: 'commit' })
          await asked
          if (file !== 'browser') await expect(page.getByRole('contentinfo')).toBeAttached()
          await page.clock.runFor(WITHIN_MS)
          await expect(page.getByText(HINDI)).toBeVisible()
          isLost = false
          await page.getByRole('button', { name: 'रीलोड करें' }).click()
          await expect(page.getByText('Plain Shirt 1')).toBeVisible()
          await expect(page.getByText(HINDI)).toHaveCount(0)
        },
      )
  }
})
