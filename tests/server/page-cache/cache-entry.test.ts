import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { pagePolicy } from '../../../src/server/cache/cache-policy.ts'
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
  const pages = await Promise.all(Array.from({ length: 24 }, largePage))
  const bodies = await Promise.all(pages.map((page) => encodeBody(page, 'identity')))
  expect(bodies.map(({ length }) => length)).toEqual(pages.map(() => 1024 * 1024))
})

test.each([
  ['a page that was found', 200, {}, true],
  ['a page that there is not', 404, {}, false],
  ['a redirect', 302, { location: '/login' }, false],
  ['an error page', 503, {}, false],
  ['a page that sets a cookie', 200, { 'set-cookie': 'visit=1' }, false],
])(
  '%s is shared with other shoppers only if it is the same for all',
  async (_, status, headers, isShared) => {
    const policy = pagePolicy({ host: 'shop.example' })
    const page = { status, headers: new Headers(headers), html: '<p>Kurta</p>', policy, isIncomplete: false }
    expect((await toCacheEntry(page, 'public')).policy).toEqual(isShared ? policy : undefined)
  },
)
