import type { Locator, Page, Request } from 'playwright/test'

import { expect, test, toast } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { attribute, fillHeart, product, showPictures } from './products.ts'
import { apiVariants } from './api-variants.ts'

/** Product card, cart, wishlist and Quick View. docs/requirements.md#27-product-card docs/requirements.md#42-cart docs/requirements.md#1111-wishlist-and-quick-view */

const storedCart = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))
const cards = (page: Page) => page.getByRole('main').getByRole('article')

for (const variant of apiVariants) {
  test.describe(variant.name, () => {
    test(
      'image and name lead to the product, and the image is 280 px tall',
      { tag: ['@req-2.7', '@req-9.7'] },
      async ({ page }) => {
        const { origin } = variant.open()
        await page.goto(`${origin}/products`)
        const card = cards(page).first()
        const links = card.locator('a:not([data-color])')
        const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
        expect(hrefs).toHaveLength(2)
        expect(hrefs[0]).toMatch(/^\/product\/[^/]+$/)
        expect(hrefs[1]).toBe(hrefs[0])
        const box = await card.locator('a').first().boundingBox()
        expect(box?.height).toBe(280)
      },
    )

    test(
      'the heart keeps a product on the wishlist page until it is taken out',
      { tag: ['@desktop', '@req-11.11'] },
      async ({ page }) => {
        const { origin } = variant.open()
        await page.goto(`${origin}/products`)
        const card = cards(page).first()
        const name = await card.getByRole('heading').innerText()
        await card.hover()
        const heart = card.getByRole('button', { name: `Add to Wishlist: ${name}` })
        await heart.click()
        await expect(heart).toHaveAttribute('aria-pressed', 'true')
        await page.reload()
        await expect(heart).toHaveAttribute('aria-pressed', 'true')

        await page.goto(`${origin}/wishlist`)
        await expect(cards(page).getByRole('heading')).toHaveText([name])
        await page.getByRole('button', { name: `Quick View: ${name}`, exact: true }).click()
        await expect(page.getByRole('dialog').getByRole('heading', { name, exact: true })).toBeVisible()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: `Remove from Wishlist: ${name}`, exact: true }).click()
        await expect(page.getByText('Your wishlist is empty')).toBeVisible()
      },
    )

    test(
      'Quick View shows the product in a dialog and gives the focus back',
      { tag: ['@desktop', '@req-11.11'] },
      async ({ page }) => {
        await page.goto(`${variant.open().origin}/products`)
        const card = cards(page).first()
        const name = await card.getByRole('heading').innerText()
        const button = card.getByRole('button', { name: `Quick View: ${name}` })
        await button.focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: 'Quick View' })
        await expect(dialog.getByRole('heading', { name, exact: true })).toBeVisible()
        await expect(dialog.getByRole('link', { name: 'View full details' })).toBeVisible()
        await page.keyboard.press('Tab')
        expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(button).toBeFocused()
      },
    )

    test(
      'Quick View closes by a press beside it alone',
      { tag: ['@desktop', '@req-11.11'] },
      async ({ page }) => {
        await page.goto(`${variant.open().origin}/products`)
        const name = await cards(page).first().getByRole('heading').innerText()
        const dialog = page.getByRole('dialog', { name: 'Quick View' })
        const button = cards(page)
          .first()
          .getByRole('button', { name: `Quick View: ${name}` })
        await button.click()
        await expect(dialog.getByRole('heading', { name, exact: true })).toBeVisible()
        const box = await dialog.boundingBox()
        if (!box) throw new Error('The dialog has no box.')
        await page.mouse.click(box.x + 4, box.y + box.height / 2)
        await page.mouse.move(box.x + box.width / 2, box.y + 4)
        await page.mouse.down()
        await page.mouse.move(box.x - 20, box.y + 4)
        await page.mouse.up()
        await expect(dialog).toBeVisible()
        await page.mouse.click(box.x - 20, box.y + 4)
        await expect(dialog).toBeHidden()
        await button.dblclick()
        await expect(dialog.getByRole('heading', { name, exact: true })).toBeVisible()
      },
    )
  })
}

