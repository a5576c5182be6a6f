import type { Locator, Page } from 'playwright/test'

import { waitUntilComplete } from '../kit/browser/complete-page.ts'
import { haveCart, haveToken, line } from './buying/shopper.ts'
import { expect, shops, test } from './fixtures.ts'
import { product } from './browsing/products.ts'
import { openOtherShop } from './other-shop.ts'

/** What shoppers ask of their browser and device: larger text, no motion, colours of their own. docs/accessibility.md */

const PATHS = [
  ...['/', '/products', '/product/plain-1', '/terms', '/contact'],
  ...['/cart', '/wishlist', '/login', '/register', '/track-order'],
]

async function openEach(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  const { origin } = openOtherShop()
  await haveCart(page, origin, [line()])
  for (const path of PATHS) {
    await page.goto(origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await look(path)
  }
}

/** Pixels by which the page is wider than the screen, and the texts that their own box cuts off. */
function cutOff() {
  const root = document.documentElement
  const cut = [...document.querySelectorAll('a, button, label, h1, h2, h3, p, dt, dd')].filter(
    (element) =>
      element instanceof HTMLElement &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX === 'hidden' &&
      getComputedStyle(element).textOverflow !== 'ellipsis',
  )
  return { tooWide: root.scrollWidth - root.clientWidth, cut: cut.map(({ textContent }) => textContent) }
}

/** Number of lines of the text in an element. */
function linesOf(element: Locator): Promise<number> {
  return element.evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
}

const NOTHING = { tooWide: 0, cut: [] }

test('text of twice the size, on a phone as on a desktop, cuts nothing off and scrolls one way', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page)
  // As the setting of the browser does it; 16 is what it comes with.
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await openEach(page, async (path) => {
    expect({ path, ...(await page.evaluate(cutOff)) }).toEqual({ path, ...NOTHING })
  })
})

test('text of twice the size keeps orders and checkout as wide as the phone @phone', async ({ page }) => {
  const shop = openOtherShop()
  await shop.stubResponse('GET /orders', [
    {
      id: 'order-1',
      status: 1,
      createdAt: '2026-01-20T10:00:00.000Z',
      items: [
        { id: 'i1', productTitle: 'Handloom Cotton Saree', quantity: 10, price: 10_900.5, imgUrl: '/p.svg' },
      ],
      shippingAddress: { address: '1 Plain Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
    },
  ])
  await shop.changeProducts([product('saree', { title: 'Handloom Cotton Saree', regularPrice: 10_900 })])
  await haveToken(page, shop.origin)
  await haveCart(page, shop.origin, [
    line({ id: 'saree', name: 'Handloom Cotton Saree', price: 10_900, quantity: 10 }),
  ])
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const path of ['/orders', '/checkout']) {
    await page.goto(shop.origin + path)
    if (path === '/checkout') {
      await page.locator('summary', { hasText: 'Order Summary' }).click()
      await expect(page.locator('.checkout-bar')).toContainText('₹1,09,000')
    }
    await expect(page.getByText('Handloom Cotton Saree').first()).toBeVisible()
    expect({ path, ...(await page.evaluate(cutOff)) }).toEqual({ path, ...NOTHING })
  }
})

test('text of twice the size leaves room for the names of the ways to pay @phone', async ({ page }) => {
  const shop = openOtherShop()
  await shop.stubResponse('GET /payments/fields', [
    {
      name: 'method',
      label: 'Way to pay',
      type: 'select',
      options: [
        { value: 'qr', label: 'QR code', kind: 'qr' },
        { value: 'netbanking', label: 'Internet banking', kind: 'netbanking' },
      ],
    },
  ])
  await haveToken(page, shop.origin)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto(`${shop.origin}/payment?orderId=order-1`)
  await expect(page.getByRole('radio')).toHaveCount(2)
  for (const name of ['QR code', 'Internet banking']) {
    const words = page.getByText(name, { exact: true })
    expect(await linesOf(words), name).toBeLessThanOrEqual(name.split(' ').length)
  }
})

