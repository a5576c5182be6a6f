import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test, vi } from 'vitest'

import { logTo, openLogger } from '../../../src/server/log.ts'
import { createPagesOnDisk } from '../../../src/server/page-cache/pages-on-disk.ts'
import { cacheOf, etagFor, etagOf, MEGABYTE, pageOf, shop } from './hand-made-cache.ts'

const directory = mkdtempSync(join(tmpdir(), 'tanabana-pages-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Incompressible, so that it takes `blocks` of 16 KB. */
function long(blocks: number): string {
  return randomBytes(blocks * 16_000).toString('latin1')
}

describe('on disk a page', () => {
  const opened = (maxBytes = MEGABYTE, stubsMaxBytes = MEGABYTE) =>
    createPagesOnDisk({ directory, maxBytes }, stubsMaxBytes)

  test('is read as it was', async () => {
    const pages = opened().openShop()
    const page = pageOf('₹ 1,499', shop, 1_000_000, { tags: ['product:shop.example:1'] })
    await pages.keep('/', page)
    expect(await pages.read('/')).toEqual(page)
  })

  test('is read once for all who ask together', async () => {
    const pages = opened().openShop()
    await pages.keep('/', pageOf('home', shop, 0))
    const together = await Promise.all(Array.from({ length: 100 }, () => pages.read('/')))
    expect(together[0]?.etag).toBe(etagFor('home'))
    expect(new Set(together).size).toBe(1)
  })

  test('of several blocks is read as it was, beside others that come and go', async () => {
    const pages = opened().openShop()
    const page = pageOf(long(5), shop, 0)
    await pages.keep('/', pageOf(long(2), shop, 0))
    await pages.keep('/short', pageOf('short', shop, 0))
    pages.drop('/')
    await pages.keep('/long', page)
    expect(await pages.read('/long')).toEqual(page)
    expect((await pages.read('/short'))?.etag).toBe(etagFor('short'))
  })

  test('has no name that anything of it could stay under', async () => {
    await opened()
      .openShop()
      .keep('/', pageOf(long(1), shop, 0))
    expect(readdirSync(directory)).toEqual([])
  })

  test('is kept when the directory can be written again', async () => {
    const base = mkdtempSync(join(directory, 'later-'))
    const later = join(base, 'pages')
    writeFileSync(later, '')
    const pages = createPagesOnDisk({ directory: later, maxBytes: MEGABYTE }, MEGABYTE).openShop()
    logTo(openLogger('error', () => undefined))
    await pages.keep('/', pageOf('home', shop, 0))
    expect(pages.has('/')).toBe(false)
    rmSync(base, { recursive: true })
    await pages.keep('/', pageOf('home', shop, 0))
    expect((await pages.read('/'))?.etag).toBe(etagFor('home'))
  })

  test('that is dropped while it is written or read is gone', async () => {
    const pages = opened().openShop()
    const writing = pages.keep('/', pageOf('written', shop, 0))
    pages.drop('/')
    await writing
    expect(await pages.read('/')).toBeUndefined()
    await pages.keep('/', pageOf('read', shop, 0))
    const reading = pages.read('/')
    pages.drop('/')
    expect(await reading).toBeUndefined()
  })

  test('that takes the place of one just dropped is not mistaken for it', async () => {
    const pages = opened(16_384).openShop()
    await pages.keep('/old', pageOf('old', shop, 0))
    const reading = pages.read('/old')
    pages.drop('/old')
    await pages.keep('/new', pageOf('new', shop, 0))
    expect(await reading).toBeUndefined()
    expect((await pages.read('/new'))?.etag).toBe(etagFor('new'))
  })

  test('leaves its place to another when it has been written, not before', async () => {
    const pages = opened(16_384).openShop()
    const writing = pages.keep('/old', pageOf('old', shop, 0))
    pages.drop('/old')
    await pages.keep('/new', pageOf('new', shop, 0))
    expect(pages.has('/new')).toBe(false)
    await writing
    await pages.keep('/new', pageOf('new', shop, 0))
    expect((await pages.read('/new'))?.etag).toBe(etagFor('new'))
  })

  test('goes for another when the disk is full, first of the shop that has the most', async () => {
    const disk = opened(MEGABYTE)
    const large = disk.openShop()
    const small = disk.openShop()
    await small.keep('/', pageOf('small', shop, 0))
    for (let index = 0; index < 200; index += 1) await large.keep(`/${index}`, pageOf(`${index}`, shop, 0))
    expect(large.size()).toBe(63)
    expect(large.has('/199')).toBe(true)
    expect((await small.read('/'))?.etag).toBe(etagFor('small'))
    await small.keep('/too-long', pageOf(long(70), shop, 0))
    expect(small.has('/too-long')).toBe(false)
    expect(large.size()).toBe(63)
  })

  test('goes for another of the shop whose pages take the most of the disk, however few they are', async () => {
    const disk = opened(MEGABYTE)
    const many = disk.openShop()
    const few = disk.openShop()
    for (let index = 0; index < 20; index += 1) await many.keep(`/${index}`, pageOf(`${index}`, shop, 0))
    for (let index = 0; index < 10; index += 1) await few.keep(`/${index}`, pageOf(long(5), shop, 0))
    expect(many.size()).toBe(20)
    expect(few.size()).toBe(8)
  })

  test('of a shop that has dropped what it had much of stays', async () => {
    const disk = opened(MEGABYTE)
    const once = disk.openShop()
    const large = disk.openShop()
    await once.keep('/', pageOf('once', shop, 0))
    for (let index = 0; index < 20; index += 1) {
      await once.keep('/long', pageOf(long(5), shop, 0))
      once.drop('/long')
    }
    for (let index = 0; index < 100; index += 1) await large.keep(`/${index}`, pageOf(`${index}`, shop, 0))
    expect(once.has('/')).toBe(true)
  })

  test('goes for another of the shop with the most pages where memory is short, however long others are', async () => {
    const disk = opened(MEGABYTE, 20 * 300)
    const few = disk.openShop()
    const many = disk.openShop()
    for (let index = 0; index < 5; index += 1) await few.keep(`/${index}`, pageOf(long(5), shop, 0))
    for (let index = 0; index < 50; index += 1) await many.keep(`/${index}`, pageOf(`${index}`, shop, 0))
    expect(few.size()).toBe(5)
  })

  test('takes little memory, and no more than there is for such pages', async () => {
    const disk = opened(MEGABYTE, 5000)
    const pages = disk.openShop()
    for (let index = 0; index < 20; index += 1) await pages.keep(`/${index}`, pageOf(`${index}`, shop, 0))
    expect(pages.size()).toBeGreaterThan(5)
    expect(disk.bytes()).toBeLessThan(6000)
  })
})

describe('a page that memory has no room for', () => {
  const crowd = Array.from({ length: 60 }, (_, index) => `/product/${index}`)

  /** A cache with one page and then so many others that the one leaves memory. */
  async function crowded() {
    const made = cacheOf({ maxBytes: 64_000, directory })
    await made.ask('/', 'home', shop, { tags: ['product:shop.example:1'] })
    for (const key of crowd) await made.ask(key, key)
    expect(made.cache.getAtOnce(shop, '/')).toBeUndefined()
    return made
  }

  test('is a hit all the same, and no page is made twice', async () => {
    const { cache, renders } = await crowded()
    const found = await cache.get(shop, '/')
    expect(found.state).toBe('hit')
    expect(etagOf(found)).toBe(etagFor('home'))
    for (const key of crowd) expect(etagOf(await cache.get(shop, key))).toBe(etagFor(key))
    expect(renders).toHaveLength(61)
    expect(cache.bytes()).toBeLessThanOrEqual(64_000)
  })

  test('is served stale while it is made anew, and the new one from then on', async () => {
    const { cache, renders, ask, pass } = await crowded()
    pass(11)
    expect((await cache.get(shop, '/')).state).toBe('stale')
    renders.at(-1)?.answer('new home')
    await vi.waitFor(async () => expect(etagOf(await cache.get(shop, '/'))).toBe(etagFor('new home')))
    for (const key of crowd) await ask(key, key)
    expect(etagOf(await cache.get(shop, '/'))).toBe(etagFor('new home'))
  })

  test('is not served for ever, and made once for all who ask together then', async () => {
    const { cache, renders, pass } = await crowded()
    // What the disk was asked for before has been done by then: the page is read from it, not from what is being written.
    for (let asked = 0; asked < 100; asked += 1) await stat(directory)
    pass(111)
    const waiting = Array.from({ length: 100 }, () => cache.get(shop, '/'))
    await vi.waitFor(() => expect(renders).toHaveLength(62))
    renders.at(-1)?.answer('new')
    const found = await Promise.all(waiting)
    expect(found.every(({ state }) => state === 'miss')).toBe(true)
    expect(new Set(found.map(etagOf))).toEqual(new Set([etagFor('new')]))
    expect(renders).toHaveLength(62)
  })

  test('is dropped by a purge, and counted once', async () => {
    const { cache, ask } = await crowded()
    await cache.get(shop, '/')
    expect(cache.purge(['product:shop.example:1'])).toBe(1)
    expect((await ask('/', 'edited')).state).toBe('miss')
    expect(cache.purge(['tenant:shop.example'])).toBe(61)
    expect((await ask('/product/1', 'edited')).state).toBe('miss')
  })

  test('that is purged while it comes back is not shown', async () => {
    const { cache, renders } = await crowded()
    const found = cache.get(shop, '/')
    cache.purge(['tenant:shop.example'])
    await vi.waitFor(() => expect(renders).toHaveLength(62))
    renders.at(-1)?.answer('edited')
    expect(etagOf(await found)).toBe(etagFor('edited'))
  })

  test('stays out of the file when anybody could have thought it up', async () => {
    const { cache, ask } = cacheOf({ maxBytes: 64_000, directory })
    for (let index = 0; index < 60; index += 1) await ask(`/products?maxPrice=${index}`, 'made up')
    expect(cache.onDisk()).toBe(0)
    expect((await ask('/products?maxPrice=0', 'x')).state).toBe('miss')
  })

  test('is made anew where nothing can be written, which the log says', async () => {
    const lines: string[] = []
    logTo(openLogger('error', (line) => lines.push(line)))
    writeFileSync(join(directory, 'file'), '')
    const { ask } = cacheOf({ maxBytes: 64_000, directory: join(directory, 'file') })
    for (const key of ['/', ...crowd]) await ask(key, key)
    await vi.waitFor(() => expect(lines.join()).toContain('pages could not be kept on disk'))
    await vi.waitFor(async () => expect((await ask('/', 'again')).state).toBe('miss'))
  })
})
