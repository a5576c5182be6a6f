import { CONFIRMATION_LINK as TOKEN } from '../../kit/shops/other-store.ts'
import { flaws, WCAG } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { demoShop, haveOrder, payFor } from './demo-order.ts'
import { mailLinkOf, ship, store } from './merchant.ts'

test.use({ expectedComplaints: /Failed to load resource/ })

for (const [language, words] of Object.entries({
  en: {
    confirm: 'Confirm the order',
    done: 'Thank you. Your order is confirmed.',
    late: 'There is nothing left to confirm',
  },
  hi: {
    confirm: 'ऑर्डर की पुष्टि करें',
    done: 'धन्यवाद। आपके ऑर्डर की पुष्टि हो गई है।',
    late: 'अब पुष्टि करने को कुछ बाक़ी नहीं है',
  },
})) {
  test(
    `a cash order is confirmed by the link of its mail, with one press (${language})`,
    { tag: ['@phone', '@req-11.41'] },
    async ({ page }) => {
      test.setTimeout(120_000)
      const order = await haveOrder(page, { language: language as 'en' | 'hi' })
      await payFor(order, 'cash-on-delivery')
      const link = await mailLinkOf(order, '/confirm/')
      const response = await page.goto(demoShop.origin + link)
      expect(response?.headers()).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex',
      })
      await expect(page.getByRole('main')).toContainText(order.orderId)
      // Opening the link confirms nothing.
      expect(await store('orders', 'show', order.orderId)).toContain('Not confirmed yet')
      await page.getByRole('button', { name: words.confirm }).click()
      await expect(page.getByRole('status').filter({ hasText: words.done })).toBeVisible()
      expect(await flaws(page, WCAG)).toEqual([])
      expect(await store('orders', 'show', order.orderId)).toContain('Confirmed by the shopper, ')
      await ship(order.orderId)
      await page.reload()
      await expect(page.getByRole('status').filter({ hasText: words.late })).toBeVisible()
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    },
  )
}

test('a wrong link says so and leads to tracking', { tag: ['@req-11.41', '@phone'] }, async ({ page }) => {
  const shop = openOtherShop()
  await shop.changeStore({ capabilities: ['cash-confirmation'] })
  await page.goto(`${shop.origin}/confirm/unknown`)
  await expect(
    page.getByRole('heading', { name: 'This confirmation link is wrong or has expired' }),
  ).toBeVisible()
  await expect(page.getByRole('alert').getByRole('link', { name: 'Track Order' })).toBeVisible()
})

test(
  'a shop without the capability has no such page',
  { tag: ['@req-11.41', '@desktop'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ capabilities: [] })
    expect((await page.goto(`${shop.origin}/confirm/${TOKEN}`))?.status()).toBe(404)
  },
)