test(
  'hover and keyboard reveal Add to Cart, Add to Wishlist and Quick View',
  { tag: ['@desktop', '@req-2.7'] },
  async ({ page }) => {
    await page.goto(`${openOtherShop().origin}/products`)
    const [first, second] = [cards(page).nth(0), cards(page).nth(1)]
    const names = [/^Add to Wishlist/, /^Add to Cart/, /^Quick View/]
    for (const name of names)
      await expect(first.getByRole('button', { name }).locator('visible=true')).toHaveCount(1)
    const opacity = (card: typeof first) => card.locator('.reveal').first()
    await expect(opacity(first)).toHaveCSS('opacity', '0')
    await first.hover()
    await expect(opacity(first)).toHaveCSS('opacity', '1')
    await second.getByRole('button', { name: /^Add to Wishlist/ }).focus()
    await expect(opacity(second)).toHaveCSS('opacity', '1')
    await page.keyboard.press('Tab')
    await expect(second.getByRole('button', { name: /^Add to Cart/ })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(second.getByRole('button', { name: /^Quick View/ })).toBeFocused()
  },
)

test('on a touch screen the buttons need no hover', { tag: ['@phone', '@req-2.7'] }, async ({ page }) => {
  await page.goto(`${openOtherShop().origin}/products`)
  await expect(cards(page).first().locator('.reveal').first()).toHaveCSS('opacity', '1')
})

test(
  'on a touch screen the buttons do not cover the picture',
  { tag: ['@phone', '@req-2.7'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeProducts([
      product('long', { title: 'A name that needs two lines on the card of a phone' }),
      product('short', { title: 'Short' }),
    ])
    await page.goto(`${shop.origin}/products`)
    const edges = (part: Locator) =>
      part.first().evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return { top, bottom }
      })
    const bottoms = new Set<number>()
    for (const card of [cards(page).nth(0), cards(page).nth(1)]) {
      const picture = await edges(card.locator('[data-part=picture]'))
      expect(picture.bottom - picture.top).toBe(280)
      const price = await edges(card.getByText('₹').last())
      const heart = await edges(card.getByRole('button', { name: /^Add to Wishlist/ }))
      expect(heart.top - picture.top).toBe(8)
      for (const name of [/^Add to Cart/, /^Quick View/]) {
        const button = await edges(card.getByRole('button', { name }))
        expect(button.top).toBeGreaterThan(price.bottom)
        bottoms.add(button.bottom)
      }
    }
    expect(bottoms.size).toBe(1)
  },
)

