import { expect, test, unfoldFooter } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { demoShop, haveGarment } from './demo-order.ts'
import {
  ADDRESS,
  expectAddressKept,
  expectErrorToast,
  fillAddress,
  fillLocalStorage,
  haveCart,
  haveToken,
  line,
  NETWORK_COMPLAINTS,
  OTHER_ORDER,
  storedCart,
} from './shopper.ts'

const LINES = [
  line({ selectedSize: 'M', selectedColor: 'White', quantity: 2 }),
  line({ selectedSize: 'L', selectedColor: 'White' }),
  line({ id: 'plain-2', name: 'Plain Shirt 2', price: 1001 }),
]

const SENT_ADDRESS = {
  fullName: 'Asha Rao',
  address: '14 Loom Street',
  city: 'Varanasi',
  state: 'Uttar Pradesh',
  postalCode: '221001',
  phone: '9876543210',
}

async function open(page: Parameters<typeof haveToken>[0], origin: string): Promise<void> {
  await haveToken(page, origin)
  await haveCart(page, origin, LINES)
  await page.goto(`${origin}/checkout`)
}

test('the footer of the checkout is folded on every screen', { tag: ['@req-2.11'] }, async ({ page }) => {
  const { origin } = openOtherShop()
  await open(page, origin)
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' })
  await expect(terms).toBeHidden()
  await unfoldFooter(page)
  await expect(terms).toBeVisible()
})

