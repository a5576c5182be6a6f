import { LRUCache } from 'lru-cache'

import { withTimeout } from '@tanabana/node/promises.ts'
import { hostOfTag } from '@tanabana/contract/cache-tags.ts'
import type { CachePolicy } from './cache-policy.ts'

/** A failed revalidation is tried again after this time. */
const RETRY_MS = 1000
/** Share of the limit that eviction reduces the cache to: it reads all entries, so it makes room for several. */
const EVICT_TO = 0.95

export interface CacheKey {
  /** Host of the tenant. */
  tenant: string
  /** Unique among all tenants. */
  id: string
}

export interface Cacheable {
  /** `undefined`: do not store. */
  policy: CachePolicy | undefined
  /** In milliseconds. */
  storedAt: number
  /** An error or a page with a section missing: it does not replace a stored entry. */
  isIncomplete?: boolean
  /** The tenant whose share of memory it uses, where that is not the key's. */
  chargedTo?: string
}

/** `bypass` is a value that is not stored. */
type CacheState = 'hit' | 'stale' | 'miss' | 'bypass'

export interface Found<T> {
  entry: T
  state: CacheState
}

interface Slot<T> {
  entry: T & { policy: CachePolicy }
  tenant: string
  /** Not before this time, in milliseconds. */
  revalidateAt: number
}

/** Loads a value; `former` is the one to replace, whose parts it may use again. */
type Load<T> = (former?: T) => Promise<T>

export interface RevalidatingCacheOptions<T> {
  /** When false, every call loads. */
  isOn: boolean
  maxBytes: number
  sizeOf: (entry: T) => number
  /** Fresh for at least this time, whatever the policy says. */
  minFreshSeconds?: number
  /** An entry stored before this time, in milliseconds, is served stale only when it can't be revalidated. */
  trustedSince?: () => number
  /** How long a caller waits for the new value before it gets the stale one. */
  staleWaitMs?: number
  /** Gets the error of a failed revalidation, which no caller sees: they get the stale entry. */
  onStaleIfError?: (key: CacheKey, error: unknown) => void
  now?: () => number
}

/**
 * Creates a cache of loaded values: single flight, stale-while-revalidate, stale-if-error, bounded in bytes. Over the
 * limit it evicts from the tenant that uses the most memory. lru-cache's own `fetchMethod` stores all that it loads
 * and does not list loads in flight, which a purge has to reach.
 */
