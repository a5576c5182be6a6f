import type { Locator, Page } from 'playwright/test'

import { waitUntilIdle, waitUntilRun } from '../kit/browser/complete-page.ts'
import { expect, test, toast } from './fixtures.ts'
import { openOtherShop } from './other-shop.ts'

/**
 * Stands in for Google's script: makes its policy, as that one does, and reports whatever it is told, each word of it.
 * Browsers keep reports in flight when their page goes.
 */
const GOOGLE_SCRIPT = `
  window.trustedTypes?.createPolicy('goog#html', { createScriptURL: (url) => url })
  const report = (words) => fetch('https://www.google-analytics.com/g/collect', {
    method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify([...words]),
  })
  dataLayer.forEach(report)
  dataLayer.push = (words) => { Array.prototype.push.call(dataLayer, words); report(words) }`

/** What Google hears: its script asked for, by address, and every word told to it. */
async function google(page: Page) {
  const requested: string[] = []
  const reported: [string, string, Record<string, unknown>][] = []
  await page.route(/^https:\/\/(?!fonts)[^/]*google/, async (route) => {
    const request = route.request()
    if (request.url().includes('/gtag/js')) {
      requested.push(request.url())
      return route.fulfill({ contentType: 'text/javascript', body: GOOGLE_SCRIPT })
    }
    reported.push(request.postDataJSON())
    return route.fulfill({ status: 204 })
  })
  return {
    asked: requested,
    told: reported,
    event: (name: string) => reported.find(([kind, event]) => kind === 'event' && event === name)?.[2],
  }
}

async function measuringShop(capabilities: string[] = []) {
  const shop = openOtherShop()
  await shop.changeStore({ capabilities, analytics: { googleTagId: 'G-AB12CD34EF' } })
  return shop
}

async function areaOf(locator: Locator) {
  const area = await locator.boundingBox()
  if (!area) throw new Error(`${String(locator)} is not shown.`)
  return area
}

const bar = (page: Page) => page.getByRole('region', { name: 'May we use analytics cookies?' })

test(
  'nothing is requested from Google before a shopper agrees, nor after declining @desktop',
  { tag: ['@asvs-14.2.3'] },
  async ({ page }) => {
    const shop = await measuringShop(['attribution'])
    const { asked: requestedUrl, told } = await google(page)
    await page.goto(`${shop.origin}/?gclid=abc`)
    await expect(bar(page)).toBeVisible()
    const [decline, accept] = [
      bar(page).getByRole('button', { name: 'Decline' }),
      bar(page).getByRole('button', { name: 'Accept' }),
    ]
    expect(await accept.getAttribute('class')).toBe(await decline.getAttribute('class'))
    expect((await accept.boundingBox())?.width).toBe((await decline.boundingBox())?.width)
    expect(await page.evaluate(() => localStorage.getItem('attribution'))).toBeNull()

    await decline.click()
    await expect(bar(page)).toBeHidden()
    await page.goto(`${shop.origin}/products?gclid=def`)
    await waitUntilRun(page, 'AdsScript')
    await expect(bar(page)).toBeHidden()
    expect([requestedUrl, told]).toEqual([[], []])
    expect(await page.evaluate(() => [localStorage.getItem('attribution'), document.cookie])).toEqual([
      null,
      '',
    ])
  },
)

