import { expect, test } from '../fixtures.ts'
import { worlds } from './worlds.ts'

/** The way to a listing or a product, on screen as search engines are told it. */

for (const world of worlds) {
  test(
    `${world.name} the way to a product leads back up, step by step`,
    { tag: '@desktop' },
    async ({ page }) => {
      const { origin } = world.open()
      const way = page.getByRole('navigation', { name: 'Breadcrumb' })
      await page.goto(`${origin}/products?category=${world.category.toLowerCase()}`)
      await expect(way.getByRole('listitem')).toHaveText(['Home', 'All Products', world.category])

      const link = page.getByRole('main').getByRole('article').first().getByRole('link')
      const name = await link.innerText()
      await link.click()
      await expect(way.locator('[aria-current=page]')).toHaveText(name)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      const told = await page.locator('script[type="application/ld+json"]').first().innerText()
      const steps = JSON.parse(told)['@graph'].find(
        (thing: { '@type': string }) => thing['@type'] === 'BreadcrumbList',
      )
      await expect(way.getByRole('listitem')).toHaveText(
        steps.itemListElement.map((step: { name: string }) => step.name),
      )

      await way.getByRole('link').last().click()
      await expect(page).toHaveURL(/[?&]parentCategory=/)
      await way.getByRole('link', { name: world.category, exact: true }).click()
      await way.getByRole('link', { name: 'Home' }).click()
      await expect(page).toHaveURL(`${origin}/`)
    },
  )
}

test('a search ends the way with its words @desktop', async ({ page }) => {
  await page.goto('/products?search=kurta')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    'Home',
    'All Products',
    'Results for “kurta”',
  ])
})