test('text of twice the size keeps the words of a size guide whole @phone', async ({ page }) => {
  const shop = openOtherShop()
  const name = "Women's tops and dresses"
  await shop.changeStore({
    sizeGuides: [{ name, categories: ['Shirts'], columns: ['Size', 'Chest'], rows: [['M', '98']] }],
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto(`${shop.origin}/product/plain-1`)
  await page.getByRole('button', { name: 'Size guide' }).click()
  const guide = page.getByRole('dialog', { name })
  await expect(guide).toBeVisible()
  for (const part of [guide.getByRole('heading'), ...(await guide.locator('label span, th').all())]) {
    const words = (await part.innerText()).split(/\s+/)
    expect(await linesOf(part), words.join(' ')).toBeLessThanOrEqual(words.length)
  }
})

test('text of twice the size keeps tabs, headings and the bar with Add to Cart whole @phone', async ({
  page,
}) => {
  const { origin } = openOtherShop()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.setViewportSize({ width: 375, height: 1000 })
  await page.goto(`${origin}/products`)
  const wide = await page
    .getByRole('navigation', { name: 'Tabs' })
    .getByRole('link')
    .evaluateAll((tabs) =>
      tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).map((tab) => tab.textContent),
    )
  expect(wide).toEqual([])
  // One rectangle for each line: the last word is on one.
  const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const text = heading.firstChild
    const range = document.createRange()
    range.selectNodeContents(heading)
    if (text instanceof Text) range.setStart(text, text.data.trimEnd().lastIndexOf(' ') + 1)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)

  await page.goto(`${origin}/product/plain-1`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const bar = page.locator('[data-buy-bar][data-shown]')
  const parts = [await bar.getByText('₹').elementHandle(), await bar.getByText('Add to Cart').elementHandle()]
  // At the same moment, because the bar slides in.
  const isApart = await page.evaluate((shown) => {
    const [price, button] = shown.map((part) => part.getBoundingClientRect())
    return price && button && (button.top >= price.bottom || button.left >= price.right)
  }, parts)
  expect(isApart).toBe(true)
})

test("text of twice the size keeps the shop's name and the names of products whole @phone", async ({
  page,
}) => {
  const shop = openOtherShop()
  await shop.changeStore({ storeName: 'Tanabana', companyLogoUrl: '/logo.svg' })
  await page.route('**/logo.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  const title = 'Indigo Handloom Cotton Shirt Dress with a Block Print Border'
  await shop.changeProducts([product('dress', { title }), product('other')])
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`${shop.origin}/product/dress`)
  await waitUntilComplete(page)
  await page.goto(`${shop.origin}/product/other`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const shopName = page.getByRole('banner').getByText('Tanabana')
  expect(await shopName.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const viewed = page.getByRole('region', { name: 'Recently viewed' }).getByRole('link', { name: title })
  await expect(viewed.last()).toBeVisible()
  expect(await viewed.last().evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  )
})

test('text of twice the size gives a desktop the header of a phone @desktop', async ({ page }) => {
  const { origin } = openOtherShop()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto(origin)
  const header = page.getByRole('banner')
  for (const name of ['Wishlist', 'Login', 'Cart'])
    await expect(header.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await header.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'All Products' }).first()).toBeInViewport()
})

test('a desktop zoomed to 400 % is a phone: nothing is cut off, and the menu leads to the same places @desktop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await openEach(page, async (path) => {
    expect({ path, ...(await page.evaluate(cutOff)) }).toEqual({ path, ...NOTHING })
  })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'All Products' }).first()).toBeVisible()
})

test('reduced motion shows no animation @desktop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = () =>
    page.evaluate(() => ({
      animations: document.getAnimations().length,
      scrolling: getComputedStyle(document.documentElement).scrollBehavior,
    }))
  await openEach(page, async (path) => {
    expect({ path, ...(await moving()) }).toEqual({ path, animations: 0, scrolling: 'auto' })
  })
  const { origin } = openOtherShop()
  await page.goto(`${origin}/products`)
  await page.getByRole('button', { name: 'Quick View: Plain Shirt 1', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toEqual({ animations: 0, scrolling: 'auto' })
})

test('in forced colours every button has an edge, other controls an edge or words, and the focus is seen @desktop', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openEach(page, async (path) => {
    // The name beside a picture leads to the same page.
    const controls = page.locator(
      'a[href]:not([aria-hidden]):visible, button:visible, input:not(.sr-only):visible, summary:visible, .badge:visible',
    )
    const bare = await controls.evaluateAll((all) =>
      all
        .filter((control) => {
          const { borderWidth, appearance } = getComputedStyle(control)
          const hasNoEdge = borderWidth === '0px'
          if (control.matches('button, .badge, a[class*=bg-]') && hasNoEdge) return true
          const isNamed = control.textContent.trim() !== '' || control.querySelector('svg, img') !== null
          // What the browser itself draws has an edge.
          return !isNamed && appearance === 'none' && hasNoEdge
        })
        .map(({ outerHTML }) => outerHTML),
    )
    expect({ path, bare }).toEqual({ path, bare: [] })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
      return `${outlineStyle} ${outlineWidth}`
    })
    expect({ path, outline }).toEqual({ path, outline: 'solid 2px' })
  })
})

test('in forced colours the current category, view and picture stand out from the others @desktop', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${shops[0].origin}/products?category=women`)
  const link = (area: Locator, name: string) => area.getByRole('link', { name, exact: true })
  const underlineOf = (control: Locator) =>
    control.evaluate((element) => getComputedStyle(element).textDecorationLine)
  const edgeOf = (control: Locator) =>
    control.evaluate((element) => parseFloat(getComputedStyle(element).borderWidth))
  const expectWiderEdge = async (current: Locator, other: Locator) =>
    expect(await edgeOf(current)).toBeGreaterThan(await edgeOf(other))

  const shop = page.getByRole('banner').getByRole('navigation', { name: 'Shop' })
  expect(await underlineOf(link(shop, 'Women'))).toBe('underline')
  expect(await underlineOf(link(shop, 'Men'))).toBe('none')
  const main = page.getByRole('main')
  const categories = main.getByRole('navigation', { name: 'Categories' })
  await expectWiderEdge(link(categories, 'Women'), link(categories, 'Men'))
  await expectWiderEdge(
    page.getByRole('button', { name: '3 columns' }),
    page.getByRole('button', { name: '2 columns' }),
  )
  await main
    .getByRole('link', { name: /^Block Print Straight Kurta/ })
    .first()
    .click()
  const thumbnails = main.getByRole('link', { name: /^Show / })
  await expect(thumbnails.nth(1)).toBeVisible()
  await expectWiderEdge(thumbnails.nth(0), thumbnails.nth(1))
})