test(
  'the checkout shows the form, the lines, subtotal, free shipping and total',
  { tag: ['@req-1.1', '@req-2.11', '@req-3.4', '@req-10.16'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await open(page, origin)
    const summary = page.getByRole('region', { name: 'Order Summary' })
    await expect(summary.getByRole('listitem')).toHaveCount(3)
    await expect(summary.getByRole('listitem').first()).toHaveText(
      'Plain Shirt 1Colour: White · Size: M2₹1,800',
    )
    await expect(summary).toContainText('Subtotal₹3,701ShippingFreeTotal₹3,701')
    for (const label of Object.keys(ADDRESS))
      await expect(page.getByLabel(label, { exact: true })).toBeVisible()
    const fields = page.locator('main [name]')
    expect(
      await fields.evaluateAll((controls) =>
        controls.map((control) => [control.getAttribute('name'), control.getAttribute('autocomplete')]),
      ),
    ).toEqual([
      ['fullName', 'name'],
      ['address', 'street-address'],
      ['city', 'address-level2'],
      ['state', 'address-level1'],
      ['postalCode', 'postal-code'],
      ['phone', 'tel'],
    ])
    await expect(page.locator('main [required]')).toHaveCount(0)
    await expect(page.getByLabel('PIN Code')).toHaveAttribute('inputmode', 'numeric')
    await expect(page.getByLabel('Phone')).toHaveAttribute('inputmode', 'tel')
  },
)

test(
  'a phone shows the total before the form, and the lines when opened @phone',
  { tag: ['@req-1.1'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await open(page, origin)
    const brief = page.getByRole('group').filter({ hasText: /^Order Summary.*₹3,701/ })
    await expect(brief).toBeInViewport()
    await expect(brief.getByRole('listitem')).toHaveCount(0)
    await brief.locator('summary').press('Enter')
    await expect(brief.getByRole('listitem')).toHaveCount(3)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(brief).toBeHidden()
  },
)

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test(
    'an empty cart shows its message and sends nothing',
    { tag: ['@req-5.3', '@req-8.6'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      await page.goto(`${shop.origin}/checkout`)
      await expectErrorToast(page, 'Cart is empty', 'Please add items to your cart before checkout.')
      await expect(page.getByRole('button', { name: 'Create Order' })).toHaveCount(0)
    },
  )

  test(
    'blanks in any field are no address: the toast, the field marked, nothing sent',
    { tag: ['@req-5.3', '@req-8.6'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await open(page, shop.origin)
      await fillAddress(page)
      for (const [label, text] of Object.entries(ADDRESS)) {
        const field = page.getByLabel(label, { exact: true })
        await field.fill('   ')
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expectErrorToast(
          page,
          'Please fill all fields',
          'All shipping information fields are required.',
        )
        await expect(field).toBeFocused()
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await field.fill(text)
        await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
      }
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toEqual([])
    },
  )

  test(
    'a plain store gets ids and summed quantities, and nothing beyond the contract',
    {
      tag: [
        '@decision-13.1',
        '@req-2.11',
        '@req-3.5',
        '@req-4.5',
        '@req-7.2',
        '@req-10.17',
        '@req-11.1',
        '@req-11.2',
      ],
    },
    async ({ page }) => {
      const shop = openOtherShop()
      await open(page, shop.origin)
      await fillAddress(page)
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      expect(await storedCart(page)).toEqual([])
      const [sent, ...more] = (await shop.calls()).filter(({ method }) => method === 'POST')
      expect(more).toEqual([])
      expect(sent).toMatchObject({ path: '/orders', idempotencyKey: '', authorization: 'Bearer plain-token' })
      expect(sent?.body).toEqual({ products: { 'plain-1': 3, 'plain-2': 1 }, shippingAddress: SENT_ADDRESS })
    },
  )

  test(
    'with order-lines and idempotency-key each line and one key are sent',
    { tag: ['@decision-13.2', '@req-11.1', '@req-11.2'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.changeStore({ capabilities: ['order-lines', 'idempotency-key'] })
      const attributes = [
        { key: 'Size', value: ['M', 'L'] },
        { key: 'Color', value: ['White'] },
      ]
      await shop.changeProducts([
        { id: 'plain-1', title: 'Plain Shirt 1', regularPrice: 900, attributes },
        { id: 'plain-2', title: 'Plain Shirt 2', regularPrice: 1001 },
      ])
      await open(page, shop.origin)
      await fillAddress(page)
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      const sent = (await shop.calls()).find(({ method }) => method === 'POST')
      expect(sent?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
      expect(sent?.body).toEqual({
        products: { 'plain-1': 3, 'plain-2': 1 },
        shippingAddress: SENT_ADDRESS,
        lines: [
          { productId: 'plain-1', quantity: 2, selectedSize: 'M', selectedColor: 'White' },
          { productId: 'plain-1', quantity: 1, selectedSize: 'L', selectedColor: 'White' },
          { productId: 'plain-2', quantity: 1 },
        ],
      })
    },
  )

  test(
    'with full local storage an order is created once, and leaves an empty cart',
    { tag: ['@decision-1.7', '@req-4.5'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.changeStore({ capabilities: ['idempotency-key'] })
      await open(page, shop.origin)
      await fillAddress(page)
      await fillLocalStorage(page)
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      await expect(page.locator('[data-cart-count]:visible')).toHaveCount(0)
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Cart is empty' })).toBeVisible()
      await page.goto(`${shop.origin}/cart`)
      await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toHaveLength(1)
    },
  )

  test(
    'with full local storage the cart lasts from page to page',
    { tag: ['@req-4.2'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await open(page, shop.origin)
      await fillLocalStorage(page)
      await page.goto(`${shop.origin}/product/plain-3`)
      await page.getByRole('group', { name: 'Clothing Size' }).getByText('M', { exact: true }).click()
      await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
      await expect(page).toHaveURL(`${shop.origin}/cart`)
      await expect(page.getByRole('group', { name: 'Cart' }).getByRole('listitem')).toHaveCount(4)
      await page.goto(`${shop.origin}/checkout`)
      await expect(page.getByRole('region', { name: 'Order Summary' }).getByRole('listitem')).toHaveCount(4)
    },
  )

  test(
    'a double click sends once, and the button shows that it is pending',
    { tag: ['@req-4.5'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await open(page, shop.origin)
      await fillAddress(page)
      await shop.fail('/orders', 'slow')
      await page.getByRole('button', { name: 'Create Order' }).dblclick()
      await expect(page.getByRole('button', { name: 'Creating order...' })).toBeVisible()
      await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toHaveLength(1)
    },
  )

  test(
    'Create Order waits for a size that is missing, by keyboard alone',
    { tag: ['@req-11.1'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.changeStore({ capabilities: ['order-lines'] })
      await haveToken(page, shop.origin)
      await haveCart(page, shop.origin, [line({ selectedColor: 'White' })])
      await page.goto(`${shop.origin}/checkout`)
      await fillAddress(page)
      await page.getByLabel('Phone').press('Enter')
      await expectErrorToast(
        page,
        'Please select a size',
        'Choose a size for Plain Shirt 1 before you order.',
      )
      const sizes = page.getByRole('group', { name: 'Size of Plain Shirt 1' })
      await expect(sizes.getByRole('button', { name: 'M' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(sizes.getByRole('button', { name: 'L' })).toHaveAttribute('aria-pressed', 'true')
      await expect(sizes.getByRole('button', { name: 'L' })).toBeFocused()
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toEqual([])
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Create Order' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      const sent = (await shop.calls()).find(({ method }) => method === 'POST')
      expect(sent?.body).toMatchObject({
        lines: [{ productId: 'plain-1', quantity: 1, selectedSize: 'L', selectedColor: 'White' }],
      })
    },
  )

  test(
    'our own API gets the size that a card did not ask for, and the total on screen',
    { tag: ['@req-11.1'] },
    async ({ page }) => {
      const { garment, token } = await haveGarment()
      await haveToken(page, demoShop.origin, token)
      await haveCart(page, demoShop.origin, [{ ...garment, price: garment.price + 1, quantity: 1 }])
      await page.goto(`${demoShop.origin}/checkout`)
      await fillAddress(page)
      await expect(page.getByText('Price changed from')).toBeVisible()
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expect(page.locator('#toasts [role=alert]')).toContainText('Please select a size')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expect(page).toHaveURL(/\/payment\?orderId=/)
      await page.goto(`${demoShop.origin}/orders`)
      await expect(page.getByRole('article').first()).toContainText(`Size: ${garment.firstSize}`)
      await expect(page.getByRole('article').first()).toContainText(`$${garment.price.toFixed(2)}`)
    },
  )

  test.describe('when responses get lost', () => {
    test.use({ expectedComplaints: NETWORK_COMPLAINTS })

    test(
      'a total that the store refuses is shown, and the second press orders at it',
      { tag: ['@req-11.3'] },
      async ({ page }) => {
        const shop = openOtherShop()
        await shop.changeStore({ capabilities: ['expected-total', 'idempotency-key'] })
        await open(page, shop.origin)
        await fillAddress(page)
        await shop.changeProducts([])
        await shop.stubResponse(
          'POST /orders',
          {
            error: 'The total of your order has changed. Check it and order again.',
            code: 'total-changed',
            total: 340_100,
            lines: [
              { productId: 'plain-1', quantity: 2, unitPrice: 80_000 },
              { productId: 'plain-1', quantity: 1, unitPrice: 80_000 },
              { productId: 'plain-2', quantity: 1, unitPrice: 100_100 },
            ],
          },
          409,
        )
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expectErrorToast(
          page,
          'The total has changed',
          "It's now ₹3,401. Press Create Order to order at this price.",
        )
        const summary = page.getByRole('region', { name: 'Order Summary' })
        await expect(summary.getByText('Price changed from ₹900 to ₹800')).toHaveCount(2)
        await expect(summary).toContainText('Total₹3,401')
        await shop.stubResponse('POST /orders', { id: OTHER_ORDER })
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
        const sent = (await shop.calls()).filter(({ method }) => method === 'POST')
        expect(sent.map(({ body }) => (body as { expectedTotal: number }).expectedTotal)).toEqual([
          370_100, 340_100,
        ])
        expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
      },
    )

    test(
      'a line whose product is gone must be removed before the order',
      { tag: ['@req-11.1'] },
      async ({ page }) => {
        const shop = openOtherShop()
        await shop.changeStore({ capabilities: ['order-lines'] })
        await haveToken(page, shop.origin)
        await haveCart(page, shop.origin, [
          line({ selectedSize: 'M', selectedColor: 'White' }),
          line({ id: 'gone', name: 'Gone Shirt' }),
        ])
        await page.goto(`${shop.origin}/checkout`)
        await fillAddress(page)
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expectErrorToast(page, 'Gone Shirt is no longer available', 'Remove it to continue.')
        await expect(page.getByRole('button', { name: 'Remove Gone Shirt' })).toBeFocused()
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      },
    )

    test(
      'the key lives with the checkout across failures, a reload and another tab',
      { tag: ['@req-11.2'] },
      async ({ page, context }) => {
        const shop = openOtherShop()
        await shop.changeStore({ capabilities: ['idempotency-key'] })
        await open(page, shop.origin)
        await fillAddress(page)
        await shop.fail('/orders', 'error')
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expectErrorToast(page, 'Error placing order', 'Please try again later.')
        await page.reload()
        await expectAddressKept(page)
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expectErrorToast(page, 'Error placing order', 'Please try again later.')

        const other = await context.newPage()
        await other.goto(`${shop.origin}/checkout`)
        await fillAddress(other)
        await shop.fail('/orders', null)
        await other.getByRole('button', { name: 'Create Order' }).click()
        await expect(other).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
        const keys = (await shop.calls())
          .filter(({ method }) => method === 'POST')
          .map(({ idempotencyKey }) => idempotencyKey)
        expect(keys).toHaveLength(3)
        expect(new Set(keys).size).toBe(1)
      },
    )
  })
})