export function createRevalidatingCache<T extends Cacheable>(options: RevalidatingCacheOptions<T>) {
  const { isOn, maxBytes, sizeOf, minFreshSeconds = 0, staleWaitMs = 0, now = Date.now } = options
  const { onStaleIfError = () => undefined, trustedSince = () => 0 } = options
  const inFlight = new Map<string, { tenant: string; promise: Promise<T> }>()
  const slots = new LRUCache<string, Slot<T>>({
    maxSize: Number.MAX_SAFE_INTEGER,
    maxEntrySize: maxBytes,
    sizeCalculation: ({ entry }) => sizeOf(entry),
  })

  function freshUntil({ storedAt, policy }: Slot<T>['entry']): number {
    return storedAt + Math.max(policy.maxAge, minFreshSeconds) * 1000
  }

  function isFresh(entry: Slot<T>['entry']): boolean {
    return freshUntil(entry) >= now()
  }

  /** Neither fresh nor stale: never served. */
  function isExpired(entry: Slot<T>['entry']): boolean {
    return freshUntil(entry) + entry.policy.staleWhileRevalidate * 1000 < now()
  }

  async function get(key: CacheKey, load: Load<T>): Promise<Found<T>> {
    if (!isOn) return { entry: await load(), state: 'bypass' }
    const slot = slots.get(key.id)
    if (slot === undefined || isExpired(slot.entry)) {
      const entry = await revalidate(key, load)
      return { entry, state: entry.policy ? 'miss' : 'bypass' }
    }
    if (isFresh(slot.entry)) return { entry: slot.entry, state: 'hit' }
    const stale: Found<T> = { entry: slot.entry, state: 'stale' }
    if (slot.revalidateAt > now()) return stale
    const revalidated = revalidate(key, load).then(
      (entry): Found<T> => ({ entry, state: 'miss' }),
      (error: unknown) => {
        onStaleIfError(key, error)
        return stale
      },
    )
    if (slot.entry.storedAt < trustedSince()) return revalidated
    return staleWaitMs === 0 ? stale : withTimeout(revalidated, staleWaitMs, () => stale)
  }

  function revalidate(key: CacheKey, load: Load<T>): Promise<T> {
    const running = inFlight.get(key.id)
    if (running) return running.promise
    const flight = { tenant: key.tenant, promise: run() }
    inFlight.set(key.id, flight)
    return flight.promise

    async function run(): Promise<T> {
      try {
        const entry = await load(slots.peek(key.id)?.entry)
        // A purge has overtaken this load: its callers get the value, and it is not stored.
        if (inFlight.get(key.id) !== flight) return { ...entry, policy: undefined }
        store(key, entry)
        return entry
      } catch (error) {
        postpone(key)
        throw error
      } finally {
        if (inFlight.get(key.id) === flight) inFlight.delete(key.id)
      }
    }
  }

  function store({ tenant, id }: CacheKey, entry: T): void {
    if (isStorable(entry)) {
      slots.set(id, { entry, tenant: entry.chargedTo ?? tenant, revalidateAt: 0 })
      evict(id)
    } else if (entry.isIncomplete) postpone({ tenant, id })
    else slots.delete(id)
  }

  function postpone({ id }: CacheKey): void {
    const slot = slots.peek(id)
    if (slot) slot.revalidateAt = now() + RETRY_MS
  }

  /** Never evicts the entry that was just inserted: where each tenant has one, the largest would never be stored. */
  function evict(newest: string): void {
    if (slots.calculatedSize <= maxBytes) return
    const tenants = new Map<string, Usage>()
    for (const [id, { entry, tenant }] of slots.entries()) {
      if (id === newest) continue
      const usage = tenants.get(tenant) ?? { bytes: 0, rank: tenants.size, newestFirst: [] }
      const bytes = sizeOf(entry)
      usage.bytes += bytes
      usage.newestFirst.push({ id, bytes })
      tenants.set(tenant, usage)
    }
    const smallestFirst = [...tenants.values()].toSorted(bySize)
    while (slots.calculatedSize > maxBytes * EVICT_TO) {
      const usage = smallestFirst.pop()
      if (!usage) return
      const oldest = usage.newestFirst.pop()
      if (!oldest) continue
      slots.delete(oldest.id)
      usage.bytes -= oldest.bytes
      insertSorted(smallestFirst, usage, bySize)
    }
  }

  return {
    /** @throws what `load` throws, when no stale entry can be served */
    get,

    /** The entry while it is fresh, at once. */
    getFresh(id: string): T | undefined {
      const entry = slots.get(id)?.entry
      return entry && isFresh(entry) ? entry : undefined
    },

    /** Removes the entries with one of the tags and counts them; loads in flight for their tenants are not stored. */
    invalidate(tags: readonly string[]): number {
      const wanted = new Set(tags)
      const hosts = new Set(tags.map(hostOfTag))
      for (const [id, { tenant }] of inFlight) if (hosts.has(tenant)) inFlight.delete(id)
      const tagged = [...slots.entries()].filter(([, slot]) =>
        slot.entry.policy.tags.some((tag) => wanted.has(tag)),
      )
      for (const [id] of tagged) slots.delete(id)
      return tagged.length
    },

    size: () => ({
      entries: slots.size,
      bytes: slots.calculatedSize,
      tenants: new Set([...slots.values()].map(({ tenant }) => tenant)),
    }),
  }
}

/** The memory of one tenant. */
interface Usage {
  bytes: number
  /** Of tenants that use the same, the one whose entries were read least recently has the highest. */
  rank: number
  newestFirst: { id: string; bytes: number }[]
}

function bySize(one: Usage, other: Usage): number {
  return one.bytes - other.bytes || one.rank - other.rank
}

function insertSorted<T>(sorted: T[], item: T, compare: (one: T, other: T) => number): void {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = sorted[middle]
    if (other !== undefined && compare(other, item) < 0) low = middle + 1
    else high = middle
  }
  sorted.splice(low, 0, item)
}

function isStorable<T extends Cacheable>(entry: T): entry is T & { policy: CachePolicy } {
  return entry.policy !== undefined
}