test(
  'a card is marked as a sale only when its price is below an original price',
  { tag: ['@desktop', '@req-1.1', '@req-2.7', '@req-3.2', '@req-9.6'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeProducts([
      product('lower', { regularPrice: 123456.5, discountedPrice: 99999.999 }),
      product('equal', { regularPrice: 500, discountedPrice: 500 }),
      product('higher', { regularPrice: 500, discountedPrice: 600 }),
      product('regular', { regularPrice: 700, discountedPrice: null }),
      product('only-discounted', { regularPrice: null, discountedPrice: 800 }),
      product('free', { regularPrice: null }),
    ])
    await page.goto(`${shop.origin}/products`)
    await expect(cards(page)).toHaveCount(6)
    await expect(cards(page).locator('s')).toHaveText(['Original price ₹1,23,456.5'])
    await expect(cards(page).getByText('Sale', { exact: true })).toHaveCount(1)
    for (const [index, price] of ['₹1,00,000', '₹500', '₹600', '₹700', '₹800', '₹0'].entries())
      await expect(cards(page).nth(index)).toContainText(price)
  },
)

test(
  'Add to Cart adds one, with size and colour only when there is exactly one',
  { tag: ['@desktop', '@req-4.2', '@req-8.4', '@req-9.1'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeProducts([
      product('one', { attributes: [attribute('Size', 'M'), attribute('color', 'Red')] }),
      product('many', { attributes: [attribute('sizes', 'M', 'L'), attribute('Colours', 'Red', 'Blue')] }),
    ])
    await page.goto(`${shop.origin}/products`)
    const add = async (name: string) => {
      await cards(page).filter({ hasText: name }).hover()
      await page.getByRole('button', { name: `Add to Cart: ${name}`, exact: true }).click()
    }
    await add('Product one')
    await expect(toast(page, 'Added to cart')).toBeVisible()
    await add('Product many')
    await add('Product one')
    await expect(toast(page, 'Cart updated')).toBeVisible()
    expect(await storedCart(page)).toEqual([
      {
        id: 'one',
        name: 'Product one',
        image: '',
        price: 1000,
        quantity: 2,
        selectedSize: 'M',
        selectedColor: 'Red',
      },
      { id: 'many', name: 'Product many', image: '', price: 1000, quantity: 1 },
    ])
    await expect(page.getByRole('banner').locator('[data-cart-count]')).toHaveText('3')
  },
)

test.describe('pictures', () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test(
    'one that fails makes room for an icon; the next product shows its own',
    { tag: ['@desktop', '@req-2.7', '@req-2.9', '@req-4.7'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await showPictures(page)
      const products = Array.from({ length: 13 }, (_, index) =>
        product(`p${index}`, { imgUrl: index < 12 ? '/missing.webp' : '/pictures/good.svg' }),
      )
      await shop.changeProducts(products)
      await page.goto(`${shop.origin}/products`)
      await expect(cards(page).first().locator('.picture-missing')).toBeVisible()
      await expect(cards(page).first().locator('img')).toHaveCount(0)
      await page.getByRole('link', { name: 'Page 2' }).click()
      await expect(cards(page).locator('img')).toHaveAttribute('src', `${shop.apiOrigin}/pictures/good.svg`)
      await expect(cards(page).locator('.picture-missing')).toHaveCount(0)
      await page.goto(`${shop.origin}/product/p1`)
      await expect(page.getByRole('img', { name: 'Product p1', exact: true })).toHaveClass(/picture-missing/)
    },
  )

  test(
    'Quick View of a product that is gone or cannot be loaded says so',
    { tag: ['@desktop', '@req-11.11'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/products`)
      const open = async () => {
        await cards(page).first().hover()
        await page.getByRole('button', { name: 'Quick View: Plain Shirt 1', exact: true }).click()
      }
      await shop.fail('/products/', 'error')
      await open()
      await expect(page.getByRole('dialog').getByText('Failed to load product details')).toBeVisible()
      await page.getByRole('button', { name: 'Close' }).click()
      await shop.fail('/products/', null)
      await shop.changeProducts([])
      await open()
      await expect(page.getByRole('dialog').getByText('Product not found')).toBeVisible()
    },
  )
})

test('a wish moves to the cart', { tag: ['@desktop', '@req-11.11'] }, async ({ page }) => {
  const { origin } = openOtherShop()
  await page.goto(`${origin}/products`)
  await fillHeart(page, 0)
  await page.goto(`${origin}/wishlist`)
  await page.getByRole('button', { name: 'Move to cart: Plain Shirt 1', exact: true }).click()
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
  await page.goto(`${origin}/cart`)
  await expect(page.getByRole('main').getByRole('heading', { name: 'Plain Shirt 1' })).toBeVisible()
})

test(
  'by keyboard, what is taken off the wishlist leaves the focus at the product beside it, then at the words',
  { tag: ['@desktop', '@req-11.11'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await page.goto(`${origin}/products`)
    for (const card of [2, 1, 0]) await fillHeart(page, card)
    await page.goto(`${origin}/wishlist`)
    const remove = (name: string) =>
      page.getByRole('button', { name: `Remove from Wishlist: ${name}`, exact: true }).press('Enter')
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    await remove('Plain Shirt 2')
    await expect(link('Plain Shirt 3')).toBeFocused()
    await remove('Plain Shirt 3')
    await expect(link('Plain Shirt 1')).toBeFocused()
    await remove('Plain Shirt 1')
    await expect(page.getByRole('main').locator(':focus')).toContainText('Your wishlist is empty')
    await page.keyboard.press('Tab')
    await expect(link('Browse Products')).toBeFocused()
  },
)

test(
  'by keyboard, what is taken off the wishlist in Quick View leaves the focus at the product beside it',
  { tag: ['@desktop', '@req-11.11'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await page.goto(`${origin}/products`)
    for (const card of [2, 1, 0]) await fillHeart(page, card)
    await page.goto(`${origin}/wishlist`)
    await page.getByRole('button', { name: 'Quick View: Plain Shirt 2', exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Add to Wishlist' }).press('Enter')
    await page.keyboard.press('Escape')
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Plain Shirt 3', exact: true }),
    ).toBeFocused()
  },
)

test('a heart without storage shows an error and stays empty', { tag: ['@req-11.11'] }, async ({ page }) => {
  const { origin } = openOtherShop()
  await page.goto(`${origin}/products`)
  await page.evaluate(() => {
    let length = 4 * 1024 * 1024
    let text = ''
    while (length >= 1) {
      try {
        localStorage.setItem('full', text + 'x'.repeat(length))
        text += 'x'.repeat(length)
      } catch {
        length = Math.floor(length / 2)
      }
    }
  })
  await cards(page).first().hover()
  const heart = cards(page).first().getByRole('button', { name: 'Add to Wishlist' })
  await heart.click()
  await expect(toast(page, 'Wishlist not saved')).toBeVisible()
  await expect(toast(page, 'Free some browser storage and try again.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test(
  'Quick View requires a size, then adds to the cart and closes',
  { tag: ['@req-11.11'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await page.goto(`${shop.origin}/products`)
    await cards(page).first().hover()
    await page.getByRole('button', { name: 'Quick View: Plain Shirt 1', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(dialog.getByText('You must select a size before adding to cart')).toBeVisible()
    await dialog.getByText('L', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Increase quantity' }).click()
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(dialog).toBeHidden()
    await expect(toast(page, 'Added to cart')).toBeVisible()
    expect(await storedCart(page)).toMatchObject([
      { id: 'plain-1', quantity: 2, selectedSize: 'L', selectedColor: 'White' },
    ])
  },
)

test(
  'Quick View on a product page adds once and counts each step once',
  { tag: ['@desktop', '@req-11.11'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await page.goto(`${shop.origin}/product/plain-1`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const related = page.getByRole('region', { name: 'More like this' }).getByRole('article').first()
    await related.hover()
    await related.getByRole('button', { name: /^Quick View/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Quick View' })
    await dialog.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('2')
    await dialog.getByText('M', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('#toasts').getByRole('status')).toHaveCount(1)
    expect(await storedCart(page)).toMatchObject([{ quantity: 2, selectedSize: 'M' }])
  },
)

test(
  'Quick View shows the product that was asked for last, however late the one before comes',
  { tag: ['@desktop', '@req-11.11'] },
  async ({ page }) => {
    const shop = openOtherShop()
    const { promise: isAskedForAnother, resolve: come } = Promise.withResolvers<undefined>()
    await page.route('**/fragments/quick-view/plain-1', async (route) => {
      await isAskedForAnother
      await route.continue()
    })
    await page.goto(`${shop.origin}/products`)
    const open = async (card: number) => {
      await cards(page).nth(card).hover()
      await cards(page)
        .nth(card)
        .getByRole('button', { name: /^Quick View/ })
        .click()
    }
    const isFirst = (request: Request) => request.url().endsWith('/fragments/quick-view/plain-1')
    const ended = Promise.race([
      page.waitForEvent('requestfinished', isFirst),
      page.waitForEvent('requestfailed', isFirst),
    ])
    const dialog = page.getByRole('dialog', { name: 'Quick View' })
    await open(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await open(1)
    await expect(dialog.getByRole('heading')).toHaveText('Plain Shirt 2')
    come(undefined)
    await ended
    await dialog.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('2')
    await expect(dialog.getByRole('heading')).toHaveText('Plain Shirt 2')
  },
)

test(
  'Quick View leads to the product’s page where the browser cannot show a dialog @desktop',
  { tag: ['@req-11.11'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSStyleSheet'))
    await page.goto(`${shop.origin}/products`)
    await cards(page).first().hover()
    await page.getByRole('button', { name: 'Quick View: Plain Shirt 1', exact: true }).click()
    await expect(page).toHaveURL(`${shop.origin}/product/plain-1`)
  },
)
