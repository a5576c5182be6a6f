import { describe, expect, test } from 'vitest'

import { createPageCache } from '../../../src/server/page-cache/page-cache.ts'
import { toRenderedPage, type RenderedPage } from '../../../src/server/page-cache/rendered-page.ts'
import type { Shop } from '../../../src/server/upstream.ts'

const shop: Shop = { host: 'shop.example', protocol: 'https:' }
const other: Shop = { host: 'other.example', protocol: 'https:' }
const MEGABYTE = 1024 * 1024

/** A cache over a shop whose pages are made by hand: each render waits until it is told what to answer. */
function cacheOf(maxBytes = MEGABYTE, freshSeconds = 0) {
  let clock = 1_000_000
  const renders: {
    shop: Shop
    key: string
    answer: (text: string, options?: AnswerOptions) => void
    fail: () => void
  }[] = []
  const cache = createPageCache({
    maxBytes,
    freshSeconds,
    now: () => clock,
    render: (forShop, key) =>
      new Promise<RenderedPage>((resolve, reject) => {
        renders.push({
          shop: forShop,
          key,
          answer: (text, options) => resolve(pageOf(text, forShop, clock, options)),
          fail: () => reject(new Error('The API is down.')),
        })
      }),
  })
  return {
    cache,
    renders,
    pass: (seconds: number) => {
      clock += seconds * 1000
    },
    /** Asks for a page whose render, if there is one, answers at once. */
    async ask(key: string, text: string, forShop = shop, options?: AnswerOptions) {
      const before = renders.length
      const found = cache.get(forShop, key)
      await Promise.resolve()
      renders[before]?.answer(text, options)
      return found
    },
  }
}

interface AnswerOptions {
  status?: number
  headers?: Record<string, string>
  tags?: string[]
}

function pageOf(
  text: string,
  { host }: Shop,
  madeAt: number,
  { status = 200, headers = {}, tags = [] }: AnswerOptions = {},
) {
  return toRenderedPage(
    {
      status,
      headers: new Headers({
        'cdn-cache-control': 'max-age=10, stale-while-revalidate=100',
        'cache-tag': [`tenant:${host}`, ...tags].join(','),
        ...headers,
      }),
      html: text,
    },
    madeAt,
  )
}

function etagOf(found: { page: RenderedPage }) {
  return found.page.etag
}

function etagFor(text: string) {
  return pageOf(text, shop, 0).etag
}

describe('a page', () => {
  test('is rendered once for requests that come together', async () => {
    const { cache, renders } = cacheOf()
    const waiting = Array.from({ length: 500 }, () => cache.get(shop, '/'))
    await Promise.resolve()
    renders[0]?.answer('home')
    const found = await Promise.all(waiting)
    expect(renders).toHaveLength(1)
    expect(new Set(found.map(etagOf)).size).toBe(1)
  })

  test('that is not kept, or not made, leaves nothing of its host behind', async () => {
    const { cache, ask, renders } = cacheOf()
    await ask('/', 'kept')
    for (const host of ['invented-1.example', 'invented-2.example']) {
      await ask('/', 'no shop', { ...other, host }, { status: 421, headers: { 'cdn-cache-control': '' } })
    }
    const failing = cache.get(other, '/')
    await Promise.resolve()
    renders.at(-1)?.fail()
    await expect(failing).rejects.toThrow('The API is down.')
    expect(cache.shops()).toBe(1)
  })

  test('is a hit while it is fresh', async () => {
    const { ask, renders, pass } = cacheOf()
    expect((await ask('/', 'one')).state).toBe('miss')
    pass(9)
    expect((await ask('/', 'two')).state).toBe('hit')
    expect(renders).toHaveLength(1)
  })

  test('is served stale while a new one is made, by one render', async () => {
    const { cache, ask, renders, pass } = cacheOf()
    await ask('/', 'one')
    pass(11)
    const found = await Promise.all([cache.get(shop, '/'), cache.get(shop, '/')])
    expect(found.map(({ state }) => state)).toEqual(['stale', 'stale'])
    expect(etagOf(found[0])).toBe(etagFor('one'))
    expect(renders).toHaveLength(2)
  })

  test('is served stale when the new one fails', async () => {
    const { cache, ask, renders, pass } = cacheOf()
    await ask('/', 'one')
    pass(60)
    await cache.get(shop, '/')
    renders[1]?.fail()
    await new Promise(setImmediate)
    expect(etagOf(await cache.get(shop, '/'))).toBe(etagFor('one'))
  })

  test('is served stale when the new one is an error page', async () => {
    const { cache, ask, renders, pass } = cacheOf()
    await ask('/', 'one')
    pass(60)
    await cache.get(shop, '/')
    renders[1]?.answer('broken', { status: 503 })
    await new Promise(setImmediate)
    expect(etagOf(await cache.get(shop, '/'))).toBe(etagFor('one'))
  })

  test('is not served for ever', async () => {
    const { ask, pass } = cacheOf()
    await ask('/', 'one')
    pass(111)
    expect(etagOf(await ask('/', 'two'))).toBe(etagFor('two'))
  })
})

