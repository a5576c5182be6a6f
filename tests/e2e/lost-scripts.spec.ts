import type { Locator, Page, Request, Response, Route } from 'playwright/test'

import {
  ADDRESS,
  expectAddressKept,
  fillAddress,
  haveCart,
  haveToken,
  line,
  storedCart,
} from './buying/shopper.ts'
import { CONFIRMATION_LINK, PAYMENT_LINK, REFUND_LINK } from '../kit/shops/other-store.ts'
import { waitUntilComplete, waitUntilIdle } from '../kit/browser/complete-page.ts'
import { expect, test } from './fixtures.ts'
import { openOtherShop } from './other-shop.ts'

/** A page whose script is lost says so within 10 s and offers to reload. docs/requirements.md#15-rendering */

const SENTENCE = "This page didn't load completely. Please reload it and try again."
const WITHIN_MS = 10_000

interface ScriptedPage {
  /** Brings the shopper to the parts that load on demand. */
  use?: (page: Page) => Promise<void>
  /** What only a page with all its scripts shows. */
  shown: (page: Page) => Locator
}

const pages: Record<string, ScriptedPage> = {
  '/cart': { use: scrollDown, shown: (page) => page.getByRole('region', { name: 'Recently viewed' }) },
  '/checkout': { shown: (page) => page.getByRole('button', { name: 'Create Order' }) },
  '/payment?orderId=PLAIN-ORDER-1': {
    shown: (page) => page.getByRole('button', { name: 'Proceed to Payment' }),
  },
  '/orders': { shown: (page) => page.getByRole('main').getByRole('article').first() },
  '/account': { shown: (page) => page.getByRole('region', { name: 'Account details' }) },
  '/track-order?id=PLAIN-ORDER-1': {
    async use(page) {
      // At once, because the e-mail of the account may arrive meanwhile.
      await page.getByLabel('Email or Phone').evaluate((field: HTMLInputElement) => {
        field.value = 'asha@example.com'
      })
      await page.getByRole('button', { name: 'Track Order' }).click()
    },
    shown: (page) => page.getByRole('main').getByRole('table'),
  },
  [`/pay/${PAYMENT_LINK}`]: { shown: (page) => page.getByRole('button', { name: /^Pay ₹/ }) },
  [`/refund/${REFUND_LINK}`]: { shown: (page) => page.getByRole('button', { name: 'Send my UPI ID' }) },
  [`/confirm/${CONFIRMATION_LINK}`]: {
    shown: (page) => page.getByRole('button', { name: 'Confirm the order' }),
  },
  '/orders/PLAIN-ORDER-1/invoice': { shown: (page) => page.getByRole('heading', { name: 'No invoice yet' }) },
  '/login': { shown: (page) => page.getByRole('button', { name: 'Sign in' }) },
  '/register': { shown: (page) => page.getByRole('button', { name: 'Create account' }) },
  '/wishlist': { shown: (page) => page.getByText('Your wishlist is empty') },
  '/product/plain-6': {
    async use(page) {
      await scrollDown(page)
      await page.getByLabel('Search products').focus()
    },
    shown: (page) => page.getByRole('combobox', { name: 'Search products' }),
  },
  '/products': { shown: (page) => page.getByRole('main').getByRole('article').first() },
  '/contact': { shown: (page) => page.getByRole('button', { name: 'Send Message' }) },
  '/api-test': { shown: (page) => page.getByRole('button', { name: 'Test again' }) },
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
  await shop.changeStore({
    capabilities: [
      ...['shipment', 'payment-links', 'refund-details', 'cash-confirmation', 'invoice'],
      ...['search', 'suggestions'],
    ],
  })
  await haveCart(page, shop.origin, [line()])
  await page.evaluate(() =>
    localStorage.setItem('viewed', JSON.stringify([{ id: 'plain-2', name: 'Plain Shirt 2', image: '' }])),
  )
  await haveToken(page, shop.origin)
  return shop
}

