import { describe, expect, test } from 'vitest'

import { openCache, other, settle, shop, textOf, type PageOptions } from './controlled-cache.ts'

describe('a page', () => {
  test('is rendered once for requests that come together', async () => {
    const { get, renders } = openCache()
    const waiting = Array.from({ length: 500 }, () => get('/'))
    renders[0]?.response('home')
    const found = await Promise.all(waiting)
    expect(renders).toHaveLength(1)
    expect(new Set(found.map(textOf))).toEqual(new Set(['home']))
  })

  test('is a hit while it is fresh', async () => {
    const { ask, renders, pass } = openCache()
    expect((await ask('/', 'one')).state).toBe('miss')
    pass(9)
    expect((await ask('/', 'two')).state).toBe('hit')
    expect(renders).toHaveLength(1)
  })

  test('stays fresh for a longer time than it declares where every edit is purged', async () => {
    const { ask, pass } = openCache({ minFreshSeconds: 60 })
    await ask('/', 'home')
    pass(59)
    expect((await ask('/', 'home')).state).toBe('hit')
    pass(2)
    expect((await ask('/', 'home')).state).toBe('stale')
  })

  test('is served stale while one render revalidates it', { tags: ['@req-16'] }, async () => {
    const { get, ask, renders, pass } = openCache()
    await ask('/', 'one')
    pass(11)
    const found = await Promise.all([get('/'), get('/')])
    expect(found.map(({ state }) => state)).toEqual(['stale', 'stale'])
    expect(found.map(textOf)).toEqual(['one', 'one'])
    expect(renders).toHaveLength(2)
    renders[1]?.response('two')
    await settle()
    expect(textOf(await get('/'))).toBe('two')
  })

  test(
    'is served stale when its revalidation fails, and revalidated again after a second',
    { tags: ['@fault-9'] },
    async () => {
      const { get, ask, renders, pass } = openCache()
      await ask('/', 'one')
      pass(60)
      await get('/')
      renders[1]?.fail()
      await settle()
      expect(textOf(await get('/'))).toBe('one')
      expect(renders).toHaveLength(2)
      pass(1.1)
      expect(textOf(await get('/'))).toBe('one')
      expect(renders).toHaveLength(3)
    },
  )

  test.each<[what: string, options: PageOptions]>([
    ['an error page', { status: 503 }],
    ['a page with a section missing', { isIncomplete: true }],
  ])('is served stale when its revalidation gives %s', async (_, options) => {
    const { get, ask, renders, pass } = openCache()
    await ask('/', 'one')
    pass(60)
    await get('/')
    renders[1]?.response('broken', options)
    await settle()
    expect(textOf(await get('/'))).toBe('one')
  })

  test.each<[what: string, options: PageOptions]>([
    ['does not exist any more', { status: 404 }],
    ['has moved', { status: 301 }],
    ['belongs to no shop any more', { status: 421 }],
    ['is not to be stored any more', { isUnstored: true }],
  ])('that %s is not shown again', async (_, options) => {
    const { cache, get, ask, renders, pass } = openCache()
    await ask('/', 'one')
    pass(11)
    await get('/')
    renders[1]?.response('none', options)
    await settle()
    expect(cache.size()).toEqual({ entries: 0, bytes: 0, tenants: 0 })
    const found = await ask('/', 'none', shop, options)
    expect([found.state, textOf(found)]).toEqual(['bypass', 'none'])
  })

  test('is not served after its stale time', async () => {
    const { ask, pass } = openCache()
    await ask('/', 'one')
    pass(111)
    expect(textOf(await ask('/', 'two'))).toBe('two')
  })
})

describe('a page that is not stored', () => {
  test.each<[string, PageOptions]>([
    ['an error page', { status: 503 }],
    ['a missing page', { status: 404 }],
    ['a page without a policy', { isUnstored: true }],
  ])('%s bypasses the cache', async (_, options) => {
    const { ask, renders } = openCache()
    expect((await ask('/', 'one', shop, options)).state).toBe('bypass')
    expect((await ask('/', 'two', shop, options)).state).toBe('bypass')
    expect(renders).toHaveLength(2)
  })

  test('tells its callers of a render that fails', async () => {
    const { get, renders } = openCache()
    const found = get('/')
    renders[0]?.fail()
    await expect(found).rejects.toThrow('The API is down.')
  })

  test('counts its shop once, with or without an invented query', async () => {
    const { cache, ask } = openCache()
    await ask('/products?search=silk', 'found')
    expect(cache.size()).toMatchObject({ entries: 1, tenants: 1 })
    await ask('/', 'home')
    expect(cache.size()).toMatchObject({ entries: 2, tenants: 1 })
    await ask('/products?search=silk', 'found', other)
    expect(cache.size()).toMatchObject({ entries: 3, tenants: 2 })
  })

  test('leaves nothing of an invented host behind', async () => {
    const { cache, ask } = openCache()
    await ask('/', 'stored')
    for (const host of ['invented-1.example', 'invented-2.example'])
      await ask('/', 'no shop', { ...other, host }, { status: 421 })
    expect(cache.size().tenants).toBe(1)
  })
})

describe('a purge', () => {
  test('removes the pages with the tag and no others', { tags: ['@req-16'] }, async () => {
    const { cache, ask } = openCache()
    const tags = ['product:shop.example:1']
    await ask('/product/1', 'one', shop, { tags })
    await ask('/product/2', 'two', shop, { tags: ['product:shop.example:2'] })
    await ask('/product/1', 'one', other, { tags: ['product:other.example:1'] })
    expect(cache.invalidate(tags)).toBe(1)
    expect(cache.size().entries).toBe(2)
  })

  test('of a tenant removes all of its pages, searches too, and no page of another', async () => {
    const { cache, ask } = openCache()
    await ask('/', 'one')
    await ask('/products?search=kurta', 'two')
    await ask('/', 'three', other)
    expect(cache.invalidate(['tenant:shop.example'])).toBe(2)
    expect((await ask('/', 'x', other)).state).toBe('hit')
  })

  test('keeps a render that it overtakes from being stored, here or elsewhere', async () => {
    const { cache, get, ask, renders } = openCache()
    const overtaken = get('/')
    cache.invalidate(['tenant:shop.example'])
    const after = ask('/', 'after the edit')
    renders[0]?.response('before the edit')
    const found = await overtaken
    expect([found.state, found.entry.policy]).toEqual(['bypass', undefined])
    expect(textOf(await after)).toBe('after the edit')
    expect(textOf(await get('/'))).toBe('after the edit')
  })

  test('reaches a page in revalidation, which does not come back when that fails', async () => {
    const { cache, get, ask, renders, pass } = openCache()
    await ask('/', 'before the edit')
    pass(11)
    await get('/')
    expect(cache.invalidate(['tenant:shop.example'])).toBe(1)
    renders[1]?.fail()
    await settle()
    expect(textOf(await ask('/', 'after the edit'))).toBe('after the edit')
  })
})
