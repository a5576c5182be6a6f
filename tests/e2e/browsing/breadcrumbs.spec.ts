import { expect, test } from '../fixtures.ts'
import { apiVariants } from './api-variants.ts'

/** The way to a listing or a product, on screen as search engines are told it. */

for (const variant of apiVariants) {
  test(
    `${variant.name} the way to a product leads back up, step by step`,
    { tag: '@desktop' },
    async ({ page }) => {
      const { origin } = variant.open()
      const way = page.getByRole('navigation', { name: 'Breadcrumb' })
      await page.goto(`${origin}/products?category=${variant.category.toLowerCase()}`)
      await expect(way.getByRole('listitem')).toHaveText(['Home', 'All Products', variant.category])

      const link = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link')
      const name = await link.innerText()
      await link.click()
      await expect(way.locator('[aria-current=page]')).toHaveText(name)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      const reported = await page.locator('script[type="application/ld+json"]').first().innerText()
      const steps = JSON.parse(reported)['@graph'].find(
        (thing: { '@type': string }) => thing['@type'] === 'BreadcrumbList',
      )
      await expect(way.getByRole('listitem')).toHaveText(
        steps.itemListElement.map((step: { name: string }) => step.name),
      )

      await way.getByRole('link').last().click()
      await expect(page).toHaveURL(/[?&]parentCategory=/)
      await way.getByRole('link', { name: variant.category, exact: true }).click()
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
