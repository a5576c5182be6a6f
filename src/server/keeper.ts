import { LRUCache } from 'lru-cache'

import { createUnderWay } from './under-way.ts'

/** When nothing newer can be had, what is known serves for a day. design §5 */
const STALE_MS = 24 * 60 * 60 * 1000
/** What could not be made anew is left alone for so long. */
const RETRY_AFTER_MS = 1000
/** Of all bytes, what is left when there was no more room: making room looks at everything that is kept. */
const LEFT_SHARE = 0.95

interface Kept<T> {
  value: T
  madeAt: number
}

/** What one owner has, the most recently asked for first. */
interface Holding {
  bytes: number
  newestFirst: { key: string; bytes: number }[]
}

interface KeeperOptions<T> {
  /** Off, everything is made anew each time. */
  isOn: boolean
  /** So long a value is given out without asking. */
  freshMs: number
  /** So long a caller waits for a newer value where an older one is known. */
  patienceMs: number
  maxBytes: number
  sizeOf: (value: T) => number
  /** When there is no more room the owner of the most pays, so that a flood on one costs no other a value. */
  ownerOf: (key: string, value: T) => string
}

/** Values by key: made by one caller at a time for all, and an older one where making fails or takes long. */
export function createKeeper<T>({ isOn, freshMs, patienceMs, maxBytes, sizeOf, ownerOf }: KeeperOptions<T>) {
  const underWay = createUnderWay()
  const cache = new LRUCache<string, Kept<T>, () => Promise<T>>({
    // What goes `makeRoom` decides.
    maxSize: Number.MAX_SAFE_INTEGER,
    maxEntrySize: maxBytes,
    sizeCalculation: ({ value }) => sizeOf(value),
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now: () => Date.now() },
    allowStale: true,
    // Whoever waits when a key is forgotten gets the answer; it is not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (key, before, { context: make, options }) => {
      try {
        return { value: await underWay.run(key, make), madeAt: Date.now() }
      } catch (error) {
        if (!before || isTooOld(before)) throw error
        options.ttl = RETRY_AFTER_MS
        return before
      }
    },
    onInsert: (_value, key) => makeRoom(key),
  })

  /** The newest does not go for itself: where each owner has one, the largest would never be kept. */
  function makeRoom(newest: string): void {
    if (cache.calculatedSize <= maxBytes) return
    const owners = new Map<string, Holding>()
    for (const [key, { value }] of cache.entries()) {
      if (key === newest) continue
      const owner = ownerOf(key, value)
      const held = owners.get(owner) ?? { bytes: 0, newestFirst: [] }
      const bytes = sizeOf(value)
      held.newestFirst.push({ key, bytes })
      held.bytes += bytes
      owners.set(owner, held)
    }
    const holdings = [...owners.values()]
    while (holdings.length > 0 && cache.calculatedSize > maxBytes * LEFT_SHARE) {
      const largest = holdings.reduce((one, other) => (other.bytes > one.bytes ? other : one))
      const oldest = largest.newestFirst.pop()
      if (!oldest) return
      largest.bytes -= oldest.bytes
      cache.delete(oldest.key)
    }
  }

  return {
    /** @throws what `make` throws, when nothing is known from before */
    async get(key: string, make: () => Promise<T>): Promise<T> {
      if (!isOn) return make()
      const before = cache.peek(key)
      if (before && cache.getRemainingTTL(key) > 0) return before.value
      const newest = cache.forceFetch(key, { context: make, allowStale: false })
      if (!before || isTooOld(before)) return (await newest).value
      return (await firstOf(newest, before, patienceMs)).value
    },

    /** What the test names is made anew next time, what is being made now too: it may be from before. */
    forget(isNamed: (key: string) => boolean): void {
      for (const key of [...cache.keys(), ...underWay.keys()]) if (isNamed(key)) cache.delete(key)
    },
  }
}

function isTooOld({ madeAt }: Kept<unknown>): boolean {
  return Date.now() - madeAt > STALE_MS
}

async function firstOf<T>(newest: Promise<T>, before: T, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tired = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, patienceMs, before)
  })
  const first = await Promise.race([newest, tired])
  clearTimeout(timer)
  return first
}
