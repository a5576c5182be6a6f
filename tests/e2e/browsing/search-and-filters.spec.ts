import type { Locator, Page } from 'playwright/test'

import { expect, shops, test } from '../fixtures.ts'
import { flaws, WCAG } from '../axe.ts'
import { fillHeart } from './products.ts'

const [{ origin }] = shops
const cards = 'main article h3'

/** Phones open the filters as a sheet; large screens have them beside the products. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('link', { name: /^Filters/ })
  if (await button.isVisible()) await button.click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('Not shown')
  return box
}

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
    await openFilters(page)
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
    await openFilters(page)
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
    await openFilters(page)
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
  'a group of filters opens where it is seen, and a price counts while it is typed @phone',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    await fillHeart(page)
    await openFilters(page)
    const button = page.getByRole('button', { name: /^Show/ })
    await page.locator('summary', { hasText: 'Price in rupees' }).click()
    const field = page.getByRole('spinbutton', { name: 'To' })
    await expect(async () => {
      const { y, height } = await boxOf(field)
      expect(y + height).toBeLessThan((await boxOf(button)).y)
    }).toPass()
    const whole = await button.textContent()
    await field.pressSequentially('900')
    await expect(button).toHaveText(/^Show \d+ products?$/)
    await expect(button).not.toHaveText(whole ?? '')
    await expect(field).toBeFocused()
  },
)

test(
  'the filters of a phone are a sheet that Escape, its button and the page behind it close @phone',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    await fillHeart(page)
    const button = page.getByRole('link', { name: /^Filters/ })
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const closings = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(180, 20),
    ]
    for (const close of closings) {
      await button.click()
      await expect(sheet).toBeVisible()
      await expect(page.locator('.filter-sheet:modal')).toBeVisible()
      await close()
      await expect(sheet).toBeHidden()
      await expect(button).toBeFocused()
    }
  },
)

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the open filters, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${origin}/products?colorFamily=blue`)
    await fillHeart(page)
    await openFilters(page)
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
    await openFilters(page)
    await page.locator('summary', { hasText: 'Shade' }).click()
    await expect(page.getByRole('checkbox', { name: /^Indigo/ })).toBeVisible()
    await expect(page.locator('summary', { hasText: 'Clothing Size' })).toBeVisible()
    await expect(page.locator('summary', { hasText: 'Shoe Size' })).toBeVisible()
  },
)

test('a shopper puts the cheapest first @phone', { tag: ['@req-11.7'] }, async ({ page }) => {
  await page.goto(`${origin}/products?category=kurtas`)
  await page.getByLabel('Sort by').selectOption('Lowest price')
  await expect(page).toHaveURL(`${origin}/products?sort=price-asc&category=kurtas`)
})

test(
  'an invalid price in a closed group is shown when the shopper sorts @desktop',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    const group = page.locator('summary', { hasText: 'Price in rupees' })
    const from = page.getByRole('spinbutton', { name: 'From' })
    await fillHeart(page)
    await group.click()
    await from.fill('99.5')
    await group.click()
    await expect(from).toBeHidden()
    await page.getByLabel('Sort by').selectOption('Lowest price')
    await expect(from).toBeFocused()
    await from.fill('99')
    await page.getByRole('button', { name: /^Show/ }).click()
    await expect(page).toHaveURL(`${origin}/products?sort=price-asc&minPrice=99`)
  },
)

test(
  'the counts of the filters follow a choice that is not sent yet',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products?category=kurtas`)
    await fillHeart(page)
    await openFilters(page)
    const medium = page.locator('.choice', { has: page.getByRole('checkbox', { name: /^M / }) })
    const before = await medium.locator('small').textContent()
    await page.locator('label', { hasText: 'Blue' }).click()
    await expect(medium.locator('small')).not.toHaveText(before ?? '')
    const after = await medium.locator('small').textContent()
    await page.getByRole('button', { name: /^Show \d+ products$/ }).click()
    await expect(page).toHaveURL(`${origin}/products?category=kurtas&colorFamily=blue`)
    // The next listing replaces the filters of this one.
    await expect(page.getByRole('link', { name: 'Remove Blue' })).toBeVisible()
    await openFilters(page)
    await expect(medium.locator('small')).toHaveText(after ?? '')
  },
)

test(
  'large screens have the filters beside the products, which stay on the first screen @desktop',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products?category=kurtas&colorFamily=blue&wait=1`)
    const sheet = await boxOf(page.getByRole('dialog', { name: 'Filters' }))
    const picture = await boxOf(page.locator('main article img').first())
    expect(sheet.x + sheet.width).toBeLessThan(picture.x)
    expect(picture.y).toBeLessThan(450)
  },
)

test(
  'from the content, Tab first reaches a link past categories and filters to the products @desktop',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to products' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.locator('main article').first().locator(':focus')).toHaveCount(1)
  },
)

test(
  'the button of the filters is on a large screen, and leaves the footer free @desktop',
  { tag: ['@req-11.8'] },
  async ({ page }) => {
    await page.goto(`${origin}/products`)
    await page.locator('label', { hasText: 'Blue' }).click()
    const button = page.getByRole('button', { name: /^Show \d+ products$/ })
    await expect(button).toBeInViewport({ ratio: 1 })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).hover()
    await page.getByRole('contentinfo').getByRole('link', { name: /@/ }).first().hover()
    await button.click()
    await expect(page).toHaveURL(/colorFamily=blue/)
  },
)

test('a filter that would leave nothing has another edge @desktop', async ({ page }) => {
  await page.goto(`${origin}/products`)
  await fillHeart(page)
  const jeansSize = page.locator('.choice', { has: page.getByRole('checkbox', { name: /^28 / }) })
  await expect(jeansSize.locator('span')).toHaveCSS('border-style', 'solid')
  await page.locator('label', { hasText: 'Gold' }).click()
  await expect(jeansSize).toContainText('(0)')
  await expect(jeansSize.locator('span')).toHaveCSS('border-style', 'dashed')
})

test('a category that the shop does not have leads to all products @desktop', async ({ page }) => {
  await page.goto(`${origin}/products?category=xyz`)
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible()
  await page.getByRole('link', { name: 'See all products' }).click()
  await expect(page).toHaveURL(`${origin}/products`)
})

test(
  'arrow keys on a closed list choose; Enter, or leaving the list, shows the products @desktop',
  { tag: ['@req-11.7'] },
  async ({ page }) => {
    for (const [card, key] of ['Enter', 'Tab'].entries()) {
      await page.goto(`${origin}/products?category=kurtas`)
      await fillHeart(page, card)
      const sort = page.getByLabel('Sort by')
      await sort.focus()
      // The list begins with the newest; a letter leads to the next choice with it.
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('L')
      await expect(sort).toHaveValue('price-asc')
      await expect(sort).toBeFocused()
      expect(page.url()).toBe(`${origin}/products?category=kurtas`)
      await page.keyboard.press(key)
      await expect(page).toHaveURL(/sort=price-asc/)
    }
  },
)

test(
  'a listing for women and men is narrowed to one of them, and back @desktop',
  { tag: ['@req-11.17'] },
  async ({ page }) => {
    await page.goto(`${origin}/products?category=kurtas`)
    await fillHeart(page)
    const count = await page.locator('label', { hasText: 'Women' }).locator('small').textContent()
    await page.locator('label', { hasText: 'Women' }).click()
    await page.getByRole('button', { name: /^Show \d+ products$/ }).click()
    await expect(page).toHaveURL(`${origin}/products?category=kurtas&forGender=women`)
    await expect(
      page.getByText(`${count?.replace(/\D/g, '')} products`, { exact: true }).first(),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Remove Women' }).click()
    await expect(page).toHaveURL(`${origin}/products?category=kurtas`)
    await page.goto(`${origin}/products?category=women`)
    await expect(page.locator('summary', { hasText: 'Colour' })).toBeVisible()
    await expect(page.locator('summary', { hasText: 'Gender' })).toHaveCount(0)
  },
)

test('a price is typed and sent with one press @desktop', { tag: ['@req-11.8'] }, async ({ page }) => {
  await page.goto(`${origin}/products`)
  await fillHeart(page)
  await page.locator('summary', { hasText: 'Price in rupees' }).click()
  await page.getByRole('spinbutton', { name: 'To' }).pressSequentially('1500')
  const button = page.getByRole('button', { name: /^Show/ })
  await expect(button).toBeInViewport({ ratio: 1 })
  // The field's change comes with the press and counts again; the button must stay below the pointer.
  await button.click({ delay: 300 })
  await expect(page).toHaveURL(`${origin}/products?maxPrice=1500`)
})

test(
  "a phone's first screen shows a row with its prices and the next row's pictures @phone",
  { tag: ['@req-9.7'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    for (const path of ['/products?category=kurtas', '/products']) {
      await page.goto(origin + path)
      await fillHeart(page)
      const tabs = await boxOf(page.getByRole('navigation', { name: 'Tabs' }))
      const next = await boxOf(page.locator('main .product-card-picture').nth(2))
      expect(next.y + 50, path).toBeLessThan(tabs.y)
    }
  },
)

test(
  'type, filters and order stay in view while the products scroll @phone',
  { tag: ['@req-11.7'] },
  async ({ page }) => {
    await page.goto(`${origin}/products?category=kurtas`)
    await page.locator('main article').nth(8).scrollIntoViewIfNeeded()
    await expect(page.getByRole('link', { name: /^Filters/ })).toBeInViewport()
    await expect(page.getByLabel('Sort by')).toBeInViewport()
    await page.getByRole('link', { name: /^Filters/ }).click()
    await expect(page.locator('.filter-sheet:modal')).toBeVisible()
  },
)

test(
  'price and size of a search are filters that a shopper removes, also where nothing is found',
  { tag: ['@req-11.5'] },
  async ({ page }) => {
    await page.goto(`${origin}/products?search=green kurta XL under 500`)
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “green kurta”' })).toBeVisible()
    await expect(page.getByText('No products found with the selected filters.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible()
    await expect(page.locator(cards).first()).toContainText(/kurta/i)
    await page.getByRole('link', { name: 'Remove Up to ₹500' }).click()
    await expect(page).toHaveURL(`${origin}/products?search=green%20kurta&clothingSize=xl`)
    await expect(page.locator(cards).first()).toContainText(/kurta/i)
    await page.getByRole('link', { name: 'Remove XL' }).click()
    await expect(page).toHaveURL(`${origin}/products?search=green%20kurta`)
  },
)

test(
  'a card that a colour finds shows it: picture, price and link',
  { tag: ['@req-11.15'] },
  async ({ page }) => {
    await page.goto(`${origin}/products?search=nila kurta`)
    const card = page.locator('main article', { hasText: 'Linen A-Line Kurta' })
    await expect(card.locator('h3 a')).toHaveAttribute('href', /\?colour=powder%20blue$/i)
    await expect(card.getByRole('button', { name: 'Powder Blue' })).toHaveAttribute('aria-pressed', 'true')
  },
)

test(
  'a search says which misspelling it corrected and which words no product has, and else nothing',
  { tag: ['@req-11.5'] },
  async ({ page }) => {
    const note = page.getByText(/^(?:Searched for|None of these products)/)
    await page.goto(`${origin}/products?search=kurta slik`)
    await expect(note).toContainText('“kurta silk”')
    await expect(page.locator(cards).first()).toContainText(/kurta/i)
    await page.goto(`${origin}/products?search=red dress`)
    await expect(note).toContainText('“red”')
    await expect(page.locator(cards).first()).toContainText(/dress/i)
    for (const words of ['blue kurta', 'kurtas', 'kurtaa', 'कुर्ता']) {
      await page.goto(`${origin}/products?search=${words}`)
      await expect(page.locator(cards).first()).toContainText(/kurta/i)
      await expect(note).toHaveCount(0)
    }
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
      await page.getByLabel('Sort by').selectOption('Lowest price')
      await page.getByRole('button', { name: 'Sort', exact: true }).click()
      await expect(page).toHaveURL(/sort=price-asc&search=saree/)
      await openFilters(page)
      await page.locator('summary', { hasText: 'Fabric' }).click()
      await page.locator('label', { hasText: 'Linen' }).click()
      await page.getByRole('button', { name: 'Show products' }).click()
      await expect(page).toHaveURL(/search=saree.*fabric=linen/)
      await expect(page.locator(cards)).toHaveText(['Linen Saree'])
    },
  )
})
