import { expect, test } from '../fixtures.ts'
import { statusFromConsole, openScreen, signInToConsole } from './staff.ts'

test.use({ expectedComplaints: /403/ })

test(
  'a packer sees what is to pack, and neither takings nor texts',
  { tag: ['@req-12.8'] },
  async ({ page, isMobile }) => {
    await signInToConsole(page, 'packer')
    await expect(page.getByRole('heading', { name: /^Low stock/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Takings' })).toBeHidden()
    if (isMobile) await page.getByRole('button', { name: 'More' }).click()
    const menu = page.getByRole('menu', { name: 'Screens' })
    await expect(menu.getByRole('menuitem')).toHaveText(['Today', 'Orders', 'Returns', 'Products'])
    for (const path of ['/payments', '/policies', '/store-info', '/staff', '/audit'])
      expect(await statusFromConsole(page, path), path).toBe(403)
  },
)

test('an editor sees products and texts, and no orders', { tag: ['@req-12.8'] }, async ({ page }) => {
  await signInToConsole(page, 'editor')
  expect(await statusFromConsole(page, '/orders')).toBe(403)
  await openScreen(page, '/products')
  await page.getByPlaceholder('Title, key, SKU').fill('Woven Stole')
  await expect(page.getByText('Woven Stole', { exact: true })).toBeVisible()
})
