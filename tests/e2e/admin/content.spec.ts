import type { APIRequestContext } from 'playwright/test'

import { flaws, WCAG } from '../axe.ts'
import { expect, shops, test, type DemoShop } from '../fixtures.ts'
import { openScreen, signInToConsole } from './staff.ts'

/** Each width has a shop of its own: a shop has one draft. */
const shopOf = (isMobile: boolean): DemoShop => shops[isMobile ? 1 : 0]

/** A page of the shop. Node finds only `localhost`. */
async function readPage(request: APIRequestContext, { origin }: DemoShop, path: string): Promise<string> {
  const { host, port } = new URL(origin)
  return (await request.get(`http://localhost:${port}${path}`, { headers: { host } })).text()
}

// One draft of a shop for all.
test.describe.configure({ mode: 'default' })

/** A red square. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
)

test(
  'a product is created with sizes and a picture, and a new price reaches the shop',
  { tag: ['@req-12.8'] },
  async ({ page, request, isMobile }) => {
    const shop = shopOf(isMobile)
    await signInToConsole(page, 'editor', { at: shop })
    await openScreen(page, '/products/create')
    const key = `shawl-${Date.now()}`
    await page.getByLabel('Key, unique in the shop').fill(key)
    await page.getByLabel('Title', { exact: false }).first().fill(`Shawl ${key}`)
    await page.getByLabel('Category', { exact: false }).first().fill('Accessories')
    await page.getByLabel('MRP (₹)').fill('1500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await page.getByLabel('Options, such as Size, Colour').fill('Size')
    for (const [at, size] of ['S', 'M'].entries()) {
      await page.getByRole('button', { name: 'Add', exact: true }).first().click()
      await page.getByRole('textbox', { name: 'Size', exact: true }).nth(at).fill(size)
    }
    await page.getByRole('button', { name: 'Save variants' }).click()
    await expect(page.getByLabel(`MRP (₹): Shawl ${key}, M`)).toHaveValue('1500')

    await page
      .getByLabel('Add pictures')
      .setInputFiles({ name: 'shawl.png', mimeType: 'image/png', buffer: PICTURE })
    await page.getByLabel('What the picture shows').fill('A red shawl')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Element updated')).toBeVisible()
    expect(await flaws(page, WCAG)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)

    const id = /products\/([^/]+)/.exec(page.url())?.[1] ?? ''
    const read = () => readPage(request, shop, `/product/${id}`)
    await expect.poll(read).toContain('A red shawl')
    for (const size of ['S', 'M']) await page.getByLabel(`MRP (₹): Shawl ${key}, ${size}`).fill('1789')
    await page.getByRole('button', { name: 'Save prices and pieces' }).click()
    await expect(async () => expect(await read()).toContain('1,789')).toPass({
      ...{ intervals: [50], timeout: 5000 },
    })
  },
)

test(
  'a policy is compared, edited, previewed, published and undone, each seen in the shop',
  { tag: ['@req-12.8'] },
  async ({ page, request, isMobile }) => {
    const shop = shopOf(isMobile)
    const sentence = `Shipped from Varanasi ${Date.now()}`
    const isInShop = async () => (await readPage(request, shop, '/shipping')).includes(sentence)
    const reaches = async (expected: boolean) =>
      expect(async () => expect(await isInShop()).toBe(expected)).toPass({ intervals: [50], timeout: 5000 })
    await signInToConsole(page, 'editor', { at: shop })
    await openScreen(page, '/policies/shipping-en')
    await page.getByRole('button', { name: 'Compare with the built-in text' }).click()
    await page.getByRole('button', { name: 'Start from the built-in text' }).click()
    const source = page.getByLabel('HTML')
    await expect(source).toHaveValue(/Bulk orders/)
    await source.fill(`${await source.inputValue()}<p>${sentence}</p>`)
    await expect(page.frameLocator('iframe[title="Rendered page"]').getByText(sentence)).toBeVisible()
    await page.getByRole('button', { name: 'Save in the draft' }).click()
    await expect(page.getByText('1 change is not published yet.')).toBeVisible()
    expect(await isInShop()).toBe(false)
    await page.getByRole('button', { name: 'Compare with the built-in text' }).click()
    await expect(page.getByRole('dialog').getByText(`+ <p>${sentence}</p>`)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()

    const [preview] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Preview' }).click(),
    ])
    await preview.waitForURL('**/shipping')
    await expect(preview.getByText(sentence)).toBeVisible()
    await preview.close()

    await page.getByRole('button', { name: 'Publish' }).click()
    await reaches(true)
    await page.getByRole('button', { name: 'Undo the last publication' }).click()
    await reaches(false)
    await expect(page.getByRole('button', { name: 'Take the last undo or restore back' })).toBeVisible()
  },
)

test(
  'the store is edited field by field, and a colour that is hard to read is said while it is typed',
  { tag: ['@req-12.8'] },
  async ({ page, isMobile }) => {
    await signInToConsole(page, 'editor', { at: shopOf(isMobile) })
    await openScreen(page, '/store')
    await page.getByRole('button', { name: 'Theme' }).click()
    await expect(page.getByText('All colours are easy to read.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Ink', exact: true }).first().fill('#eeeeee')
    await expect(page.getByText(/^Ink on Surface: contrast 1\.\d to 1/)).toBeVisible()
    await page.getByRole('button', { name: 'Home page' }).click()
    await page.getByLabel('Highlights').fill('Woven by hand\nSent in a day')
    expect(await flaws(page, WCAG)).toEqual([])
    await page.getByRole('button', { name: 'Save in the draft' }).click()
    await expect(page.getByText('2 changes are not published yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Theme' }).click()
    await expect(page.getByText(/Breaks the page .*the contrast of #eeeeee/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('The shop shows all of this.')).toBeVisible()
  },
)

test(
  "an owner adds a webhook, whose secret is shown once, and tests the shop's e-mail",
  { tag: ['@req-12.8'] },
  async ({ page, isMobile }) => {
    await signInToConsole(page, 'owner', { at: shopOf(isMobile) })
    await openScreen(page, '/webhooks')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const address = `https://erp.example/${Date.now()}`
    await page.getByRole('dialog').getByLabel('Address').fill(address)
    await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click()
    await expect(page.getByText(/whsec_/)).toBeVisible()
    await expect(page.getByText(address)).toBeVisible()
    await openScreen(page, '/deliveries')
    await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
    await expect(page.getByText(/^A test e-mail to .* is on its way\.$/)).toBeVisible()
    await expect(page.getByText(/^Test e-mail, /).first()).toBeVisible()
    await openScreen(page, '/webhooks')
    await expect(page.getByText(/whsec_/)).toBeHidden()
  },
)
