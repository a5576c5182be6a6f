import * as z from 'zod/mini'

import { NoResponseError, type StatusError } from '../../lib/api-client/errors.ts'
import { withTimeout } from '@tanabana/node/promises.ts'
import { listingTag, productTags, tenantTag } from '@tanabana/contract/cache-tags.ts'
import type { CachePolicy } from '../cache/cache-policy.ts'
import { type Cacheable, type CacheKey, createRevalidatingCache } from '../cache/revalidating-cache.ts'
import type { StoreApiCall } from '../observability/latencies.ts'

const FRESH_SECONDS = 5
const STALE_SECONDS = 24 * 60 * 60
/** A page waits this long for a fresh response before it uses the stale one. */
const STALE_WAIT_MS = 100
const MAX_BYTES = 12 * 1024 * 1024
const OVERHEAD_BYTES = 512
/** A parsed response uses twice the bytes of its text. */
const PARSED_FACTOR = 2
/** Refusals share one part of the memory: invented hosts are refused, and each would be a tenant of its own. */
const REFUSALS = 'refusals'

/** The ids of listed or suggested products. */
const products = z.optional(z.array(z.object({ id: z.string() })))
const listedSchema = z.object({ data: products, products })

/** A refusal, such as 404 for an unknown product, is a response too. */
export type UpstreamResult =
  | { status: 'read'; value: unknown }
  | { status: 'refused'; refusal: Pick<StatusError, 'status' | 'serverMessage' | 'body'> }

export interface UpstreamResponse {
  result: UpstreamResult
  /** Size of the response's text. */
  bytes: number
  /** Entity tag of the response, with which the API tells whether it has changed. */
  etag?: string | undefined
}

/** Loads a response; `former` is the stored one, which is returned when the API says that it has not changed. */
type Load = (former?: UpstreamResponse) => Promise<UpstreamResponse>

export interface UpstreamKey extends CacheKey {
  /** Path of the call, without its query. */
  path: string
  /** The category that a listing asks for. */
  category?: string | undefined
}

/** Source of the client's responses: the cache, or the store API itself. */
export interface UpstreamSource {
  /** @throws {NoResponseError} after `deadlineMs`; and what `load` throws, when no stale response can be served */
  get(key: UpstreamKey, load: Load, deadlineMs: number): Promise<UpstreamResponse>
}

interface UpstreamCacheOptions {
  isCacheOn: boolean
  /** A response stored before this time, in milliseconds, is used stale only when the API does not respond. */
  trustedSince?: () => number
  /** Gets every finished call. */
  onCall?: (call: StoreApiCall) => void
  /** Awaited after a load, so that renders resume one by one. */
  yieldRender?: () => Promise<void>
}

export type UpstreamCache = ReturnType<typeof createUpstreamCache>

/** Creates the cache of the responses of all store APIs. */
export function createUpstreamCache({
  isCacheOn,
  trustedSince = () => 0,
  onCall = () => undefined,
  yieldRender = () => Promise.resolve(),
}: UpstreamCacheOptions) {
  const cache = createRevalidatingCache<UpstreamResponse & Cacheable>({
    isOn: isCacheOn,
    maxBytes: MAX_BYTES,
    sizeOf: ({ bytes }) => bytes * PARSED_FACTOR + OVERHEAD_BYTES,
    trustedSince,
    staleWaitMs: STALE_WAIT_MS,
  })

  const cached: UpstreamSource['get'] = async (key, load, deadlineMs) => {
    const found = cache.get(key, async (former) => toEntry(key, await loadAndReport(key, () => load(former))))
    const { entry, state } = await withDeadline(found, deadlineMs, key)
    // One load may resume many renders at once.
    if (state === 'miss' || state === 'bypass') await yieldRender()
    return entry
  }

  async function loadAndReport(
    { tenant: host, path }: UpstreamKey,
    load: () => Promise<UpstreamResponse>,
  ): Promise<UpstreamResponse> {
    const startedAt = performance.now()
    const timed = () => ({ host, path, seconds: (performance.now() - startedAt) / 1000 })
    try {
      const response = await load()
      onCall({ ...timed(), outcome: response.result.status === 'read' ? 'success' : 'refused' })
      return response
    } catch (failure) {
      onCall({ ...timed(), outcome: 'failure', failure })
      throw failure
    }
  }

  return {
    cached: { get: cached },
    /** For reading a whole catalogue, which would evict the responses that shoppers need. */
    uncached: {
      get: (key, load, deadlineMs) => withDeadline(loadAndReport(key, load), deadlineMs, key),
    } satisfies UpstreamSource,
    invalidate: (tags: readonly string[]) => cache.invalidate(tags),
  }
}

function toEntry(key: UpstreamKey, response: UpstreamResponse): UpstreamResponse & Cacheable {
  const policy: CachePolicy = {
    maxAge: FRESH_SECONDS,
    staleWhileRevalidate: STALE_SECONDS,
    tags: [tenantTag(key.tenant), ...catalogueTags(key, response)],
  }
  const chargedTo = response.result.status === 'refused' ? REFUSALS : key.tenant
  return { ...response, policy, storedAt: Date.now(), chargedTo }
}

/** The tags of the products in a response; none for calls outside the catalogue. */
function catalogueTags(
  { tenant: host, path, category }: UpstreamKey,
  { result }: UpstreamResponse,
): string[] {
  const id = /^\/products\/(.+)$/.exec(path)?.[1]
  if (id !== undefined) return productTags({ host }, [{ id: decodeURIComponent(id) }])
  const listed = result.status === 'read' ? z.safeParse(listedSchema, result.value).data : undefined
  const shown = productTags({ host }, listed?.data ?? listed?.products ?? [])
  return path === '/products' ? [listingTag({ host }, category), ...shown] : shown
}

function withDeadline<T>(promise: Promise<T>, deadlineMs: number, { path }: UpstreamKey): Promise<T> {
  return withTimeout(promise, deadlineMs, () => {
    throw new NoResponseError(`No response in time from ${path}`)
  })
}
