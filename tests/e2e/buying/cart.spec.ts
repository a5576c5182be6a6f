import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { expectToast, haveCart, haveToken, line, storedCart } from './shopper.ts'

const good = line({ selectedSize: 'M', selectedColor: 'White' })

/** What may stand under `cart` in a browser, by accident or on purpose, beside one good line. */
const HOSTILE: Record<string, string> = {
  'half a document': JSON.stringify([good]).slice(0, -9),
  'no JSON': '\u0000cart\uffff',
  'an object instead of a list': '{"length":1,"0":{"id":"x"}}',
  null: 'null',
  'deeply nested lists': '['.repeat(50_000),
  'lines that are no lines': JSON.stringify([null, 7, 'x', [], {}, { id: 1 }, good]),
  'prices and quantities that are no amounts': `[{"id":"a","name":"A","image":"","price":1e999,"quantity":1},{"id":"b","name":"B","image":"","price":-5,"quantity":1},{"id":"c","name":"C","image":"","price":5,"quantity":0.5},{"id":"d","name":"D","image":"","price":"5","quantity":1},{"id":"e","name":"E","image":"","price":5,"quantity":1e9},${JSON.stringify(good)}]`,
  'keys of every object': `[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}},${JSON.stringify(good)}]`,
  'markup and a script address': JSON.stringify([
    {
      ...good,
      name: '<img src=x onerror="document.title=\'owned\'">',
      image: 'javascript:document.title="owned"',
    },
  ]),
  'a name of 200,000 letters': JSON.stringify([{ ...good, name: 'x'.repeat(200_000) }]),
}
/** How many lines of each document are good. */
const KEPT: Record<string, number> = {
  'lines that are no lines': 1,
  'prices and quantities that are no amounts': 1,
  'keys of every object': 1,
  'markup and a script address': 1,
  'a name of 200,000 letters': 1,
}

test(
  'the cart survives a reload, and every line has name, choice, quantity, total and remove',
  { tag: ['@req-1.1', '@req-2.10', '@req-3.3', '@req-4.2', '@req-6', '@req-9.1'] },
  async ({ page }) => {
    const { origin, changeProducts } = openOtherShop()
    await changeProducts([
      { id: 'plain-1', title: 'Plain Shirt 1', regularPrice: 0.1 },
      { id: 'plain-2', title: 'Plain Shirt 2', regularPrice: 1234.5 },
    ])
    await haveCart(page, origin, [
      line({ price: 0.1, quantity: 3, selectedSize: 'M', selectedColor: 'White' }),
      line({ id: 'plain-2', name: 'Plain Shirt 2', price: 1234.5, quantity: 2 }),
    ])
    for (const open of [() => page.goto(`${origin}/cart`), () => page.reload()]) {
      await open()
      const list = page.getByRole('group', { name: 'Cart' }).getByRole('listitem')
      await expect(list).toHaveCount(2)
      await expect(list.nth(0)).toContainText('Colour: White · Size: M')
      await expect(list.nth(0)).toContainText('₹0.3')
      await expect(list.nth(1)).toContainText('₹2,469')
      await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Subtotal (5 items)₹2,469.3')
      await expect(page.locator('[data-cart-count]:visible').first()).toHaveText('5')
    }
  },
)

