import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { buyQuickly } from '../kit/browser/quick-purchase.ts'
import { startShops, type Shops } from './shops.ts'
import { ENGINES, type EnginePage } from '../kit/browser/engines.ts'

/** docs/browsers.md; `npm test` runs the main job, `npm run test:engines` all. */
const SUBMIT = 'main form [type=submit]'
const isWhole = process.env.ENGINE_TESTS === 'all'

let shops: Shops

beforeAll(async () => {
  shops = await startShops()
}, 120_000)

afterAll(() => shops.stop())

describe.each(ENGINES)('in $name', ({ name, path, openPage }) => {
  let page: EnginePage

  beforeEach(async ({ skip }) => {
    if (path === undefined) skip(`${name} is not installed.`)
    page = await openPage()
  })
  afterEach(async () => {
    await page.close()
    expect(page.complaints).toEqual([])
  })

  const sees = (text: string) =>
    expect.poll(async () => (await page.text()).includes(text), { timeout: 20_000, message: text }).toBe(true)

  test('a new shopper lands, registers, orders, gets the QR code and tracks the order', async () => {
    expect(await buyQuickly(page, shops.origin, `asha.${crypto.randomUUID()}@example.com`)).toBeUndefined()
  })

  if (!isWhole) return

  test('forms name their mistakes, and keep what was typed', async () => {
    await page.open(`${shops.origin}/register`)
    for (const [field, text] of Object.entries({
      firstName: 'Asha',
      lastName: 'Rao',
      email: 'asha@example.com',
      password: 'weft-and-warp',
      confirmPassword: 'warp-and-weft',
    }))
      await page.type(`[name=${field}]`, text)
    await page.press(SUBMIT)
    await sees('Passwords do not match')
    expect(await valueOf('firstName')).toBe('Asha')

    await page.open(`${shops.origin}/login`)
    await page.type('[name=email]', 'nobody@example.com')
    await page.type('[name=password]', 'weft-and-warp')
    await page.press(SUBMIT)
    await sees('Email or password is incorrect.')
    expect(await valueOf('email')).toBe('nobody@example.com')
    expect(page.complaints.every((text) => text.includes('401'))).toBe(true)
    page.complaints.length = 0

    await page.open(`${shops.origin}/contact`)
    await page.type('[name=email]', 'asha')
    await page.press(SUBMIT)
    expect(
      await page.evaluate((name) => document.querySelector(`[name=${name}]:invalid`) !== null, 'email'),
    ).toBe(true)
    expect(await page.address()).toBe(`${shops.origin}/contact`)
  })

  test('without a network, seen pages and the cart are shown', async () => {
    await page.open(`${shops.origin}/products`)
    await hasCopy('/products')
    // The second page brings the copies of pages that were not opened.
    await page.open(`${shops.origin}/products`)
    await hasCopy('/cart')
    await shops.goOffline()
    try {
      await page.open(`${shops.origin}/products`)
      await sees('All Products')
      await page.open(`${shops.origin}/cart`)
      await sees('Your cart is empty')
      await page.open(`${shops.origin}/terms`)
      await sees("You're offline")
    } finally {
      page.complaints.length = 0
      await shops.goOnline()
    }
  })

  function valueOf(field: string): Promise<string> {
    return page.evaluate(
      (name) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '',
      field,
    )
  }

  function hasCopy(path: string): Promise<void> {
    return expect
      .poll(() => page.evaluate(async (key) => (await caches.match(key)) !== undefined, path), {
        timeout: 20_000,
      })
      .toBe(true)
  }
})
