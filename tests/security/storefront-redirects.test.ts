import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { sendRaw } from '../kit/raw-request.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** Addresses that a browser could take for another host, each in a place where the storefront redirects. */
const ADDRESSES = [
  '/hi//evil.example/x',
  '/hi//evil.example/../cart',
  '/hi//evil.example/%2e%2e/cart',
  '/hi//cart.evil.example/x',
  '/hi//account',
  '/en///login.evil.example',
  '/hi/\\cart.evil.example',
  '/hi/.//cart.evil.example',
  '/hi/cart//evil.example',
  '//evil.example/',
  '//evil.example/%2e%2e/cart',
  '/products//evil.example',
  '/products/%2F%2Fevil.example',
  '/products/%5C%5Cevil.example?x=1',
  '/hi/products/.//evil.example',
  '/orders?from=//evil.example',
  '/checkout//evil.example',
]

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

describe.each(['GET', 'HEAD', 'POST'])('%s', (method) => {
  test.each(ADDRESSES)('of %j never redirects to another host', async (address) => {
    const { status, text } = await sendRaw(
      storefront.port,
      `${method} ${address} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    expect(status).toBeGreaterThan(0)
    const location = /^location: (.*)\r$/im.exec(text)?.[1] ?? '/'
    expect(new URL(location, 'https://shop.example/a/b').origin).toBe('https://shop.example')
  })
})
