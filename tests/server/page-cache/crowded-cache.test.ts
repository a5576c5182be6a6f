import { randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { Shop } from '../../../src/server/upstream.ts'
import { cacheOf, etagFor, etagOf, other, shop } from './hand-made-cache.ts'

/** Long, and unlike any other. */
const text = (index: number) =>
  `${index} ${Array.from({ length: 300 }, (_, n) => ((index + 1) * (n + 7)) % 9973).join(' ')}`

describe('memory', () => {
  test('stays within its bytes', async () => {
    const { cache, ask } = cacheOf({ maxBytes: 40_000 })
    for (let index = 0; index < 100; index += 1) await ask(`/product/${index}`, text(index))
    expect(cache.bytes()).toBeLessThanOrEqual(40_000)
    expect(cache.count()).toBeGreaterThan(2)
  })

  test('of one shop is not taken by a flood on another', async () => {
    const { ask } = cacheOf({ maxBytes: 100_000 })
    await ask('/', text(1), other)
    for (let index = 0; index < 200; index += 1) await ask(`/product/${index}`, text(index))
    expect((await ask('/', 'x', other)).state).toBe('hit')
  })

  test('goes to a new page, though it is the largest and its shop has no other', async () => {
    const { ask } = cacheOf({ maxBytes: 100_000 })
    for (let index = 0; index < 30; index += 1)
      await ask('/', text(index), { ...other, host: `shop-${index}.example` })
    await ask('/', text(31) + text(32) + text(33), other)
    expect((await ask('/', 'x', other)).state).toBe('hit')
  })

  test('is not given up for one page that is too large for it', async () => {
    const { cache, ask } = cacheOf({ maxBytes: 60_000 })
    for (const key of ['/', '/terms', '/products?search=small']) await ask(key, text(1))
    const large = randomBytes(70_000).toString('latin1')
    for (const key of ['/large', '/products?search=large']) expect((await ask(key, large)).state).toBe('miss')
    for (const key of ['/', '/terms', '/products?search=small'])
      expect((await ask(key, 'x')).state).toBe('hit')
    expect(cache.bytes()).toBeLessThanOrEqual(60_000)
  })

  test('that fills up while a page is made keeps it all the same', async () => {
    const { cache, renders, ask } = cacheOf({ maxBytes: 40_000 })
    const waiting = cache.get(shop, '/slow')
    for (let index = 0; index < 100; index += 1) await ask(`/product/${index}`, text(index))
    renders[0]?.answer('slow')
    expect(etagOf(await waiting)).toBe(etagFor('slow'))
    expect((await ask('/slow', 'x')).state).toBe('hit')
  })

  test('stays within its bytes while the largest page of all is made anew', async () => {
    const { cache, renders, ask, pass } = cacheOf({ maxBytes: 100_000 })
    await ask('/', randomBytes(20_000).toString('latin1'), other)
    pass(11)
    await cache.get(other, '/')
    expect(renders).toHaveLength(2)
    for (let index = 0; index < 60; index += 1)
      await ask('/', text(index), { ...other, host: `shop-${index}.example` })
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
  })

  test('that fills up while a search is made leaves nobody without an answer', async () => {
    const { cache, renders, ask } = cacheOf({ maxBytes: 80_000 })
    const waiting = cache.get(shop, '/products?search=slow')
    for (let index = 0; index < 100; index += 1) await ask(`/products?search=${index}`, text(index))
    renders[0]?.answer('slow')
    expect(etagOf(await waiting)).toBe(etagFor('slow'))
  })
})

describe('a flood of invented prices and words', () => {
  test('takes no page of its own shop, though the latest of its pages are kept', async () => {
    const { cache, ask } = cacheOf({ maxBytes: 100_000 })
    for (let index = 0; index < 30; index += 1) await ask(`/product/${index}`, text(index))
    const own = cache.count()
    for (let index = 0; index < 200; index += 1) {
      await ask(`/products?maxPrice=${index}`, text(index))
      await ask(`/fragments/suggestions?search=word${index}`, text(index))
    }
    await ask('/products?maxPrice=7', text(7))
    expect(cache.count()).toBeGreaterThanOrEqual(own)
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
    for (let index = 29; index > 29 - own; index -= 1)
      expect((await ask(`/product/${index}`, 'x')).state).toBe('hit')
  })

  test('is kept for who asks again, and dropped by a purge', async () => {
    const { cache, ask } = cacheOf()
    await ask('/products?search=kurta', 'kurtas')
    expect((await ask('/products?search=kurta', 'x')).state).toBe('hit')
    expect(cache.purge(['tenant:shop.example'])).toBe(1)
    expect((await ask('/products?search=kurta', 'new')).state).toBe('miss')
    expect(cache.shops()).toBe(1)
  })
})

describe('many stale pages', () => {
  test('are made anew 4 at a time for one shop, and shown as they are meanwhile', async () => {
    const { cache, renders, ask, pass } = cacheOf()
    const keys = Array.from({ length: 40 }, (_, index) => `/product/${index}`)
    for (const key of keys) await ask(key, 'old')
    pass(11)
    const found = await Promise.all(keys.map((key) => cache.get(shop, key)))
    expect(found.every(({ state }) => state === 'stale')).toBe(true)
    expect(renders).toHaveLength(40 + 4)
    pass(1)
    await Promise.all(keys.map((key) => cache.get(shop, key)))
    expect(renders).toHaveLength(40 + 4)
  })

  test('are not shown when they are too old, though no more may be made anew now', async () => {
    const { cache, renders, ask, pass } = cacheOf()
    await ask('/old', 'old')
    pass(24 * 60 * 60)
    for (const key of ['/1', '/2', '/3', '/4']) await ask(key, 'young')
    pass(11)
    for (const key of ['/1', '/2', '/3', '/4']) void cache.get(shop, key)
    expect(renders).toHaveLength(5 + 4)
    expect(cache.getAtOnce(shop, '/old')).toBeUndefined()
    expect((await ask('/old', 'new')).state).toBe('miss')
  })

  test('of all shops are begun 4 together, 50 a second, 32 at a time, and at last all made anew', async () => {
    const { cache, renders, ask, pass } = cacheOf()
    const shops = Array.from({ length: 100 }, (_, index): Shop => ({
      host: `shop-${index}.example`,
      protocol: 'https:',
    }))
    for (const each of shops) await ask('/', 'old', each)
    pass(11)
    const askAll = () => Promise.all(shops.map((each) => cache.get(each, '/')))
    const answerAll = async () => {
      for (const render of renders.slice(100)) render.answer('new')
      // All that hangs on the answers has run by then.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await askAll()
    expect(renders).toHaveLength(100 + 4)
    pass(0.04)
    await askAll()
    expect(renders).toHaveLength(100 + 6)
    for (let second = 0; second < 10; second += 1) {
      pass(1)
      await askAll()
    }
    expect(renders).toHaveLength(100 + 32)
    await answerAll()
    for (let hundredth = 0; hundredth < 50; hundredth += 1) {
      await askAll()
      await answerAll()
      pass(0.01)
    }
    expect(renders).toHaveLength(100 + 32 + 4 + 24)
    for (let tenth = 0; tenth < 10; tenth += 1) {
      pass(0.1)
      await askAll()
      await answerAll()
    }
    expect((await askAll()).every(({ state }) => state === 'hit')).toBe(true)
  })
})
