import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { withSingleSlashes } from '../../src/server/http/requests.ts'
import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { sendRaw } from '../kit/raw-request.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

const SPELLINGS = 1000
const AT_ONCE = 20

let store: OtherStore
let storefront: Storefront
let host: string

beforeAll(async () => {
  store = await startOtherStore()
  // A storefront that is told of edits keeps pages fresh for a minute, longer than the test takes.
  storefront = await startStorefront(store.port, { CACHE_PURGE_SECRET: 'a secret of the test of spellings' })
})
beforeEach(() => {
  store.reset()
  host = `t${crypto.randomUUID().slice(0, 8)}.localhost`
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

/** Sends the path as it is written, which no HTTP client does. */
async function get(path: string, hostHeader = host) {
  const { status, text } = await sendRaw(
    storefront.port,
    `GET ${path} HTTP/1.1\r\nHost: ${hostHeader}\r\nConnection: close\r\n\r\n`,
  )
  const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(text)?.[1]
  return { status, location: header('location'), cache: header('x-cache'), etag: header('etag') }
}

/** On a busy machine the first page may go out before its products are there; it is not stored then. */
async function getStored(path: string) {
  await expect.poll(async () => (await get(path)).cache, { timeout: 10_000 }).toBe('hit')
  return get(path)
}

const escape = (character: string, isUpper: boolean) => {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0')
  return `%${isUpper ? code.toUpperCase() : code}`
}

/** A text of ASCII with some of its characters escaped, in either case. */
const escaped = (text: string) =>
  fc
    .array(fc.constantFrom('as it is', 'lower', 'upper'), { minLength: text.length, maxLength: text.length })
    .map((choices) =>
      Array.from(text)
        .map((character, at) =>
          choices[at] === 'as it is' ? character : escape(character, choices[at] === 'upper'),
        )
        .join(''),
    )

const inAnyCase = (text: string) =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((choices) =>
    Array.from(text)
      .map((one, at) => (choices[at] ? one.toUpperCase() : one))
      .join(''),
  )

/** Of `/products?category=shirts&parentCategory=Casual&page=2`. */
const path = fc
  .tuple(
    fc.constantFrom('/', '//', '/./', '/x/../', '///', '/%2e/', '/\\'),
    escaped('products'),
    fc.constantFrom('', '/', '//'),
  )
  .map((parts) => parts.join(''))
const blank = fc.constantFrom('', '+', '%20')
const category = fc.tuple(blank, inAnyCase('shirts'), blank).map((parts) => parts.join(''))
const parameters = fc
  .tuple(
    fc.tuple(escaped('category'), category),
    fc.tuple(escaped('parentCategory'), escaped('Casual')),
    fc.tuple(escaped('page'), fc.constantFrom('2', '02', '%32', '+2', '2+')),
    fc.array(
      fc.constantFrom(
        ...([
          'gclid=x',
          'utm_source=ad',
          'unknown=1',
          'sort=',
          'search=',
          'size=',
          'minPrice=x',
          '',
          '&',
          'wait=',
        ] as const),
      ),
      { maxLength: 4 },
    ),
  )
  .chain(([...parts]) => {
    const noise = parts.pop() as string[]
    const pairs = (parts as [string, string][]).map((pair) => pair.join('='))
    return fc.shuffledSubarray([...pairs, ...noise], { minLength: pairs.length + noise.length })
  })
  // The first of repeated parameters counts.
  .chain((pairs) =>
    fc.constantFrom([], ['page=9'], ['category=other']).map((more) => [...pairs, ...more].join('&')),
  )

test(
  '1,000 spellings of one page make one entry and no further render',
  { tags: ['@decision-1.15'], timeout: 60_000 },
  async () => {
    const samples = fc.sample(fc.tuple(path, parameters, fc.constantFrom('', '.', ':80')), {
      numRuns: 2 * SPELLINGS,
      seed: 29,
    })
    const spellings = new Map(samples.map(([one, query, end]) => [`${one}?${query}`, end]))
    const chosen = [...spellings].slice(0, SPELLINGS)
    expect(chosen).toHaveLength(SPELLINGS)

    const address = '/products?category=shirts&parentCategory=Casual&page=2'
    const first = await getStored(address)
    const requested = store.calls.length
    const found: unknown[] = []
    for (let at = 0; at < chosen.length; at += AT_ONCE) {
      const some = chosen.slice(at, at + AT_ONCE).map(async ([spelling, end]) => {
        const hostHeader = host.toUpperCase() + end
        const response = await get(spelling, hostHeader)
        if (response.status !== 301) return response
        expect(response.location).toMatch(/^\/[^/\\]/)
        return get(response.location ?? '', hostHeader)
      })
      found.push(...(await Promise.all(some)))
    }
    expect(found).toEqual(found.map(() => first))
    expect(store.calls.slice(requested)).toEqual([])
  },
)

describe('slashes', () => {
  test.each([
    ['//terms', '/terms'],
    ['/product//plain-1?gclid=1//2', '/product/plain-1?gclid=1//2'],
    ['//products///?page=2', '/products/?page=2'],
    ['//_astro//x.js', '/_astro/x.js'],
    ['//evil.example', '/evil.example'],
    ['///evil.example/%2e%2e', '/evil.example/%2e%2e'],
    ['/\\evil.example', '/evil.example'],
    ['\\\\evil.example', '/evil.example'],
    ['/\\/\\evil.example\\x', '/evil.example/x'],
    ['/.//evil.example', '/./evil.example'],
    ['/x/..//evil.example', '/x/../evil.example'],
    ['//user@evil.example:80/?a=//b', '/user@evil.example:80/?a=//b'],
    ['/\t/evil.example', '/evil.example'],
  ])('%j moves to %j, on this host', async (spelling, location) => {
    expect(withSingleSlashes(spelling)).toBe(location)
    expect(new URL(location, 'https://shop.example').host).toBe('shop.example')
    if (!spelling.startsWith('/') || spelling.includes('\t')) return
    expect(await get(spelling)).toMatchObject({ status: 301, location })
  })

  test.each(['/', '/terms/', '/products?from=//x', '/product/a%2F%2Fb', '/terms#//', '/%5Cevil.example'])(
    '%s stays where it is',
    (spelling) => {
      expect(withSingleSlashes(spelling)).toBeUndefined()
    },
  )
})

test.each(['Men', 'men', 'MEN', ' mEn '])('the listing of %j is that of men', async (name) => {
  const first = await getStored('/products?category=men')
  expect(await get(`/products?category=${encodeURIComponent(name)}`)).toEqual(first)
})
