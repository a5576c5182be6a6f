import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { expectErrorToast, fillAddress, haveCart, haveToken, line, OTHER_ORDER } from './shopper.ts'

const order = (id: string, status: unknown) => ({
  id,
  status,
  createdAt: '2026-01-20T10:00:00.000Z',
  items: [
    { id: 'i1', productTitle: 'Plain Shirt 1', quantity: 2, price: 900.1 },
    { id: 'i2', productTitle: 'Plain Shirt 2', quantity: 1, price: 1001 },
  ],
  shippingAddress: { address: '1 Plain Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
})

/** Code, what the badge reads, and the hues (degrees) that count as its colour; Pending's is its background. */
const STATUSES: [unknown, string, [number, number]?][] = [
  [0, 'Pending', [45, 65]],
  [1, 'Processing', [190, 245]],
  [2, 'Shipped', [250, 300]],
  [3, 'Delivered', [90, 165]],
  [4, 'Cancelled', [345, 375]],
  [7, 'Unknown (7)'],
  ['lost', 'Unknown'],
]

test.describe('an order list', () => {
  test.use({ expectedComplaints: /Invalid order status code/ })

  test(
    'shows every status in its colour, facts, $ prices and total; Pay Now for Pending alone',
    { tag: ['@req-1.1', '@req-2.14', '@req-3.6', '@req-4.4', '@req-8.7', '@req-10.10', '@req-10.28'] },
    async ({ page }) => {
      const shop = openOtherShop()
      const warnings: string[] = []
      page.on('console', (message) => warnings.push(message.text()))
      await shop.stubResponse('GET /orders', [
        ...STATUSES.map(([status, label]) => order(`O-${label}`, status)),
        { ...order('O-none', undefined), items: null, shippingAddress: null },
      ])
      await haveToken(page, shop.origin)
      await page.goto(`${shop.origin}/orders`)
      for (const [, label, hues] of STATUSES) {
        const card = page.getByRole('article', { name: `Order O-${label}`, exact: true })
        const badge = card.getByText(label, { exact: true })
        await expect(badge).toBeVisible()
        if (!hues) continue
        const hue = await badge.evaluate(
          (element, property) => {
            const color = getComputedStyle(element).getPropertyValue(property)
            const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
            const [top, bottom] = [Math.max(red, green, blue), Math.min(red, green, blue)]
            const third =
              top === red
                ? (green - blue) / (top - bottom)
                : top === green
                  ? 2 + (blue - red) / (top - bottom)
                  : 4 + (red - green) / (top - bottom)
            return (third * 60 + 360) % 360
          },
          label === 'Pending' ? 'background-color' : 'color',
        )
        const turned = hue < 30 && hues[1] > 360 ? hue + 360 : hue
        expect([label, turned >= hues[0] && turned <= hues[1]]).toEqual([label, true])
      }
      const pending = page.getByRole('article', { name: 'Order O-Pending' })
      await expect(pending).toContainText('20 January 2026')
      await expect(pending.getByRole('listitem').first()).toHaveText('Plain Shirt 1Quantity: 2$900.10')
      await expect(pending).toContainText('1 Plain Road, Pune, Maharashtra, 411001')
      await expect(pending).toContainText('Standard Shipping')
      await expect(pending).toContainText('Tracking numberNot available')
      await expect(pending).toContainText('Total $2801.20')
      const payNow = page.getByRole('link', { name: 'Pay Now' })
      await expect(payNow).toHaveCount(2)
      await expect(payNow.first()).toHaveAttribute('href', '/payment?orderId=O-Pending')
      expect(warnings.filter((text) => text.includes('Invalid order status code'))).toHaveLength(2)
    },
  )
})

test(
  'a paid order whose details are odd still shows with id, status and total',
  { tag: ['@desktop', '@decision-1.2', '@req-3.6'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.stubResponse('GET /orders', [
      {
        ...order('O-texts', 1),
        items: [{ productTitle: 'Plain Shirt 1', quantity: '2', price: '1,499.00' }],
        shippingAddress: { address: '1 Plain Road', city: 'Pune', state: 'Maharashtra', postalCode: 411001 },
      },
      {
        ...order('O-unreadable', 1),
        items: [{ productTitle: 'Plain Shirt 1', quantity: 2, price: 900 }, { productTitle: 'Belt' }, null],
        shippingAddress: '1 Plain Road, Pune',
      },
      { ...order('O-total', 1), items: 'see invoice', total: 2500 },
    ])
    await haveToken(page, shop.origin)
    await page.goto(`${shop.origin}/orders`)
    const card = (id: string) => page.getByRole('article', { name: `Order ${id}`, exact: true })
    await expect(card('O-texts')).toContainText('1 Plain Road, Pune, Maharashtra, 411001')
    await expect(card('O-texts')).toContainText('Total $2998.00')
    await expect(card('O-unreadable').getByRole('listitem')).toHaveText([
      'Plain Shirt 1Quantity: 2$900.00',
      'BeltQuantity: Not availableNot available',
      'ItemQuantity: Not availableNot available',
    ])
    await expect(card('O-unreadable')).toContainText('1 Plain Road, Pune')
    await expect(card('O-unreadable')).toContainText('Total Not available')
    await expect(card('O-total')).toContainText('Total $2500.00')
    await expect(page.getByText('Processing', { exact: true })).toHaveCount(3)
  },
)

test(
  'no orders: the message and the way to the products',
  { tag: ['@desktop', '@req-2.14'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.stubResponse('GET /orders', [])
    await haveToken(page, shop.origin)
    await page.goto(`${shop.origin}/orders`)
    await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Browse Products' }).click()
    await expect(page).toHaveURL(`${shop.origin}/products`)
  },
)

test(
  'tracking: number from the address, own e-mail with its hint, and the order with $ prices',
  { tag: ['@desktop', '@req-1.1', '@req-2.15', '@req-3.7', '@req-7.2', '@req-10.10'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await haveToken(page, shop.origin)
    await page.goto(`${shop.origin}/track-order?id=${OTHER_ORDER}`)
    await expect(page.getByLabel('Order Number')).toHaveValue(OTHER_ORDER)
    await expect(page.getByLabel('Email or Phone')).toHaveValue('asha@example.com')
    await expect(page.getByText('Using your account email by default')).toBeVisible()
    await page.getByRole('button', { name: 'Track Order' }).click()
    const result = page.getByRole('region', { name: `Order ${OTHER_ORDER}` })
    await expect(result).toBeFocused()
    for (const text of [
      `Order ID${OTHER_ORDER}`,
      'Order Date20 January 2026',
      'Pending',
      'Shipping address1 Plain Road, Pune, Maharashtra, 411001',
      'MethodStandard Shipping',
      'Tracking numberNot available',
    ]) {
      await expect(result).toContainText(text)
    }
    await expect(result.getByRole('row').nth(1)).toHaveText('Plain Shirt 12$900.00')
    const requested = (await shop.calls()).find(({ path }) => path.startsWith('/orders/'))
    expect(requested?.path).toBe(`/orders/${OTHER_ORDER}?contactInfo=asha%40example.com`)
  },
)

test(
  'tracking as a guest: both fields are needed, and processing shows',
  { tag: ['@desktop', '@req-2.15', '@req-5.5', '@req-6', '@req-8.7'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await page.goto(`${shop.origin}/track-order`)
    await expect(page.getByText('Using your account email by default')).toBeHidden()
    await page.getByLabel('Order Number').fill('  ')
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expectErrorToast(page, 'Required fields', 'Please enter both order number and email/phone')
    expect((await shop.calls()).filter(({ path }) => path.startsWith('/orders'))).toEqual([])

    await shop.fail('/orders/', 'slow')
    await page.getByLabel('Order Number').fill(OTHER_ORDER)
    await page.getByLabel('Email or Phone').fill('asha@example.com')
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByRole('button', { name: 'Tracking...' })).toBeVisible()
    await expect(page.getByRole('region', { name: `Order ${OTHER_ORDER}` })).toBeVisible()
  },
)

for (const reading of ['bare', 'wrapped']) {
  test(
    `a purchase from sign-in to tracking, answers ${reading}`,
    { tag: ['@desktop', '@req-2.14', '@req-3.6', '@req-3.8', '@req-6', '@req-7.2', '@req-10.4'] },
    async ({ page }) => {
      const shop = openOtherShop()
      if (reading === 'wrapped') await shop.wrapResponses()
      await haveCart(page, shop.origin, [line()])
      await page.goto(`${shop.origin}/login?from=%2Faccount`)
      await page.getByLabel('Email').fill('asha@example.com')
      await page.getByLabel('Password', { exact: true }).fill('secret-1')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Asha Rao')).toBeVisible()
      await page.goto(`${shop.origin}/checkout`)
      await fillAddress(page)
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      await page.getByLabel('Full name').fill('Asha Rao')
      await page.getByLabel('Phone').fill('9876543210')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page).toHaveURL(`${shop.origin}/orders`)
      await expect(page.getByRole('article', { name: `Order ${OTHER_ORDER}` })).toContainText(
        'Total $1800.00',
      )
      await page.goto(`${shop.origin}/track-order?id=${OTHER_ORDER}`)
      await expect(page.getByLabel('Email or Phone')).toHaveValue('asha@example.com')
      await page.getByRole('button', { name: 'Track Order' }).click()
      await expect(page.getByRole('region', { name: `Order ${OTHER_ORDER}` })).toBeVisible()
    },
  )
}

test('Back from the payment returns to the place in the list', { tag: ['@req-10.7'] }, async ({ page }) => {
  const shop = openOtherShop()
  const orders = Array.from({ length: 8 }, (_, index) => order(`O-${index}`, 0))
  await shop.stubResponse('GET /orders', orders)
  await haveToken(page, shop.origin)
  await page.goto(`${shop.origin}/orders`)
  const payNow = page.getByRole('link', { name: 'Pay Now for order O-6' })
  await payNow.scrollIntoViewIfNeeded()
  await payNow.click()
  await page.waitForURL(/\/payment/)
  await page.goBack()
  await expect(payNow).toBeInViewport()
})