test(
  'plus adds, minus stops at 1, remove takes every line of the product, clear empties',
  { tag: ['@desktop', '@req-2.10', '@req-4.2', '@req-8.4', '@req-10.9'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await haveCart(page, origin, [
      line({ selectedSize: 'M' }),
      line({ selectedSize: 'L' }),
      line({ id: 'plain-2', name: 'Plain Shirt 2', price: 1001 }),
    ])
    await page.goto(`${origin}/cart`)
    const decrease = page.getByRole('button', { name: 'Decrease quantity of Plain Shirt 1, Size: M' })
    await page.getByRole('button', { name: 'Increase quantity of Plain Shirt 1, Size: M' }).click()
    await expect(page.locator('[data-cart-count]:visible').first()).toHaveText('4')
    await decrease.click()
    // To a screen reader it is disabled, and so it is to Playwright.
    await decrease.click({ force: true })
    await expect(decrease).toHaveAttribute('aria-disabled', 'true')
    expect(await storedCart(page)).toMatchObject([{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }])

    await page.getByRole('button', { name: 'Remove Plain Shirt 1' }).first().click()
    await expectToast(page, 'Removed from cart')
    expect(await storedCart(page)).toEqual([line({ id: 'plain-2', name: 'Plain Shirt 2', price: 1001 })])

    await page.getByRole('button', { name: 'Clear Cart' }).click()
    await expectToast(page, 'Cart cleared', 'All items have been removed from your cart.')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Cart' })).toBeFocused()
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(`${origin}/`)
  },
)

test(
  'after the last line is removed, the screen shows that the cart is empty',
  { tag: '@req-2.10' },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await haveCart(page, origin, [line({ selectedSize: 'M' })])
    await page.goto(`${origin}/cart`)
    const remove = page.getByRole('button', { name: 'Remove Plain Shirt 1' })
    await remove.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await remove.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeInViewport({ ratio: 1 })
  },
)

