import type { Page } from 'playwright/test'

import { waitUntilComplete, waitUntilRun } from '../kit/browser/complete-page.ts'
import {
  buyFirstProduct,
  createOrder,
  expect,
  newShopper,
  register,
  shops,
  signIn,
  test,
  type Shopper,
  unfoldFooter,
} from './fixtures.ts'
import { openOtherShop } from './other-shop.ts'

const [shop] = shops

/** What the shop's browser remembers of ads, once it remembers something. */
async function rememberedTags(page: Page): Promise<unknown> {
  await page.waitForFunction(() => localStorage.getItem('attribution') !== null)
  return page.evaluate(() => JSON.parse(localStorage.getItem('attribution') ?? '').tags)
}

const ADS_SCRIPT = 'script[src*="/_astro/AdsScript"]'

/** The bar that asks before an ad is recorded. */
const consentBar = (page: Page) =>
  page.getByRole('region', { name: 'May we record the ad that brought you here?' })

/** What is sent with the order of a shopper who buys the first product. */
async function sentOrder(page: Page, shopper: Shopper) {
  await buyFirstProduct(page, shop)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await signIn(page, shopper)
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/orders') && request.method() === 'POST',
  )
  await createOrder(page)
  return (await sent).postDataJSON()
}

test(
  'the order of a shopper who came by an ad names the last one @desktop',
  { tag: ['@req-11.10'] },
  async ({ page }) => {
    await page.goto(`${shop.origin}/?utm_source=newsletter`)
    await consentBar(page).getByRole('button', { name: 'Accept' }).click()
    await expect(consentBar(page)).toBeHidden()
    expect(await rememberedTags(page)).toEqual({ utm_source: 'newsletter' })
    await page.goto(`${shop.origin}/products?gclid=Cj0K-9_x&gad_source=1&page=1&note=asha%40example.com`)
    await expect.poll(() => rememberedTags(page)).toEqual({ gclid: 'Cj0K-9_x', gad_source: '1' })

    const shopper = newShopper()
    await register(page, shop, shopper)
    const { attribution } = await sentOrder(page, shopper)
    expect(attribution.tags).toEqual({ gclid: 'Cj0K-9_x', gad_source: '1' })
    expect(Date.parse(attribution.clickedAt)).not.toBeNaN()
    expect(Date.parse(attribution.consent.at)).not.toBeNaN()
    expect(attribution.consent.text).toMatch(/^May we record the ad that brought you here\? If you accept, /)
  },
)

test('no ad is recorded without consent, and withdrawing it deletes the ad', async ({ page }) => {
  const stored = () => page.evaluate(() => localStorage.getItem('attribution'))
  await page.goto(`${shop.origin}/`)
  await waitUntilComplete(page)
  await expect(page.locator(ADS_SCRIPT)).toHaveCount(0)
  await expect(consentBar(page)).toHaveCount(0)

  await page.goto(`${shop.origin}/?gclid=Cj0K-9_x`)
  await expect(consentBar(page)).toBeVisible()
  expect(await stored()).toBeNull()
  await consentBar(page).getByRole('button', { name: 'Decline' }).click()
  await page.goto(`${shop.origin}/products?gclid=Cj0K-9_x`)
  await waitUntilRun(page, 'AdsScript')
  await expect(consentBar(page)).toBeHidden()
  expect(await stored()).toBeNull()

  await unfoldFooter(page)
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await consentBar(page).getByRole('button', { name: 'Accept' }).click()
  expect(await rememberedTags(page)).toEqual({ gclid: 'Cj0K-9_x' })
  await page.goto(`${shop.origin}/terms`)
  await unfoldFooter(page)
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await consentBar(page).getByRole('button', { name: 'Decline' }).click()
  await expect.poll(stored).toBeNull()
})

test('the bar asks only where an ad can be recorded @desktop', async ({ page }) => {
  const foreign = 'https://other.example/?gclid=abc'
  for (const [path, referer] of [
    ['/?utm_source=', undefined],
    ['/?utm_source=&page=2', undefined],
    ['/?my_gclid=abc', undefined],
    ['/', foreign],
  ] as const) {
    await page.goto(shop.origin + path, referer === undefined ? {} : { referer })
    expect(await page.evaluate(() => document.referrer)).toBe(referer ?? '')
    await waitUntilComplete(page)
    await expect(consentBar(page)).toBeHidden()
  }
})

test('the page after the one that an ad opened asks too @desktop', async ({ page }) => {
  await page.goto(`${shop.origin}/products`, { referer: `${shop.origin}/?gclid=abc` })
  await consentBar(page).getByRole('button', { name: 'Accept' }).click()
  expect(await rememberedTags(page)).toEqual({ gclid: 'abc' })
})

test('the script that saves an ad loads only where the URL may have ad tags @desktop', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const remembering = () => requested.filter((path) => path.startsWith('/_astro/AdsScript'))
  await page.goto(`${shop.origin}/products`)
  await waitUntilComplete(page)
  await expect(page.locator(ADS_SCRIPT)).toHaveCount(0)
  expect(remembering()).toEqual([])
  await page.goto(`${shop.origin}/products?gclid=Cj0K-9_x`)
  await expect.poll(remembering).toHaveLength(1)
})

test('a shop without attribution saves no ad and has no script for it @desktop', async ({ page }) => {
  const asking = await page.goto(`${shop.origin}/`)
  expect(await asking?.text()).toContain('id="later"')
  const other = openOtherShop()
  const response = await page.goto(`${other.origin}/?gclid=Cj0K-9_x`)
  expect(await response?.text()).not.toContain('id="later"')
  await waitUntilComplete(page)
  expect(await page.evaluate(() => localStorage.getItem('attribution'))).toBeNull()
})
