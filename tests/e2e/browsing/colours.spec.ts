import { expect, shops, test, variantShop } from '../fixtures.ts'
import type { Page } from 'playwright/test'

/** Cards, wishlist and Quick View of a product with pictures per colour. docs/requirements.md#1115-variants */

const card = (page: Page) => page.getByRole('article').filter({ hasText: 'Block Print Kurta' })
const picture = (page: Page) => card(page).locator('.product-card-picture img')
const link = (page: Page) => card(page).getByRole('heading').getByRole('link')
const swatch = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })

test.beforeEach(({ page }) => page.goto(`${variantShop.origin}/products`))

test(
  'a swatch shows the card in its colour: picture, price and link',
  { tag: ['@req-11.15'] },
  async ({ page }) => {
    await expect(swatch(page, 'Indigo')).toHaveAttribute('aria-pressed', 'true')
    await expect(picture(page)).toHaveAttribute('src', /indigo\.webp/)
    await swatch(page, 'Madder').click()
    await expect(picture(page)).toHaveAttribute('src', /madder\.webp/)
    await expect(picture(page)).toHaveAttribute('srcset', /madder\.webp/)
    await expect(card(page)).toContainText('₹1,399')
    await expect(card(page).getByText('Sale', { exact: true })).toBeVisible()
    await expect(link(page)).toHaveAttribute('href', /\/product\/[^/?]+\?colour=Madder$/)
    await expect(swatch(page, 'Madder')).toHaveAttribute('aria-pressed', 'true')
    await expect(swatch(page, 'Indigo')).toHaveAttribute('aria-pressed', 'false')
    await link(page).click()
    await expect(page.getByRole('radio', { name: 'Madder', exact: true })).toBeChecked()
  },
)

test('mouse and keyboard show the colour, too', { tag: ['@desktop', '@req-11.15'] }, async ({ page }) => {
  await swatch(page, 'Madder').hover()
  await expect(picture(page)).toHaveAttribute('src', /madder\.webp/)
  await link(page).focus()
  await page.keyboard.press('Tab')
  await expect(swatch(page, 'Indigo')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(picture(page)).toHaveAttribute('src', /indigo\.webp/)
  // The focus on the way to the next card changes nothing.
  await page.keyboard.press('Tab')
  await expect(swatch(page, 'Madder')).toBeFocused()
  await expect(swatch(page, 'Indigo')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(picture(page)).toHaveAttribute('src', /madder\.webp/)
  await expect(page).toHaveURL(`${variantShop.origin}/products`)
})

test('the chosen colour marks its thumbnail', { tag: ['@req-11.15'] }, async ({ page }) => {
  const [{ origin }] = shops
  await page.goto(`${origin}/products?search=handloom cotton saree`)
  await page.getByRole('main').getByRole('link', { name: 'Handloom Cotton Saree', exact: true }).click()
  const marked = page.locator('.gallery-thumbnails [aria-current=true]:visible img')
  await expect(marked).toHaveAttribute('src', /madder/)
  await page.getByRole('group', { name: 'Colour' }).locator('label', { hasText: 'Indigo' }).click()
  await expect(marked).toHaveAttribute('src', /indigo/)
})

test(
  'a colour that is chosen before the scripts arrive is shown',
  { tag: ['@req-11.15'] },
  async ({ page }) => {
    const [{ origin }] = shops
    await page.goto(`${origin}/products?search=handloom cotton saree`)
    const product = page.getByRole('main').getByRole('link', { name: 'Handloom Cotton Saree', exact: true })
    const path = (await product.getAttribute('href')) ?? ''
    const arrival = Promise.withResolvers<undefined>()
    await page.route(/\/_astro\/.*\.js/, async (route) => {
      await arrival.promise
      await route.continue()
    })
    await page.goto(origin + path, { waitUntil: 'domcontentloaded' })
    await page.getByRole('group', { name: 'Colour' }).locator('label', { hasText: 'Indigo' }).click()
    arrival.resolve(undefined)
    const marked = page.locator('.gallery-thumbnails [aria-current=true]:visible img')
    await expect(marked).toHaveAttribute('src', /indigo/)
  },
)

test(
  'without script a swatch is a link to the product in its colour',
  { tag: ['@req-11.15'] },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${variantShop.origin}/products?color=madder`)
    await expect(card(page).getByRole('link', { name: 'Madder', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await card(page).getByRole('link', { name: 'Indigo', exact: true }).click()
    await expect(page).toHaveURL(/\/product\/[^/?]+\?colour=Indigo$/)
    await expect(page.getByRole('radio', { name: 'Indigo', exact: true })).toBeChecked()
    await context.close()
  },
)

test(
  'the wishlist keeps the colour, its picture and the sale price, and counts',
  { tag: ['@req-11.11'] },
  async ({ page }) => {
    await swatch(page, 'Madder').click()
    await expect(card(page)).toContainText('₹1,399')
    await card(page).hover()
    const heart = card(page).getByRole('button', { name: /^Add to Wishlist/ })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await page.goto(`${variantShop.origin}/wishlist`)
    await expect(page.getByRole('heading', { name: 'Wishlist 1', exact: true })).toBeVisible()
    await expect(picture(page)).toHaveAttribute('src', /madder\.webp/)
    await expect(card(page)).toContainText('₹1,399')
    await expect(card(page).locator('s')).toContainText('₹1,699')
    await expect(card(page)).toContainText('Madder')
    await expect(link(page)).toHaveAttribute('href', /\?colour=Madder$/)
    await card(page)
      .getByRole('button', { name: /^Quick View/ })
      .click()
    await expect(page.getByRole('radio', { name: 'Madder', exact: true })).toBeChecked()
  },
)

test('the header counts the wishlist', { tag: ['@desktop', '@req-11.11'] }, async ({ page }) => {
  const count = page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).locator('.badge')
  await card(page).hover()
  await card(page)
    .getByRole('button', { name: /^Add to Wishlist/ })
    .click()
  await expect(count).toHaveText('1')
  await page.goto(`${variantShop.origin}/terms`)
  await expect(count).toHaveText('1')
})

test('Quick View follows the choice as the product page does', { tag: ['@req-11.11'] }, async ({ page }) => {
  await swatch(page, 'Madder').click()
  await expect(card(page)).toContainText('₹1,399')
  await card(page).hover()
  await card(page)
    .getByRole('button', { name: /^Quick View/ })
    .click()
  const view = page.getByRole('dialog', { name: 'Quick View' })
  const shown = view.locator('.quick-view-pictures img').locator('visible=true')
  const choose = (value: string) => view.locator('label', { has: page.locator(`[value="${value}"]`) }).click()
  await expect(view.getByRole('radio', { name: 'Madder', exact: true })).toBeChecked()
  await expect(shown).toHaveAttribute('src', /madder\.webp/)
  await expect(view.getByRole('radio', { name: '44 Not available', exact: true })).toBeVisible()
  await choose('Indigo')
  await choose('L')
  await expect(shown).toHaveAttribute('src', /indigo\.webp/)
  await expect(view.getByRole('radio', { name: '44 Sold out', exact: true })).toBeVisible()
  await choose('M')
  await choose('44')
  await expect(view.locator('[data-price]')).toContainText('₹1,599')
  await expect(view.getByText('Only 2 left')).toBeVisible()
  await expect(view.getByRole('link', { name: 'View full details' })).toHaveAttribute('href', /\?variant=/)
})
