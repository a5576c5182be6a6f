import { expect, shops, test, unfoldFooter } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { storeRecord, apiVariants } from './api-variants.ts'

/** Header and footer, mobile tab bar and menu. docs/requirements.md#221-header-footer-and-tab-bar */

const label = (category: string) => category.charAt(0).toUpperCase() + category.slice(1)
const listingOf = (category: string) => `/products?category=${encodeURIComponent(category.toLowerCase())}`

for (const variant of apiVariants) {
  test.describe(variant.name, () => {
    test(
      'the header names the shop, its first three categories and All Products',
      { tag: ['@desktop', '@req-1.2', '@req-2.21', '@req-3.9'] },
      async ({ page }) => {
        const shop = variant.open()
        const { storeName, categories } = await storeRecord(shop)
        await page.goto(`${shop.origin}/contact`)
        const header = page.getByRole('banner')
        await expect(header.getByRole('link', { name: storeName })).toHaveAttribute('href', '/')
        const links = header.getByRole('navigation', { name: 'Shop' }).getByRole('link')
        const first = categories.slice(0, 3)
        await expect(links).toHaveText([...first.map(label), 'All Products'])
        expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
          ...first.map(listingOf),
          '/products',
        ])
        await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
        await expect(header.getByRole('link', { name: 'Cart' })).toHaveAttribute('href', '/cart')
        await expect(header.getByRole('button', { name: 'Menu' })).toBeHidden()
      },
    )

    test(
      'the menu holds every category, closes by Escape and gives the focus back',
      { tag: ['@phone', '@req-2.21'] },
      async ({ page }) => {
        const shop = variant.open()
        const { categories } = await storeRecord(shop)
        await page.goto(`${shop.origin}/contact`)
        await page.getByRole('button', { name: 'Menu' }).focus()
        await page.keyboard.press('Enter')
        const menu = page.getByRole('navigation', { name: 'Menu' })
        await expect(menu.getByRole('button', { name: 'Close menu' })).toBeFocused()
        for (const category of categories)
          await expect(menu.getByRole('link', { name: label(category), exact: true })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(menu).toBeHidden()
        await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
        await page.keyboard.press('Enter')
        await menu.getByRole('link', { name: 'All Products' }).click()
        await expect(page).toHaveURL(`${shop.origin}/products`)
        await page.getByRole('button', { name: 'Menu' }).click()
        await expect(menu).toBeVisible()
        // As a browser does with a page that it keeps for Back, which it does not keep under test.
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
        await expect(menu).toBeHidden()
      },
    )

    test('the open menu keeps the keyboard focus', { tag: '@phone' }, async ({ page }) => {
      await page.goto(`${variant.open().origin}/contact`)
      const button = page.getByRole('button', { name: 'Menu', exact: true })
      const menu = page.locator('#menu')
      await button.click()
      await expect(menu.getByRole('button', { name: 'Close menu' })).toBeFocused()
      const count = await menu.locator('a:visible, button').count()
      for (let presses = 0; presses <= count; presses += 1) {
        await page.keyboard.press('Tab')
        const isInside = await menu.evaluate(
          (element) => document.activeElement === document.body || element.contains(document.activeElement),
        )
        expect(isInside).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('banner').getByRole('link').first()).toBeFocused()
      await button.click()
      await page.mouse.click(370, 400)
      await expect(menu).toBeHidden()
      await page.getByRole('textbox', { name: 'Subject' }).click()
      await expect(page.getByRole('textbox', { name: 'Subject' })).toBeFocused()
    })

    test(
      'the footer holds company details, Help and Company links, collections and the year',
      { tag: ['@desktop', '@req-1.2', '@req-2.21', '@req-3.9'] },
      async ({ page }) => {
        const shop = variant.open()
        const record = await storeRecord(shop)
        await page.goto(`${shop.origin}/contact`)
        const footer = page.getByRole('contentinfo')
        for (const detail of ['companyName', 'companyAddress', 'companyEmail', 'companyPhone'])
          await expect(footer.getByText(record[detail] ?? '').first()).toBeVisible()
        const linksOf = (name: string) =>
          footer
            .getByRole('navigation', { name })
            .getByRole('link')
            .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
        expect(await linksOf('Help')).toEqual([
          '/terms',
          '/privacy',
          '/refund',
          '/return',
          '/shipping',
          '/about',
          '/contact',
        ])
        expect(await linksOf('Company')).toEqual(['/account', '/orders', '/track-order'])
        const collections = footer.getByRole('navigation', { name: 'Collections' })
        await expect(collections.getByRole('paragraph')).toHaveCount(Math.min(3, record.categories.length))
        await expect(footer).toContainText(`© ${new Date().getFullYear()} ${record.companyName}`)
      },
    )
  })
}

test(
  'on wide screens the header opens the sub-categories by keyboard, and Escape closes them',
  { tag: ['@desktop', '@req-11.4'] },
  async ({ page }) => {
    const [shop] = shops
    await page.goto(`${shop.origin}/contact`)
    const button = page.getByRole('banner').getByRole('button', { name: 'Categories' })
    await button.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const kurtas = menu.getByRole('link', { name: 'Straight Kurtas' }).first()
    await expect(kurtas).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await kurtas.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Straight Kurtas')
  },
)

