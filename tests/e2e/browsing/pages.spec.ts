import { waitUntilComplete } from '../../kit/browser/complete-page.ts'
import { expect, test, toast } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { storeRecord, apiVariants } from './api-variants.ts'

/** Contact, order success, 404, API test. docs/requirements.md#217-contact docs/requirements.md#213-order-success docs/requirements.md#219-404-page docs/requirements.md#220-api-test */

const contactFields = ['Your Name', 'Email Address', 'Subject', 'Your Message']

for (const variant of apiVariants) {
  test.describe(variant.name, () => {
    test(
      'contact: four required fields, Sending... for 1.5 s, then the toast and an empty form',
      { tag: ['@desktop', '@req-2.17', '@req-4.7', '@req-5.6', '@req-9.8'] },
      async ({ page }) => {
        await page.clock.install({ time: 0 })
        await page.goto(`${variant.open().origin}/contact`)
        const button = page.locator('#contact-form').getByRole('button')
        const values = ['Asha Rao', 'asha@example.com', 'Size', 'Which one?']
        for (const [index, field] of contactFields.entries()) {
          await expect(page.getByLabel(field)).toHaveJSProperty('required', true)
          await button.click()
          await expect(button).toHaveText('Send Message')
          await page.getByLabel(field).fill(values[index] ?? '')
        }
        await expect(page.getByLabel('Email Address')).toHaveAttribute('type', 'email')
        await page.clock.pauseAt(600_000)
        await button.focus()
        await page.keyboard.press('Enter')
        await expect(button).toHaveText('Sending...')
        await expect(button).toBeDisabled()
        await page.clock.runFor(1400)
        await expect(button).toHaveText('Sending...')
        await page.clock.runFor(200)
        await expect(toast(page, 'Message Sent')).toBeVisible()
        await expect(toast(page, "Thank you for contacting us. We'll get back to you shortly.")).toBeVisible()
        await expect(button).toHaveText('Send Message')
        await expect(button).toBeFocused()
        for (const field of contactFields) await expect(page.getByLabel(field)).toHaveValue('')
      },
    )

    test(
      'contact: company, email, phone with its hours, address',
      { tag: ['@req-2.17', '@req-9.8'] },
      async ({ page }) => {
        const shop = variant.open()
        const record = await storeRecord(shop)
        await page.goto(`${shop.origin}/contact`)
        const details = page.getByRole('region', { name: 'Where to find us' })
        for (const detail of ['companyName', 'companyAddress', 'companyPhone'])
          await expect(details).toContainText(record[detail] ?? '')
        const email = details.getByRole('link', { name: record.companyEmail })
        await expect(email).toHaveAttribute('href', `mailto:${record.companyEmail}`)
        await expect(details).toContainText('Monday to Saturday 10AM-6PM')
      },
    )

    test(
      'the API test calls the store-info endpoint and logs the answer',
      { tag: ['@desktop', '@req-2.20'] },
      async ({ page }) => {
        const shop = variant.open()
        const { storeName = '' } = await storeRecord(shop)
        const logged = page.waitForEvent('console', (message) =>
          message.text().startsWith('Store information:'),
        )
        const called = page.waitForRequest(`${shop.apiOrigin}/api/v1/storeInfo`)
        await page.goto(`${shop.origin}/api-test`)
        await called
        const response = await (await logged).args()[1]?.jsonValue()
        expect(response.storeName).toBe(storeName)
        await expect(page.getByText('Connection successful.', { exact: true })).toBeVisible()
      },
    )

    test(
      'order success thanks and leads to the orders and home',
      { tag: ['@desktop', '@req-2.13'] },
      async ({ page }) => {
        await page.goto(`${variant.open().origin}/order-success`)
        await expect(page.getByRole('heading', { level: 1, name: 'Thank You for Your Order!' })).toBeVisible()
        const links = await page
          .getByRole('main')
          .getByRole('link')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
        expect(links).toEqual(['/orders', '/'])
      },
    )
  })
}

test.describe('an address that leads nowhere', () => {
  test.use({ expectedComplaints: /status of 404/ })

  for (const variant of apiVariants) {
    test(
      `${variant.name} shows the 404 page, at /404 or in place, and leads home`,
      { tag: ['@desktop', '@req-2.19', '@req-10.2'] },
      async ({ page }) => {
        const { origin } = variant.open()
        for (const [path, end] of [
          ['/no-such-page', '/404'],
          ['/no/such/page', '/no/such/page'],
        ] as const) {
          const received = await page.goto(origin + path)
          expect([received?.status(), page.url()]).toEqual([404, origin + end])
          await expect(page.getByText('404', { exact: true })).toBeVisible()
          await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible()
          await page.getByRole('link', { name: 'Return to Home' }).click()
          await expect(page).toHaveURL(`${origin}/`)
        }
      },
    )
  }
})

test(
  'contact makes no call, and shows fallbacks for missing store info',
  { tag: ['@desktop', '@req-2.17'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ companyName: null, companyAddress: '', companyEmail: null, companyPhone: null })
    await page.goto(`${shop.origin}/contact`)
    const details = page.getByRole('region', { name: 'Where to find us' })
    for (const fallback of ['Company Name', 'support@example.com', 'Phone Number', 'Company Address'])
      await expect(details.getByText(fallback, { exact: true })).toBeVisible()
    // What the page loads once it is used does not belong to the form.
    const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/_astro/state.'))
    await page.getByRole('main').hover()
    await loaded
    await waitUntilComplete(page)
    const requested: string[] = []
    page.on('request', (request) => requested.push(`${request.method()} ${request.url()}`))
    for (const field of contactFields) await page.getByLabel(field).fill('asha@example.com')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
    await expect(toast(page, 'Message Sent')).toBeVisible()
    for (const field of contactFields) await expect(page.getByLabel(field)).toHaveValue('')
    expect(requested).toEqual([])
    expect((await shop.calls()).map(({ path }) => path)).toEqual(['/storeInfo'])
  },
)

test.describe('when the API test fails', () => {
  test.use({ expectedComplaints: /Failed to load resource|^Store information:|CORS/ })

  test(
    'a failed call says Connection failed, and Test again recovers',
    { tag: ['@desktop', '@req-8.9'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await page.goto(`${shop.origin}/api-test`)
      const status = page.getByRole('main').getByRole('status')
      for (const fault of ['refuse', 'error', 'html', 'truncated', 'unauthorized'] as const) {
        await shop.fail('/storeInfo', fault)
        await page.getByRole('button', { name: 'Test again' }).click()
        await expect(status).toHaveText('Connection failed. Check console for details.', {
          useInnerText: true,
        })
        await shop.fail('/storeInfo', null)
        await page.getByRole('button', { name: 'Test again' }).click()
        await expect(status).toHaveText('Connection successful.', { useInnerText: true })
      }
    },
  )

  test('anything else is an unexpected error', { tag: ['@desktop', '@req-8.9'] }, async ({ page }) => {
    const shop = openOtherShop()
    await page.goto(`${shop.origin}/api-test`)
    await expect(page.getByText('Connection successful.')).toBeVisible()
    await page.evaluate(() => {
      performance.now = () => {
        throw new Error('no clock')
      }
    })
    await page.getByRole('button', { name: 'Test again' }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Unexpected error: no clock', {
      useInnerText: true,
    })
  })
})
