import type { Page } from 'playwright/test'

import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import {
  ADDRESS,
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

/** Sign-in, its cookie, and its end. docs/requirements.md#41-authentication docs/requirements.md#51-sign-in-form docs/requirements.md#52-registration-form docs/requirements.md#6-roles docs/requirements.md#81-sign-in-and-registration */
test.describe('whatever the width', { tag: '@desktop' }, () => {
  const DAY_SECONDS = 24 * 60 * 60

  async function signIn(page: Page, email = 'asha@example.com'): Promise<void> {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test(
    'sign-in saves the token for 30 days or for the browser session, with a toast',
    { tag: ['@asvs-3.3.2', '@req-2.4', '@req-4.1', '@req-8.1', '@req-9.1', '@req-10.8', '@req-10.20'] },
    async ({ page }) => {
      const shop = openOtherShop()
      for (const isRemembered of [false, true]) {
        await page.goto(`${shop.origin}/login`)
        await page.getByLabel('Remember me').setChecked(isRemembered)
        await signIn(page)
        await expect(page).toHaveURL(`${shop.origin}/`)
        await expectToast(page, 'Logged in successfully.')
        const cookie = await cookieOf(page, shop.origin)
        expect(cookie).toMatchObject({ value: 'plain-token', path: '/', sameSite: 'Lax', secure: false })
        const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_SECONDS
        if (isRemembered) expect(days).toBeCloseTo(30, 2)
        else expect(cookie?.expires).toBe(-1)
      }
    },
  )

  test(
    'sign-in sends the e-mail trimmed and lower-cased, and every later call carries the token',
    { tag: ['@req-4.1', '@req-5.2', '@req-7.2'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/login?from=%2Forders`)
      await signIn(page, ' Asha@Example.COM ')
      await expect(page).toHaveURL(`${shop.origin}/orders`)
      await expect(page.getByRole('heading', { name: `Order ${OTHER_ORDER}` })).toBeVisible()
      const calls = (await shop.calls()).filter(({ path }) => /users|orders/.test(path))
      expect(calls).toMatchObject([
        {
          path: '/users/authorize',
          authorization: '',
          body: { email: 'asha@example.com', password: 'secret-1' },
        },
        { path: '/orders', authorization: 'Bearer plain-token' },
      ])
    },
  )

  test(
    'invalid sign-in values have their messages and send nothing',
    { tag: ['@req-5.1'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/login`)
      await page.getByLabel('Email').fill('asha')
      await page.getByLabel('Password', { exact: true }).fill('12345')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Invalid email address')).toBeVisible()
      await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
      await expect(page.getByLabel('Email')).toBeFocused()
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toEqual([])
    },
  )

  test(
    'the button reads Signing in... and Creating account... while sending, and sends once',
    { tag: ['@req-2.4', '@req-2.5'] },
    async ({ page }) => {
      const shop = openOtherShop()
      for (const path of ['/users/authorize', '/users/register']) await shop.fail(path, 'slow')
      await page.goto(`${shop.origin}/login`)
      await page.getByLabel('Email').fill('asha@example.com')
      await page.getByLabel('Password', { exact: true }).fill('secret-1')
      await page.getByRole('button', { name: 'Sign in' }).dblclick()
      await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
      await expect(page).toHaveURL(`${shop.origin}/`)

      await page.goto(`${shop.origin}/register`)
      await fillRegistration(page, 'asha@example.com')
      await page.getByRole('button', { name: 'Create account' }).dblclick()
      await expect(page.getByRole('button', { name: 'Creating account...' })).toBeVisible()
      await expect(page).toHaveURL(`${shop.origin}/`)
      const sent = (await shop.calls()).filter(({ method }) => method === 'POST').map(({ path }) => path)
      expect(sent).toEqual(['/users/authorize', '/users/register'])
    },
  )

  async function fillRegistration(page: Page, email: string): Promise<void> {
    await page.getByLabel('First name').fill('Asha')
    await page.getByLabel('Last name').fill('Rao')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByLabel('Confirm password', { exact: true }).fill('secret-1')
  }

  test(
    'registration sends a normalized e-mail, does not sign in and goes home with its toast',
    { tag: ['@req-2.5', '@req-5.2', '@req-7.2', '@req-8.1', '@asvs-7.6.2'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/register`)
      await fillRegistration(page, ' Asha@Example.COM ')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page).toHaveURL(`${shop.origin}/`)
      await expectToast(page, 'Account created successfully. You can now log in.')
      expect(await cookieOf(page, shop.origin)).toBeUndefined()
      const sent = (await shop.calls()).find(({ method }) => method === 'POST')
      expect(sent?.body).toEqual({
        email: 'asha@example.com',
        password: 'secret-1',
        firstName: 'Asha',
        lastName: 'Rao',
      })
    },
  )

  test(
    'a first-time buyer registers on the way to the checkout, types the e-mail once and comes back there',
    { tag: ['@decision-1.8', '@req-2.5'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveCart(page, shop.origin, [line()])
      await page.goto(`${shop.origin}/cart`)
      await page.getByRole('button', { name: 'Checkout' }).click()
      await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fcheckout`)
      await expect(page.getByLabel('Remember me')).toBeChecked()
      await page.getByLabel('Email').fill('asha@example.com')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(page).toHaveURL(`${shop.origin}/register?from=%2Fcheckout`)
      await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')
      await fillRegistration(page, 'asha@example.com')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fcheckout`)
      await expectToast(page, 'Account created successfully. You can now log in.')
      await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')
      expect(await page.evaluate(() => sessionStorage.getItem('carried-email'))).toBeNull()
      await page.getByLabel('Password', { exact: true }).fill('secret-1')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(`${shop.origin}/checkout`)
      expect(await storedCart(page)).toEqual([line()])
    },
  )

  test(
    'invalid registration values have their messages, the e-mail its second check, and nothing is sent',
    { tag: ['@req-5.2', '@req-9.5'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/register`)
      await page.getByLabel('First name').fill('A')
      await page.getByLabel('Last name').fill('R')
      await page.getByLabel('Email').fill('asha@example')
      await page.getByLabel('Password', { exact: true }).fill('12345')
      await page.getByLabel('Confirm password', { exact: true }).fill('12346')
      await page.getByRole('button', { name: 'Create account' }).click()
      for (const sentence of [
        'First name must be at least 2 characters',
        'Last name must be at least 2 characters',
        'Invalid email address',
        'Password must be at least 6 characters',
        'Passwords do not match',
      ]) {
        await expect(page.getByText(sentence, { exact: true })).toBeVisible()
      }
      await expectErrorToast(page, 'Invalid Email', 'Please enter a valid email address.')
      await expect(page.getByLabel('First name')).toBeFocused()
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toEqual([])
    },
  )

  test(
    'every password can be shown and hidden again',
    { tag: ['@asvs-6.2.6', '@req-2.4', '@req-2.5'] },
    async ({ page }) => {
      const shop = openOtherShop()
      for (const [path, labels] of [
        ['/login', ['Password']],
        ['/register', ['Password', 'Confirm password']],
      ] as const) {
        await page.goto(shop.origin + path)
        for (const label of labels) {
          const field = page.getByLabel(label, { exact: true })
          await field.fill('secret-1')
          await page.getByRole('button', { name: `Show ${label.toLowerCase()}` }).click()
          await expect(field).toHaveAttribute('type', 'text')
          await page.getByRole('button', { name: `Hide ${label.toLowerCase()}` }).click()
          await expect(field).toHaveAttribute('type', 'password')
          await expect(field).toHaveValue('secret-1')
        }
      }
    },
  )

  test(
    'login links to registration, forgotten password, terms, privacy and home',
    { tag: ['@req-2.4'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/login`)
      for (const path of ['/register', '/forgot-password', '/terms', '/privacy', '/']) {
        await expect(page.locator(`main a[href="${path}"], nav a[href="${path}"]`).first()).toBeVisible()
      }
    },
  )

  test(
    'a path to come back to is followed on this site alone',
    { tag: ['@req-2.4', '@req-10.3'] },
    async ({ page }) => {
      const shop = openOtherShop()
      for (const [from, path] of [
        ['/track-order?x=1', '/track-order?x=1'],
        ['https://evil.example/', '/'],
        ['//evil.example', '/'],
        ['/\\evil.example', '/'],
        ['javascript:alert(1)', '/'],
        ['/login', '/'],
      ] as const) {
        await page.goto(`${shop.origin}/login?from=${encodeURIComponent(from)}`)
        await signIn(page)
        await expect(page).toHaveURL(shop.origin + path)
        await page.context().clearCookies()
      }
    },
  )

  test(
    'a guest is sent to sign-in from every protected page, with the path',
    { tag: ['@req-2.3', '@req-10.3'] },
    async ({ page }) => {
      const shop = openOtherShop()
      for (const path of ['/account', '/checkout', '/orders', '/payment?orderId=A%26B']) {
        const arrived = await page.goto(shop.origin + path)
        const redirect = await arrived?.request().redirectedFrom()?.response()
        expect([
          redirect?.status(),
          redirect?.headers().location,
          redirect?.headers()['cache-control'],
        ]).toEqual([302, `/login?from=${encodeURIComponent(path)}`, 'private, no-store'])
      }
    },
  )

  test(
    'signing out shows a toast, goes home, and does not call a plain store',
    { tag: ['@req-2.16', '@req-3.8', '@req-8.5', '@req-10.3', '@asvs-7.4.4'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      await page.goto(`${shop.origin}/account`)
      await expect(page.getByText('Asha Rao')).toBeVisible()
      await expect(page.getByText('asha@example.com')).toBeVisible()
      await expect(page.getByText('March 9, 2025')).toBeVisible()
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL(`${shop.origin}/`)
      await expectToast(page, 'Logged out', 'You have been successfully logged out.')
      expect(await cookieOf(page, shop.origin)).toBeUndefined()
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toEqual([])
      await page.goBack()
      await expect(page).toHaveURL(`${shop.origin}/login?from=%2Faccount`)
    },
  )

  test(
    'the account leads to the orders and home',
    { tag: ['@req-2.16', '@req-3.8', '@req-7.2'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      for (const [name, path] of [
        ['My Orders', '/orders'],
        ['Return to Home', '/'],
      ] as const) {
        await page.goto(`${shop.origin}/account`)
        await page.getByRole('main').getByRole('link', { name }).click()
        await expect(page).toHaveURL(shop.origin + path)
      }
      expect(await cookieOf(page, shop.origin)).toBeDefined()
      const requested = (await shop.calls()).filter(({ path }) => path === '/accountInfo')
      expect(requested.map(({ method, authorization }) => `${method} ${authorization}`)).toEqual(
        Array(2).fill('GET Bearer plain-token'),
      )
    },
  )

  test(
    'a sign-out that leaves the cookie shows an error and stays on the account',
    { tag: ['@req-8.5'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      await page.goto(`${shop.origin}/account`)
      await expect(page.getByText('Asha Rao')).toBeVisible()
      await page.evaluate(() => {
        const stored = document.cookie
        Object.defineProperty(document, 'cookie', { get: () => stored, set: () => undefined })
      })
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expectToast(page, 'Error', 'Failed to log out properly.')
      await expect(page).toHaveURL(`${shop.origin}/account`)
      await expect(page.getByText('You have been successfully logged out.')).toBeHidden()
      expect(await cookieOf(page, shop.origin)).toBeDefined()
    },
  )

  test(
    'signing out in one tab reaches the others at once, with a toast on a page that is left',
    { tag: ['@req-4.1', '@req-10.3'] },
    async ({ page, context }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      const [home, orders] = [await context.newPage(), await context.newPage()]
      await home.goto(shop.origin)
      await orders.goto(`${shop.origin}/orders`)
      await expect(orders.getByRole('heading', { name: `Order ${OTHER_ORDER}` })).toBeVisible()
      const account = home.getByRole('banner').getByRole('link', { name: 'My Account' })
      await expect(account).toBeVisible()

      await page.goto(`${shop.origin}/account`)
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL(`${shop.origin}/`)
      await expect(account).toBeHidden()
      await expect(orders).toHaveURL(`${shop.origin}/login?from=%2Forders`)
      await expectToast(orders, "You're signed out", 'Sign in to continue.')
    },
  )

  test(
    'signing out removes the typed address of the checkout',
    { tag: ['@asvs-14.3.1', '@req-2.16', '@req-3.8'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      await haveCart(page, shop.origin, [line()])
      await page.goto(`${shop.origin}/checkout`)
      await fillAddress(page)
      await page.goto(`${shop.origin}/account`)
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL(`${shop.origin}/`)
      await haveToken(page, shop.origin)
      await page.goto(`${shop.origin}/checkout`)
      for (const label of Object.keys(ADDRESS)) {
        await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
      }
    },
  )

  test.describe('401 in the middle of a visit', () => {
    test.use({ expectedComplaints: NETWORK_COMPLAINTS })

    test(
      'account and orders lead to sign-in with the path, and back',
      { tag: ['@req-8.10', '@req-10.21'] },
      async ({ page }) => {
        const shop = openOtherShop()
        for (const [path, call] of [
          ['/account', '/accountInfo'],
          ['/orders', '/orders'],
        ] as const) {
          await haveToken(page, shop.origin)
          await shop.fail(call, 'unauthorized')
          await page.goto(shop.origin + path)
          await expect(page).toHaveURL(`${shop.origin}/login?from=${encodeURIComponent(path)}`)
          expect(await cookieOf(page, shop.origin)).toBeUndefined()
          await expect(page.locator('#toasts [role=alert]')).toHaveCount(0)
          await shop.fail(call, null)
          await signIn(page)
          await expect(page).toHaveURL(shop.origin + path)
        }
      },
    )

    test(
      'the checkout keeps the typed address and the cart through sign-in',
      { tag: ['@req-2.4'] },
      async ({ page }) => {
        const shop = openOtherShop()
        await haveCart(page, shop.origin, [line()])
        await page.goto(`${shop.origin}/checkout`)
        await signIn(page)
        await expect(page).toHaveURL(`${shop.origin}/checkout`)
        await fillAddress(page)
        await shop.fail('/orders', 'unauthorized')
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fcheckout`)
        expect(await cookieOf(page, shop.origin)).toBeUndefined()
        await shop.fail('/orders', null)
        await signIn(page)
        await expect(page).toHaveURL(`${shop.origin}/checkout`)
        await expectAddressKept(page)
        expect(await storedCart(page)).toEqual([line()])
        await page.getByRole('button', { name: 'Create Order' }).click()
        await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      },
    )

    test(
      'a payment comes back to its order after sign-in',
      { tag: ['@req-8.10', '@req-10.21'] },
      async ({ page }) => {
        const shop = openOtherShop()
        await haveToken(page, shop.origin)
        await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
        await page.getByLabel('Full name').fill('Asha Rao')
        await page.getByLabel('Phone').fill('9876543210')
        await shop.fail('/payments', 'unauthorized')
        await page.getByRole('button', { name: 'Proceed to Payment' }).click()
        await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fpayment%3ForderId%3D${OTHER_ORDER}`)
        await shop.fail('/payments', null)
        await signIn(page)
        await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
        await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
      },
    )

    test(
      'tracking, which needs no sign-in, only loses the token',
      { tag: ['@req-8.10', '@req-10.21'] },
      async ({ page }) => {
        const shop = openOtherShop()
        await haveToken(page, shop.origin)
        await shop.fail('/accountInfo', 'unauthorized')
        await page.goto(`${shop.origin}/track-order?id=${OTHER_ORDER}`)
        await expect(page.getByText('Using your account email by default')).toBeHidden()
        await expect(page).toHaveURL(`${shop.origin}/track-order?id=${OTHER_ORDER}`)
        await expect.poll(() => cookieOf(page, shop.origin)).toBeUndefined()
      },
    )
  })
})
