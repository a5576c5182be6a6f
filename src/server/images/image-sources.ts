import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { log } from '../log.ts'
import { printablePath } from '../requests.ts'
import type { ShopApi } from '../tenancy.ts'
import { fetchSource } from './fetch-source.ts'
import { ImageError } from './image-error.ts'

/** The widths of one picture are asked for within moments of each other. */
const KEPT_MS = 30_000
const KEPT_BYTES = 32 * 1024 * 1024
/** A source that failed, or that is no picture, is left alone for so long. */
const FAILED_MS = 10_000
const KNOWN_FAILURES = 10_000

export interface ImageSource {
  bytes: Buffer
  digest: Buffer
}

/** The sources of all shops: one call at a time for each, kept for a moment, failures too. */
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
     * Makes something of a source. What fails once fails at once for a while, and is logged once.
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
