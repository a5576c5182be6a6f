import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startOtherStore, type OtherStore } from '../helpers/other-store.ts'
import { startStorefront, type Storefront } from '../helpers/storefront.ts'

let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port)
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

test(
  'under more work than it can do the storefront packs pages in less, and after it as small as before',
  { timeout: 60_000 },
  async () => {
    const host = `localhost:${storefront.port}`
    let asked = 0
    /** A page that nobody has asked for before; by how much it is larger than it could be. */
    const surplus = async () => {
      asked += 1
      const answer = await request(`http://127.0.0.1:${storefront.port}/products?category=c${asked}`, {
        headers: { host, 'accept-encoding': 'br' },
      })
      expect(answer.statusCode).toBe(200)
      const packed = Buffer.from(await answer.body.arrayBuffer())
      const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
      return packed.length / brotliCompressSync(brotliDecompressSync(packed), { params }).length
    }

    let isCrowded = true
    const shopper = async () => {
      while (isCrowded) await storefront.get(`/products?category=s${(asked += 1)}`)
    }
    const crowd = Array.from({ length: 12 }, shopper)
    try {
      await expect.poll(surplus, { timeout: 20_000 }).toBeGreaterThan(1.05)
    } finally {
      isCrowded = false
      await Promise.all(crowd)
    }
    await expect.poll(surplus, { timeout: 20_000, interval: 500 }).toBeLessThan(1.02)
  },
)
