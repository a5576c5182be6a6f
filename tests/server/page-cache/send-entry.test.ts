import { once } from 'node:events'
import { createServer } from 'node:http'

import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'

import { toCacheEntry, type CacheEntry } from '../../../src/server/page-cache/cache-entry.ts'
import { sendEntry } from '../../../src/server/page-cache/send-entry.ts'

const policy = { maxAge: 10, staleWhileRevalidate: 60, tags: ['tenant:shop.example'] }

/** The address of a server that sends one page, with its tags. */
async function serve(
  scope: CacheEntry['scope'],
  pagePolicy: CacheEntry['policy'],
  edgeMaxAge?: number,
): Promise<string> {
  const page = { status: 200, headers: new Headers(), html: '<p>Kurta</p>', isIncomplete: false }
  const entry = await toCacheEntry({ ...page, policy: pagePolicy }, scope)
  const server = createServer((incoming, response) => {
    void sendEntry(incoming, response, { entry, state: 'hit' }, { sendsCacheTags: true, edgeMaxAge })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}/`
}

test('a page has one weak entity tag for all its encodings', async () => {
  const url = await serve('public', policy)
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) => {
      const { headers, body } = await request(url, { headers: { 'accept-encoding': encoding } })
      await body.dump()
      return headers.etag
    }),
  )
  expect(tags).toEqual(Array(3).fill(expect.stringMatching(/^W\/"[\w-]+"$/)))
  expect(new Set(tags).size).toBe(1)
})

test.each<[what: string, scope: CacheEntry['scope'], policy: CacheEntry['policy'], cacheControl: string]>([
  [
    'a page for every shopper is stored by shared caches',
    'public',
    policy,
    'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=60',
  ],
  ['a page in a chosen language stays with its shopper', 'private', policy, 'private, no-cache'],
  ['a page of one shopper is stored nowhere', 'private', undefined, 'private, no-store'],
  ['an incomplete page is stored nowhere', 'public', undefined, 'no-store'],
])('%s', async (_, scope, pagePolicy, cacheControl) => {
  const { headers, body } = await request(await serve(scope, pagePolicy))
  await body.dump()
  expect(headers['cache-control']).toBe(cacheControl)
  expect(headers['cache-tag']).toBe(scope === 'public' && pagePolicy ? 'tenant:shop.example' : undefined)
})

test('a cache that is purged by tag may hold a page for every shopper longer', async () => {
  const { headers, body } = await request(await serve('public', policy, 3600))
  await body.dump()
  expect(headers['cache-control']).toBe(
    'public, max-age=0, s-maxage=3600, stale-while-revalidate=60, stale-if-error=60',
  )
})

test('no cache may hold a page in a chosen language, however it is purged', async () => {
  const { headers, body } = await request(await serve('private', policy, 3600))
  await body.dump()
  expect(headers['cache-control']).toBe('private, no-cache')
})
