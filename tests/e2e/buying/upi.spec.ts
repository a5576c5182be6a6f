import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright/test'

import { choosePayment, expect, expectOrderStatus, signIn, test } from '../fixtures.ts'
import { demoShop, haveOrder } from './demo-order.ts'

/** What a phone's camera reads from the screen. */
async function decode(code: Locator, page: Page): Promise<string | undefined> {
  const png = (await code.screenshot()).toString('base64')
  const blank = await page.context().newPage()
  const { width, height, data } = await blank.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? []
    return { width: image.width, height: image.height, data: [...pixels] }
  }, png)
  await blank.close()
  return jsQR(Uint8ClampedArray.from(data), width, height)?.data
}

test(
  'the QR is 256 px, reads as the exact UPI link, and stands with amount, payee and order',
  { tag: ['@desktop', '@req-2.12', '@req-4.6', '@req-9.7'] },
  async ({ page, isMobile }) => {
    const { orderId, total } = await haveOrder(page)
    await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
    await choosePayment(page, 'Scan a UPI QR code')
    await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeFocused()
    await expect(
      page.getByText('Scan this QR code with your banking or payment app to complete the payment.'),
    ).toBeVisible()
    const code = page.getByRole('img', { name: 'QR code for this payment' })
    await expect(code).toBeVisible()
    expect(await code.boundingBox()).toMatchObject({ width: 256, height: 256 })
    await page.mouse.move(0, 0)
    await code.scrollIntoViewIfNeeded()

    const link = (await decode(code, page)) ?? ''
    const { searchParams } = new URL(link)
    expect(link).toMatch(
      /^upi:\/\/pay\?pa=[^&]+&pn=[^&+]+&mc=\d{4}&tr=[A-Za-z0-9]{1,35}&tn=[^&+]+&am=\d+\.\d\d&cu=INR$/,
    )
    expect(searchParams.get('am')).toBe(total.toFixed(2))
    expect(searchParams.get('tn')).toBe(`Order ${orderId}`)

    const facts = page.getByRole('definition')
    await expect(facts.first()).toHaveText(
      new Intl.NumberFormat('en-IN', {
        style: 'currency',
        currency: 'INR',
        minimumFractionDigits: 0,
        maximumFractionDigits: 2,
      }).format(total),
    )
    await expect(facts.nth(2)).toHaveText(searchParams.get('pn') ?? '')
    await expect(facts.filter({ hasText: orderId })).toBeVisible()
    const appButton = page.getByRole('link', { name: 'Open payment app' })
    if (isMobile) await expect(appButton).toHaveAttribute('href', link)
    else await expect(appButton).toBeHidden()
  },
)

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test(
    'a payment begun in a tab that was closed is finished from another browser, once',
    { tag: ['@req-13.4'] },
    async ({ page, browser }) => {
      const { orderId, shopper } = await haveOrder(page)
      await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
      await choosePayment(page, 'Card or net banking')
      await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible()
      await page.close()

      const elsewhere = await browser.newContext()
      const other = await elsewhere.newPage()
      await other.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
      await expect(other).toHaveURL(`${demoShop.origin}/login?from=%2Fpayment%3ForderId%3D${orderId}`)
      await signIn(other, shopper)
      await expect(other).toHaveURL(`${demoShop.origin}/payment?orderId=${orderId}`)
      await choosePayment(other, 'Card or net banking')
      await other.getByRole('button', { name: 'Approve payment' }).click()
      await expect(other).toHaveURL(`${demoShop.origin}/order-success`)
      await expectOrderStatus(other, demoShop, orderId, 'Processing')
      await expect(other.getByRole('article')).toHaveCount(1)
      await expect(other.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)

      await other.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
      await expect(other.getByRole('heading', { name: 'This order is already paid' })).toBeVisible()
      await expect(other.getByRole('button', { name: 'Proceed to Payment' })).toHaveCount(0)
      await elsewhere.close()
    },
  )

  test(
    'a declined payment shows that nothing was charged, and the order stays Pending with Pay Now',
    { tag: ['@req-13.4'] },
    async ({ page }) => {
      const { orderId } = await haveOrder(page)
      await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
      await choosePayment(page, 'Card or net banking')
      await page.getByRole('button', { name: 'Decline payment' }).click()
      await expect(page).toHaveURL(`${demoShop.origin}/payment?orderId=${orderId}&result=declined`)
      await expect(page.getByRole('alert')).toHaveText(
        "The payment was declined and you weren't charged. Try again or choose another way to pay.",
      )
      await expectOrderStatus(page, demoShop, orderId, 'Pending')
      await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveAttribute(
        'href',
        `/payment?orderId=${orderId}`,
      )
    },
  )
})
