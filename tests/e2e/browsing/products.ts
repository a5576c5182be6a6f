import type { Locator, Page } from 'playwright/test'

import type { OtherProduct } from '../../kit/shops/other-store.ts'
import { expect } from '../fixtures.ts'

/** 80 characters without a blank. */
export const LONG_NAME = 'Handloomcottonkurtawithmirrorworkandappliquebordersembroideredbyhandinkutch12345'

/** The product whose page this is; related products and those viewed come below it, at a time of their own. */
export function productOf(page: Page): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) })
}

/** Fills the heart of a card, the first being 0: what is done after that finds the scripts of its page at work. */
export async function fillHeart(page: Page, card = 0): Promise<void> {
  const heart = page
    .locator('main article')
    .nth(card)
    .getByRole('button', { name: /^Add to Wishlist/ })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="3200" height="4000"><circle r="900" fill="teal"/></svg>'

/** Answers every picture of a shop. */
export async function showPictures(page: Page): Promise<void> {
  await page.route('**/pictures/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  )
}

/** A product of the independent API, with what a test says about it. */
export function product(id: string, fields: Record<string, unknown> = {}): OtherProduct {
  return {
    id,
    title: `Product ${id}`,
    description: '',
    category: 'Shirts',
    parentCategory: 'Casual',
    regularPrice: 1000,
    ...fields,
  }
}

export function attribute(key: string, ...value: string[]) {
  return { id: key, key, value, metricUnit: null }
}

/** As bad as a catalogue gets: everything long, many of everything. */
export const longProduct = product('long-1', {
  title: LONG_NAME,
  description: `<p>${LONG_NAME}${LONG_NAME}</p><table><tr>${'<td>wide wide wide</td>'.repeat(12)}</tr></table>`,
  category: LONG_NAME,
  parentCategory: LONG_NAME,
  regularPrice: 123456789012.5,
  discountedPrice: 123456789011.25,
  attributes: [
    attribute('Sizes', 'S', LONG_NAME, 'XXXL / 58 inches chest'),
    attribute('colours', LONG_NAME, 'Blue'),
    attribute(LONG_NAME, LONG_NAME),
  ],
})
