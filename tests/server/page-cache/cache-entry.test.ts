import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { encodeBody, toCacheEntry } from '../../../src/server/page-cache/cache-entry.ts'

/** A page of one megabyte that no other page resembles. */
function largePage() {
  const html = randomBytes(512 * 1024).toString('hex')
  return toCacheEntry(
    { status: 200, headers: new Headers(), html, policy: undefined, isIncomplete: false },
    'public',
  )
}

test('every client without Brotli gets its page when more are requested at once than fit in memory', async () => {
  const pages = Array.from({ length: 24 }, largePage)
  const bodies = await Promise.all(pages.map((page) => encodeBody(page, 'identity')))
  expect(bodies.map(({ length }) => length)).toEqual(pages.map(() => 1024 * 1024))
})
