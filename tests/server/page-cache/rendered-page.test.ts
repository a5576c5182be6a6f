import { brotliDecompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { toRenderedPage } from '../../../src/server/page-cache/rendered-page.ts'

test('a kept page holds as many bytes as it has, and none of a buffer that others share', () => {
  const {
    body: { packed },
  } = toRenderedPage({ status: 200, headers: new Headers(), html: 'Handloom. '.repeat(500) }, 0)
  expect(brotliDecompressSync(packed).toString()).toBe('Handloom. '.repeat(500))
  expect(packed.buffer.byteLength).toBe(packed.length)
})
