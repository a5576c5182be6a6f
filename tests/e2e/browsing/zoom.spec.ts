import AxeBuilder from '@axe-core/playwright'
import type { CDPSession, Locator, Page } from 'playwright/test'

import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { product, showPictures } from './products.ts'

/** The pictures of a product, over the whole screen. */

const zoom = (page: Page) => page.getByRole('dialog', { name: 'Product pictures' })
const picture = (page: Page, number: number) =>
  page.getByRole('list', { name: 'Pictures' }).getByRole('link', { name: `Kurta, picture ${number} of 3` })
const large = (page: Page, number: number) =>
  zoom(page).getByRole('img', { name: `Kurta, picture ${number} of 3` })

async function openProduct(page: Page, language = ''): Promise<string> {
  const shop = openOtherShop()
  await showPictures(page)
  const images = ['a', 'b', 'c'].map((name) => ({ url: `/pictures/${name}.svg` }))
  await shop.changeProducts([product('kurta', { title: 'Kurta', images })])
  await page.goto(`${shop.origin}${language}/product/kurta`)
  return `${shop.apiOrigin}/pictures/`
}

/** How much wider than the screen a picture is. */
const level = (image: Locator) =>
  image.evaluate((element) => Math.round((element.clientWidth / innerWidth) * 10) / 10)

