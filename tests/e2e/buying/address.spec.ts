import type { Page } from 'playwright/test'

import { expect, signIn, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { demoLine, demoShop, haveGarment } from './demo-order.ts'
import { ADDRESS, expectAddressKept, fillAddress, haveCart, haveToken, line, OTHER_ORDER } from './shopper.ts'

/** Saved addresses, PIN codes and phone numbers of the checkout. docs/requirements.md#1122-addresses */

const LINES = [line({ selectedSize: 'M', selectedColor: 'White' })]
const pincode = (page: Page) => page.getByLabel('PIN Code', { exact: true })
const savedAddresses = (page: Page) => page.getByRole('group', { name: 'Saved addresses' })

async function openCheckout(page: Page, origin: string, lines = LINES): Promise<void> {
  await haveCart(page, origin, lines)
  await page.goto(`${origin}/checkout`)
  await expect(page.getByRole('button', { name: 'Create Order' })).toBeVisible()
}

/** The saved addresses behind the summary of the chosen one. */
async function unfold(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change address' }).click()
}

/** The checkout of a shop that answers `facts` for the PIN code 221001. */
async function openPincodeShop(page: Page, facts: Record<string, unknown>) {
  const shop = openOtherShop()
  await shop.changeStore({ capabilities: ['pincodes'] })
  await shop.stubResponse('GET /pincodes/221001', facts)
  await haveToken(page, shop.origin)
  await openCheckout(page, shop.origin)
  return shop
}

async function order(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Order' }).click()
  await page.waitForURL(/\/payment\?orderId=/)
}

test(
  'an address saved on this phone is chosen at the next checkout, until it is removed',
  { tag: ['@req-11.22'] },
  async ({ page }) => {
    const { origin, calls } = openOtherShop()
    await haveToken(page, origin)
    await openCheckout(page, origin)
    await fillAddress(page)
    await expect(page.getByLabel('Save this address')).toBeChecked()
    await order(page)

    await openCheckout(page, origin)
    await expect(page.getByRole('region', { name: 'Shipping Information' })).toContainText(
      'Asha Rao14 Loom Street, Varanasi, Uttar Pradesh, 2210019876543210Change',
    )
    await order(page)

    await openCheckout(page, origin)
    await unfold(page)
    await expect(page.getByRole('radio', { name: /^Deliver here Asha Rao/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Deliver here Asha Rao/ })).toBeFocused()
    await expectAddressKept(page)
    await page.getByRole('button', { name: 'Remove Asha Rao, 14 Loom Street' }).click()
    await expect(savedAddresses(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Create Order' })).toBeVisible()
    await expect(savedAddresses(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('addresses'))).toBeNull()
    expect((await calls()).filter(({ path }) => path.includes('address'))).toEqual([])
  },
)

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test(
    'an order saves no address that the shopper does not want to keep',
    { tag: ['@req-11.22'] },
    async ({ page }) => {
      const { origin } = openOtherShop()
      await haveToken(page, origin)
      await openCheckout(page, origin)
      await fillAddress(page)
      await page.getByLabel('Save this address').uncheck()
      await order(page)
      await openCheckout(page, origin)
      await expect(savedAddresses(page)).toHaveCount(0)
    },
  )

  test(
    'an address saved in the account is offered in another browser, and can be removed there',
    { tag: ['@req-11.22'] },
    async ({ page, browser }) => {
      const { shopper, token } = await haveGarment()
      await haveToken(page, demoShop.origin, token)
      await openCheckout(page, demoShop.origin, [await demoLine()])
      await fillAddress(page)
      await expect(page.getByLabel('Save this address')).toBeChecked()
      await order(page)

      const context = await browser.newContext()
      const other = await context.newPage()
      await haveCart(other, demoShop.origin, [await demoLine()])
      await other.goto(`${demoShop.origin}/login?from=%2Fcheckout`)
      await signIn(other, shopper)
      await unfold(other)
      await expect(savedAddresses(other)).toContainText(
        'Asha Rao14 Loom Street, Varanasi, Uttar Pradesh, 221001',
      )
      await expectAddressKept(other)
      await other.getByRole('button', { name: 'Remove Asha Rao, 14 Loom Street' }).click()
      await expect(savedAddresses(other)).toHaveCount(0)
      await context.close()

      await openCheckout(page, demoShop.origin, [await demoLine()])
      await expect(page.getByLabel('Save this address')).toBeVisible()
      await expect(savedAddresses(page)).toHaveCount(0)
    },
  )

  test('a PIN code never overwrites the city that was typed', { tag: ['@req-11.21'] }, async ({ page }) => {
    await openPincodeShop(page, { city: 'Varanasi', state: 'Uttar Pradesh', serviceable: true })
    await page.getByLabel('City', { exact: true }).fill('Sarnath')
    await pincode(page).fill('221001')
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('Uttar Pradesh')
    await expect(page.getByLabel('City', { exact: true })).toHaveValue('Sarnath')
  })

  test(
    'a PIN code that is not served is warned about, and the order goes through',
    { tag: ['@req-2.11'] },
    async ({ page }) => {
      const shop = await openPincodeShop(page, { serviceable: false })
      await fillAddress(page)
      await expect(page.getByText("The shop doesn't deliver to 221001 yet.")).toBeVisible()
      await expect(pincode(page)).not.toHaveAttribute('aria-invalid', 'true')
      await order(page)
      await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
    },
  )

  for (const [label, text, warning] of [
    ['Phone', '987654321', 'A phone number in India has 10 digits. Please check it.'],
    ['PIN Code', '22100', 'A PIN code in India has 6 digits, the first not 0. Please check it.'],
  ] as const)
    test(
      `${label} ${text} is warned about, and the order goes through`,
      { tag: ['@req-2.11'] },
      async ({ page }) => {
        const { origin, calls } = openOtherShop()
        await haveToken(page, origin)
        await openCheckout(page, origin)
        await fillAddress(page)
        const field = page.getByLabel(label, { exact: true })
        await field.fill(text)
        await expect(page.getByText(warning)).toHaveCount(0)
        await page.keyboard.press('Tab')
        await expect(page.getByText(warning)).toBeVisible()
        await expect(field).toHaveAccessibleDescription(warning)
        await expect(field).not.toHaveAttribute('aria-invalid', 'true')
        await field.fill(ADDRESS[label])
        await expect(page.getByText(warning)).toHaveCount(0)
        await field.fill(text)
        await order(page)
        const sent = (await calls()).find(({ method }) => method === 'POST')
        expect(Object.values((sent?.body as { shippingAddress: object }).shippingAddress)).toContain(text)
      },
    )
})

test(
  'a PIN code fills city and state on the phone, and says when the parcel comes',
  { tag: ['@phone', '@req-11.21'] },
  async ({ page }) => {
    await openPincodeShop(page, {
      city: 'Varanasi',
      state: 'Uttar Pradesh',
      serviceable: true,
      deliveryDays: 5,
      cashOnDelivery: true,
    })
    await pincode(page).fill('221 001')
    await expect(
      page.getByText('Delivery to 221001 within 5 days. Cash on delivery is possible.'),
    ).toBeVisible()
    await expect(page.getByLabel('City', { exact: true })).toHaveValue('Varanasi')
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('Uttar Pradesh')
    await pincode(page).fill('22100')
    await expect(page.getByText('Delivery to 221001')).toHaveCount(0)
  },
)
