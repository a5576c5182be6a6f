import type { Page } from 'playwright/test'

import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { demoLine, demoShop } from '../buying/demo-order.ts'

const fieldOn = (page: Page) => page.getByLabel('Delivery to your PIN code')
const factsOn = (page: Page) => page.locator('#pin-code-facts')

async function openProduct(page: Page): Promise<void> {
  const { id } = await demoLine()
  await page.goto(`${demoShop.origin}/product/${id}`)
}

/** The last day of `days` from today in India, as the page writes it. */
function dayIn(days: number, locale = 'en-IN'): string {
  const date = new Date(Date.now() + days * 86_400_000)
  return date.toLocaleDateString(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
}

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test(
    'a PIN code shows the day of arrival and whether cash is possible, for the visit',
    { tag: ['@req-2.9', '@req-11.29'] },
    async ({ page }) => {
      await openProduct(page)
      await expect(factsOn(page)).toHaveText('Delivery within 7 working days.')
      await fieldOn(page).pressSequentially('११०००१')
      await expect(factsOn(page)).toHaveText(`Arrives by ${dayIn(3)}Cash on delivery is possible.`)
      const { height } = (await factsOn(page).boundingBox()) ?? {}
      await fieldOn(page).fill('194 101')
      await expect(factsOn(page)).toHaveText(`Arrives by ${dayIn(9)}Pay online: no cash on delivery here.`)
      expect((await factsOn(page).boundingBox())?.height).toBe(height)

      await page.goto(`${demoShop.origin}/products`)
      await openProduct(page)
      await expect(fieldOn(page)).toHaveValue('194101')
      await expect(factsOn(page)).toContainText(`Arrives by ${dayIn(9)}`)
    },
  )

  test(
    'a PIN code to which the shop does not deliver is told in the colour of errors',
    { tag: ['@req-2.9', '@req-11.29'] },
    async ({ page }) => {
      await openProduct(page)
      await fieldOn(page).fill('682555')
      const refusal = factsOn(page).getByText("The shop doesn't deliver to 682555 yet.", { exact: true })
      await expect(refusal).toBeVisible()
      await expect(refusal).toHaveClass(/\btext-danger\b/)
      await expect(factsOn(page)).not.toContainText(/Arrives|Cash/)
      const shipping = page.getByText('Free shipping across India.')
      await expect(shipping).toBeHidden()
      await fieldOn(page).fill('110001')
      await expect(shipping).toBeVisible()
    },
  )

  test(
    'an incomplete PIN code is pointed out when it is left, and asks nothing',
    { tag: ['@req-2.9', '@req-11.29'] },
    async ({ page }) => {
      await openProduct(page)
      const asked: string[] = []
      page.on('request', (request) => request.url().endsWith('/quotes') && asked.push(request.url()))
      await fieldOn(page).fill('1100')
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await expect(factsOn(page)).toHaveText(
        'A PIN code in India has 6 digits, the first not 0. Please check it.',
      )
      await expect(fieldOn(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(fieldOn(page)).toBeFocused()
      expect(asked).toEqual([])
      await fieldOn(page).fill('110001')
      await expect(factsOn(page)).toContainText('Arrives by')
      await expect(fieldOn(page)).not.toHaveAttribute('aria-invalid')
      expect(asked).toHaveLength(1)
    },
  )

  test('in Hindi', { tag: ['@req-11.12'] }, async ({ page }) => {
    await page.context().addCookies([{ name: 'language', value: 'hi', url: demoShop.origin }])
    await openProduct(page)
    await page.getByLabel('आपके पिन कोड पर डिलीवरी').fill('110001')
    await expect(factsOn(page)).toContainText(dayIn(3, 'hi-IN'))
    await expect(factsOn(page)).not.toContainText(/Arrives|Cash/)
  })

  test('a shop without quotes has no field', { tag: ['@req-11.29'] }, async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ capabilities: ['pincodes'] })
    await page.goto(`${shop.origin}/product/plain-1`)
    await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
    await expect(fieldOn(page)).toHaveCount(0)
  })
})

test.describe('a quote that fails', { tag: '@desktop' }, () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test('is said, and the product can be ordered all the same', { tag: ['@req-11.29'] }, async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ capabilities: ['pincodes', 'quotes'] })
    await shop.stubResponse('POST /quotes', {}, 503)
    await page.goto(`${shop.origin}/product/plain-1`)
    await fieldOn(page).fill('110001')
    await expect(factsOn(page)).toHaveText(
      "We couldn't check prices and delivery just now. You can order all the same.",
    )
    await page.getByText('M', { exact: true }).click()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page).toHaveURL(`${shop.origin}/cart`)
  })
})
