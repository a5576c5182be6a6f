import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createKeeper } from '../../src/server/keeper.ts'

const HOUR_MS = 60 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (isOn = true) =>
  createKeeper<string>({
    isOn,
    freshMs: 5000,
    patienceMs: 250,
    maxBytes: 1000,
    sizeOf: (text) => text.length,
    ownerOf: (_key, text) => text.slice(0, text.indexOf(' ')),
  })
const textOf = (owner: string, bytes: number) => Promise.resolve(`${owner} `.padEnd(bytes, '.'))
const never = () => Promise.race<string>([])
const fails = () => Promise.reject(new Error('asleep'))

describe('a value', () => {
  test('is made once for all who come together', async () => {
    const keeper = open()
    const make = vi.fn(() => Promise.resolve('x'))
    const got = await Promise.all(Array.from({ length: 50 }, () => keeper.get('a', make)))
    expect(make).toHaveBeenCalledTimes(1)
    expect(new Set(got)).toEqual(new Set(['x']))
  })

  test('of one key is never given for another', async () => {
    const keeper = open()
    await keeper.get('a', () => Promise.resolve('of a'))
    expect(await keeper.get('b', () => Promise.resolve('of b'))).toBe('of b')
  })

  test('is made anew when it is no longer fresh', async () => {
    const keeper = open()
    await keeper.get('a', () => Promise.resolve('old'))
    vi.advanceTimersByTime(4900)
    expect(await keeper.get('a', () => Promise.resolve('new'))).toBe('old')
    vi.advanceTimersByTime(200)
    expect(await keeper.get('a', () => Promise.resolve('new'))).toBe('new')
  })

  test('serves for a day when a newer one cannot be made, and is left alone for a second', async () => {
    const keeper = open()
    await keeper.get('a', () => Promise.resolve('old'))
    vi.advanceTimersByTime(23 * HOUR_MS)
    expect(await keeper.get('a', fails)).toBe('old')
    const make = vi.fn(() => Promise.resolve('new'))
    expect(await keeper.get('a', make)).toBe('old')
    expect(make).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * HOUR_MS)
    await expect(keeper.get('a', fails)).rejects.toThrow('asleep')
  })

  test('serves after 250 ms when a newer one takes long', async () => {
    const keeper = open()
    await keeper.get('a', () => Promise.resolve('old'))
    vi.advanceTimersByTime(6000)
    const got = keeper.get('a', never)
    await vi.advanceTimersByTimeAsync(250)
    expect(await got).toBe('old')
  })

  test('that was never there fails with the reason, and is asked for again', async () => {
    const keeper = open()
    await expect(keeper.get('a', fails)).rejects.toThrow('asleep')
    expect(await keeper.get('a', () => Promise.resolve('x'))).toBe('x')
  })

  test('is made every time when nothing is kept', async () => {
    const keeper = open(false)
    await keeper.get('a', () => Promise.resolve('old'))
    expect(await keeper.get('a', () => Promise.resolve('new'))).toBe('new')
  })
})

describe('when there is no more room', () => {
  const knows = async (keeper: ReturnType<typeof open>, key: string) =>
    (await keeper.get(key, () => Promise.resolve('asked again'))) !== 'asked again'

  test('whoever has the most pays, with what was not asked for the longest', async () => {
    const keeper = open()
    await keeper.get('quiet 1', () => textOf('quiet', 150))
    await keeper.get('quiet 2', () => textOf('quiet', 150))
    for (let asked = 1; asked <= 200; asked += 1) await keeper.get(`loud ${asked}`, () => textOf('loud', 50))
    expect(await knows(keeper, 'quiet 1')).toBe(true)
    expect(await knows(keeper, 'quiet 2')).toBe(true)
    expect(await knows(keeper, 'loud 200')).toBe(true)
    expect(await knows(keeper, 'loud 190')).toBe(true)
    expect(await knows(keeper, 'loud 180')).toBe(false)
  })

  test('the newest stays, the largest of all as well', async () => {
    const keeper = open()
    for (const owner of ['a', 'b', 'c']) await keeper.get(owner, () => textOf(owner, 300))
    await keeper.get('long', () => textOf('long', 900))
    expect(await knows(keeper, 'long')).toBe(true)
  })

  test('what is longer than all the room is given and not kept', async () => {
    const keeper = open()
    await keeper.get('a', () => textOf('a', 300))
    expect(await keeper.get('endless', () => textOf('b', 1001))).toHaveLength(1001)
    expect(await knows(keeper, 'endless')).toBe(false)
    expect(await knows(keeper, 'a')).toBe(true)
  })
})

describe('forgetting', () => {
  test('makes anew what the test names, fresh or stale, and nothing else', async () => {
    const keeper = open()
    await keeper.get('stale', () => Promise.resolve('old'))
    vi.advanceTimersByTime(6000)
    await keeper.get('fresh', () => Promise.resolve('old'))
    await keeper.get('other', () => Promise.resolve('old'))
    keeper.forget((key) => key !== 'other')
    expect(await keeper.get('stale', () => Promise.resolve('new'))).toBe('new')
    expect(await keeper.get('fresh', () => Promise.resolve('new'))).toBe('new')
    expect(await keeper.get('other', () => Promise.resolve('new'))).toBe('old')
  })

  test('of what is being made gives who asks from then on the newer one, however long it takes', async () => {
    for (const wasKnown of [false, true]) {
      const keeper = open()
      if (wasKnown) await keeper.get('a', () => Promise.resolve('oldest'))
      vi.advanceTimersByTime(6000)
      const before = Promise.withResolvers<string>()
      const after = Promise.withResolvers<string>()
      const waiting = keeper.get('a', () => before.promise)
      keeper.forget((key) => key === 'a')
      const asked = keeper.get('a', () => after.promise)
      before.resolve('old')
      expect(await waiting).toBe('old')
      const later = keeper.get('a', () => Promise.resolve('asked again'))
      await vi.advanceTimersByTimeAsync(1000)
      after.resolve('new')
      expect([await asked, await later]).toEqual(['new', 'new'])
      expect(await keeper.get('a', never)).toBe('new')
    }
  })

  test('of other values lets what is being made be kept', async () => {
    const keeper = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const waiting = keeper.get('a', () => promise)
    keeper.forget((key) => key === 'b')
    resolve('x')
    await waiting
    vi.advanceTimersByTime(4900)
    expect(await keeper.get('a', never)).toBe('x')
  })

  test('answers who waits, first or not, and keeps nothing from before', async () => {
    for (const wasKnown of [false, true]) {
      const keeper = open()
      if (wasKnown) await keeper.get('a', () => Promise.resolve('oldest'))
      vi.advanceTimersByTime(6000)
      const { promise, resolve } = Promise.withResolvers<string>()
      const waiting = keeper.get('a', () => promise)
      keeper.forget(() => true)
      resolve('old')
      expect(await waiting).toBe('old')
      await vi.advanceTimersByTimeAsync(2)
      expect(await keeper.get('a', () => Promise.resolve('new'))).toBe('new')
    }
  })
})
