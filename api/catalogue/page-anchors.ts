import type { Database, Transaction } from '../db/index.ts'
import { readMoves, readPlaces, type End, type Listing, type Place, type Stretch } from './listing.ts'

interface Sizes {
  /** Products from one anchor to the next, and so the most that a page reads and drops. */
  step: number
  /** Anchors read beyond those that a page needs, so that the next pages need no read of their own. */
  ahead: number
  /** Below this many index entries a page is counted off from the end of the listing at once. */
  directEntries: number
  /** Anchors for all shops together; 16 bytes each. */
  max: number
}

const SIZES: Sizes = { step: 100, ahead: 20, directEntries: 2000, max: 500_000 }
const ENTRY_SIZE = 20

interface Entry {
  version: number
  /** Per end, every `step`th place of the listing, as micros and rank by turns. */
  anchors: Record<End, number[]>
  /** Those who look for more anchors of this listing take turns, so that nothing is looked for twice. */
  turn: Promise<unknown>
}

/**
 * Places in listings, so that a page far inside is read from near by: `offset` alone would walk there through all
 * products before it. An anchor holds as long as nothing moved between it and its end of the listing; writes that
 * leave the order alone, such as a new price, cost nothing. Memory is bounded, the listing used longest ago goes first.
 */
export class PageAnchors {
  readonly #entries = new Map<string, Entry>()
  readonly #sizes: Sizes
  #size = 0

  constructor(sizes: Sizes = SIZES) {
    this.#sizes = sizes
  }

  /** How many anchors are held; a listing counts for some by itself. */
  get size(): number {
    return this.#size
  }

  /**
   * How to read `limit` products after the first `offset`: from the nearer end of the listing and, when that is far,
   * from an anchor. The transaction must see one moment only: the one that `listing` was measured at.
   */
  async locate(tx: Transaction, listing: Listing, offset: number, limit: number): Promise<Stretch> {
    const { step, ahead, directEntries } = this.#sizes
    const key = JSON.stringify([listing.tenantId, listing.name])
    const known = this.#used(key)
    if (known && known.version < listing.version) await takeTurn(known, () => catchUp(tx, listing, known))
    const { end, skip, take, last } = cheapest(stretches(listing, offset, limit, step), known)
    const stretch = { end, skip, take }
    const isReady = (entry: Entry | undefined): entry is Entry =>
      entry?.version === listing.version && count(entry, end) >= last

    if (!isReady(known)) {
      const streams = listing.name === 'all' ? 1 : listing.groups
      if (Math.min(listing.total, streams * (skip + take)) <= directEntries) return stretch
    }
    const entry = known ?? this.#add(key, listing.version)
    if (!isReady(entry)) {
      await takeTurn(entry, () => extend(tx, listing, entry, { end, last, step, ahead }))
      this.#forget()
    }
    // A reader whose moment is older than the anchors counts off: seldom, and exact too.
    if (!isReady(entry)) return stretch
    const first = Math.floor(skip / step)
    return {
      end,
      skip: skip - first * step,
      take,
      from: anchor(entry, end, first),
      until: last * step >= skip + take ? anchor(entry, end, last) : undefined,
    }
  }

  #used(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  #add(key: string, version: number): Entry {
    const entry = { version, anchors: { newest: [], oldest: [] }, turn: Promise.resolve() }
    this.#entries.set(key, entry)
    return entry
  }

  #forget(): void {
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

/** The anchors of this database's listings, kept as long as it is open. */
export function anchorsOf(db: Database): PageAnchors {
  const known = anchorsOfDatabases.get(db) ?? new PageAnchors()
  anchorsOfDatabases.set(db, known)
  return known
}

interface Way extends Stretch {
  /** The anchor that the stretch lies before; 0 when it begins at the end of the listing. */
  last: number
}

/** The page counted from either end. */
function stretches({ total }: Listing, offset: number, limit: number, step: number): Way[] {
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

/** The way with the fewest anchors still to be found. */
function cheapest(ways: Way[], entry: Entry | undefined): Way {
  const missing = ({ end, last }: Way) => Math.max(0, last - (entry ? count(entry, end) : 0))
  return ways.reduce((best, way) => {
    const less = missing(way) - missing(best)
    return less < 0 || (less === 0 && way.skip < best.skip) ? way : best
  })
}

async function takeTurn(entry: Entry, work: () => Promise<void>): Promise<void> {
  const mine = entry.turn.then(work)
  entry.turn = mine.catch(() => undefined)
  await mine
}

/** Drops the anchors that were moved since they were found. */
async function catchUp(tx: Transaction, listing: Listing, entry: Entry): Promise<void> {
  if (entry.version >= listing.version) return
  const moves = await readMoves(tx, listing, entry.version)
  const { newest, oldest } = entry.anchors
  newest.length = moves ? holding(newest, (place) => compare(place, moves.newest) > 0) : 0
  oldest.length = moves ? holding(oldest, (place) => compare(place, moves.oldest) < 0) : 0
  entry.version = listing.version
}

/** Finds what is missing up to an anchor; nothing for a reader whose moment is another than that of the anchors. */
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

/** The place of the product that `index * step` others come before; none for the end of the listing itself. */
function anchor(entry: Entry, end: End, index: number): Place | undefined {
  const [micros, rank] = entry.anchors[end].slice(index * 2 - 2, index * 2)
  return index === 0 || micros === undefined || rank === undefined ? undefined : { micros, rank }
}

/** The length of the numbers up to the first anchor that does not hold: those after it don't either. */
function holding(anchors: number[], holds: (place: Place) => boolean): number {
  for (let index = 0; index < anchors.length; index += 2) {
    const [micros = 0, rank = 0] = anchors.slice(index, index + 2)
    if (!holds({ micros, rank })) return index
  }
  return anchors.length
}

/** Above zero when the first place is newer, which is earlier in the listing. */
function compare(one: Place, other: Place): number {
  return one.micros - other.micros || one.rank - other.rank
}
