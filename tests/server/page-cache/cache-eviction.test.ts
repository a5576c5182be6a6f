import { describe, expect, test } from 'vitest'

import { openCache, other, textOf } from './controlled-cache.ts'

const ROOM = 100_000
const page = (bytes = 1000) => 'x'.repeat(bytes)

describe('memory', () => {
  test('stays within its bytes', async () => {
    const { cache, ask } = openCache({ maxBytes: ROOM })
    for (let index = 0; index < 100; index += 1) await ask(`/product/${index}`, page())
    expect(cache.size().bytes).toBeLessThanOrEqual(ROOM)
    expect(cache.size().entries).toBeGreaterThan(10)
    expect((await ask('/product/99', page())).state).toBe('hit')
  })

  test('of one shop is not taken by a flood on another', async () => {
    const { ask } = openCache({ maxBytes: ROOM })
    await ask('/', page(), other)
    for (let index = 0; index < 200; index += 1) await ask(`/product/${index}`, page())
    expect((await ask('/', 'x', other)).state).toBe('hit')
  })

  test('of shops with as much as each other is taken from the one that was read least recently', async () => {
    const { ask } = openCache({ maxBytes: ROOM })
    const hosts = Array.from({ length: 30 }, (_, index) => `shop-${index + 10}.example`)
    for (const host of hosts) await ask('/', page(), { ...other, host })
    expect((await ask('/', 'x', { ...other, host: hosts[28] ?? '' })).state).toBe('hit')
    expect((await ask('/', 'x', { ...other, host: hosts[0] ?? '' })).state).toBe('miss')
  })

  test('goes to a new page, though it is the largest and its shop has no other', async () => {
    const { ask } = openCache({ maxBytes: ROOM })
    for (let index = 0; index < 30; index += 1)
      await ask('/', page(), { ...other, host: `shop-${index}.example` })
    await ask('/', page(10_000), other)
    expect((await ask('/', 'x', other)).state).toBe('hit')
  })

  test('is not given up for one page that is too large for it', async () => {
    const { ask } = openCache({ maxBytes: ROOM })
    await ask('/', page())
    expect((await ask('/large', page(2 * ROOM))).state).toBe('miss')
    expect((await ask('/', 'x')).state).toBe('hit')
  })
})

describe('a flood of invented prices and words', () => {
  test('evicts no other page, and the latest of its own pages are stored', async () => {
    const { ask } = openCache({ maxBytes: ROOM })
    await ask('/', page())
    for (let index = 0; index < 200; index += 1) {
      await ask(`/products?maxPrice=${index}`, page())
      await ask(`/fragments/suggestions?search=word${index}`, page())
    }
    expect((await ask('/', 'x')).state).toBe('hit')
    expect(textOf(await ask('/products?maxPrice=199', 'again'))).toBe(page())
  })
})
