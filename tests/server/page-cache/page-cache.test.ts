import { describe, expect, test } from 'vitest'

import { cacheOf, etagFor, etagOf, other, shop, type AnswerOptions } from './hand-made-cache.ts'

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

  test('counts once, however often it could not be made anew', async () => {
    const { cache, ask, renders, pass } = cacheOf()
    await ask('/', 'one')
    const once = cache.bytes()
    for (let round = 1; round <= 5; round += 1) {
      pass(11)
      await cache.get(shop, '/')
      renders[round]?.fail()
      await new Promise(setImmediate)
    }
    expect(renders).toHaveLength(6)
    expect(cache.bytes()).toBe(once)
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

  test.each<[what: string, options: AnswerOptions]>([
    ['is none any more', { status: 404 }],
    ['is elsewhere', { status: 301, headers: { location: '/' } }],
    ['is of no shop any more', { status: 421 }],
    ['has become one to be kept by nobody', { headers: { 'cdn-cache-control': 'no-store' } }],
  ])('that %s is not shown again', async (_, options) => {
    const { cache, ask, renders, pass } = cacheOf()
    await ask('/', 'one')
    pass(11)
    await cache.get(shop, '/')
    renders[1]?.answer('none', options)
    await new Promise(setImmediate)
    expect([cache.count(), cache.shops()]).toEqual([0, 0])
    const { state, page } = await ask('/', 'none', shop, options)
    expect([state, page.etag]).toEqual(['pass', etagFor('none')])
  })

  test('is served stale when the new one stands on fallbacks', async () => {
    const { cache, ask, renders, pass } = cacheOf()
    await ask('/', 'one')
    pass(11)
    await cache.get(shop, '/')
    renders[1]?.answer('skeletons', { headers: { 'cdn-cache-control': '' } })
    await new Promise(setImmediate)
    expect(etagOf(await cache.get(shop, '/'))).toBe(etagFor('one'))
  })

  test('that is found to be true still is fresh again, as it was', async () => {
    const { cache, ask, renders, pass } = cacheOf()
    const { page } = await ask('/', 'one')
    pass(11)
    await cache.get(shop, '/')
    renders[1]?.answerAsBefore()
    await new Promise(setImmediate)
    const found = await cache.get(shop, '/')
    expect(found.state).toBe('hit')
    expect(found.page.body).toBe(page.body)
    expect(renders).toHaveLength(2)
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

  test('reaches a page that is being made anew, which does not come back when that fails', async () => {
    const { cache, renders, ask, pass } = cacheOf()
    await ask('/', 'before the edit')
    pass(11)
    await cache.get(shop, '/')
    expect(cache.purge(['tenant:shop.example'])).toBe(1)
    renders[1]?.fail()
    await new Promise(setImmediate)
    expect(cache.bytes()).toBe(0)
    const found = cache.get(shop, '/')
    await Promise.resolve()
    renders[2]?.answer('after the edit')
    expect(etagOf(await found)).toBe(etagFor('after the edit'))
  })

  test('of a page that is being made anew is not undone when that ends in an error page', async () => {
    const { cache, renders, ask, pass } = cacheOf()
    await ask('/', 'before the edit')
    pass(11)
    await cache.get(shop, '/')
    cache.purge(['tenant:shop.example'])
    for (const round of [1, 2]) {
      renders[round]?.answer('broken', { status: 503 })
      await new Promise(setImmediate)
    }
    expect(renders).toHaveLength(3)
    expect(cache.count()).toBe(0)
  })

  test('after the other keeps nobody waiting without end, and nothing from between them is kept here or elsewhere', async () => {
    const { cache, found } = overtaken()
    const { state, page } = await found
    expect(state).toBe('pass')
    expect(page.headers[page.headers.indexOf('cache-control') + 1]).toBe('no-store')
    expect(cache.count()).toBe(0)
  })

  test('after the other lets an error page through as it is', async () => {
    const { state, page } = await overtaken({ status: 404, headers: { 'x-shop': 'yes' } }).found
    expect({ state, ...page }).toMatchObject({ state: 'pass', status: 404 })
    expect(page.headers.slice(0, 2)).toEqual(['x-shop', 'yes'])
  })
})

/** A page that was purged each time while it was made. */
function overtaken(options?: AnswerOptions) {
  const { cache, renders } = cacheOf()
  const found = cache.get(shop, '/')
  const purgeAndAnswer = async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise(setImmediate)
      cache.purge(['tenant:shop.example'])
      renders[round]?.answer('while many edit', options)
    }
    return found
  }
  return { cache, found: purgeAndAnswer() }
}

test('where every edit is told, a page stays fresh longer than it says', async () => {
  const { ask, pass } = cacheOf({ freshSeconds: 60 })
  await ask('/', 'home')
  pass(59)
  expect((await ask('/', 'home')).state).toBe('hit')
  pass(2)
  expect((await ask('/', 'home')).state).toBe('stale')
})
