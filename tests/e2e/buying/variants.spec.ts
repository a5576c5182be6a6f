import type { Page } from 'playwright/test'
import { request } from 'undici'

import { createOrder, expect, newShopper, register, signIn, test, variantShop } from '../fixtures.ts'

/** Products with variants, from the ad to the order. docs/requirements.md#1115-variants */

interface Variant {
  id: string
  sku: string
  options: Record<string, string>
}

/** Asks the shop's API. Node does not know that every `*.localhost` is this machine. */
async function kurta(): Promise<{ id: string; variants: Variant[] }> {
  const { host, port } = new URL(variantShop.apiOrigin)
  const path = `http://127.0.0.1:${port}/api/v1/products?limit=100`
  const { body } = await request(path, { headers: { host } })
  const { data } = (await body.json()) as { data: { id: string; title: string; variants: Variant[] }[] }
  const product = data.find(({ title }) => title === 'Block Print Kurta')
  if (!product) throw new Error('The shop has no kurta.')
  return product
}

async function addressOf(sku: string): Promise<string> {
  const { id, variants } = await kurta()
  return `${variantShop.origin}/product/${id}?variant=${variants.find((one) => one.sku === sku)?.id}`
}

const groups = { Size: 'Clothing Size', Colour: 'Colour', Length: 'Length' }
/** A value of an option, by the name that a screen reader says: the value and its note. */
const option = (page: Page, group: keyof typeof groups, name: string) =>
  page.getByRole('group', { name: groups[group] }).getByRole('radio', { name, exact: true })
const choose = (page: Page, group: keyof typeof groups, value: string) =>
  page
    .getByRole('group', { name: groups[group] })
    .locator('label', { has: page.locator(`[value="${value}"]`) })
    .click()
const price = (page: Page) => page.locator('[data-price]')
const shownPicture = (page: Page) => page.locator('.gallery-pictures li:visible').first()

