import type { Page } from 'playwright/test'

import { expect, test, variantShop } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { expectToast, haveCart, line, storedCart } from './shopper.ts'

/** A shopper takes lines out of the cart and wants them back. docs/requirements.md#210-cart-page */

const LINES = [
  line({ quantity: 3, selectedSize: 'M', selectedColor: 'White' }),
  line({ selectedSize: 'L', selectedColor: 'White' }),
  line({ id: 'plain-2', name: 'Plain Shirt 2', price: 1001, quantity: 2, selectedSize: 'M' }),
]

async function openCart(page: Page): Promise<void> {
  const { origin } = openOtherShop()
  await haveCart(page, origin, LINES)
  await page.goto(`${origin}/cart`)
  await expect(cartLines(page)).toHaveCount(3)
}

const cartLines = (page: Page) => page.getByRole('group', { name: 'Cart' }).getByRole('listitem')

async function undo(page: Page): Promise<void> {
  await page.locator('#toasts').getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast(page, 'Back in your cart')
}

async function expectAllLines(page: Page): Promise<void> {
  await expect(cartLines(page)).toHaveCount(3)
  await expect(cartLines(page).nth(0)).toContainText('Plain Shirt 1Colour: White · Size: M')
  await expect(cartLines(page).nth(0)).toContainText('₹2,700')
  await expect(cartLines(page).nth(1)).toContainText('Plain Shirt 1Colour: White · Size: L')
  await expect(cartLines(page).nth(2)).toContainText('Plain Shirt 2Size: M')
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Subtotal (6 items)₹5,602')
  await expect(page.locator('[data-cart-count]:visible').first()).toHaveText('6')
  expect(await storedCart(page)).toEqual(LINES)
}

test(
  'a shopper who cleared the cart by mistake presses Undo and has every line back',
  { tag: ['@req-2.10'] },
  async ({ page }) => {
    await openCart(page)
    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expectToast(page, 'Cart cleared', 'All items have been removed from your cart.')
    await undo(page)
    await expectAllLines(page)
    await page.reload()
    await expectAllLines(page)
  },
)

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test(
    'Undo after Remove brings back both sizes of the product, in their places',
    { tag: ['@req-2.10'] },
    async ({ page }) => {
      await openCart(page)
      await page.getByRole('button', { name: 'Remove Plain Shirt 1' }).first().click()
      await expect(cartLines(page)).toHaveCount(1)
      await expectToast(page, 'Removed from cart')
      await undo(page)
      await expectAllLines(page)
    },
  )

  test(
    'Undo keeps a piece that was added since in another tab',
    { tag: ['@req-2.10'] },
    async ({ page, context }) => {
      await openCart(page)
      await page.getByRole('button', { name: 'Remove Plain Shirt 2' }).click()
      await expect(cartLines(page)).toHaveCount(2)
      const other = await context.newPage()
      await other.goto(page.url())
      await other
        .getByRole('button', { name: 'Increase quantity of Plain Shirt 1, Colour: White · Size: L' })
        .click()
      await expect(page.locator('[data-cart-count]:visible').first()).toHaveText('5')
      await undo(page)
      await expect(cartLines(page)).toHaveCount(3)
      await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Subtotal (7 items)₹6,502')
    },
  )

  test(
    'Save for later moves one size to the wishlist, and Undo moves it back',
    { tag: ['@req-2.10'] },
    async ({ page }) => {
      await openCart(page)
      await page
        .getByRole('button', { name: 'Save for later: Plain Shirt 1, Colour: White · Size: M' })
        .click()
      await expectToast(page, 'Saved to your wishlist')
      await expect(cartLines(page)).toHaveCount(2)
      await expect(cartLines(page).first()).toContainText('Size: L')
      await expect(page.getByRole('group', { name: 'Saved for later' })).toContainText('Size: M')
      await expect(page.locator('[data-cart-count]:visible').first()).toHaveText('3')
      await undo(page)
      await expectAllLines(page)
      await page.goto(new URL('/wishlist', page.url()).href)
      await expect(page.getByText('Your wishlist is empty')).toBeVisible()
    },
  )
})

test(
  'a variant saved for later waits on the wishlist and goes back into the cart as it was',
  { tag: ['@req-2.10'] },
  async ({ page }) => {
    const { origin } = variantShop
    await page.goto(`${origin}/products`)
    await page.getByRole('main').getByRole('link', { name: 'Block Print Kurta', exact: true }).click()
    for (const [group, value] of [
      ['Clothing Size', 'M'],
      ['Colour', 'Madder'],
      ['Length', '40'],
    ] as const)
      await page
        .getByRole('group', { name: group })
        .locator('label', { has: page.locator(`[value="${value}"]`) })
        .click()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    const choice = 'Colour: Madder · Size: M · Length: 40'
    await expect(cartLines(page)).toContainText(choice)

    await page.getByRole('button', { name: `Save for later: Block Print Kurta, ${choice}` }).click()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await page.goto(`${origin}/wishlist`)
    const saved = page.getByRole('main').getByRole('listitem')
    await expect(saved).toHaveCount(1)
    await expect(saved).toContainText('Block Print Kurta')
    await expect(saved).toContainText('₹1,399')
    await expect(saved).toContainText('Madder')

    await saved.getByRole('link', { name: 'Block Print Kurta' }).click()
    await expect(
      page.getByRole('group', { name: 'Clothing Size' }).getByRole('radio', { name: 'M' }),
    ).toBeChecked()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(cartLines(page)).toHaveCount(1)
    await expect(cartLines(page)).toContainText(choice)
    // The list leaves out lines of the cart.
    await expect(page.getByRole('heading', { name: 'Saved for later' })).toHaveCount(0)
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Saved for later' })).toBeVisible()
  },
)
