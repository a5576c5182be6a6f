import type { Page } from 'playwright/test'

import { expect, test } from '../fixtures.ts'
import { demoLine, demoShop, haveGarment } from './demo-order.ts'
import { expectErrorToast, haveCart, haveToken, storedCart, type StoredLine } from './shopper.ts'

/** Cart and checkout of a shop with quotes: what they promise is what happens. docs/requirements.md#1129-quotes */

const pinCode = (page: Page) => page.getByLabel('PIN Code', { exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const summary = (page: Page) => page.getByRole('region', { name: /Summary$/ })

/** A day in words, as far from today in India as it says. */
function dayIn(days: number): string {
  const day = new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  return new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(day)
}

async function openPage(page: Page, path: string, lines: StoredLine[]): Promise<void> {
  const { token } = await haveGarment()
  await haveToken(page, demoShop.origin, token)
  await haveCart(page, demoShop.origin, lines)
  await page.goto(demoShop.origin + path)
}

/** A line of a variant of which few pieces are left, with more of them. */
async function scarceLine(): Promise<StoredLine & { variantId: string; left: number }> {
  const response = await fetch(`${demoShop.apiOrigin}/api/v1/products?limit=100`)
  const { data } = (await response.json()) as { data: DemoProduct[] }
  for (const { id, title: name, variants = [] } of data) {
    const few = variants.find(({ available, stock }) => available && stock !== undefined && stock > 0)
    if (!few) continue
    const { options, regularPrice, discountedPrice, stock = 0 } = few
    return {
      ...{ id, name, image: '', price: discountedPrice ?? regularPrice, quantity: stock + 3, left: stock },
      ...{ variantId: few.id, selectedSize: options.Size, selectedColor: options.Colour ?? options.Color },
    }
  }
  throw new Error('The demo shop has no variant of which few pieces are left.')
}

interface DemoProduct {
  id: string
  title: string
  variants?: {
    id: string
    options: Record<string, string>
    regularPrice: number
    discountedPrice?: number
    available: boolean
    stock?: number
  }[]
}

/** A phone of its own: one phone may have few open orders that are paid at delivery. */
let phone = 0
test.beforeEach(() => {
  phone = 9_000_000_000 + (Date.now() % 1_000_000_000)
})

async function fillRest(page: Page): Promise<void> {
  await field(page, 'Address').fill('14 Loom Street')
  await field(page, 'Phone').fill(String(phone))
}

test(
  'the day of the cart is the day of the checkout and of the placed order',
  { tag: ['@req-2.13'] },
  async ({ page }) => {
    await openPage(page, '/cart', [await demoLine()])
    await pinCode(page).fill('110001')
    const arrival = `Arrives by ${dayIn(3)}`
    await expect(summary(page)).toContainText(arrival)
    await expect(summary(page)).toContainText('Cash on delivery is possible.')
    await expect(page.getByText(/working day/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(pinCode(page)).toHaveValue('110001')
    await expect(field(page, 'City')).toHaveValue('New Delhi')
    await expect(field(page, 'Full Name')).toHaveValue('Asha Rao')
    await fillRest(page)
    await expect(summary(page)).toContainText(`${arrival}Pay by UPI or card.Cash on delivery is possible.`)
    await expect(page.getByText(/working day/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Create Order' }).click()
    await page.waitForURL(/\/payment\?orderId=/)
    await page.getByRole('radio', { name: /Cash on delivery/ }).check()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await page.waitForURL(/\/order-success/)
    await expect(page.getByText(`The parcel comes to the address above by ${dayIn(3)}.`)).toBeVisible()
  },
)

test(
  'a PIN code that is not served stops the order and keeps the cart',
  { tag: ['@req-2.11'] },
  async ({ page }) => {
    await openPage(page, '/checkout', [await demoLine()])
    await pinCode(page).fill('682555')
    await expect(page.getByText("The shop doesn't deliver to 682555 yet.", { exact: true })).toBeVisible()
    await fillRest(page)
    await page.getByRole('button', { name: 'Create Order' }).click()
    await expectErrorToast(
      page,
      "The shop doesn't deliver to 682555 yet.",
      'Your cart is kept. Enter the PIN code of another address to order.',
    )
    await expect(pinCode(page)).toBeFocused()
    expect(await storedCart(page)).toHaveLength(1)
    await pinCode(page).fill('560001')
    await expect(field(page, 'City')).toHaveValue('Bengaluru')
    await page.getByRole('button', { name: 'Create Order' }).click()
    await page.waitForURL(/\/payment\?orderId=/)
  },
)

test(
  'another PIN code replaces the city of the one before, not a typed one',
  { tag: ['@desktop', '@req-11.21'] },
  async ({ page }) => {
    await openPage(page, '/checkout', [await demoLine()])
    await pinCode(page).fill('110001')
    await expect(field(page, 'City')).toHaveValue('New Delhi')
    await field(page, 'State').fill('NCT')
    await pinCode(page).fill('560001')
    await expect(field(page, 'City')).toHaveValue('Bengaluru')
    await expect(field(page, 'State')).toHaveValue('NCT')
  },
)

test(
  'a message about missing fields stays when the page fills in the name later',
  { tag: ['@phone', '@req-10.12'] },
  async ({ page }) => {
    const asked = Promise.withResolvers<undefined>()
    await page.route('**/accountInfo', async (route) => {
      await asked.promise
      await route.continue()
    })
    await openPage(page, '/checkout', [await demoLine()])
    await page.getByRole('button', { name: 'Create Order' }).click()
    const alert = page.locator('#toasts [role=alert]')
    await expect(alert).toBeVisible()
    asked.resolve(undefined)
    await expect(field(page, 'Full Name')).toHaveValue('Asha Rao')
    await expect(alert).toBeVisible()
    await field(page, 'City').fill('Pune')
    await expect(alert).toHaveCount(0)
  },
)

test(
  'an order above the limit of cash says so before it is placed',
  { tag: ['@desktop', '@req-11.20'] },
  async ({ page }) => {
    await openPage(page, '/checkout', [{ ...(await demoLine()), quantity: 10 }])
    await pinCode(page).fill('110001')
    await expect(summary(page)).toContainText(
      'No cash on delivery for this order: it is possible up to ₹10,000.',
    )
    await pinCode(page).fill('190001')
    await expect(summary(page)).toContainText(`Arrives by ${dayIn(7)}`)
  },
)

test(
  'the cart has no more pieces than are left, and Checkout leads to the line',
  { tag: ['@req-2.10'] },
  async ({ page }) => {
    const { left, ...line } = await scarceLine()
    await openPage(page, '/cart', [line])
    const few = page.getByText(`Only ${left} left. Lower the quantity to continue.`)
    await expect(few).toBeVisible()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(few).toBeFocused()
    await expect(page).toHaveURL(/\/cart$/)
    for (let extra = 3; extra > 0; extra -= 1) await page.getByRole('button', { name: /^Decrease/ }).click()
    await expect(few).toHaveCount(0)
    await expect(page.getByText(`Only ${left} left`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Increase/ })).toBeDisabled()
    expect(await storedCart(page)).toMatchObject([{ quantity: left }])
  },
)

test('a saved address is chosen by itself at the next order', { tag: ['@req-11.22'] }, async ({ page }) => {
  await openPage(page, '/checkout', [await demoLine()])
  await pinCode(page).fill('110001')
  await fillRest(page)
  await expect(field(page, 'City')).toHaveValue('New Delhi')
  await page.getByRole('button', { name: 'Create Order' }).click()
  await page.waitForURL(/\/payment\?orderId=/)
  await haveCart(page, demoShop.origin, [await demoLine()])
  await page.goto(`${demoShop.origin}/checkout`)
  await expect(page.getByRole('region', { name: 'Shipping Information' })).toContainText(
    `Asha Rao14 Loom Street, New Delhi, Delhi, 110001${phone}Change`,
  )
  await page.getByRole('button', { name: 'Create Order' }).click()
  await page.waitForURL(/\/payment\?orderId=/)
})

test(
  'the phone has one bar with the total, no search, and steppers with their number',
  { tag: ['@phone', '@req-2.11'] },
  async ({ page }) => {
    await openPage(page, '/checkout', [await demoLine()])
    await expect(page.getByRole('button', { name: 'Create Order' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Search' })).toBeHidden()
    await expect(page.getByRole('group', { name: /^Quantity of/ }).getByRole('status')).toHaveText('1')
  },
)
