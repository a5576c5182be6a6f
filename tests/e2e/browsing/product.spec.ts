import type { Page } from 'playwright/test'

import { storedCart } from '../buying/shopper.ts'
import { expect, shops, test, toast } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { attribute, fillHeart, product, productOf, showPictures } from './products.ts'
import { get, rupees, sentProducts, apiVariants } from './api-variants.ts'

/** Product page. docs/requirements.md#29-product-page docs/requirements.md#32-product-as-displayed docs/requirements.md#54-product-form */

const main = (page: Page) => page.getByRole('main')

for (const variant of apiVariants) {
  test.describe(variant.name, () => {
    test(
      'the page shows name, price, category, short id, description and choices',
      { tag: ['@req-2.9', '@req-9.7', '@req-10.4'] },
      async ({ page }) => {
        const shop = variant.open()
        const { products } = await sentProducts(shop)
        const sent = products.find(({ discountedPrice }) => discountedPrice)
        await page.goto(`${shop.origin}/product/${sent?.id}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(sent?.title ?? '')
        const shown = productOf(page)
        await expect(shown).toContainText(`Sale price ${rupees(sent?.discountedPrice ?? 0)}`)
        // The demo shop declares its regular prices as the printed maximum retail prices.
        const label = shop.origin === shops[0].origin ? 'Original price MRP' : 'Original price'
        await expect(shown.locator('s')).toHaveText(`${label} ${rupees(sent?.regularPrice ?? 0)}`)
        await expect(shown.getByRole('link', { name: sent?.category, exact: true })).toBeVisible()
        await expect(shown).toContainText(`Product ID: ${sent?.id.slice(0, 8)}`)
        for (const name of ['Description', 'Specifications'])
          await expect(shown.getByRole('heading', { level: 2, name })).toBeVisible()
        await expect(page.getByRole('group', { name: /Size$/ })).toBeVisible()
        await expect(page.getByRole('group', { name: 'Colour' })).toBeVisible()
        await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('1')
        await expect(shown.getByRole('button', { name: /^Add to Wishlist/ })).toBeVisible()
      },
    )

    test(
      'Add to Cart goes to the cart, where the toast is read; Back returns',
      { tag: ['@desktop', '@req-2.9', '@req-10.29'] },
      async ({ page }) => {
        const shop = variant.open()
        await page.goto(`${shop.origin}/products`)
        const link = main(page).getByRole('article').first().getByRole('heading').getByRole('link')
        const name = (await link.innerText()).trim()
        const title = page.getByRole('heading', { level: 1, name, exact: true })
        await link.click()
        await expect(title).toBeVisible()
        await page.getByRole('link', { name: 'Back', exact: true }).click()
        await expect(page).toHaveURL(`${shop.origin}/products`)
        await expect(title).toHaveCount(0)
        await link.click()
        await expect(title).toBeVisible()
        const size = page.getByRole('group', { name: /Size$/ }).getByRole('radio').first()
        await size.focus()
        await page.keyboard.press('Space')
        await page.getByRole('button', { name: 'Increase quantity' }).click()
        await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
        await expect(page).toHaveURL(`${shop.origin}/cart`)
        await expect(toast(page, 'Added to cart')).toBeVisible()
        await expect(main(page).getByText(name).first()).toBeVisible()
        await expect(page.getByRole('banner').locator('[data-cart-count]')).toHaveText('2')
      },
    )

    test(
      'a product that does not exist is not found, and leads back to the products',
      { tag: ['@desktop', '@req-2.9', '@req-4.7', '@req-8.3', '@req-10.1'] },
      async () => {
        const { origin } = variant.open()
        const response = await get(`${origin}/product/unknown`)
        expect(response.status).toBe(404)
        expect(response.text).toContain('Product not found')
        expect(response.text).toMatch(/href="\/products"[^>]*>\s*Browse Products/)
        const moved = await get(`${origin}/products/a%2Fb`)
        expect([moved.status, moved.headers.location]).toEqual([301, '/product/a%2Fb'])
      },
    )
  })
}

test(
  'a size must be chosen first: toast, words beside the sizes that describe them, focus on the choice',
  { tag: ['@desktop', '@req-5.4'] },
  async ({ page }) => {
    await page.goto(`${openOtherShop().origin}/product/plain-1`)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
    const sizes = page.getByRole('group', { name: 'Clothing Size' })
    await expect(sizes).toHaveAccessibleDescription('')
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    const alert = page.locator('#toasts').getByRole('alert')
    await expect(alert).toContainText('Please select a size')
    await expect(alert).toContainText('You must select a size before adding to cart')
    await expect(sizes.getByText('Please select a size')).toBeVisible()
    await expect(sizes).toHaveAccessibleDescription('Please select a size')
    await expect(page.getByRole('radio', { name: 'M' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'L' })).toBeChecked()
    await expect(sizes.getByText('Please select a size')).toBeHidden()
    await expect(sizes).toHaveAccessibleDescription('')
    expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  },
)

test('the quantity is at least 1', { tag: ['@desktop', '@req-4.2'] }, async ({ page }) => {
  await page.goto(`${openOtherShop().origin}/product/plain-1`)
  const quantity = page.getByLabel('Quantity', { exact: true })
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(quantity).toHaveValue('1')
  for (const [typed, stored] of [
    ['0', '1'],
    ['-4', '1'],
    ['', '1'],
    ['3', '3'],
  ] as const) {
    await quantity.fill(typed)
    await quantity.blur()
    await expect(quantity).toHaveValue(stored)
  }
})

test(
  'the size label is Shoe Size, Size or Clothing Size; One Size alone is chosen',
  { tag: ['@desktop', '@req-5.4'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeProducts([
      product('footwear', { category: 'Footwear', attributes: [attribute('SIZE', '7', '8')] }),
      product('shoes', { category: 'shoes', attributes: [attribute('size', '7')] }),
      product('described', { description: 'A running SHOE.', attributes: [attribute('Sizes', '7')] }),
      product('one', { attributes: [attribute('sizes', 'One Size')] }),
      product('single', { attributes: [attribute('sizes', 'M')] }),
      product('none'),
    ])
    const labels: [string, string, number][] = [
      ['footwear', 'Shoe Size', 0],
      ['shoes', 'Shoe Size', 0],
      ['described', 'Shoe Size', 0],
      ['one', 'Size', 1],
      ['single', 'Clothing Size', 0],
    ]
    for (const [id, label, chosen] of labels) {
      await page.goto(`${shop.origin}/product/${id}`)
      const group = page.getByRole('group', { name: label, exact: true })
      await expect(group).toBeVisible()
      await expect(group.getByRole('radio', { checked: true })).toHaveCount(chosen)
    }
    await page.goto(`${shop.origin}/product/none`)
    await expect(productOf(page)).toBeVisible()
    await expect(main(page).getByRole('group')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page).toHaveURL(`${shop.origin}/cart`)
  },
)

test('attribute keys count in any case and spelling', { tag: ['@desktop', '@req-3.2'] }, async ({ page }) => {
  const shop = openOtherShop()
  const keys = [
    ['size', 'color'],
    ['SIZES', 'Colours'],
    ['Size', 'COLORS'],
  ] as const
  await shop.changeProducts(
    keys.map(([size, color], index) =>
      product(`p${index}`, { attributes: [attribute(size, 'M', 'L'), attribute(color, 'Red', 'Blue')] }),
    ),
  )
  for (const index of keys.keys()) {
    await page.goto(`${shop.origin}/product/p${index}`)
    await expect(page.getByRole('group', { name: 'Clothing Size' }).getByRole('radio')).toHaveCount(2)
    await expect(page.getByRole('group', { name: 'Colour' }).getByRole('radio')).toHaveCount(2)
  }
})

test(
  'specifications hide keys with phone and show at most 10; the id is cut to 8',
  { tag: ['@desktop', '@req-5.4'] },
  async ({ page }) => {
    const shop = openOtherShop()
    const facts = Array.from({ length: 12 }, (_, index) => attribute(`fact ${index + 1}`, 'one', 'two'))
    await shop.changeProducts([
      product('0123456789', {
        attributes: [
          attribute('Customer Phone', '1'),
          attribute('PHONE', '2'),
          attribute('featured', 'true'),
          ...facts,
        ],
      }),
    ])
    await page.goto(`${shop.origin}/product/0123456789`)
    const specifications = page.getByRole('region', { name: 'Specifications' })
    await expect(specifications.getByRole('term')).toHaveCount(10)
    await expect(specifications.getByRole('term').first()).toHaveText('Featured')
    await expect(specifications.getByRole('definition').first()).toHaveText('Yes')
    await expect(specifications.getByRole('definition').nth(1)).toHaveText('one, two')
    await expect(specifications).not.toContainText(/phone/i)
    await expect(page.getByText('Product ID: 01234567', { exact: true })).toBeVisible()
  },
)

test(
  'a description is shown as text, or as cleaned HTML',
  { tag: ['@desktop', '@asvs-1.2.1', '@asvs-3.2.2', '@req-2.9', '@req-3.1', '@req-3.2'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeProducts([
      product('text', { description: 'Sizes < M & > L\nrun small.' }),
      product('html', {
        description:
          '<p onclick="alert(1)">Soft <b>cotton</b></p><script>alert(1)</script><img src=x onerror=alert(1)>',
      }),
      product('nothing', { description: null, regularPrice: null, category: null }),
    ])
    const description = page.getByRole('region', { name: 'Description' })
    await page.goto(`${shop.origin}/product/text`)
    await expect(description.getByRole('paragraph')).toHaveText('Sizes < M & > L run small.')
    await page.goto(`${shop.origin}/product/html`)
    await expect.poll(() => description.locator('.rich-text').innerHTML()).toBe('<p>Soft <b>cotton</b></p>')
    await page.goto(`${shop.origin}/product/nothing`)
    await expect(description).toHaveCount(0)
    await expect(productOf(page)).toContainText('₹0')
  },
)

test(
  'imgUrl comes first, the other images after it; thumbnails lead to them',
  { tag: ['@desktop', '@req-3.2'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await showPictures(page)
    await shop.changeProducts([
      product('p1', {
        imgUrl: '/pictures/a.svg',
        images: [{ url: '/pictures/b.svg' }, { url: null }, { url: '/pictures/c.svg', alt: 'The hem' }],
      }),
      product('p2', { imgUrl: null, images: [{ url: '/pictures/b.svg' }] }),
    ])
    await page.goto(`${shop.origin}/product/p1`)
    const sources = () =>
      page
        .getByRole('list', { name: 'Pictures' })
        .locator('img')
        .evaluateAll((all) => all.map((image) => image.getAttribute('src')))
    await expect
      .poll(sources)
      .toEqual(['a', 'b', 'c'].map((name) => `${shop.apiOrigin}/pictures/${name}.svg`))
    for (const name of ['Product p1, picture 2 of 3', 'The hem'])
      await expect(page.getByRole('img', { name, exact: true })).toBeAttached()
    await page.getByRole('link', { name: 'Show The hem' }).click()
    await expect(page.getByRole('link', { name: 'Show The hem' })).toHaveAttribute('aria-current', 'true')
    await page.goto(`${shop.origin}/product/p2`)
    await expect(page.getByRole('img', { name: 'Product p2', exact: true })).toHaveAttribute(
      'src',
      `${shop.apiOrigin}/pictures/b.svg`,
    )
  },
)

test(
  'Back opens the products in another tab with a modifier key @desktop',
  { tag: ['@req-10.29'] },
  async ({ page, context }) => {
    const { origin } = openOtherShop()
    await page.goto(`${origin}/products?page=2`)
    await page.getByRole('link', { name: 'Plain Shirt 13', exact: true }).click()
    await fillHeart(page)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Back', exact: true }).click({ modifiers: ['Control'] })
    await expect(await opened).toHaveURL(`${origin}/products`)
    await expect(page).toHaveURL(`${origin}/product/plain-13`)
  },
)

test(
  'Add to Cart pressed twice adds once, and again once the shopper has come back',
  { tag: ['@desktop', '@req-2.9'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await page.goto(`${origin}/product/plain-1`)
    // A cart that does not come: the page stays, as it does while a slow one is on its way.
    await page.route('**/cart', (route) => route.fulfill({ status: 204 }))
    const quantity = page.getByLabel('Quantity', { exact: true })
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(quantity).toHaveValue('2')
    await page.getByRole('group', { name: 'Clothing Size' }).getByText('M', { exact: true }).click()
    const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
    await add.dblclick()
    expect(await storedCart(page)).toMatchObject([{ quantity: 2 }])
    // What the browser says of a page that it keeps for the way back.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await page.unroute('**/cart')
    await add.click()
    await expect(page).toHaveURL(`${origin}/cart`)
    expect(await storedCart(page)).toMatchObject([{ quantity: 4 }])
  },
)

test(
  'after a stopped navigation to the cart the form adds again after 10 seconds',
  { tag: ['@desktop', '@req-2.9'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await page.clock.install()
    await page.goto(`${origin}/product/plain-1`)
    await page.route('**/cart', (route) => route.fulfill({ status: 204 }))
    await page.getByRole('group', { name: 'Clothing Size' }).getByText('M', { exact: true }).click()
    const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
    await add.dblclick()
    expect(await storedCart(page)).toMatchObject([{ quantity: 1 }])
    await page.clock.fastForward(10_000)
    await add.click()
    expect(await storedCart(page)).toMatchObject([{ quantity: 2 }])
  },
)

test('Add to Wishlist on the page fills the heart', { tag: ['@desktop', '@req-11.11'] }, async ({ page }) => {
  const { origin } = openOtherShop()
  await page.goto(`${origin}/product/plain-1`)
  const heart = page.getByRole('button', { name: 'Add to Wishlist: Plain Shirt 1', exact: true })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${origin}/wishlist`)
  await expect(main(page).getByRole('article').getByRole('heading')).toHaveText(['Plain Shirt 1'])
  await expect(main(page).getByRole('article')).toContainText('₹900')
})

test.describe('when the API fails', () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test(
    'the page shows the failure, offers Browse Products, and recovers',
    { tag: ['@desktop', '@req-8.3'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.fail('/products/', 'error')
      const address = `${shop.origin}/product/plain-1?utm_source=ad&gclid=Cj0`
      const received = await page.goto(address)
      expect(received?.status()).toBe(503)
      await expect(page.getByRole('alert')).toHaveText('Failed to load product details')
      await expect(page.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products')
      await shop.fail('/products/', null)
      await page.getByRole('link', { name: 'Try Again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Plain Shirt 1' })).toBeVisible()
      await expect(page).toHaveURL(address)
    },
  )
})
