import type { Page } from 'playwright/test'

import { expect, test, toast } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { attribute, product } from './products.ts'

/** What helps to choose on the product page, beyond the spec: the bar on phones and passing a product on. */

const bar = (page: Page) => page.locator('[data-buy-bar]')
const ownButton = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true })
const footer = (page: Page) => page.getByRole('contentinfo')

/** Whether any of it is under the bar. */
function isCovered(element: Element): boolean {
  const shown = document.querySelector('[data-buy-bar][data-shown]')
  return shown !== null && element.getBoundingClientRect().bottom > shown.getBoundingClientRect().top
}

test.describe('the bar with Add to Cart', { tag: '@phone' }, () => {
  test('is there while the button of the form is out of sight, and sends the same form', async ({ page }) => {
    const { origin } = openOtherShop()
    await page.goto(`${origin}/product/plain-1`)
    await ownButton(page).scrollIntoViewIfNeeded()
    await expect(bar(page)).toBeHidden()
    await footer(page).scrollIntoViewIfNeeded()
    await expect(bar(page)).toContainText('₹900')
    await bar(page).getByText('Add to Cart').click()
    await expect(page.locator('#toasts').getByRole('alert')).toContainText(
      'You must select a size before adding to cart',
    )
    await expect(page.getByRole('radio', { name: 'M' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await footer(page).scrollIntoViewIfNeeded()
    await bar(page).getByText('Add to Cart').click()
    await expect(page).toHaveURL(`${origin}/cart`)
    await expect(toast(page, 'Added to cart')).toBeVisible()
    await expect(page.getByRole('main').getByText('Size: L')).toBeVisible()
  })

  test('covers nothing that has the focus, and is not announced twice', async ({ page }) => {
    const { origin } = openOtherShop()
    // A page that still glides to the link before is no place to measure where this one is.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${origin}/product/plain-1`)
    await footer(page).scrollIntoViewIfNeeded()
    await expect(bar(page)).toBeVisible()
    await expect(ownButton(page)).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'More like this' })).toBeVisible()
    const main = page.getByRole('main')
    for (const focused of await main.locator('a[href], button:not([tabindex="-1"]), input').all()) {
      if (!(await focused.isVisible())) continue
      await focused.focus()
      await expect.poll(() => focused.evaluate(isCovered), await focused.innerText()).toBe(false)
    }
  })

  test('is watched once, whatever comes in beside its product', async ({ page }) => {
    const { origin } = openOtherShop()
    await page.addInitScript(() => {
      // eslint-disable-next-line @typescript-eslint/unbound-method -- called with an observer below
      const { observe } = IntersectionObserver.prototype
      IntersectionObserver.prototype.observe = function (target) {
        if (target.matches('[type=submit]'))
          target.setAttribute('data-watched', `${target.getAttribute('data-watched') ?? ''}I`)
        observe.call(this, target)
      }
    })
    await page.goto(`${origin}/product/plain-1`)
    await footer(page).scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'More like this' })).toBeVisible()
    await expect(ownButton(page)).toHaveAttribute('data-watched', 'I')
  })
})

