import { expect, shops, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { get } from './api-variants.ts'

const [{ origin }] = shops
const CAPABLE = { capabilities: ['search', 'suggestions'] }

test(
  'by keyboard a shopper moves through the suggestions and follows one @desktop',
  { tag: ['@req-11.6'] },
  async ({ page }) => {
    await page.goto(origin)
    const field = page.getByLabel('Search products')
    await field.focus()
    // At once: letters one by one are asked for one by one where a machine is slow.
    await page.keyboard.insertText('anarkal')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(list).toBeVisible()
    await expect(field).toHaveRole('combobox')
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    const options = list.getByRole('option')
    const count = await options.count()
    await expect(page.getByRole('status').filter({ hasText: `${count} suggestions` })).toHaveCount(1)

    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(list.getByRole('option', { selected: true })).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute(
      'aria-activedescendant',
      (await options.first().getAttribute('id')) ?? '-',
    )
    await expect(field).toBeFocused()

    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(field).toHaveValue('anarkal')
    await page.keyboard.type('i')
    await expect(list).toBeVisible()
    const last = options.last()
    const name = (await last.innerText()).trim()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  },
)

test(
  'Enter searches for the typed text, whatever the suggestions @desktop',
  { tag: ['@req-11.6'] },
  async ({ page }) => {
    await page.goto(origin)
    await page.getByLabel('Search products').fill('कुर्त')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.getByLabel('Search products').press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “कुर्त”' })).toBeVisible()
    await expect(page.getByRole('listbox')).toBeHidden()
  },
)

test('Enter ignores a choice for an earlier text @desktop', { tag: ['@req-11.6'] }, async ({ page }) => {
  await page.goto(origin)
  const field = page.getByLabel('Search products')
  await field.fill('saree')
  await expect(page.getByRole('option').first()).toBeVisible()
  await field.press('ArrowDown')
  await page.route('**/fragments/suggestions?search=kurta', (route) => route.abort())
  await field.fill('kurta')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “kurta”' })).toBeVisible()
})

test('a touch follows a suggested sub-category @phone', { tag: ['@req-11.6'] }, async ({ page }) => {
  await page.goto(origin)
  await page.getByLabel('Search products').tap()
  await page.keyboard.insertText('silk sar')
  await page
    .getByRole('group', { name: 'Categories' })
    .getByRole('option', { name: /^Silk Sarees/ })
    .tap()
  await expect(page).toHaveURL(`${origin}/products?category=sarees&parentCategory=Silk%20Sarees`)
})

test(
  'nothing is suggested beside a field that is left @desktop',
  { tag: ['@req-11.6'] },
  async ({ page }) => {
    await page.goto(origin)
    await page.getByLabel('Search products').fill('saree')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('listbox')).toBeHidden()
  },
)

test(
  'suggestions are for the last text, even when an earlier response arrives later @desktop',
  { tag: ['@req-11.6'] },
  async ({ page }) => {
    await page.goto(origin)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    await page.route('**/fragments/suggestions?search=kurta', async (route) => {
      await promise
      // The browser has given the call up.
      await route.continue().catch(() => undefined)
    })
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('search=kurta'))
    const field = page.getByLabel('Search products')
    const first = page.waitForRequest('**/fragments/suggestions?search=kurta')
    await field.fill('kurta')
    await first
    await field.fill('saree')
    await expect(page.getByRole('option').first()).toContainText(/saree/i)
    expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED')
    resolve(undefined)
    await expect(page.getByRole('option').filter({ hasText: /kurta/i })).toHaveCount(0)
  },
)

test.describe('a shop on another API', () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test(
    'suggests nothing while its API fails, and searches all the same @desktop',
    { tag: ['@req-11.6'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.changeStore(CAPABLE)
      await shop.fail('/suggestions', 'error')
      await page.goto(shop.origin)
      const responded = page.waitForResponse('**/fragments/suggestions?**')
      await page.getByLabel('Search products').fill('shirt')
      expect((await responded).status()).toBe(503)
      await expect(page.getByRole('listbox')).toBeHidden()
      await expect(page.locator('#toasts')).toBeEmpty()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${shop.origin}/products?search=shirt`)
    },
  )

  test('escapes hostile names @desktop', { tag: ['@req-11.6'] }, async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore(CAPABLE)
    const title = '<img src=x onerror=alert(1)>'
    await shop.stubResponse('GET /suggestions', {
      products: [{ id: '../..//evil.example', title }],
      subCategories: [{ category: null, parentCategory: `${title} two` }],
    })
    await page.goto(shop.origin)
    await page.getByLabel('Search products').fill('shirt')
    await expect(page.getByRole('option', { name: title, exact: true })).toHaveAttribute(
      'href',
      '/product/..%2F..%2F%2Fevil.example',
    )
    await expect(page.getByRole('option')).toHaveCount(2)
  })

  test(
    'gets no requests for suggestions without the capability @desktop',
    { tag: ['@decision-13.3', '@req-11.6'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.changeStore({ capabilities: ['search'] })
      await page.goto(shop.origin)
      await page.getByLabel('Search products').fill('shirt')
      await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('shirt')
      expect((await get(`${shop.origin}/fragments/suggestions?search=shirt`)).text).not.toContain('option')
      expect((await shop.calls()).filter(({ path }) => path.startsWith('/suggestions'))).toEqual([])
    },
  )
})
