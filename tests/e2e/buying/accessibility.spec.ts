import type { Page } from 'playwright/test'

import { flaws, WCAG } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { haveCart, haveToken, line, NETWORK_COMPLAINTS, OTHER_ORDER } from './shopper.ts'

/** axe, WCAG 2.0 to 2.2, A and AA, in every state of every form and screen of buying; those with a layout of their own at both widths. */
test.use({ expectedComplaints: NETWORK_COMPLAINTS })

async function expectAccessible(page: Page, state: string): Promise<void> {
  expect({ state, found: await flaws(page, WCAG) }).toEqual({ state, found: [] })
}

const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = (page: Page) => page.getByRole('alert').first()

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('sign-in: initial, invalid, pending, failed', { tag: '@phone' }, async ({ page }) => {
  const shop = openOtherShop()
  await page.goto(`${shop.origin}/login?from=%2Fcheckout`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await expectAccessible(page, 'at rest')
  await submit(page, 'Sign in')
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expectAccessible(page, 'wrong')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('secret-1')
  await shop.fail('/users/authorize', 'hang')
  await submit(page, 'Sign in')
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await expectAccessible(page, 'under way')
  await page.reload()
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('secret-1')
  await shop.fail('/users/authorize', 'error')
  await submit(page, 'Sign in')
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page, 'failed')
})

test('registration: at rest, wrong, failed', { tag: '@phone' }, async ({ page }) => {
  const shop = openOtherShop()
  await page.goto(`${shop.origin}/register`)
  await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled()
  await expectAccessible(page, 'at rest')
  await page.getByLabel('Email').fill('asha@example')
  await submit(page, 'Create account')
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page, 'wrong')
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('secret-1')
  await page.getByLabel('Confirm password', { exact: true }).fill('secret-1')
  await shop.fail('/users/register', 'error')
  await submit(page, 'Create account')
  await expect(page.locator('main').getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'failed')
})

test('cart: empty, full', async ({ page }) => {
  const { origin } = openOtherShop()
  await page.goto(`${origin}/cart`)
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expectAccessible(page, 'empty')
  await haveCart(page, origin, [line({ selectedSize: 'M' }), line({ id: 'plain-2', quantity: 99 })])
  await page.goto(`${origin}/cart`)
  await page
    .getByRole('button', { name: /^Decrease/ })
    .last()
    .click()
  await expectAccessible(page, 'full')
})

test('checkout: empty, at rest, wrong, failed', async ({ page }) => {
  const shop = openOtherShop()
  await haveToken(page, shop.origin)
  await page.goto(`${shop.origin}/checkout`)
  await expect(page.getByRole('heading', { name: 'Cart is empty' })).toBeVisible()
  await expectAccessible(page, 'empty')
  await haveCart(page, shop.origin, [line({ selectedSize: 'M' })])
  await page.goto(`${shop.origin}/checkout`)
  await expect(page.getByRole('button', { name: 'Create Order' })).toBeEnabled()
  await expectAccessible(page, 'at rest')
  await submit(page, 'Create Order')
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page, 'wrong')
})

