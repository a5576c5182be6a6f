import type { Database, Transaction } from '../db/index.ts'
import { readMoves, readPlaces, type End, type Listing, type Place, type ListingRange } from './listing.ts'

interface Sizes {
  /** Distance between anchors in products, which bounds the rows that a page skips. */
  step: number
  /** Additional anchors to read, so that the following pages need no read of their own. */
  ahead: number
  /** Up to this many index entries, a page is counted from the end of the listing without anchors. */
  directEntries: number
  /** Maximum number of anchors of all shops; 16 bytes each. */
  max: number
}

const SIZES: Sizes = { step: 100, ahead: 20, directEntries: 2000, max: 500_000 }
const ENTRY_SIZE = 20

interface Entry {
  version: number
  /** Every `step`th position per end, as alternating micros and rank. */
  anchors: Record<End, number[]>
  /** Reads of anchors for this listing run one after the other, so that no anchor is read twice. */
  queue: Promise<unknown>
}

/**
 * Positions in listings from which a deep page is read: `offset` alone would scan all products before it. An anchor
 * stays valid until a product moves between it and its end of the listing; writes that keep the order, such as a new
 * price, do not invalidate it. Over the limit, the least recently used listing is evicted.
 */
export class PageAnchors {
  readonly #entries = new Map<string, Entry>()
  readonly #sizes: Sizes
  #size = 0

  constructor(sizes: Sizes = SIZES) {
    this.#sizes = sizes
  }

  /** Number of anchors held; each listing adds a constant overhead. */
  get size(): number {
    return this.#size
  }

  /**
   * Returns the range for `limit` products after the first `offset`: from the nearer end of the listing, or from an
   * anchor when that is far. The transaction must use the snapshot in which `listing` was counted.
   */
  async locate(tx: Transaction, listing: Listing, offset: number, limit: number): Promise<ListingRange> {
    const { step, ahead, directEntries } = this.#sizes
    const key = JSON.stringify([listing.tenantId, listing.name])
    const known = this.#touch(key)
    if (known && known.version < listing.version) await runQueued(known, () => dropMoved(tx, listing, known))
    const { end, skip, take, last } = cheapest(pageRanges(listing, offset, limit, step), known)
    const range = { end, skip, take }
    const isReady = (entry: Entry | undefined): entry is Entry =>
      entry?.version === listing.version && count(entry, end) >= last

    if (!isReady(known)) {
      const streams = listing.name === 'all' ? 1 : listing.groups
      if (Math.min(listing.total, streams * (skip + take)) <= directEntries) return range
    }
    const entry = known ?? this.#add(key, listing.version)
    if (!isReady(entry)) {
      await runQueued(entry, () => extend(tx, listing, entry, { end, last, step, ahead }))
      this.#evict()
    }
    // The snapshot is older than the anchors: count from the end, which is slower but exact.
    if (!isReady(entry)) return range
    const first = Math.floor(skip / step)
    return {
      end,
      skip: skip - first * step,
      take,
      from: anchor(entry, end, first),
      until: last * step >= skip + take ? anchor(entry, end, last) : undefined,
    }
  }

  #touch(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  #add(key: string, version: number): Entry {
    const entry = { version, anchors: { newest: [], oldest: [] }, queue: Promise.resolve() }
    this.#entries.set(key, entry)
    return entry
  }

  #evict(): void {
    const sizes = [...this.#entries].map(([key, entry]) => ({
      key,
      size: ENTRY_SIZE + count(entry, 'newest') + count(entry, 'oldest'),
    }))
    this.#size = sizes.reduce((sum, { size }) => sum + size, 0)
    for (const { key, size } of sizes) {
      if (this.#size <= this.#sizes.max) return
      this.#entries.delete(key)
      this.#size -= size
    }
  }
}

const anchorsOfDatabases = new WeakMap<Database, PageAnchors>()

/** The anchors of this database's listings; one instance per database. */
export function anchorsOf(db: Database): PageAnchors {
  const known = anchorsOfDatabases.get(db) ?? new PageAnchors()
  anchorsOfDatabases.set(db, known)
  return known
}

interface PageRange extends ListingRange {
  /** Index of the first anchor after the range; 0 for none. */
  last: number
}

/** The page as a range from either end. */
function pageRanges({ total }: Listing, offset: number, limit: number, step: number): PageRange[] {
  const take = Math.min(limit, total - offset)
  const ends: [End, number][] = [
    ['newest', offset],
    ['oldest', total - offset - take],
  ]
  return ends.map(([end, skip]) => ({
    end,
    skip,
    take,
    last: Math.min(Math.ceil((skip + take) / step), Math.floor((total - 1) / step)),
  }))
}

/** The range that needs the fewest additional anchors. */
function cheapest(ranges: PageRange[], entry: Entry | undefined): PageRange {
  const missing = ({ end, last }: PageRange) => Math.max(0, last - (entry ? count(entry, end) : 0))
  return ranges.reduce((best, range) => {
    const less = missing(range) - missing(best)
    return less < 0 || (less === 0 && range.skip < best.skip) ? range : best
  })
}

async function runQueued(entry: Entry, work: () => Promise<void>): Promise<void> {
  const result = entry.queue.then(work)
  entry.queue = result.catch(() => undefined)
  await result
}

/** Drops the anchors that are no longer valid at the listing's version. */
async function dropMoved(tx: Transaction, listing: Listing, entry: Entry): Promise<void> {
  if (entry.version >= listing.version) return
  const moves = await readMoves(tx, listing, entry.version)
  const { newest, oldest } = entry.anchors
  newest.length = moves ? countValid(newest, (place) => compare(place, moves.newest) > 0) : 0
  oldest.length = moves ? countValid(oldest, (place) => compare(place, moves.oldest) < 0) : 0
  entry.version = listing.version
}

/** Reads the missing anchors up to index `last`; does nothing when the snapshot differs from that of the anchors. */
async function extend(
  tx: Transaction,
  listing: Listing,
  entry: Entry,
  { end, last, step, ahead }: { end: End; last: number; step: number; ahead: number },
): Promise<void> {
  const known = count(entry, end)
  if (known >= last || entry.version !== listing.version) return
  const from = anchor(entry, end, known)
  const places = await readPlaces(tx, listing, { end, from, step, count: last - known + ahead })
  for (const { micros, rank } of places) entry.anchors[end].push(micros, rank)
}

function count(entry: Entry, end: End): number {
  return entry.anchors[end].length / 2
}

/** The position after `index * step` products; `undefined` for the end of the listing itself. */
function anchor(entry: Entry, end: End, index: number): Place | undefined {
  const [micros, rank] = entry.anchors[end].slice(index * 2 - 2, index * 2)
  return index === 0 || micros === undefined || rank === undefined ? undefined : { micros, rank }
}

/** Length of the valid prefix of the array: anchors after the first invalid one are invalid too. */
function countValid(anchors: number[], isValid: (place: Place) => boolean): number {
  for (let index = 0; index < anchors.length; index += 2) {
    const [micros = 0, rank = 0] = anchors.slice(index, index + 2)
    if (!isValid({ micros, rank })) return index
  }
  return anchors.length
}

/** Positive when `one` is newer, which is earlier in the listing. */
function compare(one: Place, other: Place): number {
  return one.micros - other.micros || one.rank - other.rank
}
