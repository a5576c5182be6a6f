import type { Page } from 'playwright/test'

import type { Fault } from '../../kit/shops/other-store.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import {
  cookieOf,
  expectAddressKept,
  expectErrorToast,
  expectToast,
  fillAddress,
  haveCart,
  haveToken,
  line,
  NETWORK_COMPLAINTS,
  OTHER_ORDER,
  storedCart,
} from './shopper.ts'

/** Each way in which a store fails, on each page that calls it. The sentences do not depend on the width. docs/requirements.md#8-messages */
test.use({ expectedComplaints: NETWORK_COMPLAINTS })
test.describe('whatever the width', { tag: '@desktop' }, () => {
  type Shop = ReturnType<typeof openOtherShop>

  /** Answers with status 200 that are not what docs/requirements.md#72-calls describes. */
  const UNREADABLE: Fault[] = ['html', 'truncated', 'wrong-types', 'empty']
  const BROKEN: Fault[] = ['refuse', 'error', ...UNREADABLE]

  async function submitLogin(page: Page): Promise<void> {
    await page.getByLabel('Email').fill('asha@example.com')
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function submitRegistration(page: Page): Promise<void> {
    await page.getByLabel('First name').fill('Asha')
    await page.getByLabel('Last name').fill('Rao')
    await page.getByLabel('Email').fill('asha@example.com')
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByLabel('Confirm password', { exact: true }).fill('secret-1')
    await page.getByRole('button', { name: 'Create account' }).click()
  }

  async function openCheckout(page: Page, shop: Shop): Promise<void> {
    await haveToken(page, shop.origin)
    await haveCart(page, shop.origin, [line()])
    await page.goto(`${shop.origin}/checkout`)
    await fillAddress(page)
  }

  async function openPayment(page: Page, shop: Shop): Promise<void> {
    await haveToken(page, shop.origin)
    await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
  }

  async function fillPayment(page: Page): Promise<void> {
    await page.getByLabel('Full name').fill('Asha Rao')
    await page.getByLabel('Phone').fill('9876543210')
  }

  async function track(page: Page): Promise<void> {
    await page.getByLabel('Order Number').fill(OTHER_ORDER)
    await page.getByLabel('Email or Phone').fill('asha@example.com')
    await page.getByRole('button', { name: 'Track Order' }).click()
  }

  const LOGIN: [Fault, string][] = [
    ['refuse', 'No response from server. Please try again later.'],
    ['error', 'The database is asleep.'],
    ['unauthorized', 'Sign in again.'],
    ...UNREADABLE.map((fault): [Fault, string] => [
      fault,
      'Authentication failed: Token is missing in the response',
    ]),
  ]

  test(
    'login: every failure has its message in a toast, and none on the screen',
    { tag: ['@req-5.1', '@req-8.1', '@req-10.14'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/login`)
      for (const [fault, sentence] of LOGIN) {
        await shop.fail('/users/authorize', fault)
        await submitLogin(page)
        await expectErrorToast(page, 'Error', sentence)
        await page.getByRole('button', { name: 'Dismiss' }).click()
        await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
      }
      await shop.fail('/users/authorize', null)
      await shop.stubResponse('POST /users/authorize', {}, 500)
      await submitLogin(page)
      await expectErrorToast(page, 'Error', 'Failed to login. Please check your credentials.')
      await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')
      expect(await cookieOf(page, shop.origin)).toBeUndefined()
    },
  )

  test(
    'registration: every failure has its toast, and the screen names two providers',
    { tag: ['@req-8.1'] },
    async ({ page }) => {
      const shop = openOtherShop()
      const screen =
        'Registration failed. Please try using a different email provider (like gmail.com or outlook.com).'
      const failures: [Fault, string][] = [
        ['refuse', 'Failed to register. Please try again.'],
        ['error', 'The database is asleep.'],
        ['unauthorized', 'Sign in again.'],
      ]
      await page.goto(`${shop.origin}/register`)
      for (const [fault, sentence] of failures) {
        await shop.fail('/users/register', fault)
        await submitRegistration(page)
        await expectErrorToast(page, 'Registration Error', sentence)
        await expect(page.locator('main').getByRole('alert')).toHaveText(screen)
        await page.getByRole('button', { name: 'Dismiss' }).click()
      }
      await shop.fail('/users/register', null)
      await shop.stubResponse('POST /users/register', {}, 500)
      await submitRegistration(page)
      await expectErrorToast(page, 'Registration Error', 'Failed to register. Please try again.')
      await expect(page.getByLabel('First name')).toHaveValue('Asha')
    },
  )

  test(
    'a failed registration leads to the sign-in, and a reload keeps what was typed except passwords',
    { tag: ['@req-2.5', '@req-8.1'] },
    async ({ page }) => {
      const shop = openOtherShop()
      const field = (label: string) => page.getByLabel(label, { exact: true })
      const typed = [
        ['First name', 'Asha'],
        ['Last name', 'Rao'],
        ['Email', 'asha@example.com'],
      ] as const
      await shop.stubResponse('POST /users/register', { error: 'This email has an account already.' }, 409)
      await page.goto(`${shop.origin}/register?from=%2Fcheckout`)
      for (const [label, text] of typed) await field(label).fill(text)
      await field('Password').fill('secret-1')
      await page.reload()
      for (const [label, text] of [...typed, ['Password', ''], ['Confirm password', '']] as const)
        await expect(field(label)).toHaveValue(text)
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret-1')

      await submitRegistration(page)
      await expect(page.locator('main').getByRole('alert')).toHaveText(
        'Registration failed. Please try using a different email provider (like gmail.com or outlook.com).',
      )
      await page.getByText('Does this email already have an account?').getByRole('link').click()
      await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fcheckout`)
      await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')

      await page.goto(`${shop.origin}/register`)
      await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled()
      await expect(field('First name')).toHaveValue('')
    },
  )

  test('registration: the response body is ignored', { tag: ['@req-2.5', '@req-7.2'] }, async ({ page }) => {
    for (const fault of UNREADABLE) {
      const shop = openOtherShop()
      await shop.fail('/users/register', fault)
      await page.goto(`${shop.origin}/register`)
      await submitRegistration(page)
      await expect(page).toHaveURL(`${shop.origin}/`)
      await expectToast(page, 'Account created successfully. You can now log in.')
      expect(await cookieOf(page, shop.origin)).toBeUndefined()
    }
  })

  test(
    'account: status, missing response or the reason, with placeholders in place of the data',
    { tag: ['@req-2.16', '@req-8.5'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      for (const [fault, sentence] of [
        ['error', 'Failed to load account information (Status: 500)'],
        ['refuse', 'Failed to load account information (No response received)'],
      ] as const) {
        await shop.fail('/accountInfo', fault)
        await page.goto(`${shop.origin}/account`)
        await expectErrorToast(page, 'Error', sentence)
        await expect(page.getByText('Name not available')).toBeVisible()
        await expect(page.getByText('Email not available')).toBeVisible()
        await expect(page.getByText('Date not available')).toBeVisible()
      }
      for (const fault of UNREADABLE) {
        await shop.fail('/accountInfo', fault)
        await page.goto(`${shop.origin}/account`)
        await expect(page.locator('#toasts [role=alert]')).toHaveText(
          /^ErrorFailed to load account information \(.+ returned a body that does not match the contract\)×$/,
        )
      }
    },
  )

  test(
    'orders: every failure shows the toast and an empty list, and another try brings them',
    { tag: ['@req-8.7', '@fault-8'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      for (const fault of BROKEN) {
        await shop.fail('/orders', fault)
        await page.goto(`${shop.origin}/orders`)
        await expectErrorToast(page, 'Error', 'Failed to load your orders. Please try again.')
        await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible()
      }
      await shop.fail('/orders', null)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByRole('heading', { name: `Order ${OTHER_ORDER}` })).toBeVisible()
    },
  )

  test(
    'tracking: every failure has the toast, and the typed values stay',
    { tag: ['@req-8.7'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/track-order`)
      for (const fault of [...BROKEN, 'unauthorized'] as const) {
        await shop.fail('/orders/', fault)
        await track(page)
        await expectErrorToast(
          page,
          'Error',
          'Failed to find order. Please check your information and try again.',
        )
        await page.getByRole('button', { name: 'Dismiss' }).click()
      }
      await expect(page.getByLabel('Order Number')).toHaveValue(OTHER_ORDER)
      await shop.fail('/orders/', null)
      await page.getByLabel('Email or Phone').fill('bela@example.com')
      await page.getByRole('button', { name: 'Track Order' }).click()
      await expectErrorToast(
        page,
        'Error',
        'Failed to find order. Please check your information and try again.',
      )
    },
  )

  test(
    'checkout: every failure keeps cart and form, and the next try makes the order',
    { tag: ['@req-2.4', '@req-2.11', '@req-4.5', '@req-8.6', '@fault-8'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await openCheckout(page, shop)
      for (const fault of BROKEN) {
        await shop.fail('/orders', fault)
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expectErrorToast(page, 'Error placing order', 'Please try again later.')
        await page.getByRole('button', { name: 'Dismiss' }).click()
      }
      await expectAddressKept(page)
      expect(await storedCart(page)).toEqual([line()])
      await shop.fail('/orders', null)
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      expect(await storedCart(page)).toEqual([])
    },
  )

  test(
    'payment form: every failure has its message and the way back to the checkout',
    { tag: ['@req-8.8'] },
    async ({ page }) => {
      const shop = openOtherShop()
      for (const fault of BROKEN) {
        await shop.fail('/payments/fields', fault)
        await openPayment(page, shop)
        await expect(page.getByRole('alert')).toHaveText(
          'Failed to load payment form. Please try again later.',
        )
      }
      await shop.fail('/payments/fields', null)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()

      await shop.fail('/payments/fields', 'error')
      await page.reload()
      await page.getByRole('button', { name: 'Return to checkout' }).click()
      await expect(page).toHaveURL(`${shop.origin}/checkout`)
    },
  )

  test(
    'payment form: orders that fail, or lack this one, leave the form and a note',
    { tag: ['@decision-1.2', '@req-10.27'] },
    async ({ page }) => {
      const shop = openOtherShop()
      const form = page.getByRole('form', { name: 'Complete Your Payment' })
      const note = page.getByText(
        `We couldn't check the status of order ${OTHER_ORDER}. You can still pay here.`,
        { exact: true },
      )
      for (const fault of [...BROKEN, 'hang'] satisfies Fault[]) {
        await shop.fail('/orders', fault)
        await openPayment(page, shop)
        await expect(form).toBeVisible()
        await expect(note).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
      await shop.fail('/orders', null)
      await page.reload()
      await expect(form).toBeVisible()
      await expect(form.getByText('₹1,800')).toBeVisible()
      await expect(note).toHaveCount(0)

      await shop.stubResponse('GET /orders', [])
      await page.reload()
      await expect(form).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'View Your Orders' })).toHaveAttribute(
        'href',
        '/orders',
      )
      await note.locator('..').getByRole('link', { name: 'Track Order' }).click()
      await expect(page).toHaveURL(`${shop.origin}/track-order?id=${OTHER_ORDER}`)
      await expect(page.getByLabel('Order Number')).toHaveValue(OTHER_ORDER)
    },
  )

  test(
    'payment: every failure has its message, and the form keeps the typed values',
    { tag: ['@req-2.4', '@req-4.6', '@req-8.8', '@fault-8'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await openPayment(page, shop)
      await fillPayment(page)
      for (const fault of BROKEN) {
        await shop.fail('/payments', fault)
        await page.getByRole('button', { name: 'Proceed to Payment' }).click()
        await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
        await expect(page.getByRole('alert')).toHaveText('Failed to process payment. Please try again later.')
      }
      await expect(page.getByLabel('Full name')).toHaveValue('Asha Rao')
      await expect(page.getByLabel('Phone')).toHaveValue('+919876543210')
      await shop.fail('/payments', null)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page).toHaveURL(`${shop.origin}/orders`)
      await expectToast(page, 'Payment initiated', 'Your payment is being processed')
    },
  )

  test(
    'payment without an order shows its message and leads back to the checkout',
    { tag: ['@req-2.12', '@req-8.6', '@req-8.8'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      await page.goto(`${shop.origin}/payment`)
      await expect(page.getByRole('alert')).toHaveText('Order ID is missing. Please return to checkout.')
      await page.getByRole('button', { name: 'Return to checkout' }).click()
      await expect(page).toHaveURL(`${shop.origin}/checkout`)
      await expectErrorToast(page, 'Cart is empty', 'Please add items to your cart before checkout.')
    },
  )

  test(
    'a store that never responds times out on every page, with the message of no response',
    { tag: ['@req-2.4', '@req-2.14', '@req-8.1', '@req-8.5', '@req-8.7', '@fault-8'] },
    async ({ context }) => {
      const shop = openOtherShop()
      const open = async () => context.newPage()
      const [login, account, orders, tracking] = [await open(), await open(), await open(), await open()]
      await login.goto(`${shop.origin}/login`)
      await tracking.goto(`${shop.origin}/track-order`)
      await haveToken(account, shop.origin)
      for (const path of ['/users', '/accountInfo', '/orders', '/payments']) await shop.fail(path, 'hang')
      await Promise.all([
        submitLogin(login),
        account.goto(`${shop.origin}/account`),
        orders.goto(`${shop.origin}/orders`),
        track(tracking),
      ])
      await expect(orders.getByText('Loading your orders...')).toBeAttached()
      await expect(login.getByRole('button', { name: 'Signing in...' })).toBeVisible()
      for (const [page, body] of [
        [login, 'No response from server. Please try again later.'],
        [account, 'Failed to load account information (No response received)'],
        [orders, 'Failed to load your orders. Please try again.'],
        [tracking, 'Failed to find order. Please check your information and try again.'],
      ] as const) {
        await expect(page.locator('#toasts [role=alert]')).toHaveText(`Error${body}×`, { timeout: 18_000 })
      }
    },
  )
})
