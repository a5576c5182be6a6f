import type { Locator, Page } from 'playwright/test'

import { choosePayment, expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { demoShop, haveOrder, paymentLinkOf } from './demo-order.ts'
import { haveToken, OTHER_ORDER } from './shopper.ts'

test.use({ expectedComplaints: /Failed to load resource|(Failed|Not allowed) to launch/ })

const WEB_VIEW =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 405.0'
const UPI_APP = 'UPI app on this phone (GPay, PhonePe, Paytm)'
const UPI_QR = 'Scan a UPI QR code'

const codeOn = (page: Page) => page.getByRole('img', { name: 'QR code for this payment' })
const amountOn = (page: Page) => page.getByRole('definition').first()

/** Whether all of it is on screen, and nothing lies over its corners and its middle. */
function isFree(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const points = [
      [left + 1, top + 1],
      [right - 1, top + 1],
      [left + 1, bottom - 1],
      [right - 1, bottom - 1],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const
    return points.every(([x, y]) => {
      const onTop = document.elementFromPoint(x, y)
      return onTop !== null && (element.contains(onTop) || onTop.contains(element))
    })
  })
}

async function expectFree(...locators: Locator[]): Promise<void> {
  for (const locator of locators) {
    await expect(locator).toBeVisible()
    await expect.poll(() => isFree(locator), locator.toString()).toBe(true)
  }
}

async function openPayment(page: Page) {
  const order = await haveOrder(page)
  await page.goto(`${demoShop.origin}/payment?orderId=${order.orderId}`)
  return order
}

test.describe('on a phone of 375 × 740', { tag: '@phone' }, () => {
  test.use({ viewport: { width: 375, height: 740 } })

  for (const language of ['en', 'hi']) {
    test(
      `nothing lies over the code, its amount and the time left (${language})`,
      { tag: ['@req-2.12', '@req-9.7'] },
      async ({ page }) => {
        const shop = openOtherShop()
        const qr = 'upi://pay?pa=shop@bank&pn=Plain%20Store&am=1499.00&cu=INR&tr=PAY1'
        const expiresAt = new Date(Date.now() + 900_000).toISOString()
        await shop.changeStore({ language, capabilities: ['attribution'] })
        await shop.stubResponse('GET /payments/fields', [])
        await shop.stubResponse('POST /payments', { success: true, action: { type: 'qr', qr }, expiresAt })
        await haveToken(page, shop.origin)
        // With ad tags the page asks for consent.
        await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}&utm_source=ad`)
        const consent = page.locator('#consent')
        await expect(consent).toBeVisible()
        await page.locator('main form [type=submit]').click()
        const code = page.getByRole('main').getByRole('img')
        await expectFree(code, amountOn(page), page.getByRole('timer'))
        expect(await code.boundingBox()).toMatchObject({ width: 256, height: 256 })
        await expect(consent).toBeVisible()
      },
    )
  }
})

test.describe('inside another app', { tag: '@phone' }, () => {
  test.use({ userAgent: WEB_VIEW, viewport: { width: 375, height: 740 } })

  test(
    'the browser and the app come first, then the code with its heading',
    { tag: ['@req-10.30', '@req-11.19'] },
    async ({ page }) => {
      await openPayment(page)
      await page.getByRole('radio', { name: UPI_APP }).check()
      await expect(
        page.getByText('Next you choose your browser, your payment app or a QR code.'),
      ).toBeVisible()
      await choosePayment(page, UPI_APP)
      await expect(page.getByRole('heading', { name: 'Complete Your Payment in Your App' })).toBeFocused()
      await expectFree(
        amountOn(page),
        page.getByRole('link', { name: 'Open in your browser' }),
        page.getByRole('link', { name: 'Open payment app' }),
      )
      const heading = page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })
      await heading.evaluate((element) => element.scrollIntoView())
      await expectFree(
        heading,
        page.getByText('Scan this QR code with your banking or payment app to complete the payment.'),
        codeOn(page),
        page.getByRole('timer'),
      )
      expect(await codeOn(page).boundingBox()).toMatchObject({ width: 256, height: 256 })
    },
  )
})

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test(
    'a reload shows the same payment with its reference, which then pays the order',
    { tag: ['@req-2.12', '@req-13.4'] },
    async ({ page }) => {
      const { orderId } = await openPayment(page)
      await choosePayment(page, UPI_QR)
      const reference = page.getByRole('definition').last()
      await expect(codeOn(page)).toBeVisible()
      const before = await reference.textContent()
      const payments: string[] = []
      page.on('request', (request) => request.method() === 'POST' && payments.push(request.url()))
      await page.reload()
      await expect(codeOn(page)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeFocused()
      await expect(reference).toHaveText(before ?? '')
      await expect(page.getByRole('timer')).toHaveText(/^This code is valid for 1[45]:\d\d$/)
      expect(payments).toEqual([])
      const bank = await page.context().newPage()
      await bank.goto(`${demoShop.apiOrigin}/sandbox/upi?order=${orderId}`)
      await bank.getByRole('button', { name: 'Approve payment' }).click()
      await expect(page).toHaveURL(`${demoShop.origin}/order-success`)
    },
  )

  test(
    'the chosen way to pay and the number are there after Back and after a reload',
    { tag: ['@req-2.12'] },
    async ({ page }) => {
      await openPayment(page)
      await page.getByRole('radio', { name: 'Card or net banking' }).check()
      await page.getByLabel('Mobile number').fill('+919876500000')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible()
      await page.goBack()
      const expectKept = async () => {
        await expect(page.getByRole('radio', { name: 'Card or net banking' })).toBeChecked()
        await expect(page.getByLabel('Mobile number')).toHaveValue('+919876500000')
        await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
      }
      await expectKept()
      await page.reload()
      await expectKept()
    },
  )

  test(
    'a line above the button says what is paid how, and cash that it is paid later',
    { tag: ['@req-2.12'] },
    async ({ page }) => {
      const { total } = await openPayment(page)
      const amount = `₹${total.toLocaleString('en-IN')}`
      await page.getByRole('radio', { name: UPI_QR }).check()
      await expect(page.getByText(`${amount} by UPI`)).toBeVisible()
      await page.getByRole('radio', { name: 'Cash on delivery' }).check()
      await expect(page.getByText(`Cash on delivery: keep ${amount} ready`)).toBeVisible()
      await expect(page.getByText('You pay nothing now. The button confirms your order.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
    },
  )

  test(
    'a payment link sends its guest to no orders of his own',
    { tag: ['@req-11.19'] },
    async ({ page, browser }) => {
      const link = await paymentLinkOf(await haveOrder(page))
      const context = await browser.newContext()
      const guest = await context.newPage()
      await guest.goto(link)
      await guest.getByRole('radio', { name: UPI_QR }).check()
      await guest.getByLabel('Mobile number').fill('+919876543210')
      await guest.getByRole('button', { name: /^Pay ₹/ }).click()
      await guest.getByRole('button', { name: 'I have paid' }).click()
      await expect(guest.getByRole('status').filter({ hasText: 'Thank you.' })).toHaveText(
        'Thank you. Your bank may take a minute to confirm. Check this page before you pay again.',
      )
      await guest.getByRole('button', { name: 'Try another way to pay' }).click()
      await guest.goto(`${link}?result=pending`)
      await expect(guest.getByRole('alert')).toHaveText(
        "Your payment isn't confirmed yet. It may take a few minutes. Check this page before you pay again.",
      )
      await expect(guest.getByRole('main')).not.toContainText('My Orders')
      await context.close()
    },
  )
})
