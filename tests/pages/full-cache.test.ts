import { afterAll, beforeAll, expect, test } from 'vitest'

import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** The built storefront with memory for about half of so many shops’ pages, over HTTP. */
const hosts = Array.from({ length: 160 }, (_, index) => `full-${index}.localhost`)
/** Has no late section on a slow machine, without which it would not be stored. */
const PAGE = '/terms'
let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, { PAGE_CACHE_MB: '1' })
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

test('pages of more shops than memory has room for are all shown, and memory stays within its bound', async () => {
  for (const host of hosts) {
    const { status, headers } = await storefront.get(PAGE, { host })
    expect([status, headers['x-cache']]).toEqual([200, 'miss'])
  }
  expect((await storefront.get(PAGE, { host: hosts.at(-1) ?? '' })).headers['x-cache']).toBe('hit')
  const { status, html } = await storefront.get(PAGE, { host: hosts[0] ?? '' })
  expect([status, html.includes('Plain Store')]).toEqual([200, true])
  const { html: metrics } = await storefront.get('/metrics', { host: 'localhost' })
  const bytes = Number(/^storefront_cache_bytes (\d+)/m.exec(metrics)?.[1])
  expect(bytes).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThanOrEqual(1024 * 1024)
})