test(
  'by keyboard: opened, led through, made larger, moved and closed; the focus comes back',
  { tag: '@desktop' },
  async ({ page }) => {
    await openProduct(page)
    await picture(page, 1).press('Enter')
    await expect(zoom(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await expect(zoom(page).getByRole('status')).toHaveText('Picture 1 of 3')
    await expect(zoom(page).getByRole('button', { name: 'Previous picture' })).toBeDisabled()
    await page.keyboard.press('ArrowRight')
    await expect(zoom(page).getByRole('status')).toHaveText('Picture 2 of 3')
    await expect(large(page, 2)).toBeInViewport()
    await page.keyboard.press('+')
    expect(await level(large(page, 2))).toBe(2)
    const left = await large(page, 2).evaluate((element) => element.getBoundingClientRect().left)
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => large(page, 2).evaluate((element) => element.getBoundingClientRect().left))
      .toBeLessThan(left)
    await expect(zoom(page).getByRole('status')).toHaveText('Picture 2 of 3')
    await page.keyboard.press('-')
    expect(await level(large(page, 2))).toBe(1)
    await expect(zoom(page).getByRole('button', { name: 'Zoom out' })).toBeDisabled()
    const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(zoom(page)).toHaveCount(0)
    await expect(picture(page, 2)).toBeFocused()
    await expect(page.getByRole('link', { name: 'Show picture 2' })).toHaveAttribute('aria-current', 'true')
  },
)

test(
  'arrows at both sides of the picture lead to the others, whose texts the zoom says',
  { tag: ['@req-2.9'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await showPictures(page)
    const images = [
      { url: '/pictures/a.svg' },
      { url: '/pictures/b.svg', alt: 'The hem' },
      { url: '/pictures/c.svg' },
    ]
    await shop.changeProducts([product('kurta', { title: 'Kurta', images })])
    await page.goto(`${shop.origin}/product/kurta`)
    await picture(page, 1).click()
    const next = zoom(page).getByRole('button', { name: 'Next picture' })
    const previous = zoom(page).getByRole('button', { name: 'Previous picture' })
    await expect(zoom(page).getByRole('status')).toHaveText('Picture 1 of 3')
    const { width: screen = 0 } = page.viewportSize() ?? {}
    const left = await previous.boundingBox()
    const right = await next.boundingBox()
    expect(left?.x).toBeLessThan(screen / 10)
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeGreaterThan(screen * 0.9)
    for (const target of [left, right]) {
      expect(target?.width).toBeGreaterThanOrEqual(44)
      expect(target?.height).toBeGreaterThanOrEqual(44)
    }
    await next.click()
    await expect(zoom(page).getByRole('status')).toHaveText('Picture 2 of 3: The hem')
    await expect(zoom(page).getByRole('img', { name: 'The hem' })).toBeInViewport()
    await next.click()
    await expect(zoom(page).getByRole('status')).toHaveText('Picture 3 of 3')
    await expect(next).toBeDisabled()
    await previous.click()
    await expect(zoom(page).getByRole('status')).toHaveText('Picture 2 of 3: The hem')
    await page.goBack()
    await expect(zoom(page)).toHaveCount(0)
    await expect(
      page.getByRole('list', { name: 'Pictures' }).getByRole('img', { name: 'The hem' }),
    ).toBeInViewport()
  },
)

test('the zoom of a single picture leads to no other @desktop', async ({ page }) => {
  const shop = openOtherShop()
  await showPictures(page)
  await shop.changeProducts([product('kurta', { title: 'Kurta', images: [{ url: '/pictures/a.svg' }] })])
  await page.goto(`${shop.origin}/product/kurta`)
  await page.getByRole('link', { name: 'Kurta', exact: true }).click()
  await expect(zoom(page).getByRole('img', { name: 'Kurta' })).toBeInViewport()
  await expect(zoom(page).getByRole('button')).toHaveCount(3)
  await expect(zoom(page).getByRole('status')).toHaveCount(0)
})

test('in Hindi the zoom counts the pictures in Hindi @desktop', async ({ page }) => {
  await openProduct(page, '/hi')
  await page.getByRole('link', { name: 'Kurta, 3 में से तस्वीर 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'प्रोडक्ट की तस्वीरें' })
  await dialog.getByRole('button', { name: 'अगली तस्वीर' }).click()
  await expect(dialog.getByRole('status')).toHaveText('3 में से तस्वीर 2')
})

test('text of twice the size leaves the buttons of the zoom on the screen @phone', async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await openProduct(page)
  await picture(page, 1).tap()
  await expect(zoom(page).getByRole('status')).toBeInViewport({ ratio: 1 })
  const buttons = zoom(page).getByRole('button')
  await expect(buttons).toHaveCount(5)
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
})

test('a click makes the picture larger where it was clicked, another one whole again @desktop', async ({
  page,
}) => {
  await openProduct(page)
  await picture(page, 1).click()
  const { width, height } = (await large(page, 1).boundingBox()) ?? { width: 0, height: 0 }
  await large(page, 1).click({ position: { x: width * 0.75, y: height * 0.25 } })
  expect(await level(large(page, 1))).toBe(2)
  const box = await large(page, 1).boundingBox()
  expect(Math.round(box?.x ?? 0)).toBe(Math.round(-width * 0.75))
  await large(page, 1).click({ position: { x: width * 1.5, y: height * 0.5 } })
  expect(await level(large(page, 1))).toBe(1)
  await zoom(page).getByRole('button', { name: 'Next picture' }).click()
  await expect(zoom(page).getByRole('status')).toHaveText('Picture 2 of 3')
  await zoom(page).getByRole('button', { name: 'Close' }).click()
  await expect(picture(page, 2)).toBeFocused()
})

test('zoom ends where a pixel of the picture fills a pixel of the page @desktop', async ({ page }) => {
  await openProduct(page)
  await picture(page, 1).click()
  const larger = zoom(page).getByRole('button', { name: 'Zoom in' })
  await expect(larger).toBeEnabled()
  await expect(large(page, 1)).toHaveJSProperty('complete', true)
  for (let press = 0; press < 5; press++) await page.keyboard.press('+')
  await expect(larger).toBeDisabled()
  const scale = await large(page, 1).evaluate((element: HTMLImageElement) =>
    Math.min(element.clientWidth / element.naturalWidth, element.clientHeight / element.naturalHeight),
  )
  expect(scale).toBeCloseTo(1, 2)
})

test('a picture leads to its file where the browser cannot show it over the page @desktop', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSStyleSheet'))
  const pictures = await openProduct(page)
  await picture(page, 1).click()
  await expect(page).toHaveURL(`${pictures}a.svg`)
})

/** Fingers at these places; none lifts them. */
async function touch(session: CDPSession, type: string, ...places: [x: number, y: number][]): Promise<void> {
  await session.send('Input.dispatchTouchEvent', {
    type: type as 'touchStart',
    touchPoints: places.map(([x, y], id) => ({ x, y, id })),
  })
}

test('by touch: a double tap and two fingers make it larger, a swipe leads on @phone', async ({
  page,
  context,
}) => {
  await openProduct(page)
  await picture(page, 1).tap()
  await expect(large(page, 1)).toBeInViewport()
  await page.touchscreen.tap(180, 400)
  expect(await level(large(page, 1))).toBe(1)
  await page.touchscreen.tap(180, 400)
  await expect.poll(() => level(large(page, 1))).toBe(2)
  await page.touchscreen.tap(180, 400)
  await page.touchscreen.tap(180, 400)
  await expect.poll(() => level(large(page, 1))).toBe(1)

  const fingers = await context.newCDPSession(page)
  await touch(fingers, 'touchStart', [160, 400], [200, 400])
  await touch(fingers, 'touchMove', [150, 400], [210, 400])
  await touch(fingers, 'touchMove', [120, 400], [240, 400])
  await touch(fingers, 'touchEnd')
  expect(await level(large(page, 1))).toBe(2)
  await zoom(page).getByRole('button', { name: 'Zoom out' }).tap()
  expect(await level(large(page, 1))).toBe(1)

  await touch(fingers, 'touchStart', [330, 400])
  for (const x of [280, 220, 140, 60]) await touch(fingers, 'touchMove', [x, 400])
  await touch(fingers, 'touchEnd')
  await expect(zoom(page).getByRole('status')).toHaveText('Picture 2 of 3')
})

test.describe('without scripts', { tag: '@desktop' }, () => {
  test.use({ javaScriptEnabled: false })

  test('a picture leads to its file', async ({ page }) => {
    const pictures = await openProduct(page)
    await picture(page, 1).click()
    await expect(page).toHaveURL(`${pictures}a.svg`)
  })
})
