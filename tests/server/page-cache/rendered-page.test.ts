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

test('whatever it is written in, a page goes out byte by byte as it was made', () => {
  const bytes = Buffer.from('<h1>कुर्ता ₹1,990 👗</h1>')
  const { body } = toRenderedPage({ status: 200, headers: new Headers(), html: bytes.toString('latin1') }, 0)
  expect(brotliDecompressSync(body.packed)).toEqual(bytes)
})

test('a page made in a hurry is the same one, in a few more bytes', () => {
  const items = Array.from(
    { length: 400 },
    (_, index) => `<li><a href="/product/${index * 37}">Saree ${index}</a>`,
  )
  const raw = { status: 200, headers: new Headers(), html: items.join('\n') }
  const calm = toRenderedPage(raw, 0)
  const hurried = toRenderedPage(raw, 0, { isHurried: true })
  expect(brotliDecompressSync(hurried.body.packed).toString()).toBe(raw.html)
  expect(hurried.body.packed.length).toBeGreaterThan(calm.body.packed.length)
  expect(hurried.etag).toBe(calm.etag)
})
