import { brotliDecompressSync } from 'node:zlib'

import { beforeEach, expect, test } from 'vitest'

import { createPageCache } from '../../../src/server/page-cache/page-cache.ts'
import { toRenderedPage } from '../../../src/server/page-cache/rendered-page.ts'
import type { Shop } from '../../../src/server/upstream.ts'

const shop: Shop = { host: 'shop.example', protocol: 'https:' }
const weaves = ['Handloom', 'Chanderi', 'Ikat', 'Banarasi', 'Jamdani', 'Bandhani', 'Kalamkari']
const page = Array.from(
  { length: 400 },
  (_, index) => `<li><a href="/product/${index * 37}">${weaves[index % 7]} saree ${index}</a></li>`,
).join('\n')

let html: string
let clock: number
let cache: ReturnType<typeof createPageCache>

beforeEach(() => {
  html = page
  clock = 1_000_000
  cache = createPageCache({
    maxBytes: 1_000_000,
    now: () => clock,
    render: async ({ host }) => {
      const headers = new Headers({
        'cdn-cache-control': 'max-age=10, stale-while-revalidate=100',
        'cache-tag': `tenant:${host}`,
      })
      return toRenderedPage({ status: 200, headers, html }, clock)
    },
  })
})

/** The page as the second shopper gets it, and all after. */
async function askTwice() {
  const first = await cache.get(shop, '/')
  const size = first.page.body.packed.length
  cache.getFresh(shop, '/')
  await expect.poll(() => cache.getFresh(shop, '/')?.page.body.packed.length).toBeLessThan(size)
  return { first, size }
}

test('what is asked for twice goes out smaller, and is the same page', async () => {
  const { first } = await askTwice()
  const found = cache.getFresh(shop, '/')
  expect(found && brotliDecompressSync(found.page.body.packed).toString()).toBe(page)
  expect(found?.page.etag).toBe(first.page.etag)
})

test('a page made anew with the same words stays as small, one with others is packed again', async () => {
  const { first, size } = await askTwice()
  clock += 11_000
  await cache.get(shop, '/')
  await expect.poll(() => cache.getFresh(shop, '/')?.page.madeAt).toBe(clock)
  expect(cache.getFresh(shop, '/')?.page.body.packed.length).toBeLessThan(size)

  html = page.replace('Handloom saree 0', 'Handloom saree, the last one')
  clock += 11_000
  await cache.get(shop, '/')
  await expect.poll(() => cache.getFresh(shop, '/')?.page.etag).not.toBe(first.page.etag)
  const found = cache.getFresh(shop, '/')
  expect(found && brotliDecompressSync(found.page.body.packed).toString()).toContain('the last one')
})

test('the count of bytes comes out even', async () => {
  const before = cache.bytes()
  await askTwice()
  expect(cache.bytes()).toBeGreaterThan(before)
  cache.purge(['tenant:shop.example'])
  expect(cache.bytes()).toBe(0)
})