test(
  'a consenting shopper is measured from the page to the purchase, without personal data @desktop',
  { tag: ['@asvs-14.2.3'] },
  async ({ page }) => {
    const shop = await measuringShop()
    await shop.stubResponse('GET /payments/fields', { fields: [] })
    const { asked, told, event } = await google(page)
    await page.goto(`${shop.origin}/product/plain-1?gclid=abc&email=asha%40example.com`)
    await bar(page).getByRole('button', { name: 'Accept' }).click()
    await expect
      .poll(() => event('view_item'))
      .toEqual({
        currency: 'INR',
        value: 900,
        items: [{ item_id: 'plain-1', item_name: 'Plain Shirt 1', price: 900, quantity: 1 }],
      })
    expect(asked).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF'])
    expect(
      told
        .slice(0, 2)
        .map(([kind, what, state]) => [kind, what, state.analytics_storage, state.ad_personalization]),
    ).toEqual([
      ['consent', 'default', 'denied', 'denied'],
      ['consent', 'update', 'granted', 'denied'],
    ])
    expect(told.find(([kind]) => kind === 'config')?.[2]).toMatchObject({
      page_location: `${shop.origin}/product/plain-1?gclid=abc`,
    })
    await expect.poll(() => event('page_view')).toBeDefined()

    await page.getByRole('group', { name: 'Clothing Size' }).getByText('M', { exact: true }).click()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page).toHaveURL(`${shop.origin}/cart`)
    const shirt = { item_id: 'plain-1', item_name: 'Plain Shirt 1', item_variant: 'M / White', price: 900 }
    await expect
      .poll(() => event('add_to_cart'))
      .toEqual({ currency: 'INR', value: 900, items: [{ ...shirt, quantity: 1 }] })

    await page.context().addCookies([{ name: 'auth_token', value: 'plain-token', url: shop.origin }])
    await expect.poll(() => asked.length).toBe(2)
    await page.getByRole('button', { name: /^Increase quantity of Plain Shirt 1/ }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    const bought = { currency: 'INR', value: 1800, items: [{ ...shirt, quantity: 2 }] }
    await expect.poll(() => event('begin_checkout')).toEqual(bought)

    await expect(page).toHaveURL(`${shop.origin}/checkout`)
    await page.goto(`${shop.origin}/payment?orderId=AN-OLDER-ORDER`)
    await page.goto(`${shop.origin}/order-success`)
    await expect.poll(() => told.at(-1)?.[1]).toBe('page_view')
    expect(event('purchase')).toBeUndefined()

    await page.goto(`${shop.origin}/checkout`)
    for (const label of ['Full Name', 'Address', 'City', 'State', 'PIN Code', 'Phone']) {
      await page.getByLabel(label, { exact: true }).fill('Asha 411001')
    }
    await page.getByRole('button', { name: 'Create Order' }).click()
    await expect(page).toHaveURL(`${shop.origin}/payment?orderId=PLAIN-ORDER-1`)
    expect(asked).toHaveLength(3)

    // Back at the checkout of a cart that is empty now: what was ordered is still what is thanked for.
    await page.goto(`${shop.origin}/checkout`)
    await expect(page.getByText('Already ordered? Find it and pay for it in')).toBeVisible()
    await page.goto(`${shop.origin}/order-success`)
    await expect.poll(() => event('purchase')).toEqual({ ...bought, transaction_id: 'PLAIN-ORDER-1' })
    expect(JSON.stringify(told)).not.toMatch(/asha|411001/i)
    await page.reload()
    await expect.poll(() => told.filter(([, name]) => name === 'page_view').length).toBe(5)
    expect(told.filter(([, name]) => name === 'purchase')).toHaveLength(1)
  },
)

test('the speed of a page is counted for its shop when a shopper who agreed leaves it @desktop', async ({
  page,
  request,
}) => {
  const shop = await measuringShop()
  await google(page)
  const { host, hostname, port } = new URL(shop.origin)
  const counted = async () => {
    const metrics = await (await request.get(`http://localhost:${port}/metrics`)).text()
    return metrics
      .split('\n')
      .filter((line) => line.includes(`shop="${hostname}"`) && line.includes('_count'))
  }
  // One of ten page views is counted.
  await page.addInitScript(() => (Math.random = () => 0.05))
  await page.goto(`http://${host}/products`)
  await page.goto(`http://${host}/?email=asha%40example.com`)
  const script = page.waitForResponse('**/web-vitals*.js')
  await bar(page).getByRole('button', { name: 'Accept' }).click()
  await page.evaluate((url) => import(url), (await script).url())
  await waitUntilIdle(page)
  expect(await counted()).toEqual([])
  await page.goto(`http://${host}/cart`)
  const labels = `page="home",shop="${hostname}"`
  // The press on Accept may be too quick for an INP.
  await expect
    .poll(counted)
    .toEqual(
      expect.arrayContaining([
        ...['LCP', 'FCP', 'TTFB'].map(
          (vital) => `storefront_web_vital_seconds_count{${labels},vital="${vital}"} 1`,
        ),
        `storefront_web_layout_shift_count{${labels}} 1`,
      ]),
    )
})

test(
  'a shopper changes their mind at the foot of any page, and the focus comes back there',
  { tag: '@desktop' },
  async ({ page }) => {
    const shop = await measuringShop(['attribution'])
    const { asked, told } = await google(page)
    await page.goto(`${shop.origin}/?gclid=abc`)
    await bar(page).getByRole('button', { name: 'Accept' }).click()
    await expect.poll(() => asked.length).toBe(1)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('attribution'))).toContain('abc')
    await page.evaluate(() => (document.cookie = '_ga=GA1.1; path=/'))

    const change = page.getByRole('button', { name: 'Cookie settings' })
    await change.click()
    await expect(bar(page)).toBeFocused()
    await bar(page).getByRole('button', { name: 'Decline' }).click()
    await expect(change).toBeFocused()
    await expect.poll(() => told.at(-1)?.slice(0, 2)).toEqual(['consent', 'update'])
    expect(told.at(-1)?.[2].analytics_storage).toBe('denied')
    expect(await page.evaluate(() => [localStorage.getItem('attribution'), document.cookie])).toEqual([
      null,
      '',
    ])
    await page.goto(`${shop.origin}/products`)
    await waitUntilRun(page, 'AdsScript')
    expect(asked).toHaveLength(1)
  },
)

