import type { Locator, Page } from 'playwright/test'

import { expect, newShopper, test } from '../fixtures.ts'
import { demoShop, haveOrder, paymentLinkOf } from './demo-order.ts'

test.describe('with a keyboard', { tag: '@desktop' }, () => {
  // The link of a paid order answers 410.
  test.use({ expectedComplaints: /status of 410/ })
  const FURTHEST = 150

  /** Presses Tab until the focus is there, as a keyboard user does. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor()
    for (let presses = 0; presses < FURTHEST; presses += 1) {
      await page.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`${FURTHEST} Tabs did not reach ${String(target)}`)
  }

  async function activate(page: Page, target: Locator): Promise<void> {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }

  /** Until its script has come, a form sends nothing, and the focus passes its buttons by. */
  async function formIsReady(page: Page): Promise<void> {
    await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeEnabled()
  }

  /** The first choice of a group, where the product has one. */
  async function choose(page: Page, group: RegExp): Promise<void> {
    const first = page.getByRole('group', { name: group }).getByRole('radio').first()
    if ((await first.count()) === 0 || (await first.isChecked())) return
    await tabTo(page, first)
    await page.keyboard.press('Space')
    await expect(first).toBeChecked()
  }

  test(
    'a purchase by keyboard alone, from home to the paid order',
    { tag: ['@req-1.3'] },
    async ({ page }) => {
      const { email, password } = newShopper()
      const { origin } = demoShop
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await page.goto(`${origin}/register`)
      await formIsReady(page)
      await tabTo(page, page.getByLabel('First name'))
      for (const text of ['Asha', 'Rao', email, password]) {
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      await expect(button('Show password')).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${origin}/`)

      await activate(page, page.getByRole('link', { name: 'Browse Collection' }))
      await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
      await activate(page, page.locator('main article').first().getByRole('heading').getByRole('link'))
      await expect(button('Add to Cart')).toBeVisible()
      await choose(page, /Size$/)
      await choose(page, /Colou?r/)
      await activate(page, button('Add to Cart'))
      await expect(page).toHaveURL(`${origin}/cart`)

      await activate(page, page.getByRole('button', { name: /^Increase quantity/ }))
      await expect(page.getByRole('region', { name: 'Summary' })).toContainText('(2 items)')
      await activate(page, button('Checkout'))
      await expect(page).toHaveURL(`${origin}/login?from=%2Fcheckout`)
      await formIsReady(page)
      await tabTo(page, page.getByLabel('Email'))
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${origin}/checkout`)

      await tabTo(page, page.getByLabel('PIN Code'))
      for (const text of [
        '221001',
        'Asha Rao',
        '14 Loom Street',
        'Varanasi',
        'Uttar Pradesh',
        '9876543210',
      ]) {
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      await tabTo(page, button('Create Order'))
      await page.keyboard.press('Space')
      await expect(page).toHaveURL(/\/payment\?orderId=/)

      await tabTo(page, page.getByRole('radiogroup').getByRole('radio').first())
      const card = page.getByRole('radio', { name: 'Card or net banking' })
      while (!(await card.isChecked())) await page.keyboard.press('ArrowDown')
      await tabTo(page, page.getByLabel('Mobile number'))
      await page.keyboard.press('End')
      await page.keyboard.type('9876543210')
      await activate(page, button('Proceed to Payment'))
      await activate(page, button('Approve payment'))
      await expect(page).toHaveURL(`${origin}/order-success`)
      await activate(page, page.getByRole('link', { name: 'View My Orders' }))
      await expect(page.getByRole('article').locator('[data-status]')).toHaveText('Processing')
    },
  )

  test(
    'the order of a payment link is paid by keyboard alone, without signing in',
    { tag: ['@req-1.3'] },
    async ({ page }) => {
      const link = await paymentLinkOf(await haveOrder(page))
      await page.context().clearCookies()
      await page.goto(link)
      await tabTo(page, page.getByRole('radiogroup').getByRole('radio').first())
      const card = page.getByRole('radio', { name: 'Card or net banking' })
      while (!(await card.isChecked())) await page.keyboard.press('ArrowDown')
      await tabTo(page, page.getByLabel('Mobile number'))
      await page.keyboard.press('End')
      await page.keyboard.type('9876543210')
      await activate(page, page.getByRole('button', { name: /^Pay ₹/ }))
      await activate(page, page.getByRole('button', { name: 'Approve payment' }))
      await expect(page).toHaveURL(link)
      await expect(page.getByText('This order is paid. Thank you.')).toBeVisible()
    },
  )
})
