import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import {
  ADDRESS,
  expectAddressKept,
  expectErrorToast,
  fillAddress,
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

test('the checkout shows the form, the lines, subtotal, free shipping and total', async ({ page }) => {
  const { origin } = openOtherShop()
  await open(page, origin)
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary.getByRole('listitem')).toHaveCount(3)
  await expect(summary.getByRole('listitem').first()).toHaveText(
    'Plain Shirt 1Color: White · Size: MQuantity: 2₹1,800',
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
  await expect(page.getByLabel('PIN Code')).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByLabel('Phone')).toHaveAttribute('inputmode', 'tel')
})

test('a phone shows the total before the form, and the lines to who opens it @phone', async ({ page }) => {
  const { origin } = openOtherShop()
  await open(page, origin)
  const brief = page.getByRole('group').filter({ hasText: /^Order Summary.*₹3,701/ })
  await expect(brief).toBeInViewport()
  await expect(brief.getByRole('listitem')).toHaveCount(0)
  await brief.locator('summary').press('Enter')
  await expect(brief.getByRole('listitem')).toHaveCount(3)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(brief).toBeHidden()
})

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test('an empty cart says so and sends nothing', async ({ page }) => {
    const shop = openOtherShop()
    await haveToken(page, shop.origin)
    await page.goto(`${shop.origin}/checkout`)
    await expectErrorToast(page, 'Cart is empty', 'Please add items to your cart before checkout.')
    await expect(page.getByRole('button', { name: 'Create Order' })).toHaveCount(0)
  })

  test('blanks in any field are no address: the toast, the field marked, nothing sent', async ({ page }) => {
    const shop = openOtherShop()
    await open(page, shop.origin)
    await fillAddress(page)
    for (const [label, text] of Object.entries(ADDRESS)) {
      const field = page.getByLabel(label, { exact: true })
      await field.fill('   ')
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expectErrorToast(page, 'Please fill all fields', 'All shipping information fields are required.')
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await field.fill(text)
      await page.getByRole('button', { name: 'Dismiss' }).click()
    }
    expect((await shop.calls()).filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('a plain store gets ids and summed quantities, and nothing beyond the contract', async ({ page }) => {
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
  })

  test('with order-lines and idempotency-key each line and one key are sent', async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ capabilities: ['order-lines', 'idempotency-key'] })
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
  })

  test('a double click sends once, and the button says that it is under way', async ({ page }) => {
    const shop = openOtherShop()
    await open(page, shop.origin)
    await fillAddress(page)
    await shop.fail('/orders', 'slow')
    await page.getByRole('button', { name: 'Create Order' }).dblclick()
    await expect(page.getByRole('button', { name: 'Creating order...' })).toBeVisible()
    await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
    expect((await shop.calls()).filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test.describe('when answers get lost', () => {
    test.use({ expectedComplaints: NETWORK_COMPLAINTS })

    test('the key lives with the checkout across failures, a reload and another tab', async ({
      page,
      context,
    }) => {
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
    })
  })
})
