import { flaws, WCAG } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { placeOrders } from './place-orders.ts'
import { callFromConsole, CONSOLE, openScreen, signInToConsole } from './staff.ts'

const SCREENS = [
  '/',
  '/orders',
  '/payments',
  '/refunds',
  '/returns',
  '/products',
  '/products/create',
  '/imports',
  '/policies',
  '/policies/about-en',
  '/store',
  '/revisions',
  '/offers',
  '/pincodes',
  '/customers',
  '/contact-messages',
  '/staff',
  '/staff/create',
  '/tokens',
  '/tokens/create',
  '/webhooks',
  '/deliveries',
  '/audit',
  '/account',
]

test('the sign-in has no flaw that axe finds', { tag: ['@req-12.8'] }, async ({ page }) => {
  await page.goto(CONSOLE)
  await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
  expect(await flaws(page, WCAG)).toEqual([])
})

// Each width, language and colour scheme once.
for (const [language, colorScheme, width] of [
  ['en', 'light', '@desktop'],
  ['hi', 'dark', '@phone'],
] as const) {
  test(
    `every screen is free of flaws that axe finds and fits its width: ${language}, ${colorScheme}`,
    { tag: [width, '@req-12.8'] },
    async ({ page }) => {
      test.slow()
      const [order = ''] = await placeOrders(1, `Axe ${Date.now()}`)
      await page.emulateMedia({ colorScheme })
      await signInToConsole(page, 'owner', { language })
      const { data: products } = await callFromConsole(page, '/products?perPage=1')
      const { data: people } = await callFromConsole(page, '/staff?perPage=1')
      const records = [`/orders/${order}/show`, `/products/${products[0].id}`, `/staff/${people[0].id}`]
      for (const path of [...SCREENS, ...records]) {
        await openScreen(page, path)
        await expect(page.getByRole('progressbar')).toHaveCount(0)
        await expect(page.locator('#main-content > *').first()).toBeVisible()
        expect.soft(await flaws(page, WCAG), path).toEqual([])
        // A phone's layout grows with what does not fit, and `innerWidth` with it.
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
        expect.soft(scrollWidth, path).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      }
    },
  )
}
