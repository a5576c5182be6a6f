import { once } from 'node:events'
import { createServer } from 'node:http'

import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'

import { toCacheEntry } from '../../../src/server/page-cache/cache-entry.ts'
import { sendEntry } from '../../../src/server/page-cache/send-entry.ts'

test('a page has one weak entity tag for all its encodings', async () => {
  const policy = { maxAge: 10, staleWhileRevalidate: 60, tags: [] }
  const entry = toCacheEntry(
    { status: 200, headers: new Headers(), html: '<p>Kurta</p>', policy, isIncomplete: false },
    'public',
  )
  const server = createServer((incoming, response) => {
    void sendEntry(incoming, response, { entry, state: 'hit' }, false)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) => {
      const { headers, body } = await request(`http://127.0.0.1:${port}/`, {
        headers: { 'accept-encoding': encoding },
      })
      await body.dump()
      return headers.etag
    }),
  )
  expect(tags).toEqual(Array(3).fill(expect.stringMatching(/^W\/"[\w-]+"$/)))
  expect(new Set(tags).size).toBe(1)
})
