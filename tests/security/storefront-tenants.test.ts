import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { OtherStore } from '../kit/shops/other-store.ts'
import type { Storefront } from '../kit/shops/storefront.ts'
import {
  countVisits,
  hostOf,
  PATHS,
  shopperCanary,
  SHOPPERS,
  startTenants,
  TENANTS,
  type TenantServers,
} from './tenant-visits.ts'

let stack: TenantServers
let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  stack = await startTenants()
  ;({ store, storefront } = stack)
})
afterAll(() => stack.stop())

describe('one cache for many shops and shoppers', () => {
  test(
    '600 visits in any order show no words of another shop or shopper',
    { tags: ['@fault-4'] },
    async () => {
      const counts = await countVisits(storefront.port, 600)
      expect(counts).toMatchObject({ visits: 600, foreign: [], failures: 0, paths: PATHS.length })
      expect(counts.own).toBeGreaterThan(250)
    },
  )

  test('no shopper is known to the store API that shared pages are made from', () => {
    const messages = JSON.stringify(store.calls)
    expect(SHOPPERS.filter((shopper) => messages.includes(shopperCanary(shopper)))).toEqual([])
    expect(store.calls.filter(({ authorization }) => authorization !== '')).toEqual([])
    expect(new Set(store.calls.map(({ host }) => host))).toEqual(new Set(TENANTS.map(hostOf)))
  })

  test('a picture is served only at the shop whose page names it', async () => {
    for (const tenant of TENANTS) {
      const { html } = await storefront.get('/product/shared', { host: hostOf(tenant) })
      const addresses = new Set(html.match(/\/_img\/[^"\s,]+/g))
      expect(addresses.size).toBeGreaterThan(2)
      for (const other of TENANTS.filter((one) => one !== tenant)) {
        for (const address of addresses) {
          const calls = store.calls.length
          expect((await storefront.get(address, { host: hostOf(other) })).status, address).toBe(404)
          expect(store.calls.length).toBe(calls)
        }
      }
    }
  })

  test('a purge of one shop names no page of another', async () => {
    for (const path of ['/', '/products', '/product/shared', '/terms']) {
      for (const tenant of TENANTS) {
        const { headers } = await storefront.get(path, { host: hostOf(tenant) })
        const tags = String(headers['cache-tag']).split(',')
        expect(
          tags.filter((tag) => !tag.split(':').includes(hostOf(tenant))),
          path,
        ).toEqual([])
      }
    }
  })
})
