import type { Page } from 'playwright/test'

import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { ADDRESS, haveCart, haveToken, line, OTHER_ORDER } from './shopper.ts'

const UPI_LINK = 'upi://pay?pa=plain@bank&pn=Plain%20Store&am=1800.00&cu=INR&tr=PAY1'

const order = (status: unknown, id = OTHER_ORDER) => ({
  id,
  status,
  createdAt: '2026-01-20T10:00:00.000Z',
  items: [{ id: 'i1', productTitle: 'Plain Shirt 1', quantity: 2, price: 900 }],
  shippingAddress: { address: '1 Plain Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
})

test.use({ expectedComplaints: /Invalid order status code/ })

/** What is decided about money is decided the same in every language. */
test.describe('whatever the width', { tag: '@desktop' }, () => {
  for (const chosenBy of ['the cookie of the shopper', 'the record of the shop']) {
    async function openHindiShop(page: Page) {
      const shop = openOtherShop()
      if (chosenBy === 'the record of the shop') await shop.changeStore({ language: 'hi' })
      else await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.origin }])
      await haveToken(page, shop.origin)
      return shop
    }

    test(
      `Hindi by ${chosenBy}: from the cart over checkout and QR code to the paid order`,
      { tag: ['@req-10.27'] },
      async ({ page }) => {
        const shop = await openHindiShop(page)
        await shop.stubResponse('POST /payments', { success: true, action: { type: 'qr', qr: UPI_LINK } })
        await haveCart(page, shop.origin, [line({ quantity: 2, selectedSize: 'M', selectedColor: 'White' })])
        await page.goto(`${shop.origin}/cart`)
        await expect(page.locator('html')).toHaveAttribute('lang', /^hi/)
        await expect(page.getByRole('main')).toContainText('रंग: सफ़ेद')
        await page.getByRole('button', { name: 'चेकआउट' }).click()

        const labels = ['पूरा नाम', 'पता', 'शहर', 'राज्य', 'पिन कोड', 'फ़ोन']
        for (const [index, text] of Object.values(ADDRESS).entries()) {
          await page.getByLabel(labels[index] ?? '', { exact: true }).fill(text)
        }
        await page.getByRole('button', { name: 'ऑर्डर करें' }).click()
        await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)

        const form = page.getByRole('form', { name: 'अपना भुगतान पूरा करें' })
        await expect(form.getByRole('definition')).toHaveText(['₹1,800', OTHER_ORDER])
        await form.getByLabel('Full name').focus()
        await page.keyboard.press('Tab')
        await expect(form.getByLabel('Full name')).toHaveAccessibleDescription('Name, please')
        await page.keyboard.press('Tab')
        await expect(form.getByLabel('फ़ोन')).toHaveAccessibleDescription('यह भरना ज़रूरी है')
        await form.getByLabel('Full name').fill('Asha Rao')
        await form.getByLabel('फ़ोन').fill('9876543210')
        await form.getByRole('button', { name: 'भुगतान के लिए आगे बढ़ें' }).click()
        await expect(page.getByRole('heading', { name: 'भुगतान पूरा करने के लिए QR कोड स्कैन करें' })).toBeVisible()
        await expect(page.getByRole('definition').first()).toHaveText('₹1,800')

        await shop.stubResponse('GET /orders', [order(1)])
        await page.getByRole('button', { name: 'मैंने भुगतान कर दिया' }).click()
        await expect(page).toHaveURL(`${shop.origin}/order-success`)
        await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
        await expect(page.getByRole('heading', { name: 'इस ऑर्डर का भुगतान हो चुका है' })).toBeVisible()
      },
    )

    test(
      `Hindi by ${chosenBy}: a cancelled order is neither called paid nor thanked for`,
      { tag: ['@decision-1.1', '@req-10.27'] },
      async ({ page }) => {
        const shop = await openHindiShop(page)
        await shop.stubResponse('GET /orders', [order(4)])
        await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
        await expect(page.getByRole('heading', { name: 'यह ऑर्डर रद्द हो गया था' })).toBeVisible()
        await expect(page.getByText('इस ऑर्डर का भुगतान हो चुका है')).toHaveCount(0)

        await shop.stubResponse('GET /orders', [order(0)])
        await shop.stubResponse('GET /payments/fields', [])
        await shop.stubResponse('POST /payments', { success: true, action: { type: 'qr', qr: UPI_LINK } })
        await page.reload()
        await page.getByRole('button', { name: 'भुगतान के लिए आगे बढ़ें' }).click()
        const paid = page.getByRole('button', { name: 'मैंने भुगतान कर दिया' })
        await expect(paid).toBeVisible()
        await shop.stubResponse('GET /orders', [order(4)])
        await paid.click()
        await expect(page.getByRole('heading', { name: 'यह ऑर्डर रद्द हो गया था' })).toBeVisible()
        await expect(page).toHaveURL(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
      },
    )

    test(
      `Hindi by ${chosenBy}: every status has its name, and Pay Now stands at Pending alone`,
      { tag: ['@req-10.27'] },
      async ({ page }) => {
        const shop = await openHindiShop(page)
        const statuses: [unknown, string][] = [
          [0, 'भुगतान बाक़ी'],
          [1, 'तैयार हो रहा है'],
          [2, 'भेज दिया गया'],
          [3, 'डिलीवर हो गया'],
          [4, 'रद्द'],
          [7, 'पता नहीं (7)'],
          ['paid', 'पता नहीं'],
        ]
        await shop.stubResponse(
          'GET /orders',
          statuses.map(([status], index) => order(status, `O-${index}`)),
        )
        await page.goto(`${shop.origin}/orders`)
        for (const [index, [, name]] of statuses.entries()) {
          const card = page.getByRole('article', { name: `ऑर्डर O-${index}`, exact: true })
          await expect(card.getByText(name, { exact: true })).toBeVisible()
          await expect(card.getByRole('link')).toHaveCount(index === 0 ? 1 : 0)
        }
        for (const id of ['O-5', 'O-6', 'O-99']) {
          await page.goto(`${shop.origin}/payment?orderId=${id}`)
          await expect(
            page.getByText(`ऑर्डर ${id} की स्थिति पता नहीं चल सकी। आप यहाँ भुगतान फिर भी कर सकते हैं।`),
          ).toBeVisible()
          await expect(page.getByRole('form', { name: 'भुगतान पूरा करें' })).toBeVisible()
        }
        await page.getByRole('main').getByRole('link', { name: 'ऑर्डर ट्रैक करें' }).click()
        await expect(page.getByLabel('ऑर्डर नंबर')).toHaveValue('O-99')
      },
    )
  }
})

test(
  'a visit that begins at a Hindi address stays in Hindi until the shopper chooses English',
  { tag: ['@req-11.27'] },
  async ({ page }) => {
    const shop = openOtherShop()
    const languageIs = (language: string) =>
      expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
    await page.goto(`${shop.origin}/hi/products`)
    await languageIs('hi')
    await page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`^${shop.origin}/product/`))
    await languageIs('hi')
    await page.goto(`${shop.origin}/hi/terms`)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page).toHaveURL(`${shop.origin}/terms`)
    await languageIs('en')

    await page.goto(`${shop.origin}/hi/about`)
    await languageIs('hi')
    await page.goto(`${shop.origin}/about`)
    await languageIs('en')
  },
)
