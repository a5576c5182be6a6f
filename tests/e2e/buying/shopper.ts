import { type Page } from 'playwright/test'

import { expect, toast } from '../fixtures.ts'

/** What the shop on the other store API knows: its token, and the address of its only order. */
const OTHER_TOKEN = 'plain-token'
export const OTHER_ORDER = 'PLAIN-ORDER-1'

/** What a browser says by itself when a store fails; no page can keep it from that. */
export const NETWORK_COMPLAINTS = /Failed to load resource|has been blocked by CORS policy/

export interface StoredLine {
  id: string
  name: string
  image: string
  price: number
  quantity: number
  selectedSize?: string
  selectedColor?: string
}

export function line(changes: Partial<StoredLine> = {}): StoredLine {
  return { id: 'plain-1', name: 'Plain Shirt 1', image: '', price: 900, quantity: 1, ...changes }
}

/** The cookie that sign-in leaves, without signing in. */
export async function haveToken(page: Page, origin: string, token = OTHER_TOKEN): Promise<void> {
  await page.context().addCookies([{ name: 'auth_token', value: token, url: origin, sameSite: 'Lax' }])
}

/** Puts `document`, text as it is or lines, under the key `cart` before any page of the shop was opened. */
export async function haveCart(page: Page, origin: string, document: string | StoredLine[]): Promise<void> {
  await page.route(`${origin}/blank`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  )
  await page.goto(`${origin}/blank`)
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  await page.evaluate((stored) => localStorage.setItem('cart', stored), text)
}

/** Fills the local storage of this page's shop to the last character. */
export async function fillLocalStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    let text = ''
    for (let length = 4 * 1024 * 1024; length >= 1;) {
      try {
        localStorage.setItem('full', text + 'x'.repeat(length))
        text += 'x'.repeat(length)
      } catch {
        length = Math.floor(length / 2)
      }
    }
  })
}

export async function storedCart(page: Page): Promise<unknown> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('cart'))) ?? 'null')
}

export const ADDRESS = {
  'Full Name': 'Asha Rao',
  Address: '14 Loom Street',
  City: 'Varanasi',
  State: 'Uttar Pradesh',
  'PIN Code': '221001',
  Phone: '9876543210',
}

export async function fillAddress(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(ADDRESS)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}

export async function expectAddressKept(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(ADDRESS)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
  }
}

/** An error toast interrupts, any other waits its turn. docs/requirements.md#1012-toasts */
export async function expectErrorToast(page: Page, title: string, body: string): Promise<void> {
  await expect(page.locator('#toasts [role=alert]')).toHaveText(`${title}${body}×`)
}

export async function expectToast(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(toast(page, text)).toBeVisible()
}

export async function cookieOf(page: Page, origin: string) {
  return (await page.context().cookies(origin)).find(({ name }) => name === 'auth_token')
}
