import type { IncomingMessage, ServerResponse } from 'node:http'

import { LRUCache } from 'lru-cache'

import type { AddressOfWidth, FixedShape } from '../../lib/catalogue/pictures.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '@tanabana/node/promises.ts'
import { sendMethodNotAllowed, sendText } from '../http/responses.ts'
import type { Shop, ShopApi } from '../http/tenancy.ts'
import type { ImageFormat, Variant } from './convert.ts'
import { ImageError } from './fetch-source.ts'
import { createImageAddresses, readOrCreateSecret, type WantedImage } from './image-address.ts'
import { createImageFiles, type StoredImage } from './image-files.ts'
import { chooseVariant, fixedFormat, type ReadyImage, sendImage, toReadyImage } from './image-response.ts'
import { createImageSources, toSource } from './image-sources.ts'

/** After this time a source is fetched again: a merchant may have replaced the picture under its address. */
const FRESH_MS = 60 * 60 * 1000
/** After this time a failed fetch is tried again. */
const RETRY_MS = 10_000
const MEMORY_BYTES = 32 * 1024 * 1024
const HOST_LIMITS_MAX = 1000

const onFull = () => new ImageError(503, 'too many conversions are queued')

export interface ImagesOptions {
  /** Directory of converted pictures, and of the secret when none is given. */
  directory: string
  maxBytes: number
  /** Signs addresses. The nodes of one storefront share it. */
  secret: string | undefined
  apiOf: (shop: Shop) => ShopApi
  now?: () => number
}

interface ImageRequest extends WantedImage {
  shop: Shop
  format: ImageFormat
  isSaver: boolean
  /** File name on disk. */
  name: string
}

/**
 * Serves the pictures of all shops: fetched from their sources, converted once for each width and format, cached on
 * disk, and the most requested in memory. After an hour a source is fetched again while the stale picture is served.
 * The stale picture stays when that fails, and is removed on 404.
 */
export function createImages(options: ImagesOptions) {
  const { directory, maxBytes, secret, apiOf, now = Date.now } = options
  const addresses = createImageAddresses(secret ?? readOrCreateSecret(directory))
  const files = createImageFiles({ directory, maxBytes })
  const sources = createImageSources(now)
  const limitWork = createConcurrencyLimit({ concurrency: 16, maxQueued: 256, onFull })
  const limitConversions = createConcurrencyLimit({ concurrency: 2, maxQueued: 16, onFull })
  const hostLimits = new LRUCache<string, ConcurrencyLimit>({
    max: HOST_LIMITS_MAX,
    memoMethod: () => createConcurrencyLimit({ concurrency: 4, maxQueued: 64, onFull }),
  })
  const memory = new LRUCache<string, ReadyImage, ImageRequest>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1024,
    ttl: FRESH_MS,
    perf: { now },
    ttlResolution: 0,
    allowStale: true,
    noDeleteOnStaleGet: true,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, before, { context: wanted, options }) => {
      const stored = await files.read(wanted.name)
      const age = stored ? now() - stored.checkedAt : Infinity
      if (stored && (age < FRESH_MS || !before)) {
        options.ttl = Math.max(1, FRESH_MS - age)
        return toReadyImage(stored.bytes, wanted.format)
      }
      return make(wanted, stored).catch(async (error: unknown) => {
        if (!before) throw error
        if (error instanceof ImageError && error.status === 404) {
          await files.remove(wanted.name)
          throw error
        }
        options.ttl = RETRY_MS
        return before
      })
    },
  })

  /** Limits each shop, so that one with slow sources does not delay the pictures of others. */
  function limitOf(host: string): ConcurrencyLimit {
    const hostLimit = hostLimits.memo(host)
    return (work) => hostLimit(() => limitWork(work))
  }

  function make(wanted: ImageRequest, stored: StoredImage | undefined): Promise<ReadyImage> {
    const { shop, source, shape, format, isSaver, name } = wanted
    const { host } = shop
    return limitOf(host)(() =>
      sources.use({ host, source, api: apiOf(shop) }, async ({ bytes, digest }) => {
        if (stored?.sourceDigest.equals(digest)) {
          await files.confirm(name)
          return toReadyImage(stored.bytes, format)
        }
        // Loaded with the first picture, to keep the start short.
        const { convertImage, shapeImage } = await import('./convert.ts')
        const converted = await limitConversions(() =>
          typeof shape === 'number'
            ? convertImage(bytes, shape, { format, isSaver })
            : shapeImage(bytes, shape),
        )
        await files.write(name, { bytes: converted, sourceDigest: digest })
        return toReadyImage(converted, format)
      }),
    )
  }

  return {
    /** Sends the picture at an address below `IMAGE_PREFIX`. */
    async serve(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { method, url = '', headers } = request
      if (method !== 'GET' && method !== 'HEAD') {
        sendMethodNotAllowed(response, ['GET', 'HEAD'])
        return
      }
      const format = fixedFormat(url)
      const variant = format ? { format, isSaver: false } : chooseVariant(headers)
      const key = `${shop.host} ${variant.format} ${variant.isSaver ? 'saver' : 'usual'} ${url}`
      try {
        // A cached key needs no second check: `find` verifies the signature before it stores.
        const image = memory.get(key, { allowStale: false }) ?? (await find(key, shop, url, variant))
        sendImage(request, response, image)
      } catch (error) {
        if (!(error instanceof ImageError)) throw error
        if (error.status === 503) response.setHeader('retry-after', '2')
        sendText(response, error.status, 'There is no picture here.')
      }
    },

    /** Returns a picture's addresses by width; `undefined` for a picture that is not converted. */
    addressOf(shop: Shop, src: string): AddressOfWidth | undefined {
      const source = toSource(src, shop, apiOf(shop))
      return source === undefined ? undefined : addresses.write(shop.host, source)
    },

    /** Returns a picture's address in a fixed shape; `undefined` for a picture that is not converted. */
    addressOfShape(shop: Shop, src: string, shape: FixedShape): string | undefined {
      const source = toSource(src, shop, apiOf(shop))
      return source === undefined ? undefined : addresses.writeFixed(shop.host, source, shape)
    },
  }

  function find(key: string, shop: Shop, url: string, variant: Variant): Promise<ReadyImage> {
    const wanted = addresses.read(shop.host, url)
    if (!wanted) throw new ImageError(404, 'no page of this shop names it')
    const context = { ...wanted, ...variant, shop, name: key }
    return memory.forceFetch(key, { context })
  }
}
