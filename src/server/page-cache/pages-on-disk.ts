import { createHash } from 'node:crypto'

import { createRareLog } from '../log.ts'
import { createBlockFile, type Place } from './block-file.ts'
import type { RenderedPage } from './rendered-page.ts'
import { fromBytes, toBytes } from './stored-page.ts'

/** What memory keeps of a page on disk beside its key, as measured: where it lies, bookkeeping, and each of its tags. */
const STUB_BYTES = 272
const TAG_BYTES = 8
const TAG_DIGEST_BYTES = 6
/** A slow disk gets no more than so many at once: those under way fill the memory that they are to free. */
const WRITES_MAX = 64

export interface DiskOptions {
  directory: string
  maxBytes: number
}

interface Stub {
  place: Place
  tags: number[]
  /** Until it is written. Set to undefined then: deleted, it would double what the stub takes. */
  page: RenderedPage | undefined
}

interface ShopStubs {
  /** By key, the least recently read ones first. */
  stubs: Map<string, Stub>
  /** What they take on disk. */
  blocks: number
}

export type ShopOnDisk = ReturnType<ReturnType<typeof createPagesOnDisk>['openShop']>

/**
 * Pages that memory has no room for, as far as the disk's bytes go, and the `stubsMaxBytes` of memory that know of them.
 * When the disk runs out the shop pays that takes the most of it, when that memory does the one with the most pages. A
 * disk that fails costs the pages on it, never an answer. design §5
 */
export function createPagesOnDisk(options: DiskOptions, stubsMaxBytes: number) {
  const file = createBlockFile(options)
  const logRarely = createRareLog()
  const shops = new Set<ShopStubs>()
  const reads = new Map<Stub, Promise<RenderedPage | undefined>>()
  let stubsBytes = 0
  let writes = 0

  function reserve(bytes: number): Place | undefined {
    for (;;) {
      const hasMemory = stubsBytes < stubsMaxBytes
      const place = hasMemory ? file.reserve(bytes) : undefined
      if (place || !dropOne(hasMemory ? blocksOf : pagesOf)) return place
    }
  }

  function dropOne(sizeOf: (shop: ShopStubs) => number): boolean {
    const largest = [...shops].reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one))
    const [oldest] = largest.stubs.keys()
    return oldest !== undefined && drop(largest, oldest)
  }

  function drop(shop: ShopStubs, key: string): boolean {
    const stub = shop.stubs.get(key)
    if (!stub) return false
    shop.stubs.delete(key)
    shop.blocks -= stub.place.blocks.length
    stubsBytes -= bytesOf(key, stub)
    // Nothing else may lie there before this has been written.
    if (!stub.page) file.release(stub.place)
    return true
  }

  /** Once for all who ask together. What lies in the place of a page that was dropped may be another's. */
  function readOnce(stub: Stub, isThere: () => boolean): Promise<RenderedPage | undefined> {
    const reading =
      reads.get(stub) ??
      file
        .read(stub.place)
        .then((bytes) => (isThere() ? fromBytes(bytes) : undefined))
        .finally(() => reads.delete(stub))
    reads.set(stub, reading)
    return reading
  }

  function report(error: unknown): void {
    logRarely('pages', 'error', 'pages could not be kept on disk', { error: String(error) })
  }

  return {
    /** What they take in memory. */
    bytes: () => stubsBytes,
    count: () => [...shops].reduce((count, { stubs }) => count + stubs.size, 0),

    openShop() {
      const stubs = new Map<string, Stub>()
      const shop: ShopStubs = { stubs, blocks: 0 }
      shops.add(shop)

      return {
        has: (key: string) => stubs.has(key),
        size: () => stubs.size,
        drop: (key: string) => drop(shop, key),
        close: () => shops.delete(shop),

        /** The keys of the pages that carry one of the tags. */
        tagged(tags: Set<string>): string[] {
          const wanted = new Set([...tags].map(shorten))
          return [...stubs].filter(([, stub]) => stub.tags.some((tag) => wanted.has(tag))).map(([key]) => key)
        },

        /** Takes in a page that memory lets go of, unless it is there. */
        async keep(key: string, page: RenderedPage): Promise<void> {
          if (stubs.has(key) || !page.policy || writes >= WRITES_MAX) return
          const bytes = toBytes(page)
          const place = bytes.length <= options.maxBytes && reserve(bytes.length)
          if (!place) return
          const stub: Stub = { place, tags: page.policy.tags.map(shorten), page }
          stubs.set(key, stub)
          shop.blocks += place.blocks.length
          stubsBytes += bytesOf(key, stub)
          writes += 1
          try {
            await file.write(place, bytes)
          } catch (error) {
            report(error)
            if (stubs.get(key) === stub) drop(shop, key)
          } finally {
            writes -= 1
            stub.page = undefined
            if (stubs.get(key) !== stub) file.release(place)
          }
        },

        /** The page, unless it is dropped meanwhile. */
        async read(key: string): Promise<RenderedPage | undefined> {
          const stub = stubs.get(key)
          if (!stub || stub.page) return stub?.page
          // The last in its order is the one that was read last.
          stubs.delete(key)
          stubs.set(key, stub)
          const isThere = () => stubs.get(key) === stub
          try {
            return await readOnce(stub, isThere)
          } catch (error) {
            report(error)
            if (isThere()) drop(shop, key)
            return undefined
          }
        },
      }
    },
  }
}

const blocksOf = ({ blocks }: ShopStubs) => blocks
const pagesOf = ({ stubs }: ShopStubs) => stubs.size

function bytesOf(key: string, { tags }: Stub): number {
  return STUB_BYTES + key.length + tags.length * TAG_BYTES
}

/** A tag in 8 bytes instead of some 60; that two look alike is one chance in 280 million million. */
function shorten(tag: string): number {
  return createHash('sha256').update(tag).digest().readUIntBE(0, TAG_DIGEST_BYTES)
}
