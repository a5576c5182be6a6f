import { pagePolicy } from '../../src/server/cache/cache-policy.ts'
import type { PageKey } from '../../src/server/page-cache/cache-key.ts'
import type { CacheEntry } from '../../src/server/page-cache/cache-entry.ts'
import { createPageCache, type PageCache } from '../../src/server/page-cache/page-cache.ts'

/** Of shops among the visits, and of pages within a shop: the n-th has 1/n^exponent of the views of the first. */
const SHOP_EXPONENT = 1
const PAGE_EXPONENT = 0.8
const FRESH_SECONDS = 60
const EDGE_FRESH_SECONDS = 3600
/** Room for all pages; `Outcome` has the memory that they use. */
const EDGE_MB = 64 * 1024
const MB = 1024 * 1024
/** Until the memory is full; at the edge, until its pages are revalidated, too. */
const WARM_SECONDS = 600
const EDGE_WARM_SECONDS = 4200
const COUNTED_SECONDS = 300
const HINDI_SHARE = 0.2

/** The pages of a shop of 100 products; a page of a search or filter has a query that a client can invent. */
const KINDS = [
  { name: 'home', share: 0.15, pages: 1 },
  { name: 'listing', share: 0.3, pages: 40 },
  { name: 'product', share: 0.5, pages: 100 },
  { name: 'search', share: 0.05, pages: 500 },
]

export interface Setup {
  shops: number
  viewsPerSecond: number
  processes: number
  /** `PAGE_CACHE_MB` of each process. */
  megabytes: number
  /** Whether a shop's views all reach the same process; otherwise any. */
  isByHost: boolean
  /** Whether a cache that is purged by tag stands before the storefronts. */
  hasEdge: boolean
  pageBytes: number
}

export interface Outcome {
  /** Views of the counted time, and what the storefronts did for them. */
  views: number
  requests: number
  hits: number
  renders: number
  entries: number
  edgeMegabytes: number
  /** The longest that the cache took to make room. */
  slowestMs: number
}

/**
 * Sends views of shops and pages with a Zipf distribution through the storefront's own page cache, with a simulated clock,
 * and counts those after a time in which the caches fill. The same views at each call.
 */
export async function simulateVisits(setup: Setup): Promise<Outcome> {
  const { shops, viewsPerSecond, processes, megabytes, isByHost, hasEdge, pageBytes } = setup
  const random = createRandom(1)
  const nextShop = createZipf(shops, SHOP_EXPONENT, random)
  const kinds = KINDS.map((kind) => ({ ...kind, nextPage: createZipf(kind.pages, PAGE_EXPONENT, random) }))
  const clock = { now: 0 }
  const open = (maxBytes: number, minFreshSeconds: number) =>
    createPageCache({ isOn: true, maxBytes, minFreshSeconds, now: () => clock.now })
  const caches = Array.from({ length: processes }, () => open(megabytes * MB, FRESH_SECONDS))
  const edge = hasEdge ? open(EDGE_MB * MB, EDGE_FRESH_SECONDS) : undefined
  const body = Buffer.alloc(pageBytes)
  const counts = { views: 0, requests: 0, hits: 0, renders: 0, slowestMs: 0 }

  function nextKey(shop: number): PageKey {
    let left = random()
    const kind = kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0]
    const language = random() < HINDI_SHARE ? 'hi' : undefined
    const host = `shop-${shop}.example`
    const url = `/${kind?.name}/${kind?.nextPage()}`
    const id = `https://${host}${url} ${language ?? ''}`
    const hasInventedQuery = kind?.name === 'search'
    return {
      ...{ tenant: host, id, url, language, hasInventedQuery, listing: undefined },
      ...{ isAddressed: false, hasMarkdown: false, isMarkdown: false },
    }
  }

  function render({ tenant }: PageKey): Promise<CacheEntry> {
    counts.renders += 1
    const policy = pagePolicy({ host: tenant })
    const etag = ''
    return Promise.resolve({
      ...{ status: 200, headers: [], body, etag, policy, scope: 'public', isIncomplete: false },
      storedAt: clock.now,
    })
  }

  async function getFrom(cache: PageCache, key: PageKey): Promise<CacheEntry> {
    counts.requests += 1
    const startedAt = performance.now()
    const { entry, state } = await cache.get(key, () => render(key))
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - startedAt)
    if (state !== 'miss') counts.hits += 1
    return entry
  }

  const warmSeconds = hasEdge ? EDGE_WARM_SECONDS : WARM_SECONDS
  for (let second = 0; second < warmSeconds + COUNTED_SECONDS; second += 1) {
    if (second === warmSeconds)
      Object.assign(counts, { views: 0, requests: 0, hits: 0, renders: 0, slowestMs: 0 })
    for (let view = 0; view < viewsPerSecond; view += 1) {
      clock.now = (second + view / viewsPerSecond) * 1000
      const shop = nextShop()
      const key = nextKey(shop)
      const process = isByHost ? shop : Math.floor(random() * processes)
      const cache = caches[process % processes]
      if (!cache) continue
      counts.views += 1
      await (edge ? edge.get(key, () => getFrom(cache, key)) : getFrom(cache, key))
    }
  }
  return {
    ...counts,
    entries: caches.reduce((sum, cache) => sum + cache.size().entries, 0),
    edgeMegabytes: (edge?.size().bytes ?? 0) / MB,
  }
}

/** Whole numbers below `count`, the smaller the more frequent. */
function createZipf(count: number, exponent: number, random: () => number): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let index = 0; index < count; index += 1) sums[index] = sum += 1 / (index + 1) ** exponent
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