test.describe('passing a product on', { tag: '@desktop' }, () => {
  const tagged = '/product/plain-1?gclid=abc&utm_source=ad'

  test('shares its address without ad tags', async ({ page, context }) => {
    const { origin } = openOtherShop()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(origin + tagged)
    await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute(
      'href',
      `https://wa.me/?text=${encodeURIComponent(`Plain Shirt 1 ${origin}/product/plain-1`)}`,
    )
    await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/product/plain-1`)
  })

  test('opens the sheet of the device where there is one', async ({ page }) => {
    const { origin } = openOtherShop()
    // Chromium without a screen has no sheet to open.
    await page.addInitScript(() => {
      navigator.share = async (data) => sessionStorage.setItem('shared', JSON.stringify(data))
    })
    await page.goto(origin + tagged)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    expect(await page.evaluate(() => sessionStorage.getItem('shared'))).toBe(
      JSON.stringify({ title: 'Plain Shirt 1', url: `${origin}/product/plain-1` }),
    )
    await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toBeHidden()
  })
})

const sizeGuides = [
  {
    name: 'Shirt sizes',
    categories: ['Shirts'],
    columns: ['Size', 'Chest'],
    rows: [
      ['M', 94],
      ['L', '100-104'],
    ],
    note: 'Of the body.',
  },
]

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the size guide ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled })

    test(
      'opens beside the sizes, changes to inches, and gives the focus back',
      { tag: ['@req-11.12'] },
      async ({ page }) => {
        const shop = openOtherShop()
        await shop.changeStore({ sizeGuides })
        await page.goto(`${shop.origin}/product/plain-1`)
        const guide = page.getByRole('dialog', { name: 'Shirt sizes' })
        const button = page
          .getByRole('group', { name: 'Clothing Size' })
          .getByRole('button', { name: 'Size guide' })
        await expect(guide).toBeHidden()
        await button.press('Enter')
        await expect(guide.getByRole('button', { name: 'Close size guide' })).toBeFocused()
        await expect(guide.getByRole('row').last()).toHaveText('L 100-104', { useInnerText: true })
        await guide.getByRole('radio', { name: 'cm' }).press('ArrowRight')
        await expect(guide.getByRole('row').last()).toHaveText('L 39.5-41', { useInnerText: true })
        await expect(guide).toContainText('Of the body.')
        await page.keyboard.press('Escape')
        await expect(guide).toBeHidden()
        await expect(button).toBeFocused()
      },
    )
  })
}

test(
  'a shop without a guide for the product shows none',
  { tag: ['@desktop', '@req-11.12'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ sizeGuides: sizeGuides.map((guide) => ({ ...guide, categories: ['Sarees'] })) })
    await page.goto(`${shop.origin}/product/plain-1`)
    await expect(ownButton(page)).toBeVisible()
    await expect(page.getByText(/size guide/i)).toHaveCount(0)
  },
)

test('forced colours still tell the chosen size from the others', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${openOtherShop().origin}/product/plain-1`)
  const backgrounds = () =>
    page
      .getByRole('group', { name: 'Clothing Size' })
      .locator('input + span')
      .evaluateAll((all) => all.map((tile) => getComputedStyle(tile).backgroundColor))
  await expect.poll(async () => new Set(await backgrounds()).size).toBe(1)
  await page.getByRole('radio', { name: 'L' }).press('Space')
  await expect.poll(async () => new Set(await backgrounds()).size).toBe(2)
})

test(
  'a size that is sold out is shown and cannot be chosen; a product without any other is sold out',
  { tag: ['@req-11.15'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeProducts([
      product('some', { attributes: [attribute('Size', 'S', 'M', 'L'), attribute('Sold out', 'S')] }),
      product('none', { attributes: [attribute('Size', 'M'), attribute('Sold out', 'M')] }),
    ])
    await page.goto(`${shop.origin}/product/some`)
    await expect(page.getByRole('radio', { name: 'S Sold out' })).toBeDisabled()
    await ownButton(page).click()
    await expect(page.getByRole('radio', { name: 'M' })).toBeFocused()
    await page.goto(`${shop.origin}/product/none`)
    await expect(page.getByRole('main').getByRole('button', { name: 'Sold out', exact: true })).toBeDisabled()
    await page.goto(`${shop.origin}/products`)
    await expect(page.getByRole('button', { name: /^Sold out: / })).toBeDisabled()
    await expect(page.locator('.card-sizes')).toHaveText(['Sizes M, L'])
  },
)

test('a known colour name has a swatch beside it', { tag: '@desktop' }, async ({ page }) => {
  const shop = openOtherShop()
  await shop.changeProducts([
    product('p', {
      regularPrice: 1000,
      discountedPrice: 750,
      attributes: [attribute('Color', 'Navy', 'Sunrise')],
    }),
  ])
  await page.goto(`${shop.origin}/product/p`)
  const colors = page.getByRole('group', { name: 'Colour' }).locator('label')
  await expect(colors).toHaveText(['Navy', 'Sunrise'])
  await expect(colors.first().locator('svg')).toBeVisible()
  await expect(colors.last().locator('svg')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Navy', exact: true })).toBeVisible()
  await expect(page.getByRole('article').getByText('25% off')).toBeVisible()
})
