import { expect, test } from 'vitest'

import { createEtag, matchesEtag } from '@tanabana/node/http-headers.ts'

const etag = createEtag('cotton')

test.each([
  [etag, true],
  [`W/${etag}`, true],
  [`"other", ${etag}`, true],
  ['*', true],
  [undefined, false],
  ['"other"', false],
  [etag.slice(1, -1), false],
  [createEtag('silk'), false],
])('If-None-Match %s: %s', (header, isMatch) => {
  expect(matchesEtag(header, etag)).toBe(isMatch)
  expect(matchesEtag(header, `W/${etag}`)).toBe(isMatch)
})
