import { LRUCache } from 'lru-cache'

import type { Shop } from '../upstream.ts'
import { createCondenser, isBusyNext } from './condense.ts'
import { createAges } from './page-ages.ts'
import { ownText } from './page-key.ts'
import { namesHost } from './page-policy.ts'
import { createPagesOnDisk, type DiskOptions, type ShopOnDisk } from './pages-on-disk.ts'
import { createRefreshes } from './refreshes.ts'
import { unkept, type RenderedPage } from './rendered-page.ts'
import { madeUpName, nameFor, nameOf } from './shop-names.ts'

/** A page that could not be made anew is left alone for so long. */
const RETRY_AFTER_MS = 1000
/** So often a page is made because purges overtook it; then it is shown and not kept. */
const ROUNDS_MAX = 3

export interface PageCacheOptions {
  /** Of memory. */
  maxBytes: number
  /** Where pages go that memory has no room for. */
  disk: DiskOptions
  /**
   * Makes the page, or gives back the one from before when it would come out the same; beside that, the shop and the key
   * are all that it may depend on.
   */
  render: (shop: Shop, key: string, before?: RenderedPage) => Promise<RenderedPage>
  /** Keeps pages fresh longer than they say of themselves, where every edit is told by a purge. */
  freshSeconds?: number
  now?: () => number
  /** Whether the process is mostly at work, which the next moment shows. */
  isBusy?: () => Promise<boolean>
}

type CacheState = 'hit' | 'stale' | 'miss' | 'pass'

export interface FoundPage {
  page: RenderedPage
  state: CacheState
}

/** Of all bytes the pages that anybody may think up, for each shop. */
const MADE_UP_SHARE = 1 / 4

/** Of memory, what pages on disk may take there. */
const STUBS_SHARE = 2 / 3

/** The pages of one shop, as one protocol shows them; those that anybody may think up are kept apart, in memory alone. */
interface ShopPages {
  shop: Shop
  pages: LRUCache<string, RenderedPage>
  /** Pages that left memory, and those that have come back and are still the same. */
  onDisk: ShopOnDisk | undefined
  /** Counts purges: a render that one overtook is made again. */
  generation: number
}

/**
 * Pages by shop and key: one render at a time for each, stale while a new one is made, stale when that fails, bounded
 * in bytes. When those of memory run out the shop with the most of them pays, so that a flood on one costs no other a
 * page, and with its made-up pages first, so that a flood of invented searches and prices costs it no page of its own.
 * Any other page that leaves memory goes to disk. What is asked for twice is compressed once more, as small as it gets,
 * when there is time. design §5
 */
