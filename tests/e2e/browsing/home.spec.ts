import { expect, shops, test, toast } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { product, showPictures } from './products.ts'
import { holdSections } from './states.ts'
import { categoryFilter, sentProducts, storeRecord, apiVariants } from './api-variants.ts'

/** docs/requirements.md#26-home */

for (const variant of apiVariants) {
  test.describe(variant.name, () => {
    test(
      'hero, tiles, View All and promo lead where the spec says',
      { tag: ['@req-2.6'] },
      async ({ page }) => {
        const shop = variant.open()
        const { categories } = await storeRecord(shop)
        await page.goto(shop.origin)
        const hrefOf = (name: string) =>
          page.getByRole('main').getByRole('link', { name }).getAttribute('href')
        expect(await hrefOf('Browse Collection')).toBe('/products')
        expect(await hrefOf('Featured Products')).toBe('/products?featured=true')
        // The shop's further rows have one each.
        const featured = page.getByRole('region', { name: 'Featured Products' })
        await expect(featured.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/products')
        expect(await hrefOf('Explore Collection')).toBe('/products')
        const tiles = page.getByRole('region', { name: 'Fashion Collection' }).getByRole('link')
        expect(await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('href')))).toEqual(
          categories
            .slice(0, 3)
            .map((name) => `/products?category=${encodeURIComponent(name.toLowerCase())}`),
        )
      },
    )

    test(
      'Featured Products are the first four of the first category',
      { tag: ['@req-7.4', '@req-9.2'] },
      async ({ page }) => {
        const shop = variant.open()
        const { categories } = await storeRecord(shop)
        const { products } = await sentProducts(shop, categoryFilter(categories[0] ?? ''))
        await page.goto(shop.origin)
        const cards = page.getByRole('region', { name: 'Featured Products' }).getByRole('article')
        await expect(cards.getByRole('heading')).toHaveText(products.slice(0, 4).map(({ title }) => title))
      },
    )

    test(
      'the newsletter thanks with a toast and clears the field',
      { tag: ['@desktop', '@req-2.6', '@req-4.7', '@req-5.6', '@req-8.9'] },
      async ({ page }) => {
        await page.goto(variant.open().origin)
        const field = page.getByRole('textbox', { name: 'Email address' })
        const subscribe = page.getByRole('button', { name: 'Subscribe' })
        const refusals: [string, string][] = [
          ['', 'valueMissing'],
          ['asha', 'typeMismatch'],
        ]
        for (const [text, flaw] of refusals) {
          await field.fill(text)
          await subscribe.click()
          expect(
            await field.evaluate((input: HTMLInputElement, name) => Reflect.get(input.validity, name), flaw),
          ).toBe(true)
          await expect(page.locator('#toasts > *')).toHaveCount(0)
        }
        await field.fill('asha@example.com')
        await subscribe.click()
        await expect(toast(page, 'Subscribed!')).toBeVisible()
        await expect(toast(page, 'Thank you for subscribing to our newsletter.')).toBeVisible()
        await expect(field).toHaveValue('')
      },
    )
  })
}

test(
  'Featured Products are requested with limit 4, and the newsletter makes no call',
  { tag: ['@desktop', '@req-7.2', '@req-7.4', '@req-9.2'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await page.goto(shop.origin)
    await page.getByRole('textbox', { name: 'Email address' }).fill('asha@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(toast(page, 'Subscribed!')).toBeVisible()
    const paths = (await shop.calls()).map(({ path }) => path)
    expect(paths.sort()).toEqual(['/products?page=1&limit=4&category=shirts', '/storeInfo'])
  },
)

test(
  'four skeletons stand in while Featured Products load, then the cards',
  { tag: ['@desktop', '@req-2.6', '@req-4.7'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.fail('/products', 'slow')
    const release = await holdSections(page)
    await page.goto(shop.origin)
    const section = page.getByRole('region', { name: 'Featured Products' })
    await expect(section.locator('[data-skeletons] > *')).toHaveCount(4)
    release()
    await expect(section.getByRole('article')).toHaveCount(4)
    await expect(section.locator('[data-skeletons]')).toHaveCount(0)
  },
)

test(
  'the first button of the hero is on the first screen of a phone, above the tab bar',
  { tag: ['@phone', '@req-2.6'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    for (const { origin } of shops) {
      await page.goto(origin)
      const button = await page.getByRole('main').getByRole('link').first().boundingBox()
      const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox()
      expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThanOrEqual((tabs?.y ?? 0) - 8)
    }
  },
)

test(
  "the hero shows the shop's own reasons and button before the two of every shop",
  { tag: ['@req-11.12'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({
      highlights: ['Handwoven in India', 'Free shipping'],
      heroLink: { text: 'Shop sarees', url: '/products?category=sarees' },
    })
    await page.goto(shop.origin)
    const hero = page
      .getByRole('main')
      .locator('div')
      .filter({ has: page.getByRole('heading', { level: 1 }) })
      .first()
    await expect(hero.getByRole('listitem')).toHaveText(['Handwoven in India', 'Free shipping'])
    await expect(hero.getByRole('link')).toHaveText(['Shop sarees', 'Browse Collection', 'Featured Products'])
    for (const name of ['Shop sarees', 'Browse Collection', 'Featured Products'])
      await expect(hero.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    await hero.getByRole('link', { name: 'Shop sarees' }).click()
    await expect(page).toHaveURL(`${shop.origin}/products?category=sarees`)
  },
)

test('no featured products show the one message', { tag: ['@desktop', '@req-2.6'] }, async ({ page }) => {
  const shop = openOtherShop()
  await shop.changeProducts([])
  await page.goto(shop.origin)
  await expect(page.getByText('No featured products available at the moment.', { exact: true })).toBeVisible()
})

test(
  'a tile shows its picture out of categoryImages, else the default one',
  { tag: ['@desktop', '@req-2.6'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await showPictures(page)
    await shop.changeStore({ categoryImages: { Men: '/pictures/men.svg', default: '/pictures/any.svg' } })
    await shop.changeProducts([product('p1')])
    await page.goto(shop.origin)
    const pictures = page.getByRole('region', { name: 'Fashion Collection' }).locator('img')
    expect(await pictures.evaluateAll((all) => all.map((image) => image.getAttribute('src')))).toEqual(
      ['any', 'men', 'any'].map((name) => `${shop.apiOrigin}/pictures/${name}.svg`),
    )
  },
)

test(
  'featured products stand in four columns on large screens',
  { tag: ['@desktop', '@req-9.7'] },
  async ({ page }) => {
    await page.goto(openOtherShop().origin)
    const cards = page.getByRole('region', { name: 'Featured Products' }).getByRole('listitem')
    await expect(cards).toHaveCount(4)
    const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
    expect(tops).toHaveLength(4)
    expect(new Set(tops).size).toBe(1)
  },
)
