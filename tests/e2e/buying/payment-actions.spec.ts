import type { Page } from 'playwright/test'

import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { expectToast, haveToken, OTHER_ORDER } from './shopper.ts'

/** Every action, in a real browser. docs/requirements.md#46-payment-flow */
test.use({
  expectedComplaints: /(Failed|Not allowed) to launch|Content Security Policy|Failed to load resource/,
})
test.describe('whatever the width', { tag: '@desktop' }, () => {
  const GATEWAY = 'https://gateway.example'
  const REFUSED = 'Failed to process payment. Please try again later.'
  /** One grey pixel. */
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  async function open(page: Page) {
    const shop = openOtherShop()
    await shop.stubResponse('GET /payments/fields', [])
    await shop.changeStore({ paymentHosts: ['gateway.example'] })
    await haveToken(page, shop.origin)
    await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
    const pay = async (response: unknown) => {
      await shop.stubResponse('POST /payments', response)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    }
    return { ...shop, pay }
  }

  test(
    'a payment that the store refuses shows the reason, for every status',
    { tag: ['@req-4.6', '@req-10.28'] },
    async ({ page }) => {
      const shop = await open(page)
      await shop.stubResponse('POST /payments', { success: false, error: 'Card declined by your bank' }, 402)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('alert')).toHaveText('Card declined by your bank')
      await shop.stubResponse('POST /payments', { success: false, error: '' }, 402)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('alert')).toHaveText(REFUSED)
    },
  )

  test(
    'a payment that the shop confirms shows the hours and takes the reference',
    { tag: ['@req-2.12', '@req-9.7', '@req-11.14'] },
    async ({ page }) => {
      const shop = await open(page)
      const qr = 'upi://pay?pa=silkhouse@okbank&pn=Silk%20House&am=1499.50&cu=INR&tr=PAY1'
      const confirmation = { by: 'shop', withinHours: 24 }
      await shop.pay({ success: true, action: { type: 'qr', qr }, confirmation })
      await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeFocused()
      await expect(page.getByRole('status')).toHaveText(
        'The shop will confirm your payment within 24 hours. You can close this page and check My Orders.',
      )
      await expect(page.getByText('updates automatically')).toHaveCount(0)
      const reference = page.getByRole('textbox', { name: 'UPI reference number (optional)' })
      await reference.fill('412345678901')
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await page.getByRole('button', { name: 'I have paid' }).click()
      expect((await sent).postDataJSON().fields).toMatchObject({ reference: '412345678901' })
      await expect(page.getByRole('status')).toHaveText(
        'Thank you. The shop will confirm your payment within 24 hours. Check My Orders before you pay again.',
      )
      await expect(page.getByRole('status')).toBeFocused()
      await expect(reference).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('link', { name: 'My Orders' })).toHaveAttribute(
        'href',
        '/orders',
      )
    },
  )

  /** Every address that the page tried to go to, external programs included. */
  async function watchNavigations(page: Page): Promise<string[]> {
    const addresses: string[] = []
    const session = await page.context().newCDPSession(page)
    await session.send('Page.enable')
    session.on('Page.frameRequestedNavigation', ({ url }) => addresses.push(url))
    return addresses
  }

  /**
   * Locators wait for the end of a navigation, and one that is refused, or that another program takes, has none: these
   * look at the page itself.
   */
  const press = (page: Page, name: string) =>
    page.evaluate((text) => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find((button) => button.textContent === text)?.click()
    }, name)
  const expectText = (page: Page, selector: string, text: string) =>
    expect
      .poll(() => page.evaluate((query) => document.querySelector(query)?.textContent, selector))
      .toBe(text)

  test(
    'redirect_post posts type, url and data[key] exactly, to the listed gateway',
    { tag: ['@req-3.11', '@req-4.6'] },
    async ({ page }) => {
      const { pay } = await open(page)
      await page.route(`${GATEWAY}/**`, (route) => route.fulfill({ body: 'The gateway' }))
      const posted = page.waitForRequest(`${GATEWAY}/start`)
      await pay({
        success: true,
        action: {
          type: 'redirect_post',
          redirectUrl: `${GATEWAY}/start`,
          formParams: {
            type: 'card',
            url: 'https://bank.example/pay?a=1&b=2',
            data: { amount: '900.00', submit: 'x', action: 'y', '"><script>': '<b>', empty: null, count: 2 },
          },
        },
      })
      const request = await posted
      expect(request.method()).toBe('POST')
      expect([...new URLSearchParams(request.postData() ?? '')]).toEqual([
        ['type', 'card'],
        ['url', 'https://bank.example/pay?a=1&b=2'],
        ['data[amount]', '900.00'],
        ['data[submit]', 'x'],
        ['data[action]', 'y'],
        ['data["><script>]', '<b>'],
        ['data[empty]', ''],
        ['data[count]', '2'],
      ])
      await expect(page.getByText('The gateway')).toBeVisible()
    },
  )

  test(
    'redirect_post to a host that the shop does not list, or without https, is refused',
    { tag: ['@req-8.8', '@req-13.6'] },
    async ({ page }) => {
      const { stubResponse: received, origin } = await open(page)
      for (const redirectUrl of [
        'http://gateway.example/',
        'javascript:alert(1)',
        'https://stranger.example/',
      ]) {
        await received('POST /payments', {
          success: true,
          action: { type: 'redirect_post', redirectUrl, formParams: {} },
        })
        await press(page, 'Proceed to Payment')
        await expectText(page, 'main [role=alert]', REFUSED)
      }
      expect(page.url()).toBe(`${origin}/payment?orderId=${OTHER_ORDER}`)
    },
  )

  test(
    'deeplink opens upi and payment apps, watches the order and offers the way back',
    { tag: ['@req-4.6'] },
    async ({ page }) => {
      const { stubResponse: apiResponse } = await open(page)
      const addresses = await watchNavigations(page)
      const links = [
        'upi://pay?pa=shop@bank&pn=Plain%20Store&am=900.00&cu=INR',
        'phonepe://pay?pa=shop@bank',
        'paytmmp://pay?pa=shop@bank',
      ]
      for (const redirectUrl of links) {
        await apiResponse('POST /payments', { success: true, action: { type: 'deeplink', redirectUrl } })
        await press(page, 'Proceed to Payment')
        await expectText(page, 'h2:focus', 'Complete Your Payment in Your App')
        await expectText(page, `main a[href="${redirectUrl}"]`, 'Open payment app')
        await press(page, 'Try another way to pay')
      }
      expect(addresses).toEqual(links)
    },
  )

  test('deeplink to a listed web page goes there', { tag: ['@req-4.6'] }, async ({ page }) => {
    const { pay } = await open(page)
    await page.route(`${GATEWAY}/**`, (route) => route.fulfill({ body: 'The gateway' }))
    await pay({ success: true, action: { type: 'deeplink', redirectUrl: `${GATEWAY}/pay?x=1` } })
    await expect(page).toHaveURL(`${GATEWAY}/pay?x=1`)
  })

  test('addresses that are no payment lead nowhere', { tag: ['@req-13.6'] }, async ({ page }) => {
    const { pay } = await open(page)
    const addresses = await watchNavigations(page)
    for (const redirectUrl of [
      'javascript:document.title="owned"',
      'java\tscript:document.title="owned"',
      'data:text/html,owned',
      'blob:https://gateway.example/1',
      'vbscript:x',
      'intent://pay#Intent;scheme=upi;end',
      'file:///etc/passwd',
      'http://gateway.example/',
      'https://user:secret@gateway.example/',
      '//gateway.example',
      'upi:pay',
    ]) {
      await pay({ success: true, action: { type: 'deeplink', redirectUrl } })
      await expect(page.getByRole('alert')).toHaveText(REFUSED)
      if (redirectUrl.startsWith('//')) continue
      await pay({ success: true, redirectUrl })
      await expect(page.getByRole('alert')).toHaveText(REFUSED)
    }
    expect(addresses).toEqual([])
    await expect(page).toHaveTitle('Payment | Plain Store')
  })

  test(
    'qrBase64 shows 256 px in size, with its prefix or without',
    { tag: ['@req-2.12', '@req-4.6', '@req-9.7', '@req-10.31'] },
    async ({ page }) => {
      const { pay } = await open(page)
      for (const qrBase64 of [PNG, `data:image/png;base64,${PNG}`]) {
        await pay({ success: true, action: { type: 'qr', qrBase64 } })
        await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeFocused()
        const picture = page.getByRole('img', { name: 'QR code for this payment' })
        await expect(picture).toHaveAttribute('src', `data:image/png;base64,${PNG}`)
        expect(await picture.boundingBox()).toMatchObject({ width: 256, height: 256 })
        await page.getByRole('button', { name: 'Try another way to pay' }).click()
      }
      for (const qrBase64 of [
        'data:image/svg+xml;base64,PHN2Zz4=',
        'data:text/html;base64,PGI+',
        'no picture',
      ]) {
        await pay({ success: true, action: { type: 'qr', qrBase64 } })
        await expect(page.getByRole('alert')).toHaveText(REFUSED)
      }
    },
  )

  test(
    'a code on screen continues when the order is paid, or shows that it was cancelled',
    { tag: ['@req-13.4'] },
    async ({ page }) => {
      const { pay, stubResponse, origin } = await open(page)
      const qr = { success: true, action: { type: 'qr', qr: 'upi://pay?pa=shop@bank&am=900.00&cu=INR' } }
      const order = { id: OTHER_ORDER, createdAt: null, items: [], shippingAddress: null }
      await pay(qr)
      await expect(page.getByText('Waiting for your payment.')).toBeVisible()
      await stubResponse('GET /orders', [{ ...order, status: 4 }])
      await page.getByRole('button', { name: 'I have paid' }).click()
      await expect(page.getByRole('heading', { name: 'This order was cancelled' })).toBeVisible()

      await stubResponse('GET /orders', [{ ...order, status: 0 }])
      await page.reload()
      await pay(qr)
      await expect(page.getByText('Waiting for your payment.')).toBeVisible()
      await stubResponse('GET /orders', [{ ...order, status: 1 }])
      await expect(page).toHaveURL(`${origin}/order-success`)
    },
  )

  test(
    'redirectUrl without action goes to a page of the shop or of the gateway',
    { tag: ['@req-2.13', '@req-4.6'] },
    async ({ page }) => {
      const { pay, origin } = await open(page)
      await page.route(`${GATEWAY}/**`, (route) => route.fulfill({ body: 'The gateway' }))
      await pay({ success: true, redirectUrl: `${GATEWAY}/done` })
      await expect(page).toHaveURL(`${GATEWAY}/done`)
      await page.goto(`${origin}/payment?orderId=${OTHER_ORDER}`)
      await pay({ success: true, redirectUrl: '/order-success' })
      await expect(page).toHaveURL(`${origin}/order-success`)
      await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible()
    },
  )

  test(
    'without action and redirectUrl the toast reports it as initiated, on the orders page',
    { tag: ['@req-4.6'] },
    async ({ page }) => {
      const { pay, origin } = await open(page)
      await pay({ success: true })
      await expect(page).toHaveURL(`${origin}/orders`)
      await expectToast(page, 'Payment initiated', 'Your payment is being processed')
    },
  )

  test(
    'a refusal shows the error text, or the message for an unknown one',
    { tag: ['@req-4.6', '@req-10.28'] },
    async ({ page }) => {
      const { pay } = await open(page)
      await pay({ success: false, error: 'The bank said no.' })
      await expect(page.getByRole('alert')).toHaveText('The bank said no.')
      await pay({ success: false })
      await expect(page.getByRole('alert')).toHaveText('Unknown error occurred during payment process')
    },
  )

  test(
    'an Idempotency-Key goes with the payment of a store that has the word, and stays for a retry',
    { tag: ['@req-11.2'] },
    async ({ page }) => {
      const shop = await open(page)
      await shop.changeStore({ capabilities: ['idempotency-key'] })
      await page.reload()
      await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
      await shop.fail('/payments', 'error')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('alert')).toHaveText(REFUSED)
      await shop.fail('/payments', null)
      await shop.pay({ success: false, error: 'The bank said no.' })
      await expect(page.getByRole('alert')).toHaveText('The bank said no.')
      const keys = (await shop.calls())
        .filter(({ method }) => method === 'POST')
        .map(({ idempotencyKey }) => idempotencyKey)
      expect(keys).toHaveLength(2)
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
      expect(keys[1]).toBe(keys[0])
    },
  )
})
