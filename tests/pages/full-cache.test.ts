import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startOtherStore, type OtherStore } from '../helpers/other-store.ts'
import { startStorefront, type Storefront } from '../helpers/storefront.ts'

/** The built storefront with memory for about half of so many shops’ pages, over HTTP. */
const hosts = Array.from({ length: 160 }, (_, index) => `full-${index}.localhost`)
/** Has nothing that comes late on a slow machine, and would not be kept then. */
const PAGE = '/terms'
const directory = mkdtempSync(join(tmpdir(), 'tanabana-pages-'))
let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, {
    PAGE_CACHE_MB: '1',
    PAGE_CACHE_DIR: join(directory, 'pages'),
    CACHE_PURGE_SECRET: 'a secret that only the tests of a full cache know',
  })
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
  rmSync(directory, { recursive: true })
})

test('pages that memory has no room for are shown from disk as they were', async () => {
  const first = new Map<string, string>()
  for (const host of hosts) {
    const { html, headers } = await storefront.get(PAGE, { host })
    expect(headers['x-cache']).toBe('miss')
    first.set(host, html)
  }
  for (const host of hosts) {
    const { status, html, headers } = await storefront.get(PAGE, { host })
    expect(status).toBe(200)
    expect(headers['x-cache']).toBe('hit')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain(`connect-src 'self' http://${host}:`)
    expect(html === first.get(host)).toBe(true)
  }
  const { html: metrics } = await storefront.get('/metrics', { host: 'localhost' })
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1])
  expect(read('storefront_cache_disk_pages')).toBeGreaterThan(20)
  expect(read('storefront_cache_bytes')).toBeLessThanOrEqual(1024 * 1024)
  expect(readdirSync(join(directory, 'pages'))).toEqual([])
})
