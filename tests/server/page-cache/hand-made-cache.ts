import { createPageCache } from '../../../src/server/page-cache/page-cache.ts'
import { toRenderedPage, type RenderedPage } from '../../../src/server/page-cache/rendered-page.ts'
import type { Shop } from '../../../src/server/upstream.ts'

export const shop: Shop = { host: 'shop.example', protocol: 'https:' }
export const other: Shop = { host: 'other.example', protocol: 'https:' }
export const MEGABYTE = 1024 * 1024

interface CacheOptions {
  maxBytes?: number
  /** Where pages go that memory has no room for; without it nowhere. */
  directory?: string
  freshSeconds?: number
  isBusy?: () => Promise<boolean>
}

/** A cache over a shop whose pages are made by hand: each render waits until it is told what to answer. */
export function cacheOf({
  maxBytes = MEGABYTE,
  directory = '',
  freshSeconds = 0,
  isBusy = async () => false,
}: CacheOptions = {}) {
  let clock = 1_000_000
  const renders: {
    shop: Shop
    key: string
    answer: (text: string, options?: AnswerOptions) => void
    /** The page from before is still true. */
    answerAsBefore: () => void
    fail: () => void
  }[] = []
  const cache = createPageCache({
    maxBytes,
    disk: { directory, maxBytes: directory ? MEGABYTE : 0 },
    freshSeconds,
    now: () => clock,
    isBusy,
    render: (forShop, key, before) =>
      new Promise<RenderedPage>((resolve, reject) => {
        renders.push({
          shop: forShop,
          key,
          answer: (text, options) => resolve(pageOf(text, forShop, clock, options)),
          answerAsBefore: () => before && resolve({ ...before, madeAt: clock }),
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

export interface AnswerOptions {
  status?: number
  headers?: Record<string, string>
  tags?: string[]
}

export function pageOf(
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

export function etagOf(found: { page: RenderedPage }) {
  return found.page.etag
}

export function etagFor(text: string) {
  return pageOf(text, shop, 0).etag
}