test('on wide screens the footer is never folded', { tag: ['@desktop', '@req-2.21'] }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(`${openOtherShop().origin}/contact`)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Terms & Conditions' })).toBeVisible()
  await expect(footer.getByText('Help and company')).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('on phones the footer unfolds', { tag: ['@phone', '@req-2.21'] }, async ({ page }) => {
    await page.goto(`${openOtherShop().origin}/contact`)
    const footer = page.getByRole('contentinfo')
    const links = footer.getByRole('navigation').getByRole('link')
    await expect(links).toHaveCount(0)
    await expect(footer.getByRole('button', { name: 'हिन्दी' })).toBeVisible()
    await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
    await unfoldFooter(page)
    for (const name of ['Help', 'Company', 'Collections'])
      await expect(footer.getByRole('navigation', { name }).getByRole('link').first()).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms')
    await unfoldFooter(page)
    await expect(links).toHaveCount(0)
  })
})

test(
  'the tab bar leads to Home, Category, My Account and Cart',
  { tag: ['@phone', '@req-2.21', '@req-9.7'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    await page.goto(`${origin}/products`)
    const tabs = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link')
    await expect(tabs).toHaveText(['Home', 'Category', 'My Account', 'Cart'], { useInnerText: true })
    expect(await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute('href')))).toEqual([
      '/',
      '/products',
      '/account',
      '/cart',
    ])
    await expect(tabs.nth(1)).toHaveAttribute('aria-current', 'page')
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(tabs.first()).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  },
)

test(
  'the badge counts quantities; Login makes room for the account once signed in',
  { tag: ['@asvs-7.4.4', '@req-2.21', '@req-3.3', '@req-4.1'] },
  async ({ page }) => {
    const { origin } = openOtherShop()
    const header = page.getByRole('banner')
    await page.goto(`${origin}/contact`)
    await expect(header.locator('[data-cart-count]')).toBeHidden()
    await expect(header.getByRole('link', { name: 'My Account' })).toBeHidden()
    await page.evaluate(() => {
      const line = { name: 'Shirt', image: '', price: 1 }
      localStorage.setItem(
        'cart',
        JSON.stringify([
          { ...line, id: 'a', quantity: 2 },
          { ...line, id: 'b', quantity: 3 },
        ]),
      )
      document.cookie = 'auth_token=any; Path=/'
    })
    await page.reload()
    await expect(header.locator('[data-cart-count]')).toHaveText('5')
    await expect(header.getByRole('link', { name: 'Cart 5' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/account')
    await expect(header.getByRole('link', { name: 'Login' })).toBeHidden()
  },
)

test(
  'a shop without categories shows the defaults; one without a name its company, else Fashion Store',
  {
    tag: ['@desktop', '@req-2.21', '@req-9.4', '@req-10.15'],
  },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ categories: [], storeName: null })
    await page.goto(shop.origin)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Plain Company' })).toBeVisible()
    const links = header.getByRole('navigation', { name: 'Shop' }).getByRole('link')
    await expect(links).toHaveText(['Men', 'Women', 'Accessories', 'All Products'])
    const tiles = page.getByRole('region', { name: 'Fashion Collection' }).getByRole('link')
    await expect(tiles).toHaveText(['T-Shirts', 'Tops'])
    await shop.changeStore({ companyName: null })
    await page.reload()
    await expect(header.getByRole('link', { name: 'Fashion Store' })).toBeVisible()
  },
)

test(
  'in a wide window the keyboard reaches the search box before the icons',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto(`${shops[0].origin}/contact`)
    const header = page.locator('header')
    await header.getByRole('button', { name: 'Categories' }).focus()
    await page.keyboard.press('Tab')
    await expect(header.getByRole('combobox', { name: 'Search products' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(header.getByRole('link', { name: 'Wishlist' })).toBeFocused()
    await page.setViewportSize({ width: 900, height: 800 })
    // The search box moves in the page with its next frame, later than it does on the screen.
    await expect(header.locator('.site-header-row + search')).toBeVisible()
    await header.getByRole('button', { name: 'Categories' }).focus()
    await page.keyboard.press('Tab')
    await expect(header.getByRole('link', { name: 'Wishlist' })).toBeFocused()
  },
)

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `the edge of an error toast stands out in the ${colorScheme} scheme`,
    { tag: ['@desktop', '@req-10.12'] },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${shops[0].origin}/track-order`)
      await page.getByRole('button', { name: 'Track Order' }).click()
      const contrast = await page.getByRole('alert').evaluate((toast) => {
        const luminance = (color: string) => {
          const context = new OffscreenCanvas(1, 1).getContext('2d')
          if (!context) throw new Error('The browser has no canvas.')
          context.fillStyle = color
          context.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
            part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
          )
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        }
        const style = getComputedStyle(toast)
        const [low = 0, high = 0] = [style.borderInlineStartColor, style.backgroundColor]
          .map(luminance)
          .sort((one, other) => one - other)
        return (high + 0.05) / (low + 0.05)
      })
      expect(contrast).toBeGreaterThanOrEqual(3)
    },
  )
