import type { Locator, Page } from 'playwright'

import { waitUntilComplete } from '../tests/kit/browser/complete-page.ts'

/** A picture of one behaviour of a page of the demo shop, light and in English unless it says otherwise. */
export interface Detail {
  name: string
  path: string
  /** Of a phone, unless it says otherwise. */
  width?: 375 | 1280 | 1920
  language?: 'hi'
  /** The text size of the browser, in pixels; 16 is what it comes with. */
  textSize?: number
  /** The visitor has not been asked about cookies yet. */
  isNew?: boolean
  prepare?: (page: Page) => Promise<unknown>
  /** What is shown; otherwise the screen. */
  part?: (page: Page) => Locator
}

const KURTAS = '/products?category=kurtas'
const wide = { width: 1280 } as const

const scrollDown = async (page: Page) => {
  await page.mouse.wheel(0, 300)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
}

/** Opens a product of the listing by the beginning of its name. */
const open = (name: string) => async (page: Page) => {
  await page
    .getByRole('heading', { name: new RegExp(`^${name}`) })
    .first()
    .getByRole('link')
    .click()
  await page.locator('.product-detail h1').waitFor()
}
const thenTo = (name: string, heading: RegExp) => async (page: Page) => {
  await open(name)(page)
  await scrollDown(page)
  const found = page.getByRole('heading', { name: heading })
  await found.waitFor()
  await found.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}
const choose = (page: Page, name: string) =>
  page.locator('.choice-group label', { hasText: new RegExp(`^\\s*${name}\\s*$`) }).click()

/** In the order of `docs/walk.md`, which says what each shows. */
export const DETAILS: readonly Detail[] = [
  { name: 'ad-landing', path: '/products?utm_source=instagram&utm_medium=paid', isNew: true },
  { name: 'search-blue', path: '/products?search=blue' },
  { name: 'filter-counts', path: `${KURTAS}&colorFamily=blue`, ...wide },
  { name: 'search-price', path: '/products?search=kurta+under+1500' },
  { name: 'search-nothing', path: '/products?search=kurta+under+100' },
  { name: 'more-like-this', path: KURTAS, ...wide, prepare: thenTo('A-Line Kurta', /More like this/) },
  {
    name: 'sold-out-size',
    path: KURTAS,
    prepare: async (page) => {
      await open('Linen A-Line Kurta')(page)
      for (const value of ['Blush', 'S', 'Ivory']) await choose(page, value)
      await page.locator('[data-nearest]').scrollIntoViewIfNeeded()
    },
  },
  { name: 'specifications', path: KURTAS, ...wide, prepare: thenTo('Block Print', /Specifications/) },
  {
    name: 'at-the-button',
    path: KURTAS,
    prepare: async (page) => {
      await open('Block Print')(page)
      const pinCode = page.getByLabel('Delivery to your PIN code')
      await pinCode.fill('560001')
      await pinCode.press('Enter')
      await page.getByText(/^Arrives by/).waitFor()
      await page.locator('.product-detail form').evaluate((form) => form.scrollIntoView({ block: 'start' }))
    },
  },
  {
    name: 'categories',
    path: '/',
    ...wide,
    prepare: (page) => page.getByRole('button', { name: /^Categories/ }).click(),
  },
  { name: 'names', path: '/products?search=anarkali' },
  { name: 'hindi-measures', path: `/hi${KURTAS}`, language: 'hi', prepare: thenTo('ए-लाइन', /विवरण|विशेष/) },
  {
    name: 'failed-picture',
    path: '/products',
    prepare: async (page) => {
      const source = await page.locator('main article img').first().getAttribute('src')
      const file = source?.split('/').at(-1) ?? ''
      await page.route(new RegExp(`${RegExp.escape(file)}$`), (route) => route.abort())
      await page.reload()
    },
  },
  { name: 'cart-lines', path: '/cart' },
  { name: 'wish-button', path: KURTAS, ...wide, prepare: open('Block Print') },
  {
    name: 'viewed-swatches',
    path: KURTAS,
    prepare: async (page) => {
      await open('A-Line Kurta')(page)
      await waitUntilComplete(page)
      await page.goBack()
      await thenTo('Anarkali', /Recently viewed/)(page)
    },
  },
  {
    name: 'share',
    path: KURTAS,
    prepare: async (page) => {
      await open('Block Print')(page)
      await page.getByText('Copy link').scrollIntoViewIfNeeded()
    },
  },
  { name: 'wishlist-actions', path: '/wishlist', ...wide },
  {
    name: 'search-focus',
    path: '/products?search=kurta',
    ...wide,
    prepare: (page) => page.locator('#site-search').focus(),
    part: (page) => page.getByRole('banner'),
  },
  { name: 'footer', path: '/', ...wide, prepare: scrollDown, part: (page) => page.getByRole('contentinfo') },
  {
    name: 'cleared-cart',
    path: '/cart',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Clear Cart' }).click()
      await page.getByText('Your cart is empty').waitFor()
    },
  },
  {
    name: 'large-text',
    path: KURTAS,
    textSize: 32,
    prepare: async (page) => {
      await open('Block Print')(page)
      await scrollDown(page)
    },
  },
  { name: 'button-above-tabs', path: '/checkout' },
]
