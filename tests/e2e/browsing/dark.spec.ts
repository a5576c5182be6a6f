import { flaws } from '../axe.ts'
import { buyFirstProduct, expect, shops, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { haveOrder, paymentLinkOf } from '../buying/demo-order.ts'

/** The dark scheme, for who asks for it and for shops that have one. */

test.use({ colorScheme: 'dark' })

const ground = () => getComputedStyle(document.documentElement).backgroundColor

for (const shop of shops) {
  test(
    `${shop.name} is dark, and every text can be read`,
    { tag: ['@desktop', '@req-11.12'] },
    async ({ page }) => {
      for (const path of ['/', '/products', '/cart']) {
        await page.goto(shop.origin + path)
        expect(await page.evaluate(ground)).toBe(
          { Tanabana: 'rgb(27, 21, 18)', Dhaaga: 'rgb(15, 22, 38)' }[shop.name],
        )
        expect([path, await flaws(page, { type: 'rule', values: ['color-contrast'] })]).toEqual([path, []])
      }
    },
  )
}

test(
  'a shop with colours for light ground alone stays light',
  { tag: ['@desktop', '@req-11.12'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ theme: { surface: '#ffeedd' } })
    await page.goto(`${shop.origin}/cart`)
    expect(await page.evaluate(ground)).toBe('rgb(255, 238, 221)')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  },
)

test(
  'a payment link is dark, and every text can be read',
  { tag: ['@phone', '@req-11.12'] },
  async ({ page }) => {
    await page.goto(await paymentLinkOf(await haveOrder(page)))
    await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
    expect(await page.evaluate(ground)).toBe('rgb(27, 21, 18)')
    expect(await flaws(page, { type: 'rule', values: ['color-contrast'] })).toEqual([])
  },
)

test('pictures are dimmed, in the cart too', { tag: ['@phone', '@req-11.12'] }, async ({ page }) => {
  const [shop] = shops
  await page.goto(`${shop.origin}/products`)
  const card = page.locator('main article img').first()
  await expect(card).toHaveCSS('filter', 'brightness(0.85)')
  await buyFirstProduct(page, shop)
  const line = page.getByRole('group', { name: 'Cart' }).getByRole('listitem').locator('img').first()
  await expect(line).toHaveCSS('filter', 'brightness(0.85)')
})
