import { expect, test } from 'vitest'

import {
  createRevalidatingCache,
  type Cacheable,
  type RevalidatingCacheOptions,
} from '../../../src/server/cache/revalidating-cache.ts'

const key = { tenant: 'shop.example', id: 'a' }
const never = () => new Promise<never>(() => undefined)

/** A cache whose callers wait for a fresh value; what it stores is stale at once. */
function openCache(options: Pick<RevalidatingCacheOptions<Cacheable>, 'onStaleIfError'> = {}) {
  const cache = createRevalidatingCache<Cacheable & { text: string }>({
    ...options,
    isOn: true,
    maxBytes: 1000,
    sizeOf: ({ text }) => text.length,
    staleWaitMs: 20,
  })
  const valueOf = (text: string) => ({
    text,
    storedAt: Date.now() - 2000,
    policy: { maxAge: 1, staleWhileRevalidate: 60, tags: [] },
  })
  return { cache, get: (text: string) => cache.get(key, async () => valueOf(text)) }
}

test('a fresh value that comes in time is preferred to the stale one', async () => {
  const { get } = openCache()
  await get('old')
  expect((await get('new')).entry.text).toBe('new')
})

test('a fresh value that takes long is not waited for where there is a stale one', async () => {
  const { cache, get } = openCache()
  await get('old')
  expect(await cache.get(key, never)).toMatchObject({ entry: { text: 'old' }, state: 'stale' })
})

test('a value that cannot be loaded is the stale one', async () => {
  const { cache, get } = openCache()
  await get('old')
  const failing = () => Promise.reject(new Error('asleep'))
  expect(await cache.get(key, failing)).toMatchObject({ entry: { text: 'old' }, state: 'stale' })
})

test('an operator hears why a stale value was served', async () => {
  const heard: unknown[] = []
  const { cache, get } = openCache({
    onStaleIfError: ({ tenant }, error) => heard.push(`${tenant}: ${String(error)}`),
  })
  await get('old')
  await cache.get(key, () => Promise.reject(new Error('asleep')))
  expect(heard).toEqual(['shop.example: Error: asleep'])
})
