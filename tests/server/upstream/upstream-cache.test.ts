import { expect, test, vi } from 'vitest'

import { StatusError } from '../../../src/lib/api-client/errors.ts'
import type { StoreApiCall } from '../../../src/server/observability/latencies.ts'
import { createUpstreamCache, type UpstreamResponse } from '../../../src/server/upstream/upstream-cache.ts'

const HALF_MB = 512 * 1024
const read = (bytes: number): UpstreamResponse => ({ result: { status: 'read', value: {} }, bytes })
const refused = (bytes: number): UpstreamResponse => ({
  result: { status: 'refused', refusal: new StatusError(404, 'There is no such shop.') },
  bytes,
})

function openCache() {
  const { cached } = createUpstreamCache({ isCacheOn: true })
  const keyOf = (id: string) => {
    const [tenant = '', path = ''] = id.split(' ')
    return { tenant, path, id }
  }
  return {
    say: (id: string, response: UpstreamResponse) =>
      cached.get(keyOf(id), () => Promise.resolve(response), 1000),
    isAskedAgain: async (id: string) => {
      let isAsked = false
      await cached.get(
        keyOf(id),
        async () => {
          isAsked = true
          return read(10)
        },
        1000,
      )
      return isAsked
    },
  }
}

test('thousands of invented categories of one shop evict no response of another', async () => {
  const { say, isAskedAgain } = openCache()
  for (const path of ['/store', '/products', '/categories']) await say(`quiet.shop ${path}`, read(HALF_MB))
  for (let n = 0; n < 5000; n += 1) await say(`loud.shop /products?category=${n}`, read(5000))
  for (const path of ['/store', '/products', '/categories'])
    expect(await isAskedAgain(`quiet.shop ${path}`)).toBe(false)
  expect(await isAskedAgain('loud.shop /products?category=1')).toBe(true)
})

test('thousands of hosts that an API does not know evict no response of a shop', async () => {
  const { say, isAskedAgain } = openCache()
  for (let n = 0; n < 50; n += 1) await say(`shop-${n}.example /store`, read(50_000))
  for (let n = 0; n < 20_000; n += 1) await say(`invented-${n}.example /store`, refused(100))
  for (let n = 0; n < 50; n += 1) expect(await isAskedAgain(`shop-${n}.example /store`)).toBe(false)
})

test.each(['cached', 'uncached'] as const)(
  'every %s call is reported, late and failed ones included',
  async (kind) => {
    const calls: Omit<StoreApiCall, 'seconds'>[] = []
    const onCall = ({ host, path, outcome, failure }: StoreApiCall) =>
      calls.push({ host, path, outcome, ...(failure !== undefined && { failure }) })
    const source = createUpstreamCache({ isCacheOn: true, onCall })[kind]
    const keyOf = (path: string) => ({ tenant: 'shop.example', path, id: `shop.example ${path}` })
    const failure = new Error('The API is down.')
    const { promise, resolve } = Promise.withResolvers<UpstreamResponse>()

    await source.get(keyOf('/products'), () => Promise.resolve(read(10)), 1000)
    await source.get(keyOf('/products/gone'), () => Promise.resolve(refused(10)), 1000)
    await expect(source.get(keyOf('/storeInfo'), () => Promise.reject(failure), 1000)).rejects.toBe(failure)
    await expect(source.get(keyOf('/categories'), () => promise, 1)).rejects.toThrow(
      'No response in time from /categories',
    )
    expect(calls).toHaveLength(3)
    resolve(read(10))
    await vi.waitFor(() => expect(calls).toHaveLength(4))
    expect(calls).toEqual([
      { host: 'shop.example', path: '/products', outcome: 'success' },
      { host: 'shop.example', path: '/products/gone', outcome: 'refused' },
      { host: 'shop.example', path: '/storeInfo', outcome: 'failure', failure },
      { host: 'shop.example', path: '/categories', outcome: 'success' },
    ])
  },
)