export function createPageCache({
  maxBytes,
  disk,
  render,
  freshSeconds = 0,
  now = Date.now,
  isBusy = isBusyNext,
}: PageCacheOptions) {
  const { freshMs, isStale, isTooOld } = createAges(freshSeconds, now)
  const refreshes = createRefreshes(now)
  const kept = new Map<string, ShopPages>()
  const pagesOnDisk = createPagesOnDisk(disk, maxBytes * STUBS_SHARE)
  const condense = createCondenser(isBusy)
  const bytes = () =>
    [...kept.values()].reduce((sum, { pages }) => sum + pages.calculatedSize, pagesOnDisk.bytes())

  function openShop(shop: Shop, name: string): ShopPages {
    const isMadeUp = name !== nameOf(shop)
    const most = Math.floor(maxBytes * (isMadeUp ? MADE_UP_SHARE : 1 - STUBS_SHARE))
    const opened: ShopPages = {
      shop,
      generation: 0,
      onDisk: isMadeUp || disk.maxBytes === 0 ? undefined : pagesOnDisk.openShop(),
      pages: new LRUCache<string, RenderedPage>({
        // What goes of all other pages `makeRoom` decides.
        maxSize: isMadeUp ? most : Number.MAX_SAFE_INTEGER,
        maxEntrySize: most,
        sizeCalculation: ({ bytes }) => bytes,
        perf: { now },
        ttlResolution: 0,
        allowStale: true,
        noDeleteOnStaleGet: true,
        // Whoever waits for a page that there is no more room for gets it.
        ignoreFetchAbort: true,
        fetchMethod: async (key, before, { options }) => {
          const renderPage = () => renderUntilCurrent(opened, key, before)
          if (!before) {
            const page = await renderPage()
            options.ttl = freshMs(page) || RETRY_AFTER_MS
            return page
          }
          const page = await refreshes.run(shop.host, renderPage).catch(() => before)
          if (page.isAnswer && !page.policy) {
            opened.pages.delete(key)
            forgetEmpty(name)
            return before
          }
          const isNewer = page !== before && page.policy !== undefined
          options.ttl = isNewer ? freshMs(page) : RETRY_AFTER_MS
          if (!isNewer) return before
          return page.etag === before.etag ? { ...page, body: before.body } : page
        },
        onInsert: (page) => makeRoom(opened, page),
      }),
    }
    kept.set(name, opened)
    return opened
  }

  async function renderUntilCurrent(
    opened: ShopPages,
    key: string,
    before: RenderedPage | undefined,
  ): Promise<RenderedPage> {
    for (let round = 1; ; round += 1) {
      const { generation } = opened
      const page = await render(opened.shop, key, before)
      if (generation === opened.generation) {
        opened.onDisk?.drop(key)
        return page
      }
      // Who edits faster than pages are made keeps nobody waiting for ever.
      if (round === ROUNDS_MAX) return unkept(page)
    }
  }

  /**
   * The newest page does not go for itself: where each shop has one, the largest would never be kept. One that anybody may
   * think up does, where its shop has the most: it takes the place of none that the shop made.
   */
  function makeRoom(opened: ShopPages, newest: RenderedPage): void {
    const spareOf = (one: ShopPages) => one.pages.calculatedSize - (one === opened ? newest.bytes : 0)
    while (bytes() > maxBytes) {
      const shops = [...kept.values()]
      const largest = shops.reduce((one, other) => (spareOf(other) > spareOf(one) ? other : one))
      const madeUp = kept.get(madeUpName(largest.shop))
      // All pages of the largest may be under way: then whoever has one to spare pays.
      const hasRoom = (madeUp && letGo(madeUp)) || letGo(largest) || shops.some(letGo)
      if (!hasRoom) return
    }
  }

  /** Has the least recently read page leave memory; none that is being made. */
  function letGo({ pages, onDisk }: ShopPages): boolean {
    const [key] = pages.rkeys()
    const page = key === undefined ? undefined : pages.peek(key)
    if (key === undefined || page === undefined) return false
    pages.delete(key)
    void onDisk?.keep(key, page)
    return true
  }

  /** Hosts that somebody invents leave nothing behind. */
  function forgetEmpty(name: string): void {
    const opened = kept.get(name)
    if (!opened || opened.pages.size > 0 || opened.onDisk?.size()) return
    opened.onDisk?.close()
    kept.delete(name)
  }

  function isOnDiskAlone(opened: ShopPages | undefined, key: string): opened is ShopPages {
    return opened?.onDisk?.has(key) === true && opened.pages.peek(key) === undefined
  }

  /** Takes a page that is on disk alone into memory again, as old as it is. */
  async function bringBack(opened: ShopPages, key: string): Promise<void> {
    const page = await opened.onDisk?.read(key)
    if (!page || !isOnDiskAlone(opened, key)) return
    // One render for all who come together: none of them finds it there again.
    if (isTooOld(page)) opened.onDisk?.drop(key)
    else opened.pages.set(key, page, { ttl: freshMs(page), start: page.madeAt })
  }

  /** The page when memory has it, and it is fresh or may not be made anew now. */
  function getAtOnce(shop: Shop, key: string): FoundPage | undefined {
    const page = kept.get(nameFor(shop, key))?.pages.get(key)
    if (!page || isTooOld(page)) return undefined
    if (isStale(page)) return refreshes.mayStart(shop.host) ? undefined : { page, state: 'stale' }
    condense(page.body)
    return { page, state: 'hit' }
  }

  return {
    getAtOnce,

    async get(shop: Shop, asked: string): Promise<FoundPage> {
      const key = ownText(asked)
      const name = nameFor(shop, key)
      const there = kept.get(name)
      if (isOnDiskAlone(there, key)) await bringBack(there, key)
      const { pages } = kept.get(name) ?? openShop(shop, name)
      const atOnce = getAtOnce(shop, key)
      if (atOnce) return atOnce
      const known = pages.peek(key)
      if (known && isTooOld(known)) pages.delete(key)

      const page = await pages.forceFetch(key).finally(() => forgetEmpty(name))
      if (!page.policy) {
        if (pages.peek(key) === page) pages.delete(key)
        forgetEmpty(name)
        return { page, state: 'pass' }
      }
      if (page !== known) return { page, state: 'miss' }
      return { page, state: isStale(page) ? 'stale' : 'hit' }
    },

    /** Drops every page that carries one of the tags, in the shops that the tags name, and counts them. */
    purge(tags: string[]): number {
      let dropped = 0
      for (const opened of kept.values()) {
        const { host } = opened.shop
        const own = new Set(tags.filter((tag) => namesHost(tag, host)))
        if (own.size === 0) continue
        opened.generation += 1
        const keys = new Set(opened.onDisk?.tagged(own))
        // `entries` leaves out what is being made anew.
        opened.pages.forEach((page, key) => {
          if (page.policy?.tags.some((tag) => own.has(tag))) keys.add(key)
        })
        for (const key of keys) {
          opened.pages.delete(key)
          opened.onDisk?.drop(key)
        }
        dropped += keys.size
      }
      return dropped
    },

    bytes,
    /** Pages that are on disk, some of them in memory as well. */
    onDisk: pagesOnDisk.count,
    shops: () => new Set([...kept.values()].map(({ shop }) => nameOf(shop))).size,
    count: () => [...kept.values()].reduce((count, { pages }) => count + pages.size, 0),
  }
}