/** Follows the scripts of a page; `arrived` gives their names, without the hash, when no more are on their way. */
function followScripts(page: Page) {
  const responses = new Map<string, Promise<Response | null>>()
  const note = (request: Request) => {
    const name = /\/_astro\/([\w.-]+\.js)/.exec(request.url())?.[1]
    if (name) responses.set(name, request.response())
  }
  page.on('request', note)
  return {
    async arrived({ shown }: ScriptedPage): Promise<string[]> {
      await expect(shown(page)).toBeVisible()
      await waitUntilComplete(page)
      let known: number
      do {
        known = responses.size
        for (const response of responses.values()) await (await response)?.finished()
        await waitUntilIdle(page)
      } while (responses.size > known)
      page.off('request', note)
      return [...responses.keys()]
    },
  }
}

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: SENTENCE })

test.describe('a lost script', { tag: '@phone' }, () => {
  test.use({ expectedComplaints: /Failed to load resource|Error hydrating|Failed to fetch|Late: / })

  for (const [path, scripted] of Object.entries(pages))
    test(
      `${path}: each script that is lost shows the sentence and a button that reloads`,
      { tag: ['@req-15'] },
      async ({ page }) => {
        test.setTimeout(120_000)
        const { origin } = await openShop(page)
        const whole = followScripts(page)
        await page.goto(origin + path)
        await scripted.use?.(page)
        const scripts = await whole.arrived(scripted)
        expect(scripts.length).toBeGreaterThan(0)
        await page.clock.install()
        const ways = Object.entries(losses)
        let lost = ''
        let lose: (route: Route) => unknown = () => undefined
        const held: Route[] = []
        await page.route('**/_astro/*.js*', (route) => {
          if (!lost || !route.request().url().includes(lost)) return route.continue()
          held.push(route)
          return lose(route)
        })
        // The scripts of a page take turns at the ways.
        for (const [index, script] of scripts.entries()) {
          const [loss, way] = ways[index % ways.length] ?? ['', lose]
          lost = script
          lose = way
          const asked = page.waitForRequest(`**/_astro/${script}*`)
          await page.goto(origin + path, { waitUntil: 'commit' })
          await scripted.use?.(page).catch(() => undefined)
          await asked
          await page.clock.runFor(WITHIN_MS)
          await expect(notice(page), `${script} ${loss}`).toBeVisible()
          await expect(notice(page), `${script} ${loss}`).toHaveCount(1)
        }
        // Until the reload, a second try of the browser is lost, too.
        page.on('request', (request) => {
          if (!request.isNavigationRequest()) return
          lost = ''
          // The page that is left waits for nothing any more.
          for (const route of held.splice(0)) route.abort().catch(() => undefined)
        })
        const reloaded = followScripts(page)
        await notice(page).getByRole('button', { name: 'Reload' }).click()
        await scripted.use?.(page)
        // Code that is on its way would be late on this clock.
        await reloaded.arrived(scripted)
        await page.clock.runFor(WITHIN_MS)
        await expect(notice(page)).toHaveCount(0)
      },
    )

  test(
    'Reload keeps its focus and a press that has begun while other files arrive',
    { tag: ['@req-15'] },
    async ({ page }) => {
      const { origin } = openOtherShop()
      const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
      await page.route('**/_astro/catalogue*.js', (route) => route.abort())
      await page.route('**/_astro/state*.js', async (route) => {
        await released
        await route.continue()
      })
      await page.goto(`${origin}/api-test`)
      const reload = notice(page).getByRole('button', { name: 'Reload' })
      await reload.hover()
      await page.mouse.down()
      await page.evaluate(() =>
        document.addEventListener('load', () => (document.documentElement.dataset.arrived = ''), true),
      )
      release(undefined)
      await expect(page.locator('html')).toHaveAttribute('data-arrived', '')
      await expect(reload).toBeFocused()
      const reloaded = page.waitForEvent('framenavigated')
      await page.mouse.up()
      await reloaded
    },
  )

  for (const [loss, lose] of Object.entries(losses))
    test(
      `a style sheet that ${loss} leaves the page readable, with the sentence`,
      { tag: ['@req-15'] },
      async ({ page }) => {
        const { origin } = openOtherShop()
        await page.clock.install()
        let isLost = true
        const asked = page.waitForRequest('**/_astro/*.css')
        await page.route('**/_astro/*.css', (route) => (isLost ? lose(route) : route.continue()))
        await page.goto(`${origin}/login`, { waitUntil: 'commit' })
        await asked
        await page.clock.runFor(WITHIN_MS)
        await expect(notice(page)).toBeVisible()
        await page.getByLabel('Email').fill('asha@example.com')
        isLost = false
        await notice(page).getByRole('button', { name: 'Reload' }).click()
        await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCSS('min-height', '44px')
        await expect(notice(page)).toHaveCount(0)
      },
    )

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

  for (const [loss, lose] of Object.entries(losses))
    test(
      `no payment starts while the script of the view that waits for it ${loss}`,
      { tag: ['@req-15', '@req-2.12'] },
      async ({ page }) => {
        const shop = openOtherShop()
        await shop.stubResponse('GET /payments/fields', [])
        await shop.stubResponse('POST /payments', { success: true, action: { type: 'qr', qr: 'weave' } })
        await haveToken(page, shop.origin)
        let isLost = true
        await page.route('**/_astro/WaitingScreen*.js', (route) => (isLost ? lose(route) : route.continue()))
        await page.goto(`${shop.origin}/payment?orderId=PLAIN-ORDER-1`)
        const pay = page.getByRole('button', { name: 'Proceed to Payment' })
        await pay.click()
        await expect(page.getByText('Failed to process payment. Please try again later.')).toBeVisible()
        const started = (await shop.calls()).filter(
          ({ method, path }) => method === 'POST' && path === '/payments',
        )
        expect(started).toEqual([])
        isLost = false
        await page.reload()
        await pay.click()
        await expect(page.getByRole('img', { name: 'QR code for this payment' })).toBeVisible()
      },
    )

  test(
    'the view that waits for a payment is shown, although it was lost while the form was filled in',
    { tag: ['@req-15', '@req-2.12'] },
    async ({ page }) => {
      const shop = openOtherShop()
      const note = { name: 'note', label: 'Note', type: 'textarea' }
      await shop.stubResponse('GET /payments/fields', [note])
      await shop.stubResponse('POST /payments', { success: true, action: { type: 'qr', qr: 'weave' } })
      await haveToken(page, shop.origin)
      let isLost = true
      await page.route('**/_astro/WaitingScreen*.js', (route) => (isLost ? route.abort() : route.continue()))
      await page.goto(`${shop.origin}/payment?orderId=PLAIN-ORDER-1`)
      const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/WaitingScreen'))
      await page.getByLabel('Note').fill('A gift')
      await lost
      isLost = false
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('img', { name: 'QR code for this payment' })).toBeVisible()
    },
  )

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
      await scrollDown(page)
      // The only other code that loads on demand: on its way it would be late on this clock.
      await expect(page.getByRole('region', { name: 'Recently viewed' })).toBeVisible()
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
      // The payment has begun, and waits with its code.
      await expect(page.getByRole('img', { name: 'QR code for this payment' })).toBeVisible()
      await page.getByRole('button', { name: 'Try another way to pay' }).click()
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

test.describe('a page that is being left', { tag: '@phone' }, () => {
  test.use({ expectedComplaints: /Failed to load resource|Failed to fetch/ })

  test('says that a script is lost only when it stays open', async ({ page }) => {
    const { origin } = await openShop(page)
    const scriptLost = Promise.withResolvers<undefined>()
    const answered = Promise.withResolvers<undefined>()
    await page.route('**/_astro/suggestions*.js', async (route) => {
      await scriptLost.promise
      await route.abort()
    })
    // An answer without content leaves the page open.
    await page.route(`${origin}/account`, async (route) => {
      await answered.promise
      await route.fulfill({ status: 204 })
    })
    await page.goto(origin)
    await page.clock.install()
    await page.evaluate(() =>
      addEventListener('script-lost', () => {
        document.documentElement.dataset.alerts = String(document.querySelectorAll('[role=alert]').length)
      }),
    )
    const script = page.waitForRequest('**/_astro/suggestions*.js')
    await page.getByLabel('Search products').focus()
    await script
    const followed = page.waitForRequest(`${origin}/account`)
    await page.getByRole('navigation', { name: 'Tabs' }).getByText('My Account').dispatchEvent('click')
    await followed
    const failed = page.waitForEvent('requestfailed')
    scriptLost.resolve(undefined)
    await failed
    answered.resolve(undefined)
    await expect(page.locator('html')).toHaveAttribute('data-alerts', '0')
    await page.clock.runFor(WITHIN_MS)
    await expect(notice(page)).toBeVisible()
  })
})