describe('what is not kept', () => {
  test.each<[string, AnswerOptions]>([
    ['an error page', { status: 503 }],
    ['a missing page', { status: 404 }],
    ['a page that sets a cookie', { headers: { 'set-cookie': 'a=1' } }],
    ['a page that declares nothing', { headers: { 'cdn-cache-control': '' } }],
  ])('%s passes through', async (_, options) => {
    const { ask, renders } = cacheOf()
    expect((await ask('/', 'one', shop, options)).state).toBe('pass')
    expect((await ask('/', 'two', shop, options)).state).toBe('pass')
    expect(renders).toHaveLength(2)
  })

  test('a failing render is told to who asked', async () => {
    const { cache, renders } = cacheOf()
    const found = cache.get(shop, '/')
    await Promise.resolve()
    renders[0]?.fail()
    await expect(found).rejects.toThrow('The API is down.')
  })
})

describe('a purge', () => {
  test("drops the pages with the product's tag and no others", async () => {
    const { cache, ask } = cacheOf()
    const tags = ['product:shop.example:1']
    await ask('/product/1', 'one', shop, { tags })
    await ask('/product/2', 'two', shop, { tags: ['product:shop.example:2'] })
    await ask('/product/1', 'one', other, { tags: ['product:other.example:1'] })
    expect(cache.purge(tags)).toBe(1)
    expect(cache.count()).toBe(2)
  })

  test("of a tenant drops all of its pages and nobody else's", async () => {
    const { cache, ask } = cacheOf()
    await ask('/', 'one')
    await ask('/products', 'two')
    await ask('/', 'three', other)
    expect(cache.purge(['tenant:shop.example'])).toBe(2)
    expect((await ask('/', 'x', other)).state).toBe('hit')
  })

  test('is not undone by a render that was under way', async () => {
    const { cache, renders } = cacheOf()
    const found = cache.get(shop, '/')
    await Promise.resolve()
    cache.purge(['tenant:shop.example'])
    renders[0]?.answer('before the edit')
    await new Promise(setImmediate)
    renders[1]?.answer('after the edit')
    expect(etagOf(await found)).toBe(etagFor('after the edit'))
  })
})

describe('memory', () => {
  const text = (index: number) =>
    `${index} ${Array.from({ length: 300 }, (_, n) => ((index + 1) * (n + 7)) % 9973).join(' ')}`

  test('stays within its bytes', async () => {
    const { cache, ask } = cacheOf(40_000)
    for (let index = 0; index < 100; index += 1) await ask(`/product/${index}`, text(index))
    expect(cache.bytes()).toBeLessThanOrEqual(40_000)
    expect(cache.count()).toBeGreaterThan(2)
  })

  test('of one shop is not taken by a flood on another', async () => {
    const { ask } = cacheOf(100_000)
    await ask('/', text(1), other)
    for (let index = 0; index < 200; index += 1) await ask(`/product/${index}`, text(index))
    expect((await ask('/', 'x', other)).state).toBe('hit')
  })
})

describe('a flood of invented prices and words', () => {
  const text = (index: number) =>
    `${index} ${Array.from({ length: 300 }, (_, n) => ((index + 1) * (n + 7)) % 9973).join(' ')}`

  test('takes no page of its own shop, though the latest of its pages are kept', async () => {
    const { cache, ask } = cacheOf(100_000)
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
  })

  test('of all shops are made anew 32 at a time, 50 a second, and at last all', async () => {
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
    expect(renders).toHaveLength(100 + 32)
    await answerAll()
    await askAll()
    expect(renders).toHaveLength(100 + 50)
    await answerAll()
    pass(1)
    await askAll()
    await answerAll()
    pass(1)
    await askAll()
    await answerAll()
    expect((await askAll()).every(({ state }) => state === 'hit')).toBe(true)
  })
})

test('where every edit is told, a page stays fresh longer than it says', async () => {
  const { ask, pass } = cacheOf(MEGABYTE, 60)
  await ask('/', 'home')
  pass(59)
  expect((await ask('/', 'home')).state).toBe('hit')
  pass(2)
  expect((await ask('/', 'home')).state).toBe('stale')
})
