import { LRUCache } from 'lru-cache'

import { createUnderWay } from './under-way.ts'

/** When nothing newer can be had, what is known serves for a day. design §5 */
const STALE_MS = 24 * 60 * 60 * 1000
/** What could not be made anew is left alone for so long. */
const RETRY_AFTER_MS = 1000

interface Kept<T> {
  value: T
  madeAt: number
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
}

/** Values by key: made by one caller at a time for all, and an older one where making fails or takes long. */
export function createKeeper<T>({ isOn, freshMs, patienceMs, maxBytes, sizeOf }: KeeperOptions<T>) {
  const underWay = createUnderWay()
  const cache = new LRUCache<string, Kept<T>, () => Promise<T>>({
    maxSize: maxBytes,
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
  })

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
