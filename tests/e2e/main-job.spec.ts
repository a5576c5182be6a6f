import {
  buyFirstProduct,
  choosePayment,
  createOrder,
  expect,
  expectOrderStatus,
  newShopper,
  register,
  shops,
  signIn,
  test,
  toast,
} from './fixtures.ts'

for (const [index, shop] of shops.entries()) {
  // Each shop and each way to pay at both widths.
  const [cardTag, codeTag] = index === 0 ? ['@desktop', '@phone'] : ['@phone', '@desktop']
  test.describe(`${shop.name}: land, choose, cart, sign in, check out, pay, follow`, () => {
    test(
      'a declined card payment leaves the order Pending; paid again it is Processing',
      { tag: [cardTag, '@req-1.3', '@req-2.14', '@req-3.11', '@req-4.6'] },
      async ({ page }) => {
        const shopper = newShopper()
        await register(page, shop, shopper)

        await page.getByRole('link', { name: 'Browse Collection' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
        const product = await buyFirstProduct(page, shop)
        await expect(page.getByText(product).first()).toBeVisible()

        await page.getByRole('button', { name: 'Checkout' }).click()
        await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fcheckout`)
        await expect(toast(page, 'Login Required')).toBeVisible()
        await expect(toast(page, 'Please login to proceed with checkout')).toBeVisible()
        await signIn(page, shopper)
        await expect(page).toHaveURL(`${shop.origin}/checkout`)
        await expect(toast(page, 'Logged in successfully.')).toBeVisible()

        const order = await createOrder(page)
        await choosePayment(page, 'Card or net banking')
        await page.getByRole('button', { name: 'Decline payment' }).click()
        await page.waitForURL(`${shop.origin}/payment?orderId=${order}&result=declined`)
        await expectOrderStatus(page, shop, order, 'Pending')

        await page
          .getByRole('article')
          .filter({ hasText: order })
          .getByRole('link', { name: 'Pay Now' })
          .click()
        await choosePayment(page, 'Card or net banking')
        await page.getByRole('button', { name: 'Approve payment' }).click()
        await expect(page).toHaveURL(`${shop.origin}/order-success`)
        await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible()
        await expectOrderStatus(page, shop, order, 'Processing')
        await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)

        await page.goto(`${shop.origin}/track-order?id=${order}`)
        await expect(page.getByLabel('Order Number')).toHaveValue(order)
        await expect(page.getByLabel('Email or Phone')).toHaveValue(shopper.email)
        await page.getByRole('button', { name: 'Track' }).click()
        await expect(page.locator('[data-status]')).toHaveText('Processing')
      },
    )

    test(
      'a UPI QR payment moves the page on by itself',
      { tag: [codeTag, '@req-1.3', '@req-4.6'] },
      async ({ page, context }) => {
        const shopper = newShopper()
        await register(page, shop, shopper)
        await page.goto(`${shop.origin}/login`)
        await signIn(page, shopper)
        await expect(page).toHaveURL(`${shop.origin}/`)
        await buyFirstProduct(page, shop)
        await page.getByRole('button', { name: 'Checkout' }).click()
        await expect(page).toHaveURL(`${shop.origin}/checkout`)
        const order = await createOrder(page)
        await choosePayment(page, 'Scan a UPI QR code')
        await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeVisible()
        const code = await page.locator('main svg[role=img], main canvas').first().boundingBox()
        expect([code?.width, code?.height]).toEqual([256, 256])

        const app = await context.newPage()
        await app.goto(`${shop.apiOrigin}/sandbox/upi?order=${order}`)
        await app.getByRole('button', { name: 'Approve payment' }).click()
        await expect(app.getByRole('heading', { name: 'Payment approved' })).toBeVisible()
        await app.close()

        await expect(page).toHaveURL(`${shop.origin}/order-success`, { timeout: 20_000 })
        await expectOrderStatus(page, shop, order, 'Processing')
      },
    )
  })
}