test(
  'the same product, size and colour is one line with its two toasts, another size a second',
  { tag: ['@desktop', '@req-3.3', '@req-4.2', '@req-8.4', '@req-9.1'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    const add = async (size: string, count: string) => {
      await page.goto(`${origin}/product/plain-1`)
      await page.getByRole('group', { name: 'Clothing Size' }).getByText(size, { exact: true }).click()
      await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
      await expect(page).toHaveURL(`${origin}/cart`)
      await expect(page.locator('[data-cart-count]:visible').first()).toHaveText(count)
    }
    await add('M', '1')
    await expectToast(page, 'Added to cart')
    await add('M', '2')
    await expectToast(page, 'Cart updated')
    await add('L', '3')
    expect(await storedCart(page)).toMatchObject([
      { id: 'plain-1', quantity: 2, selectedSize: 'M', price: 900 },
      { id: 'plain-1', quantity: 1, selectedSize: 'L' },
    ])
  },
)

test(
  'checkout as a guest says Login Required, signs in and comes back to the checkout',
  { tag: ['@desktop', '@req-2.10', '@req-10.3'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await haveCart(page, origin, [line()])
    await page.goto(`${origin}/cart`)
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(`${origin}/login?from=%2Fcheckout`)
    await expectToast(page, 'Login Required', 'Please login to proceed with checkout')
    await page.getByLabel('Email').fill('asha@example.com')
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${origin}/checkout`)
  },
)

test(
  'checkout signed in goes to the checkout at once',
  { tag: ['@desktop', '@req-2.10'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await haveToken(page, origin)
    await haveCart(page, origin, [line()])
    await page.goto(`${origin}/cart`)
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(`${origin}/checkout`)
  },
)

test(
  'a price that has changed is named once, and the line and the subtotal follow',
  { tag: ['@decision-17.1', '@req-8.4'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await haveCart(page, origin, [line({ price: 1499, quantity: 2 }), line({ id: 'plain-2', price: 1001 })])
    await page.goto(`${origin}/cart`)
    const list = page.getByRole('group', { name: 'Cart' }).getByRole('listitem')
    await expect(list.first()).toContainText('Price changed from ₹1,499 to ₹900')
    await expect(list.first()).toContainText('₹1,800')
    await expect(list.nth(1)).not.toContainText('Price changed')
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Subtotal (3 items)₹2,801')
    await page.reload()
    await expect(list.first()).toContainText('₹1,800')
    await expect(page.getByText('Price changed')).toHaveCount(0)
  },
)

test(
  'with order-lines a line from a card offers its size in place, in Hindi too',
  { tag: ['@req-11.1'] },
  async ({ page }) => {
    const { origin, changeStore } = openOtherShop()
    await changeStore({ capabilities: ['order-lines'], language: 'hi' })
    await haveCart(page, origin, [line({ selectedColor: 'White' })])
    await page.goto(`${origin}/cart`)
    const sizes = page.getByRole('group', { name: 'Plain Shirt 1 का साइज़' })
    await expect(sizes).toContainText('साइज़ चुनें')
    await sizes.getByRole('button', { name: 'L' }).click()
    await expect(sizes.getByRole('button', { name: 'L' })).toHaveAttribute('aria-pressed', 'true')
    expect(await storedCart(page)).toEqual([line({ selectedSize: 'L', selectedColor: 'White' })])
  },
)

test('a plain store needs no size', { tag: ['@req-11.1'] }, async ({ page }) => {
  const { origin, calls } = openOtherShop()
  await haveCart(page, origin, [line()])
  await page.goto(`${origin}/cart`)
  await expect.poll(async () => (await calls()).map(({ path }) => path)).toContain('/products/plain-1')
  await expect(page.getByRole('group', { name: 'Size of Plain Shirt 1' })).toHaveCount(0)
})

test.describe('in one browser', { tag: '@desktop' }, () => {
  test(
    'a new price that one tab has loaded is shown in the other',
    { tag: ['@req-8.4'] },
    async ({ page, context }) => {
      const shop = openOtherShop()
      await haveCart(page, shop.origin, [line()])
      await page.goto(`${shop.origin}/cart`)
      await expect(page.getByRole('region', { name: 'Summary' })).toContainText('₹900')
      await expect
        .poll(async () => (await shop.calls()).map(({ path }) => path))
        .toContain('/products/plain-1')
      await shop.changeProducts([{ id: 'plain-1', title: 'Plain Shirt 1', regularPrice: 750 }])
      const other = await context.newPage()
      await other.goto(`${shop.origin}/cart`)
      for (const tab of [other, page]) {
        await expect(tab.getByText('Price changed from ₹900 to ₹750')).toBeVisible()
        await expect(tab.getByRole('region', { name: 'Summary' })).toContainText('₹750')
      }
    },
  )

  test(
    'two tabs stay in step: 2 × 10 pieces added alternately are 20 pieces more',
    { tag: ['@req-4.2'] },
    async ({ page, context }) => {
      const { origin } = openOtherShop()
      await haveCart(page, origin, [line(), line({ id: 'plain-2', name: 'Plain Shirt 2' })])
      const other = await context.newPage()
      await Promise.all([page.goto(`${origin}/cart`), other.goto(`${origin}/cart`)])
      const press = (tab: typeof page, name: string) =>
        tab
          .getByRole('button', { name: `Increase quantity of ${name}` })
          .evaluate((button: HTMLButtonElement) => button.click())
      const expectCount = async (tab: typeof page, count: number) => {
        await expect(tab.getByRole('region', { name: 'Summary' })).toContainText(`Subtotal (${count} items)`)
        await expect(tab.locator('[data-cart-count]:visible').first()).toHaveText(String(count))
      }
      for (let count = 4; count <= 22; count += 2) {
        await press(page, 'Plain Shirt 1')
        await expectCount(other, count - 1)
        await press(other, 'Plain Shirt 2')
        await expectCount(page, count)
      }
      await other.getByRole('button', { name: 'Clear Cart' }).click()
      await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
      await expect(page.locator('#toasts > *')).toHaveCount(0)
    },
  )

  test(
    'ten stored carts that are broken or hostile are survived, and their good lines stay',
    { tag: ['@req-4.2'] },
    async ({ page }) => {
      const { origin } = openOtherShop()
      for (const [what, document] of Object.entries(HOSTILE)) {
        await test.step(what, async () => {
          await haveCart(page, origin, document)
          await page.goto(`${origin}/cart`)
          const stored = KEPT[what] ?? 0
          if (stored === 0)
            await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
          else {
            await expect(page.getByRole('group', { name: 'Cart' }).getByRole('listitem')).toHaveCount(stored)
            await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Subtotal (1 item)₹900')
          }
          const harm = await page.evaluate(() => [window.document.title, 'polluted' in {}])
          expect(harm).toEqual(['Cart | Plain Store', false])
        })
      }
    },
  )
})