test('choosing by keyboard returns the focus @desktop', async ({ page }) => {
  const shop = await measuringShop()
  await page.goto(shop.origin)
  const decline = bar(page).getByRole('button', { name: 'Decline' })
  const before = page.getByRole('contentinfo').getByRole('link', { name: 'Track Order' })
  await before.focus()
  await decline.press('Enter')
  await expect(bar(page)).toBeHidden()
  await expect(before).toBeFocused()
})

for (const [when, held] of [
  ['its page', '**/_astro/*.js'],
  ['the bar', '**/_astro/AdsScript*.js'],
] as const) {
  test(`the choices are pressed before the script of ${when} is there @desktop`, async ({ page }) => {
    const shop = await measuringShop()
    await page.goto(shop.origin)
    await bar(page).getByRole('button', { name: 'Decline' }).click()
    const { promise: isPressed, resolve: come } = Promise.withResolvers<undefined>()
    await page.route(held, async (route) => {
      await isPressed
      await route.continue()
    })
    const asked = page.waitForRequest(held)
    await page.reload({ waitUntil: 'commit' })
    await asked
    const change = page.getByRole('button', { name: 'Cookie settings' })
    await change.click()
    come(undefined)
    await expect(bar(page)).toBeFocused()
    await bar(page).getByRole('button', { name: 'Decline' }).click()
    await expect(change).toBeFocused()
  })
}

