import { expect, test } from 'vitest'

import { acceptedEncoding } from '@tanabana/node/http-headers.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['br ; q=0.0, gzip;q=0', 'identity'],
  ['brotli, x-gzip', 'identity'],
  ['identity', 'identity'],
  ['*', 'identity'],
  [undefined, 'identity'],
])('a client that accepts %s gets %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
