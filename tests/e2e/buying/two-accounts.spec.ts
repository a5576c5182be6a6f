import type { BrowserContext, Page } from 'playwright/test'

import { expect, newShopper, register, shops, signIn, test, type Shopper } from '../fixtures.ts'
import { demoLine } from './demo-order.ts'
import { ADDRESS, expectAddressKept, expectToast, fillAddress, haveCart } from './shopper.ts'

const [shop] = shops
const CHANGED = [
  'Another account is signed in',
  "The previous account's details were removed from this page.",
] as const

/** Two shoppers of one browser: the first is signed in. */
async function openTwoShoppers(page: Page): Promise<[Shopper, Shopper]> {
  const shoppers: [Shopper, Shopper] = [newShopper(), newShopper()]
  for (const shopper of shoppers) await register(page, shop, shopper)
  await page.goto(`${shop.origin}/login`)
  await signIn(page, shoppers[0])
  await expect(page).toHaveURL(`${shop.origin}/`)
  return shoppers
}

/** The pages that notice it are watched from the sign-in on: their toasts are gone after some seconds. */
async function signInInAnotherTab(
  context: BrowserContext,
  shopper: Shopper,
  noticing: Page[] = [],
): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(`${shop.origin}/login`)
  await Promise.all([
    signIn(tab, shopper).then(() => expectToast(tab, 'Logged in successfully.')),
    ...noticing.map((page) => expectToast(page, ...CHANGED)),
  ])
  await tab.close()
}

async function fillCheckout(page: Page): Promise<void> {
  await haveCart(page, shop.origin, [await demoLine()])
  await page.goto(`${shop.origin}/checkout`)
  // Its quote notices another account, too.
  const quote = page.waitForResponse(
    (response) =>
      response.url().endsWith('/quotes') &&
      (response.request().postData() ?? '').includes(`"phone":"${ADDRESS.Phone}"`),
  )
  await fillAddress(page)
  await quote
}

async function expectEmptyCheckout(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${shop.origin}/checkout`)
  for (const label of Object.keys(ADDRESS)) {
    // The name comes from the account that is signed in now, which has the same one.
    const value = label === 'Full Name' ? /^(Asha Rao)?$/ : ''
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
  }
}

function countOrders(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/orders')) count += 1
  })
  return () => count
}

test.describe('two accounts in one browser', { tag: '@desktop' }, () => {
  test(
    'the typed address of one account is removed as soon as another signs in, with a toast',
    { tag: ['@decision-1.9'] },
    async ({ page, context }) => {
      const [, other] = await openTwoShoppers(page)
      await fillCheckout(page)
      await signInInAnotherTab(context, other, [page])
      await expectEmptyCheckout(page)
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('14 Loom Street')
    },
  )

  test(
    'a tab without storage events sends no order for another account',
    { tag: ['@decision-1.9'] },
    async ({ page, context }) => {
      const [, other] = await openTwoShoppers(page)
      const otherBrowser = await context.browser()?.newContext()
      const elsewhere = await otherBrowser?.newPage()
      if (!otherBrowser || !elsewhere) throw new Error('The browser is gone')
      await elsewhere.goto(`${shop.origin}/login`)
      await signIn(elsewhere, other)
      await expectToast(elsewhere, 'Logged in successfully.')
      await fillCheckout(page)
      const orders = countOrders(page)
      // The cookie changes, and no tab is told.
      await context.addCookies(await otherBrowser.cookies(shop.origin))
      await otherBrowser.close()
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expectToast(page, ...CHANGED)
      await expectEmptyCheckout(page)
      expect(orders()).toBe(0)
    },
  )

  test('a sign-out in another tab leads the checkout to sign-in, and another account finds no address there', async ({
    page,
    context,
  }) => {
    const [, other] = await openTwoShoppers(page)
    await fillCheckout(page)
    const tab = await context.newPage()
    await tab.goto(`${shop.origin}/account`)
    await tab.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fcheckout`)
    await expectToast(page, "You're signed out", 'Sign in to continue.')
    await signIn(page, other)
    await expectEmptyCheckout(page)
  })

  test('the same account that signs in again keeps its typed address', async ({ page, context }) => {
    const [shopper] = await openTwoShoppers(page)
    await fillCheckout(page)
    await signInInAnotherTab(context, shopper)
    await expectAddressKept(page)
    await page.reload()
    await expectAddressKept(page)
  })

  test('account and orders show the account that is signed in now', async ({ page, context }) => {
    const [shopper, other] = await openTwoShoppers(page)
    const orders = await context.newPage()
    await orders.goto(`${shop.origin}/orders`)
    await expect(orders.getByRole('heading', { name: 'No Orders Found' })).toBeVisible()
    await page.goto(`${shop.origin}/account`)
    await expect(page.getByText(shopper.email)).toBeVisible()
    await signInInAnotherTab(context, other, [page, orders])
    await expect(page.getByText(other.email)).toBeVisible()
    await expect(page.getByText(shopper.email)).toHaveCount(0)
  })

  test('tracking takes out the e-mail of the account that has left, in the language of the page', async ({
    page,
    context,
  }) => {
    const [shopper, other] = await openTwoShoppers(page)
    await context.addCookies([{ name: 'language', value: 'hi', url: shop.origin }])
    await page.goto(`${shop.origin}/track-order`)
    const contact = page.locator('input[name=contactInfo]')
    await expect(contact).toHaveValue(shopper.email)
    const tab = await context.newPage()
    await tab.goto(`${shop.origin}/account`)
    await tab.getByRole('button', { name: 'लॉगआउट करें' }).click()
    await expectToast(page, 'आप लॉगआउट हो चुके हैं', 'आपकी जानकारी इस पेज से हटा दी गई है।')
    await expect(contact).toHaveValue('')
    await context.addCookies([{ name: 'language', value: 'en', url: shop.origin }])
    await signInInAnotherTab(context, other)
    await expect(contact).toHaveValue(other.email)
  })
})
