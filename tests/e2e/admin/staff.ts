import type { Locator, Page } from 'playwright/test'

import { DEMO_PASSWORD, demoEmail } from '../../../demo/staff.ts'
import { expect, shops, type DemoShop } from '../fixtures.ts'

const [shop] = shops
const consoleOf = ({ apiOrigin }: DemoShop) => `${apiOrigin}/admin/`
export const CONSOLE = consoleOf(shop)

/** Signs a member of a demo shop's staff in to the console. */
export async function signInToConsole(
  page: Page,
  role: string,
  { language = 'en', at = shop }: { language?: 'en' | 'hi'; at?: DemoShop } = {},
): Promise<void> {
  await page.addInitScript((chosen) => {
    // The frame of a rendered policy has no storage.
    if (self === top) localStorage.setItem('console-language', chosen)
  }, language)
  await page.goto(consoleOf(at))
  await page.locator('[name=email]').fill(demoEmail(role, at.name.toLowerCase()))
  await page.locator('[name=password]').fill(DEMO_PASSWORD)
  await page.locator('[type=submit]').click()
  await expect(page.locator('#main-content')).toBeVisible()
}

export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(new URL(`/admin/#${path}`, page.url()).href)
}

/** Opens a screen by the menu, which a phone has behind "More". */
export async function chooseScreen(
  page: Page,
  name: string,
  press: (target: Locator) => Promise<void>,
): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  if (!(await item.isVisible())) await press(page.getByRole('button', { name: 'More' }))
  await press(item)
  // Until the code of the screen has come, the one before is shown.
  await expect(page.getByRole('banner').getByRole('heading', { name, exact: true })).toBeVisible()
}

/** Searches the list of orders until it shows exactly these. */
export async function findOrders(page: Page, text: string, count: number): Promise<void> {
  await page.getByPlaceholder('Number, name, phone, SKU, UTR, note').fill(text)
  await expect(page.getByRole('checkbox', { name: /^Select this row/ })).toHaveCount(count)
}

/** The body of a call to the admin API as the page of this browser makes it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
export async function callFromConsole(page: Page, path: string): Promise<any> {
  return page.evaluate(async (address) => (await fetch(`/admin/v1${address}`)).json(), path)
}

/** The status of such a call. */
export async function statusFromConsole(page: Page, path: string): Promise<number> {
  return page.evaluate(async (address) => (await fetch(`/admin/v1${address}`)).status, path)
}
