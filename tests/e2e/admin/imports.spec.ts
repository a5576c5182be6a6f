import { readFile } from 'node:fs/promises'

import { flaws, WCAG } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openNewShop } from './new-shop.ts'

const HEADER = 'Handle,Title,Type,Variant SKU,Variant Price'

/** 1,000 rows, of which rows 301 and 702 of the sheet are bad. */
const FILE = [
  HEADER,
  ...Array.from({ length: 1000 }, (_, at) => {
    const [title, price] = [at === 700 ? '' : `Kurta ${at}`, at === 299 ? 'ask' : '1299']
    return `kurta-${at},${title},Kurtas,K-${at},${price}`
  }),
].join('\n')

test(
  'an import of 1,000 rows shows its two bad ones, imports the others, and has its result to download',
  { tag: ['@req-12.8', '@req-12.5'] },
  async ({ page, isMobile }) => {
    test.setTimeout(180_000)
    const console = await openNewShop(page, `imports-${isMobile ? 'phone' : 'desk'}-${Date.now()}`)
    await page.goto(`${console}#/imports`)
    await page
      .getByLabel('File of Shopify, WooCommerce or Google, CSV or JSON')
      .setInputFiles({ name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await page.getByRole('button', { name: 'Check the file' }).press('Enter')

    await expect(page.getByRole('heading', { name: 'Checked, not imported' })).toBeVisible({
      timeout: 60_000,
    })
    const rows = page.getByRole('listitem')
    await expect(rows.nth(0)).toContainText(/Bad row Line 301: "kurta-299" \(Kurta 299\).*ask/)
    await expect(rows.nth(1)).toContainText(/Bad row Line 702: "kurta-700"/)
    await expect(rows.nth(2)).toContainText(/New Line 2: Kurta 0.*MRP \(₹\): – → 1299.00/)
    expect(await flaws(page, WCAG)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)

    await page.getByRole('button', { name: 'Import the other 998 products' }).press('Enter')
    await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
    await expect(page.getByText('The shop shows it now.')).toBeVisible({ timeout: 60_000 })

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    const result = await readFile(await download.path(), 'utf8')
    expect(result).toMatch(/^row,kind,key,.*\n301,bad,.*ask.*\n702,bad,/)
    expect(result.match(/,created,kurta-\d+,[^,]*,,title,/g)).toHaveLength(998)

    await page.goto(`${console}#/products`)
    const [all] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download all' }).click(),
    ])
    expect((await readFile(await all.path(), 'utf8')).trimEnd().split('\n')).toHaveLength(999)
  },
)
