import type { Page } from 'playwright/test'

import { expect, shops, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { product } from './products.ts'
import { holdSections } from './states.ts'
import { categoryFilter, get, sentProducts, apiVariants } from './api-variants.ts'

/** Product listing, its call and pagination. docs/requirements.md#28-product-listing docs/requirements.md#73-listing-parameters docs/requirements.md#93-pagination */

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const types = (page: Page) => page.getByRole('combobox', { name: 'Type' })
const many = (count: number) => Array.from({ length: count }, (_, index) => product(`p${index + 1}`))

for (const variant of apiVariants) {
  test.describe(variant.name, () => {
    test(
      'pages hold 12 products, and changing the page sets it and starts at the top',
      { tag: ['@desktop', '@req-2.1', '@req-2.8', '@req-3.12', '@req-9.2', '@req-10.4', '@req-10.7'] },
      async ({ page }) => {
        const shop = variant.open()
        const { products, total } = await sentProducts(shop)
        await page.goto(`${shop.origin}/products`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
        await expect(cards(page).getByRole('heading')).toHaveText(products.map(({ title }) => title))
        await expect(page.getByText(`Showing 1 to 12 of ${total} items`, { exact: true })).toBeVisible()
        await pages(page).getByRole('link', { name: 'Page 2' }).click()
        await expect(page).toHaveURL(`${shop.origin}/products?page=2`)
        await expect(page.getByText(`Showing 13 to 24 of ${total} items`, { exact: true })).toBeVisible()
        await expect(pages(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute(
          'aria-current',
          'page',
        )
        expect(await page.evaluate(() => scrollY)).toBe(0)
      },
    )

    test(
      'choosing a sub-category sets it and resets the page; Clear and All Types remove it',
      { tag: ['@desktop', '@req-2.8', '@req-7.5', '@req-9.2'] },
      async ({ page }) => {
        const shop = variant.open()
        const category = variant.category.toLowerCase()
        const { products } = await sentProducts(shop, `${categoryFilter(category)}&limit=100`)
        const names = [...new Set(products.flatMap(({ parentCategory }) => parentCategory ?? []))]
        const [, second = ''] = names
        await page.goto(`${shop.origin}/products?category=${category}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(variant.category)
        await expect(types(page).getByRole('option').first()).toHaveText('All Types')
        const offered = async () =>
          (await types(page).getByRole('option').allTextContents()).map((name) => name.trim()).sort()
        // A slow machine shows the products late, and the types with them.
        await expect.poll(offered).toEqual(['All Types', ...names].sort())
        await types(page).selectOption(second)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(second)
        expect(new URL(page.url()).search.replaceAll('+', '%20')).toBe(
          `?category=${category}&parentCategory=${encodeURIComponent(second)}`,
        )
        await expect(types(page)).toHaveValue(second)
        await page.getByRole('link', { name: 'Clear' }).click()
        await expect(page).toHaveURL(`${shop.origin}/products?category=${category}`)
        await page.goto(`${shop.origin}/products?page=2&parentCategory=`)
        await types(page).selectOption(second)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(second)
        expect(new URL(page.url()).searchParams.has('page')).toBe(false)
        await types(page).selectOption('All Types')
        await expect(page).toHaveURL(/\/products\??$/)
      },
    )

    test(
      'bad parameters give a sensible page, never an error',
      { tag: ['@desktop', '@req-2.8'] },
      async () => {
        const { origin } = variant.open()
        const long = 'x'.repeat(3000)
        const first = [
          ...['', 'page=', 'page=0', 'page=-1', 'page=abc', 'page=1.5', 'page=1e9', 'page[]=2', 'page=NaN'],
          ...[
            'page=1&page=2',
            'category=',
            'featured=',
            'featured=nonsense',
            `category=${long}`,
            `page=${'0'.repeat(3000)}`,
          ],
          ...['category=%00', 'parentCategory=%00%07'],
          ...['parentCategory=', 'category=%20', 'unknown=1&gclid=2', 'page=%F0%9F%98%80'],
        ]
        for (const query of first) {
          const response = await get(`${origin}/products?${query}&wait=1`)
          expect([query, response.status]).toEqual([query, 200])
          expect(response.text).toContain('Showing 1 to 12 of')
        }
        const empty = [
          'page=99',
          `page=${'9'.repeat(20)}`,
          'category=none',
          'category=%3Cscript%3E&category=men',
          'category=no%00ne',
        ]
        for (const query of empty) {
          const received = await get(`${origin}/products?${query}&wait=1`)
          expect([query, received.status]).toEqual([query, 200])
          expect(received.text).toContain('No products found with the selected filters.')
          expect(received.text).not.toMatch(/<h1[^>]*>[^<]*<script|\0/)
        }
        expect((await get(`${origin}/products?category=${'x'.repeat(10_000)}`)).status).toBe(414)
      },
    )
  })
}

test(
  'the heading follows parent category, men, women, any other category, none',
  { tag: ['@desktop', '@req-10.6'] },
  async () => {
    const { origin } = openOtherShop()
    const headings: [string, string][] = [
      ['', 'All Products'],
      ['?featured=true', 'All Products'],
      ['?category=men', 'Men’s Ethnic Wear'.replace('’', '&#39;')],
      ['?category=WOMEN', 'Women&#39;s Ethnic Wear'],
      ['?category=shirts', 'Shirts'],
      ['?category=men&parentCategory=Nehru%20Jackets', 'Nehru Jackets'],
    ]
    for (const [query, heading] of headings) {
      const { text } = await get(`${origin}/products${query}`)
      expect(/<h1[^>]*>([^<]*)</.exec(text)?.[1]?.trim()).toBe(heading)
    }
  },
)

test(
  'the API is asked for gender, filter, category, parentCategory, featured, page, limit',
  {
    tag: ['@desktop', '@req-2.8', '@req-7.3', '@req-10.5', '@req-10.11'],
  },
  async () => {
    const shop = openOtherShop()
    const requested: [string, string][] = [
      ['', ''],
      ['?page=2', ''],
      ['?category=men', '&gender=Men'],
      ['?category=Women', '&gender=Women'],
      ['?category=accessories', '&filter=Accessories%2CPersonal+Care%2CHome%2Cnull%2CUnisex'],
      ['?category=shirts&parentCategory=Casual', '&category=shirts'],
      ['?featured=true', ''],
    ]
    for (const [query] of requested) await get(`${shop.origin}/products${query}`)
    const paths = (await shop.calls()).map(({ path }) => path).filter((path) => path.startsWith('/products'))
    const lists = paths.filter((path) => path.includes('limit=12'))
    expect(lists.sort()).toEqual(
      [
        '/products?page=1&limit=12',
        '/products?page=2&limit=12',
        '/products?page=1&limit=12&gender=Men',
        '/products?page=1&limit=12&gender=Women',
        '/products?page=1&limit=12&filter=Accessories%2CPersonal+Care%2CHome%2Cnull%2CUnisex',
        '/products?page=1&limit=12&category=shirts&parentCategory=Casual',
        '/products?page=1&limit=12&featured=true',
      ].sort(),
    )
    expect(paths.filter((path) => path.includes('limit=100')).sort()).toEqual(
      requested.map(([, filter]) => `/products?page=1&limit=100${filter}`).sort(),
    )
  },
)

test(
  'pagination shows the page with two on each side, first, last and ellipses',
  { tag: ['@req-9.3'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeProducts(many(240))
    await page.goto(`${shop.origin}/products?page=10`)
    await expect(pages(page).getByRole('listitem')).toHaveText([
      '',
      '1',
      '…',
      '8',
      '9',
      '10',
      '11',
      '12',
      '…',
      '20',
      '',
    ])
    await expect(page.getByText('Showing 109 to 120 of 240 items', { exact: true })).toBeVisible()
    await pages(page).getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(`${shop.origin}/products?page=11`)
    await pages(page).getByRole('link', { name: 'Previous page' }).click()
    await expect(page).toHaveURL(`${shop.origin}/products?page=10`)
  },
)

test('a page has the size that the API reports', { tag: ['@desktop', '@req-10.23'] }, async ({ page }) => {
  const shop = openOtherShop()
  for (const [shown, range, last] of [
    [{ pagination: { total: 30, limit: 10 } }, 'Showing 11 to 20 of 30 items', '3'],
    [{ pagination: { total: 30, pageSize: 8 } }, 'Showing 9 to 16 of 30 items', '4'],
    [{ count: 30, pageSize: 6 }, 'Showing 7 to 12 of 30 items', '5'],
    [{ count: 30 }, 'Showing 13 to 24 of 30 items', '3'],
  ] as const) {
    await shop.stubResponse('GET /products', { data: many(6), ...shown })
    await page.goto(`${shop.origin}/products?page=2`)
    await expect(page.getByText(range, { exact: true })).toBeVisible()
    const numbers = pages(page).getByRole('listitem').filter({ hasText: /\d/ })
    await expect(numbers.last()).toHaveText(last)
  }
})

test('one page or fewer has no pagination', { tag: ['@desktop', '@req-9.3'] }, async ({ page }) => {
  const shop = openOtherShop()
  await shop.changeProducts(many(12))
  await page.goto(`${shop.origin}/products`)
  await expect(cards(page)).toHaveCount(12)
  await expect(pages(page)).toHaveCount(0)
})

test(
  '12 skeletons stand in while products load, and while the next page loads',
  { tag: ['@desktop', '@req-2.1', '@req-2.8', '@req-9.7', '@req-10.7'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.fail('/products', 'slow')
    const release = await holdSections(page)
    await page.goto(`${shop.origin}/products`)
    await expect(page.locator('[data-skeletons] > *')).toHaveCount(12)
    release()
    await expect(cards(page)).toHaveCount(12)
    await expect(types(page).getByRole('option')).toHaveText(['All Types', 'Casual', 'Formal'])
    // An answer without content leaves the page where it is.
    await page.route('**/products?page=2', (route) => route.fulfill({ status: 204 }))
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await pages(page).getByRole('link', { name: 'Page 2' }).click()
    await expect(page.locator('[data-loading] > *')).toHaveCount(12)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  },
)

test(
  'filters stand beside products that came late',
  { tag: ['@desktop', '@req-15', '@req-11.8'] },
  async ({ page }) => {
    const shop = openOtherShop()
    const facets = { sizes: [{ value: 'M', count: 12 }], colors: [{ value: 'Blue', count: 12 }] }
    await shop.changeStore({ capabilities: ['facets'] })
    await shop.stubResponse('GET /products', { data: many(12), count: 12, facets })
    await shop.fail('/products', 'slow')
    const release = await holdSections(page)
    await page.goto(`${shop.origin}/products`)
    await expect(page.locator('[data-skeletons] > *')).toHaveCount(12)
    release()
    const filters = await page.locator('.listing-filters').boundingBox()
    const product = await cards(page).first().boundingBox()
    expect(filters?.width).toBeGreaterThan(0)
    expect((filters?.x ?? 0) + (filters?.width ?? 0)).toBeLessThanOrEqual(product?.x ?? 0)
    expect(product?.width).toBeGreaterThan(200)
  },
)

test(
  'an empty listing says so, hides its filters and offers Clear Filters for a sub-category',
  {
    tag: ['@desktop', '@req-2.8', '@req-8.3'],
  },
  async ({ page }) => {
    const { origin } = openOtherShop()
    const empty = page.getByText('No products found with the selected filters.', { exact: true })
    await page.goto(`${origin}/products?category=none`)
    await expect(empty).toBeVisible()
    await expect(types(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Clear Filters' })).toHaveCount(0)
    await page.goto(`${origin}/products?category=shirts&parentCategory=None`)
    await expect(empty).toBeVisible()
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await expect(page).toHaveURL(`${origin}/products?category=shirts`)
    await expect(cards(page)).toHaveCount(12)
    await page.goto(`${origin}/products?page=99`)
    await page.getByRole('link', { name: 'Go to last page (3)' }).click()
    await expect(page.getByText('Showing 25 to 30 of 30 items')).toBeVisible()
  },
)

test.describe('when the API fails', () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test(
    'the listing says so, and Try Again loads it as soon as the API is back',
    { tag: ['@desktop', '@req-8.3'] },
    async ({ page }) => {
      const shop = openOtherShop()
      await shop.fail('/products', 'error')
      const address = `${shop.origin}/products?category=shirts&page=2&utm_source=ad&gclid=Cj0`
      await page.goto(address)
      await expect(
        page.getByText('Failed to load products. Please try again.', { exact: true }),
      ).toBeVisible()
      await expect(types(page)).toHaveCount(0)
      await page.getByRole('link', { name: 'Try Again' }).click()
      await expect(page.getByRole('alert')).toHaveText('Failed to load products. Please try again.')
      await shop.fail('/products', null)
      await page.getByRole('link', { name: 'Try Again' }).click()
      await expect(page).toHaveURL(address)
      await expect(page.getByText('Showing 13 to 24 of 30 items')).toBeVisible()
    },
  )
})

test(
  'the grid has 3 or 2 columns, remembers the choice and offers none below 768 px',
  { tag: ['@desktop', '@req-2.8', '@req-9.7'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    const columns = () =>
      cards(page).evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().left)).size)
    const toggle = page.getByRole('group', { name: 'Grid view' })
    await page.goto(`${origin}/products`)
    await expect.poll(columns).toBe(3)
    await expect(toggle.getByRole('button', { name: '3 columns' })).toHaveAttribute('aria-pressed', 'true')
    await toggle.getByRole('button', { name: '2 columns' }).click()
    await expect.poll(columns).toBe(2)
    await page.reload()
    await expect.poll(columns).toBe(2)
    await expect(toggle.getByRole('button', { name: '2 columns' })).toHaveAttribute('aria-pressed', 'true')
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(toggle).toBeVisible()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(toggle).toBeHidden()
  },
)

test(
  'type and order are whole beside the filters of a search',
  { tag: ['@phone', '@req-11.7'] },
  async ({ page }) => {
    await page.goto(`${shops[0].origin}/products?search=kurta+under+2000`)
    for (const label of ['Type', 'Sort by']) {
      const room = await page.getByLabel(label).evaluate((select: HTMLSelectElement) => {
        const text = document.createElement('span')
        text.textContent = select.selectedOptions[0]?.textContent ?? ''
        text.style.font = getComputedStyle(select).font
        text.style.position = 'absolute'
        document.body.append(text)
        return select.clientWidth - text.getBoundingClientRect().width
      })
      // The arrow and the padding at both ends.
      expect(room).toBeGreaterThanOrEqual(32)
    }
  },
)
