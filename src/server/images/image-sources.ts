import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { log } from '../log.ts'
import { printablePath } from '../requests.ts'
import type { ShopApi } from '../tenancy.ts'
import { fetchSource } from './fetch-source.ts'
import { ImageError } from './image-error.ts'

/** Browsers request several widths of one picture within moments. */
const KEPT_MS = 30_000
const KEPT_BYTES = 32 * 1024 * 1024
/** A failed source is not fetched again within this time. */
const FAILED_MS = 10_000
const KNOWN_FAILURES = 10_000

export interface ImageSource {
  bytes: Buffer
  digest: Buffer
}

/** The picture sources of all shops: one fetch at a time for each, results and failures cached for a short time. */
export function createImageSources(now: () => number) {
  const clock = { perf: { now }, ttlResolution: 0 }
  const sources = new LRUCache<string, ImageSource, { source: string; api: ShopApi }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length || 1,
    ttl: KEPT_MS,
    ...clock,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _before, { context: { source, api } }) => {
      const bytes = await fetchSource(source, api)
      return { bytes, digest: createHash('sha256').update(bytes).digest() }
    },
  })
  const failures = new LRUCache<string, ImageError>({ max: KNOWN_FAILURES, ttl: FAILED_MS, ...clock })

  return {
    /**
     * Calls `make` with a source. A failure is cached, and logged once.
     * @throws {ImageError} what `fetchSource` and `make` throw
     */
    async use<T>(
      { host, source, api }: { host: string; source: string; api: ShopApi },
      make: (source: ImageSource) => Promise<T>,
    ): Promise<T> {
      const key = `${host} ${source}`
      const known = failures.get(key)
      if (known) throw known
      try {
        return await make(await sources.forceFetch(key, { context: { source, api } }))
      } catch (error) {
        if (error instanceof ImageError && error.status !== 503 && !failures.has(key)) {
          failures.set(key, error)
          log('warn', 'picture cannot be used', {
            tenant: host,
            path: printablePath(source),
            error: error.message,
          })
        }
        throw error
      }
    },
  }
}
