import { expect, shops, test } from '../fixtures.ts'
import { flaws, WCAG } from '../axe.ts'
import { fillHeart } from './products.ts'

const [{ origin }] = shops
const cards = 'main article h3'

test(
  'a shopper searches by keyboard and finds kurtas in Hindi @desktop',
  { tag: ['@req-11.5'] },
  async ({ page }) => {
    await page.goto(origin)
    await page.getByLabel('Search products').focus()
    await page.keyboard.type('कुर्ता')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “कुर्ता”' })).toBeVisible()
    await expect(page.locator(cards).first()).toContainText(/kurta/i)
  },
)

test(
  'a shopper filters, removes the filter, and goes back to it',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    // Without its script the form also sends what is left empty.
    await fillHeart(page)
    await page.getByText('Filters', { exact: true }).click()
    await page.locator('label', { hasText: 'Blue' }).click()
    await page.getByRole('button', { name: /^Show \d+ products$/ }).click()
    await expect(page).toHaveURL(`${origin}/products?colorFamily=blue`)
    await page.getByRole('link', { name: 'Remove Blue' }).click()
    await expect(page).toHaveURL(`${origin}/products`)
    await expect(page.getByRole('link', { name: 'Remove Blue' })).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Remove Blue' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${origin}/products`)
    await page.getByText('Filters', { exact: true }).click()
    await expect(page.getByRole('checkbox', { name: /^Blue/ })).not.toBeChecked()
  },
)

test(
  'the button of the filters has the number of products that they show',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    await expect(page.getByText(/^\d+ products$/)).toBeVisible()
    await fillHeart(page)
    await page.getByText('Filters', { exact: true }).click()
    const button = page.getByRole('button', { name: /^Show/ })
    const whole = await button.textContent()
    await page.locator('summary', { hasText: 'Fabric' }).click()
    await page.locator('label', { hasText: 'Linen' }).click()
    await expect(button).not.toHaveText(whole ?? '')
    const count = /\d+/.exec((await button.textContent()) ?? '')?.[0]
    await button.click()
    await expect(page).toHaveURL(`${origin}/products?fabric=linen`)
    await expect(page.getByText(`${count} products`, { exact: true })).toBeVisible()
  },
)

test(
  'the filters of a phone are a sheet that Escape, its button and the page behind it close @phone',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    await fillHeart(page)
    const summary = page.getByText('Filters', { exact: true }).first()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const closings = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(180, 20),
    ]
    for (const close of closings) {
      await summary.click()
      await expect(sheet).toBeVisible()
      await expect(page.locator('.filter-sheet:modal')).toBeVisible()
      await close()
      await expect(sheet).toBeHidden()
      await expect(page.locator('summary:focus')).toHaveText('Filters')
    }
  },
)

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the open filters, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${origin}/products?colorFamily=blue`)
    await fillHeart(page)
    await page.getByText('Filters').first().click()
    const groups = page.locator('.filter-group:not([open]) > summary')
    for (let closed = await groups.count(); closed > 0; closed -= 1) await groups.first().click()
    expect(await flaws(page, WCAG)).toEqual([])
  })
}

test(
  'shades follow a chosen colour, and clothing has sizes of its own @desktop',
  { tag: ['@req-11.17'] },
  async ({ page }) => {
    await page.goto(`${origin}/products?colorFamily=blue`)
    await fillHeart(page)
    await page.getByText('Filters').first().click()
    await page.locator('summary', { hasText: 'Shade' }).click()
    await expect(page.getByRole('checkbox', { name: /^Indigo/ })).toBeVisible()
    await expect(page.locator('summary', { hasText: 'Clothing Size' })).toBeVisible()
    await expect(page.locator('summary', { hasText: 'Shoe Size' })).toBeVisible()
  },
)

test('a shopper puts the cheapest first @phone', { tag: ['@req-11.7'] }, async ({ page }) => {
  await page.goto(`${origin}/products?category=kurtas`)
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect(page).toHaveURL(`${origin}/products?category=kurtas&sort=price-asc`)
})

test(
  'an invalid price in closed filters is shown when the shopper sorts @desktop',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    const filters = page.getByText('Filters', { exact: true })
    const from = page.getByRole('spinbutton', { name: 'From' })
    await fillHeart(page)
    await filters.click()
    await page.locator('summary', { hasText: 'Price in rupees' }).click()
    await from.fill('99.5')
    await filters.click()
    await expect(from).toBeHidden()
    await page.getByLabel('Sort by').selectOption('Price: low to high')
    await expect(from).toBeFocused()
    await from.fill('99')
    await page.getByRole('button', { name: /^Show/ }).click()
    await expect(page).toHaveURL(`${origin}/products?minPrice=99&sort=price-asc`)
  },
)

test('a search without results shows what to do @phone', { tag: ['@req-11.5'] }, async ({ page }) => {
  await page.goto(`${origin}/products?search=spaceship`)
  await expect(page.getByText('No products found with the selected filters.')).toBeVisible()
  await page.getByRole('link', { name: 'See all products' }).click()
  await expect(page).toHaveURL(`${origin}/products`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'search, sort and filter work all the same @desktop',
    { tag: ['@req-11.5', '@req-11.7', '@req-11.8'] },
    async ({ page }) => {
      await page.goto(`${origin}/products?wait=1`)
      await page.getByRole('searchbox').fill('saree')
      await page.keyboard.press('Enter')
      await expect(page.locator(cards).first()).toContainText(/saree/i)
      await page.getByLabel('Sort by').selectOption('Price: low to high')
      await page.getByRole('button', { name: 'Sort', exact: true }).click()
      await expect(page).toHaveURL(/search=saree.*sort=price-asc/)
      await page.getByText('Filters', { exact: true }).click()
      await page.locator('summary', { hasText: 'Fabric' }).click()
      await page.locator('label', { hasText: 'Linen' }).click()
      await page.getByRole('button', { name: 'Show products' }).click()
      await expect(page).toHaveURL(/search=saree.*fabric=linen/)
      await expect(page.locator(cards)).toHaveText(['Powder Blue Linen Saree'])
    },
  )
})
