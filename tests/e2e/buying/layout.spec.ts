import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { haveCart, haveToken, line } from './shopper.ts'

const LONG = 'x'.repeat(80)

test(
  'texts of 80 characters without a blank never scroll sideways at 360 px',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const shop = openOtherShop()
    const order = {
      id: '7',
      status: 1,
      createdAt: '2026-01-15T10:00:00.000Z',
      shippingAddress: { address: LONG, city: LONG, state: LONG, postalCode: LONG },
      shippingMethod: LONG,
      trackingNumber: LONG,
      items: [{ id: 'i1', productTitle: LONG, price: 1, quantity: 1 }],
    }
    await shop.stubResponse('GET /accountInfo', {
      firstName: LONG,
      lastName: LONG,
      email: `${LONG}@example.com`,
    })
    await shop.stubResponse('GET /orders', [order])
    await shop.stubResponse('GET /orders/7', order)
    await haveToken(page, shop.origin)
    await haveCart(page, shop.origin, [line({ name: LONG, selectedSize: LONG })])

    const shown = {
      '/cart': page.getByRole('button', { name: 'Checkout' }),
      '/checkout': page.getByRole('button', { name: 'Create Order' }),
      '/account': page.getByText(`${LONG}@example.com`),
      '/orders': page.getByText(LONG).first(),
    }
    for (const [path, proof] of Object.entries(shown)) {
      await page.goto(shop.origin + path)
      await expect(proof).toBeVisible()
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
    }
    await page.goto(`${shop.origin}/track-order?id=7`)
    await page.getByLabel('Email or Phone').fill('asha@example.com')
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByRole('region', { name: 'Order 7' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  },
)
