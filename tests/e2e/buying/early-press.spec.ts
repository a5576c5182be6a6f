import type { Page } from 'playwright/test'

import { expect, newShopper, register, shops, test, toast } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { OTHER_ORDER } from './shopper.ts'

const [shop] = shops

/** Opens a page whose scripts do not come before `release`. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await page.route('**/_astro/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  return () => resolve(undefined)
}

/** A form that is pressed before its island is there is submitted once it is. */
test.describe('pressed before the scripts are there', { tag: '@phone' }, () => {
  test('registration is sent once, with the typed values', { tag: ['@decision-1.14'] }, async ({ page }) => {
    const { origin, calls } = openOtherShop()
    const release = await openWithoutScripts(page, `${origin}/register`)
    await page.getByLabel('First name').fill('Asha')
    await page.getByLabel('Last name').fill('Rao')
    await page.getByLabel('Email').fill('asha@example.com')
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByLabel('Confirm password', { exact: true }).fill('secret-1')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('First name')).toHaveValue('Asha')
    release()
    await expect(toast(page, 'Account created successfully. You can now log in.')).toBeVisible()
    await expect(page).toHaveURL(`${origin}/`)
    const sent = (await calls()).filter(({ method }) => method === 'POST')
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      [
        '/users/register',
        { email: 'asha@example.com', password: 'secret-1', firstName: 'Asha', lastName: 'Rao' },
      ],
    ])
  })

  test('sign-in is sent by Enter, and an unticked "Remember me" stays so', async ({ page, context }) => {
    const shopper = newShopper()
    await register(page, shop, shopper)
    const release = await openWithoutScripts(page, `${shop.origin}/login?from=%2Forders`)
    await page.getByLabel('Email').fill(shopper.email)
    await page.getByLabel('Remember me').uncheck()
    await page.getByLabel('Password', { exact: true }).fill(shopper.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email)
    release()
    await expect(page).toHaveURL(`${shop.origin}/orders`)
    const token = (await context.cookies(shop.origin)).find(({ name }) => name === 'auth_token')
    expect(token?.expires).toBe(-1)
  })

  test('an invalid form shows its messages once the script has loaded, and waits for another press', async ({
    page,
  }) => {
    const release = await openWithoutScripts(page, `${shop.origin}/login`)
    await page.getByLabel('Email').fill('asha')
    await page.getByRole('button', { name: 'Sign in' }).click()
    release()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCSS('opacity', '1')
  })

  test('Add to Cart counts from the moment that it is there, before the page has ended', async ({ page }) => {
    const { origin } = openOtherShop()
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const button = document.querySelector<HTMLElement>('main [data-product-form] [type=submit]')
        if (!button) return
        observer.disconnect()
        document.querySelector<HTMLElement>('main [name=size]')?.click()
        button.click()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${origin}/product/plain-1`, { waitUntil: 'commit' })
    await expect(page).toHaveURL(`${origin}/cart`)
    await expect(page.getByText('Size: M')).toBeVisible()
  })

  test(
    'a page that is left while its scripts load shows no error about stopped scripts',
    { tag: ['@decision-1.14'] },
    async ({ page }) => {
      const { promise: isPressed, resolve: press } = Promise.withResolvers<undefined>()
      const { promise: isOver, resolve: end } = Promise.withResolvers<undefined>()
      let stopped = 0
      await page.route('**/_astro/LoginForm*.js*', async (route) => {
        await isPressed
        stopped += 1
        await route.abort('aborted')
      })
      await page.route('**/register', async (route) => {
        await isOver
        await route.continue()
      })
      await page.goto(`${shop.origin}/login`, { waitUntil: 'commit' })
      await page.getByRole('link', { name: 'Create an account' }).click({ noWaitAfter: true })
      press(undefined)
      // An island tries once more.
      await expect.poll(() => stopped).toBe(2)
      end(undefined)
      await expect(page).toHaveURL(`${shop.origin}/register`)
    },
  )

  test(
    'tracking finds the typed order rather than the one of the URL',
    { tag: ['@decision-1.14'] },
    async ({ page }) => {
      const { origin } = openOtherShop()
      const release = await openWithoutScripts(page, `${origin}/track-order?id=WRONG`)
      await page.getByLabel('Order Number').fill(OTHER_ORDER)
      await page.getByLabel('Email or Phone').fill('asha@example.com')
      await page.getByRole('button', { name: 'Track Order' }).click()
      release()
      await expect(page.getByRole('region', { name: `Order ${OTHER_ORDER}` })).toBeVisible()
    },
  )
})

test.describe('without the scripts', { tag: '@phone' }, () => {
  test.use({ expectedComplaints: /Failed to load resource|Error hydrating/ })

  test('a form whose script fails to load shows an error and sends nothing', async ({ page }) => {
    await page.route('**/_astro/LoginForm*.js*', (route) => route.abort())
    await page.goto(`${shop.origin}/login`)
    await page.getByLabel('Email').fill('asha@example.com')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const sentence = "This page didn't load completely. Please reload it and try again."
    await expect(page.getByText(sentence)).toBeVisible()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.locator('form[data-pressed]')).toHaveCount(0)
    await expect(page).toHaveURL(`${shop.origin}/login`)
    await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')
  })
  test('a page that stays because the navigation failed shows the error of its scripts', async ({ page }) => {
    const { promise: isPressed, resolve: press } = Promise.withResolvers<undefined>()
    let stopped = 0
    const { promise: areStopped, resolve: allStopped } = Promise.withResolvers<undefined>()
    await page.route('**/_astro/LoginForm*.js*', async (route) => {
      await isPressed
      stopped += 1
      await route.abort('aborted')
      if (stopped === 2) allStopped(undefined)
    })
    await page.route('**/register', async (route) => {
      await areStopped
      await route.abort('aborted')
    })
    await page.goto(`${shop.origin}/login`, { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Create an account' }).click({ noWaitAfter: true })
    press(undefined)
    await expect(page.getByText("This page didn't load completely.")).toBeVisible()
    await expect(page).toHaveURL(`${shop.origin}/login`)
  })
})