test('a choice made again before the scripts of the page stays made @desktop', async ({ page }) => {
  const shop = await measuringShop()
  await page.goto(shop.origin)
  await bar(page).getByRole('button', { name: 'Decline' }).click()
  const { promise: isChosen, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/_astro/*.js', async (route) => {
    await isChosen
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const change = page.getByRole('button', { name: 'Cookie settings' })
  await change.click()
  await bar(page).getByRole('button', { name: 'Decline' }).click()
  release(undefined)
  await waitUntilRun(page, 'AdsScript')
  await expect(bar(page)).toBeHidden()
  await expect(change).toBeFocused()
})

for (const [language, title] of [
  ['en', 'May we use analytics cookies?'],
  ['hi', 'एनालिटिक्स कुकी इस्तेमाल करने दें?'],
] as const) {
  test(
    `on a phone the consent bar is low, in the first paint, and covers no other bar (${language})`,
    { tag: '@phone' },
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 740 })
      const shop = await measuringShop()
      await page.context().addCookies([{ name: 'language', value: language, url: shop.origin }])
      const { promise: isSeen, resolve: go } = Promise.withResolvers<undefined>()
      // Everything but the words, without which a Hindi page is not shown.
      await page.route(/_astro\/(?!browser).*\.js/, async (route) => {
        await isSeen
        await route.continue()
      })
      await page.goto(`${shop.origin}/product/plain-1`, { waitUntil: 'commit' })
      const consent = page.getByRole('region', { name: title })
      await expect(consent).toBeVisible()
      go(undefined)
      const area = await areaOf(consent)
      expect(area.height).toBeLessThanOrEqual(64)
      const [first, second] = await consent.getByRole('button').all()
      if (!first || !second) throw new Error('The bar has no two buttons.')
      const sizes = [await areaOf(first), await areaOf(second)].map(({ width, height }) => [width, height])
      expect(sizes[0]).toEqual(sizes[1])

      const addToCart = page.locator('[data-buy-bar]')
      await expect(addToCart).toBeVisible()
      expect(area.y + area.height).toBeLessThanOrEqual((await areaOf(addToCart)).y)
      await addToCart.getByRole('button', { includeHidden: true }).click({ trial: true })
      await page.locator('.tab-bar a').first().click({ trial: true })
      await first.click()
      await expect(consent).toBeHidden()
    },
  )
}

test('the consent bar explains itself on demand', { tag: '@phone' }, async ({ page }) => {
  const shop = await measuringShop()
  await page.goto(`${shop.origin}/`)
  await expect(bar(page).getByText('If you accept, Google sets cookies')).toBeHidden()
  await bar(page).getByText('May we use analytics cookies?').click()
  await expect(bar(page).getByText('If you accept, Google sets cookies')).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
})

test(
  'far zoomed, the unfolded consent bar stays on the screen and scrolls to its end',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    const shop = await measuringShop()
    await page.goto(`${shop.origin}/`)
    await bar(page).getByText('May we use analytics cookies?').click()
    const header = await areaOf(page.locator('.site-header-row'))
    expect((await areaOf(bar(page))).y).toBeGreaterThanOrEqual(header.y + header.height)
    await bar(page).getByRole('link', { name: 'Privacy Policy' }).click({ trial: true })
    await bar(page).getByRole('button', { name: 'Decline' }).click()
    await expect(bar(page)).toBeHidden()
  },
)

test('toast and consent bar do not cover each other', async ({ page }) => {
  const shop = await measuringShop()
  await page.goto(`${shop.origin}/products`)
  await expect(bar(page)).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart: Plain Shirt 1', exact: true }).press('Enter')
  // Where something else lies over it, the click would go there.
  await toast(page, 'Added to cart').click({ trial: true })
  for (const name of ['Decline', 'Accept']) {
    await bar(page).getByRole('button', { name }).click({ trial: true })
  }
})

test(
  'a page of a shop that measures nothing has nothing of it @desktop',
  { tag: ['@asvs-14.2.3'] },
  async ({ page }) => {
    const measured = await page.goto(`${(await measuringShop(['attribution'])).origin}/`)
    for (const sign of [/consent/, /later/, /G-AB12CD34EF/]) expect(await measured?.text()).toMatch(sign)
    const plain = openOtherShop()
    const wrong = openOtherShop()
    await wrong.changeStore({ analytics: { googleTagId: 'G-1"><script>' } })
    for (const { origin } of [plain, wrong]) {
      const response = await page.goto(`${origin}/`)
      expect(await response?.text()).not.toMatch(/consent|later|G-1/)
      expect(response?.headers()['content-security-policy']).not.toMatch(/google/)
    }
  },
)

test(
  'where a password, an address or a payment is typed, Google’s script may not be @desktop',
  { tag: ['@asvs-14.2.3'] },
  async ({ page }) => {
    const shop = await measuringShop()
    await page.context().addCookies([{ name: 'auth_token', value: 'plain-token', url: shop.origin }])
    for (const path of [
      '/login',
      '/register',
      '/checkout',
      '/payment?orderId=1',
      '/account',
      '/orders',
      '/track-order',
      '/contact',
    ]) {
      const response = await page.goto(`${shop.origin}${path}`)
      expect(response?.headers()['content-security-policy']).not.toMatch(/google/)
      expect(await response?.text()).not.toMatch(/G-AB12CD34EF|data-google-tag/)
    }
    const home = await page.goto(`${shop.origin}/`)
    expect(home?.headers()['content-security-policy']).toContain(
      "script-src https://www.googletagmanager.com 'self'",
    )
  },
)

test('search words are not reported, and a pending product is @desktop', async ({ page }) => {
  const shop = await measuringShop(['search'])
  const { told, event } = await google(page)
  await page.goto(`${shop.origin}/products?search=asha`)
  await bar(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => event('page_view')).toEqual({ page_title: 'Plain Store' })
  expect(told.find(([kind]) => kind === 'config')?.[2]).toMatchObject({ page_title: 'Plain Store' })

  const { promise: isMeasured, resolve: come } = Promise.withResolvers<undefined>()
  await shop.fail('/products/plain-2', 'slow')
  await page.route('**/fragments/product/plain-2', async (route) => {
    await isMeasured
    await route.continue()
  })
  await page.goto(`${shop.origin}/product/plain-2`)
  await expect.poll(() => told.filter(([, name]) => name === 'page_view').length).toBe(2)
  come(undefined)
  await expect.poll(() => event('view_item')).toMatchObject({ items: [{ item_id: 'plain-2' }] })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'More like this' })).toBeVisible()
  expect(told.filter(([, name]) => name === 'view_item')).toHaveLength(1)
  expect(JSON.stringify(told)).not.toMatch(/asha/i)
})

test('an addition to the cart is reported once, by its own page @desktop', async ({ page, context }) => {
  const shop = await measuringShop()
  const other = await context.newPage()
  const [here, there] = [await google(page), await google(other)]
  await page.goto(`${shop.origin}/products`)
  await bar(page).getByRole('button', { name: 'Accept' }).click()
  await other.goto(`${shop.origin}/products`)
  for (const { event } of [here, there]) await expect.poll(() => event('page_view')).toBeDefined()

  const add = async (shopper: Page) => {
    await shopper.getByRole('button', { name: 'Quick View' }).first().click()
    const view = shopper.getByRole('dialog', { name: 'Quick View' })
    await view.getByText('M', { exact: true }).click()
    await view.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(view).toBeHidden()
  }
  const times = ({ told }: typeof here) => told.filter(([, name]) => name === 'add_to_cart').length
  const count = (shopper: Page) => shopper.locator('[data-cart-count]:visible').first()
  await add(page)
  await expect(count(other)).toHaveText('1')
  await add(other)
  await expect.poll(() => [times(here), times(there)]).toEqual([1, 1])

  // Back from the next page, where more was put into the cart: as the browser's back/forward cache shows it again.
  await other.close()
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]')
    localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 9 }]))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(count(page)).toHaveText('9')
  await add(page)
  await expect.poll(() => [times(here), times(there)]).toEqual([2, 1])
})