test(
  'an ad leads to a variant: its picture, price and choices are in the page without script',
  { tag: ['@req-11.15'] },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${await addressOf('BK-M-M-40')}&gclid=an-ad`)
    await expect(option(page, 'Colour', 'Madder')).toBeChecked()
    await expect(option(page, 'Size', 'M')).toBeChecked()
    await expect(option(page, 'Length', '40')).toBeChecked()
    await expect(page.locator('[data-unavailable]')).toHaveText([
      /^XL\s*Not available$/,
      /^44\s*Not available$/,
    ])
    await expect(price(page)).toContainText('₹1,399')
    await expect(price(page)).toContainText('₹1,699')
    await expect(page.locator('#picture-1')).toBeHidden()
    await expect(page.locator('#picture-2')).toBeVisible()
    await context.close()
  },
)

test('a link can name colour and size instead', { tag: ['@req-11.15'] }, async ({ page }) => {
  const { id } = await kurta()
  await page.goto(`${variantShop.origin}/product/${id}?colour=madder&size=l`)
  await expect(option(page, 'Colour', 'Madder')).toBeChecked()
  await expect(option(page, 'Size', 'L')).toBeChecked()
  await expect(price(page)).toContainText('₹1,399')
})

test('a chosen colour is in the address and in what is shared', { tag: ['@req-11.15'] }, async ({ page }) => {
  const { id } = await kurta()
  const address = `${variantShop.origin}/product/${id}`
  const shared = page.getByRole('link', { name: 'Share on WhatsApp' })
  const ofMadder = new RegExp(`${encodeURIComponent(`${address}?colour=Madder`)}$`)
  await page.goto(`${address}?colour=madder`)
  await expect(shared).toHaveAttribute('href', ofMadder)
  await page.goto(address)
  await choose(page, 'Colour', 'Madder')
  await expect(page).toHaveURL(`${address}?colour=Madder`)
  await expect(shared).toHaveAttribute('href', ofMadder)
})

test('a link to a variant that is sold out offers the nearest', { tag: ['@req-11.15'] }, async ({ page }) => {
  await page.goto(await addressOf('BK-L-I-44'))
  await expect(page.getByRole('button', { name: 'Sold out', exact: true }).first()).toBeDisabled()
  const nearest = page.locator('[data-nearest]')
  await expect(nearest).toHaveText(/^\s*In stock:\s*Indigo, L, 40\s*Indigo, M, 44\s*Indigo, M, 40\s*$/)
  await nearest.getByRole('link', { name: 'Indigo, L, 40' }).click()
  await expect(page).toHaveURL(await addressOf('BK-L-I-40'))
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true }).first()).toBeEnabled()
  await expect(nearest).toBeHidden()
})

test(
  'price, picture, stock and address follow the choice, and what does not go together says so',
  { tag: ['@req-11.15'] },
  async ({ page }) => {
    const { id } = await kurta()
    await page.goto(`${variantShop.origin}/product/${id}`)
    await expect(price(page)).toContainText('From ₹1,499')
    await choose(page, 'Size', 'M')
    await choose(page, 'Length', '44')
    await expect(price(page)).toContainText('₹1,599')
    await expect(page.getByText('Only 2 left')).toBeVisible()
    await expect(page).toHaveURL(await addressOf('BK-M-I-44'))
    await expect(option(page, 'Colour', 'Madder Not available')).toBeVisible()
    await expect(option(page, 'Size', 'L Sold out')).toBeVisible()
    await choose(page, 'Size', 'L')
    await expect(page.getByRole('button', { name: 'Sold out', exact: true }).first()).toBeDisabled()
    await choose(page, 'Length', '40')
    await choose(page, 'Colour', 'Madder')
    await expect(price(page)).toContainText('₹1,399')
    await expect(shownPicture(page)).toHaveAttribute('id', 'picture-2')
    await expect(page.getByText('Only 2 left')).toBeHidden()
  },
)

test(
  'the quantity of a product and of its line stops at the pieces that are left',
  { tag: ['@req-11.16'] },
  async ({ page }) => {
    await page.goto(await addressOf('BK-M-M-40'))
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
    const more = page.getByRole('button', { name: 'Increase quantity', exact: true })
    for (let press = 0; press < 3; press += 1) await more.click()
    await expect(quantity).toHaveValue('4')
    await page.goto(await addressOf('BK-M-I-40'))
    for (let press = 0; press < 3; press += 1) await more.click()
    await choose(page, 'Length', '44')
    await expect(page.getByText('Only 2 left')).toBeVisible()
    await expect(quantity).toHaveValue('2')
    await more.click()
    await expect(quantity).toHaveValue('2')
    await quantity.fill('7')
    await quantity.blur()
    await expect(quantity).toHaveValue('2')
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await page.waitForURL(`${variantShop.origin}/cart`)
    const line = page.getByRole('group', { name: 'Cart' }).getByRole('listitem')
    await expect(line.getByText('Only 2 left')).toBeVisible()
    await expect(line.getByRole('button', { name: /^Increase quantity/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  },
)

test('a missing option is asked for', { tag: ['@req-11.15'] }, async ({ page }) => {
  const { id } = await kurta()
  await page.goto(`${variantShop.origin}/product/${id}?size=M`)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(page.locator('#toasts [role=alert]')).toContainText('Please select Length')
  await expect(option(page, 'Length', '40')).toBeFocused()
})

test(
  'the variant of the ad is the one in cart, checkout and order',
  { tag: ['@req-11.15'] },
  async ({ page }) => {
    const shopper = newShopper()
    await register(page, variantShop, shopper)
    await page.goto(`${variantShop.origin}/login`)
    await signIn(page, shopper)
    await page.waitForURL(`${variantShop.origin}/`)
    await page.goto(await addressOf('BK-M-M-40'))
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await page.waitForURL(`${variantShop.origin}/cart`)
    const line = page.getByRole('group', { name: 'Cart' }).getByRole('listitem')
    await expect(line).toContainText('Colour: Madder · Size: M · Length: 40')
    await expect(line).toContainText('₹1,399')
    await expect(line.locator('img').first()).toHaveAttribute('src', /madder\.webp/)
    await page.getByRole('button', { name: 'Checkout', exact: true }).click()
    await expect(page.getByText('Colour: Madder · Size: M · Length: 40').first()).toBeVisible()
    const orderId = await createOrder(page)
    await page.goto(`${variantShop.origin}/orders`)
    const order = page.getByRole('article').filter({ hasText: orderId })
    await expect(order).toContainText('Colour: Madder · Size: M · Length: 40')
    await expect(order).toContainText('$1399.00')
    await expect(order.locator('img')).toHaveAttribute('src', /madder\.webp/)
    await order.getByRole('link', { name: 'Block Print Kurta' }).click()
    await expect(page).toHaveURL(await addressOf('BK-M-M-40'))
  },
)
