import type { Browser, Page } from 'playwright/test'

import { choosePayment, expect, expectOrderStatus, test } from '../fixtures.ts'
import { demoShop, haveOrder } from './demo-order.ts'

test.use({ expectedComplaints: /Failed to load resource/ })

const WEB_VIEW =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 405.0'

/** A browser without the shopper's session opens the link. */
async function openElsewhere(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const response = await page.goto(link)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  return page
}

test.describe('inside another app', () => {
  test.use({ userAgent: WEB_VIEW })

  test(
    'a UPI app shows its code, and a link pays the order in another browser and then shows no more than that',
    { tag: ['@req-10.30', '@req-11.19'] },
    async ({ page, browser }) => {
      const { orderId, shopper } = await haveOrder(page)
      await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
      await choosePayment(page, 'UPI app on this phone (GPay, PhonePe, Paytm)')
      await expect(page.getByRole('heading', { name: 'Complete Your Payment in Your App' })).toBeFocused()
      await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeVisible()
      await expect(page.getByRole('img', { name: 'QR code for this payment' })).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText(/^This code is valid for 1[45]:\d\d$/)
      await expect(page.getByRole('link', { name: 'Open payment app' })).toHaveAttribute('href', /^upi:/)
      const open = page.getByRole('link', { name: 'Open in your browser' })
      const intent = (await open.getAttribute('href')) ?? ''
      const path = /^intent:\/\/[^/]+(\/pay\/[\w-]+)#Intent;scheme=http;/.exec(intent)?.[1]

      const other = await openElsewhere(browser, `${demoShop.origin}${path}`)
      await expect(other.getByRole('heading', { name: 'Order of Asha' })).toBeVisible()
      await expect(other.getByRole('main')).toContainText(/Reference[0-9A-Z]{4}-[0-9A-Z]{4}/)
      await expect(other.getByRole('main')).not.toContainText(orderId)
      await expect(other.getByRole('radio', { name: 'Cash on delivery' })).toHaveCount(0)
      await expect(other.getByRole('main')).not.toContainText('Rao')
      await expect(other.getByRole('main')).not.toContainText(shopper.email)
      await other.getByRole('radio', { name: 'Card or net banking' }).check()
      await other.getByLabel('Mobile number').fill('+919876543210')
      await other.getByRole('button', { name: /^Pay ₹/ }).click()
      await other.getByRole('button', { name: 'Decline payment' }).click()
      await expect(other.getByRole('alert')).toHaveText(
        "The payment was declined and you weren't charged. Try again or choose another way to pay.",
      )
      await other.getByRole('radio', { name: 'Card or net banking' }).check()
      await other.getByLabel('Mobile number').fill('+919876543210')
      await other.getByRole('button', { name: /^Pay ₹/ }).click()
      await other.getByRole('button', { name: 'Approve payment' }).click()
      await expect(other).toHaveURL(`${demoShop.origin}${path}`)
      await expect(other.getByText('This order is paid. Thank you.')).toBeVisible()
      await expect(other.getByRole('main')).not.toContainText('Reference')
      await other.context().close()
      // The first page may be on its way to order success.
      await expectOrderStatus(await page.context().newPage(), demoShop, orderId, 'Processing')
    },
  )
})

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test('cash on delivery accepts the order without payment', { tag: ['@req-11.20'] }, async ({ page }) => {
    const { orderId } = await haveOrder(page)
    await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
    await choosePayment(page, 'Cash on delivery')
    await expect(page).toHaveURL(`${demoShop.origin}/order-success`)
    await expectOrderStatus(page, demoShop, orderId, 'Processing')
    await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
    await expect(page.getByRole('heading', { name: 'Your order is accepted' })).toBeVisible()
  })

  test(
    'a link is ended where it was made, and then opens nothing',
    { tag: ['@req-11.19'] },
    async ({ page, browser }) => {
      const { orderId } = await haveOrder(page)
      await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
      await page.getByRole('button', { name: 'Get a payment link' }).click()
      const share = page.getByRole('link', { name: 'Share on WhatsApp' })
      const text = new URL((await share.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
      expect(text).toMatch(/^Pay for this order \([0-9A-Z]{4}-[0-9A-Z]{4}\): http/)
      expect(text).not.toContain(orderId)
      const link = text.slice(text.indexOf('http'))
      const other = await openElsewhere(browser, link)
      await expect(other.getByRole('heading', { name: 'Order of Asha' })).toBeVisible()
      await page.getByRole('button', { name: 'End this link' }).click()
      await expect(page.getByText('The link no longer works.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Get a payment link' })).toBeVisible()
      await other.reload()
      await expect(
        other.getByRole('heading', { name: 'This payment link is wrong or has expired' }),
      ).toBeVisible()
      await other.context().close()
    },
  )

  test(
    'a declined UPI payment shows within 5 s, with another way to pay',
    { tag: ['@req-11.18'] },
    async ({ page }) => {
      const { orderId } = await haveOrder(page)
      await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
      await choosePayment(page, 'Scan a UPI QR code')
      await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeFocused()
      const bank = await page.context().newPage()
      await bank.goto(`${demoShop.apiOrigin}/sandbox/upi?order=${orderId}`)
      await bank.getByRole('button', { name: 'Decline payment' }).click()
      await expect(bank.getByRole('heading', { name: 'Payment declined' })).toBeVisible()
      await bank.close()
      await expect(page.getByRole('alert')).toHaveText(
        "The payment was declined and you weren't charged. Try again or choose another way to pay.",
        { timeout: 5500 },
      )
      await expect(page.getByRole('radio', { name: 'Card or net banking' })).toBeVisible()
    },
  )

  test('a wrong link says so, and leads to order tracking', { tag: ['@req-11.19'] }, async ({ page }) => {
    await page.goto(`${demoShop.origin}/pay/${'x'.repeat(60)}`)
    await expect(
      page.getByRole('heading', { name: 'This payment link is wrong or has expired' }),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Track Order' })).toHaveAttribute(
      'href',
      '/track-order',
    )
  })
})