test(
  'payment: no order, form, wrong, refused, code, app, no form, paid',
  { tag: '@phone' },
  async ({ page }) => {
    const shop = openOtherShop()
    const tel = {
      name: 'mobile',
      label: 'Mobile',
      type: 'tel',
      description: 'For this payment',
      rules: { required: true },
    }
    await shop.stubResponse('GET /payments/fields', [
      tel,
      { name: 'bank', label: 'Bank', type: 'select', options: ['State Bank'], inline: true },
      { name: 'note', label: 'Note', type: 'textarea', inline: true },
      { name: 'pin', label: 'PIN', type: 'password' },
      { name: 'agree', label: 'I agree', type: 'checkbox', rules: { required: true } },
    ])
    await haveToken(page, shop.origin)
    await page.goto(`${shop.origin}/payment`)
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page, 'no order')
    await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
    await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
    await expectAccessible(page, 'form')
    await page.getByLabel('Mobile').fill('98765')
    await page.getByLabel('I agree').check()
    await submit(page, 'Proceed to Payment')
    await expect(page.getByText('Phone number must be 13 characters (including +91)')).toBeVisible()
    await expectAccessible(page, 'wrong')
    await page.getByLabel('Mobile').fill('9876543210')
    await shop.stubResponse('POST /payments', { success: false, error: 'The bank said no.' })
    await submit(page, 'Proceed to Payment')
    await expect(page.getByText('The bank said no.')).toBeVisible()
    await expectAccessible(page, 'refused')
    const link = 'upi://pay?pa=shop@bank&pn=Plain&am=900.00&cu=INR&tr=1'
    await shop.stubResponse('POST /payments', { success: true, action: { type: 'qr', qr: link } })
    await submit(page, 'Proceed to Payment')
    await expect(page.getByRole('img', { name: 'QR code for this payment' })).toBeVisible()
    await expectAccessible(page, 'code')
    await shop.fail('/orders', 'error')
    await page.reload()
    await expect(page.getByText(/^We couldn't check the status of order/)).toBeVisible()
    await expectAccessible(page, 'form of an order that could not be checked')
    await shop.fail('/orders', null)
    await shop.fail('/payments/fields', 'error')
    await page.reload()
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page, 'no form')
    await shop.stubResponse('GET /orders', [{ id: OTHER_ORDER, status: 1 }])
    await page.reload()
    await expect(page).toHaveURL(`${shop.origin}/order-success`)
    await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
    await expect(page.getByRole('heading', { name: 'This order is already paid' })).toBeVisible()
    await expectAccessible(page, 'paid')
  },
)

test('orders: some, none, failed; order success', async ({ page }) => {
  const shop = openOtherShop()
  await haveToken(page, shop.origin)
  const order = {
    createdAt: '2026-01-20T10:00:00.000Z',
    items: [{ id: 'i', productTitle: 'Plain Shirt 1', quantity: 2, price: 900 }],
    shippingAddress: { address: '1 Plain Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
  }
  await shop.stubResponse(
    'GET /orders',
    [0, 1, 2, 3, 4].map((status) => ({ ...order, id: `O-${status}`, status })),
  )
  await page.goto(`${shop.origin}/orders`)
  await expect(page.getByRole('article')).toHaveCount(5)
  await expectAccessible(page, 'some')
  await shop.stubResponse('GET /orders', [])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible()
  await expectAccessible(page, 'none')
  await shop.fail('/orders', 'error')
  await page.reload()
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page, 'failed')
  await page.goto(`${shop.origin}/order-success`)
  await expectAccessible(page, 'thanks')
})

test(
  'tracking: at rest, wrong, found; account: loading, shown, failed',
  { tag: '@phone' },
  async ({ page }) => {
    const shop = openOtherShop()
    await page.goto(`${shop.origin}/track-order`)
    await expect(page.getByRole('button', { name: 'Track Order' })).toBeEnabled()
    await expectAccessible(page, 'tracking at rest')
    await submit(page, 'Track Order')
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page, 'tracking wrong')
    await page.getByLabel('Order Number').fill(OTHER_ORDER)
    await page.getByLabel('Email or Phone').fill('asha@example.com')
    await submit(page, 'Track Order')
    await expect(page.getByRole('region', { name: `Order ${OTHER_ORDER}` })).toBeVisible()
    await expectAccessible(page, 'tracking found')

    await haveToken(page, shop.origin)
    await shop.fail('/accountInfo', 'hang')
    await page.goto(`${shop.origin}/account`)
    await expect(page.getByRole('region', { name: 'Account details' })).toHaveAttribute('aria-busy', 'true')
    await expectAccessible(page, 'account loading')
    await shop.fail('/accountInfo', null)
    await page.reload()
    await expect(page.getByText('Asha Rao')).toBeVisible()
    await expectAccessible(page, 'account shown')
    await shop.fail('/accountInfo', 'error')
    await page.reload()
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page, 'account failed')
  },
)
