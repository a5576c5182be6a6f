import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { tenantTag } from '@tanabana/contract/cache-tags.ts'
import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { type FeedFormat, feedItems, googleFeed, metaFeed } from '../../lib/seo/product-feed.ts'
import { acceptsEncoding, createEtag, matchesEtag } from '@tanabana/node/http-headers.ts'
import { createConcurrencyLimit } from '@tanabana/node/promises.ts'
import { type Cacheable, createRevalidatingCache } from '../cache/revalidating-cache.ts'
import { sendMethodNotAllowed, sendMisdirected, sendRedirect, sendText } from '../http/responses.ts'
import { PLAIN_HEADERS } from '../http/security-headers.ts'
import type { Shop } from '../http/tenancy.ts'
import { createRareLog } from '../observability/log.ts'
import { OverloadedError } from '../rendering/render-limit.ts'
import type { ShopContext } from '../rendering/shop-context.ts'
import { findStore } from '../upstream/page-data.ts'
import { openClients } from '../upstream/upstream.ts'
import { readProductPages } from './product-sitemaps.ts'

/** 50,000 products in at most two minutes. */
const ALL_PAGES = { firstPage: 1, pages: 500, timeMs: 120_000 }
const MAX_AGE_SECONDS = 15 * 60
const MAX_BYTES = 64 * 1024 * 1024
/** Compressed. A larger feed is refused. */
const FEED_MAX_BYTES = 16 * 1024 * 1024
/** Feeds generated at once; search engines try again. */
const CONCURRENT_FEEDS = 2
const GZIP_LEVEL = 6

const FORMATS: Record<string, FeedFormat> = { '/feeds/google.xml': googleFeed, '/feeds/meta.csv': metaFeed }

interface FeedsOptions {
  openContext: (shop: Shop) => ShopContext
  isCacheOn: boolean
  /** The header `Cache-Tag`, for an edge cache. */
  sendsCacheTags: boolean
}

interface Feed extends Cacheable {
  gzipped: Buffer
  etag: string
}

/** The shop has no such feed. */
class NoFeedError extends Error {
  override name = 'NoFeedError'
  readonly status: 404 | 421

  constructor(status: 404 | 421) {
    super('This shop has no product feeds.')
    this.status = status
  }
}

/** The feeds of the shop are at its main host. */
class MovedError extends Error {
  override name = 'MovedError'
  readonly origin: string

  constructor(origin: string) {
    super(`The feeds are at ${origin}.`)
    this.origin = origin
  }
}

/** True for the path of a product feed, with any query. */
export function isFeed(url: string): boolean {
  return url.startsWith('/feeds/') && formatOf(url) !== undefined
}

/**
 * Serves the product feeds of all shops with the capability `feeds`: read from the store API page by page, compressed
 * as they come, and sent only when complete. They are cached for 15 minutes, and purged with the pages of their shop.
 */
export function createFeeds({ openContext, isCacheOn, sendsCacheTags }: FeedsOptions) {
  const limit = createConcurrencyLimit({
    concurrency: CONCURRENT_FEEDS,
    maxQueued: 0,
    onFull: () => new OverloadedError(`${CONCURRENT_FEEDS} feeds are in flight`),
  })
  const logRarely = createRareLog()
  const cache = createRevalidatingCache<Feed>({
    isOn: isCacheOn,
    maxBytes: MAX_BYTES,
    sizeOf: ({ gzipped }) => gzipped.length,
  })

  async function load(shop: Shop, format: FeedFormat): Promise<Feed> {
    const context = openContext(shop)
    const clients = openClients(context)
    const state = await findStore(clients.section)
    if (state.status === 'unknown') throw new NoFeedError(421)
    if (state.status === 'failed') throw state.reason
    const { store } = state
    const mainOrigin = context.updateHostRules?.(store)
    if (mainOrigin !== undefined) throw new MovedError(mainOrigin)
    if (!store.capabilities.includes('feeds')) throw new NoFeedError(404)
    const gzipped = await limit(() => compress(pieces(context, clients.catalogue, store, format)))
    const policy = { maxAge: MAX_AGE_SECONDS, staleWhileRevalidate: 0, tags: [tenantTag(shop.host)] }
    return { gzipped, etag: createEtag(gzipped), storedAt: Date.now(), policy }
  }

  /** Returns `undefined` after it has sent another response. */
  async function find(
    shop: Shop,
    format: FeedFormat,
    url: string,
    response: ServerResponse,
  ): Promise<Feed | undefined> {
    const key = { tenant: shop.host, id: `${shop.protocol}//${shop.host} ${format.type}` }
    try {
      return (await cache.get(key, () => load(shop, format))).entry
    } catch (error) {
      if (error instanceof OverloadedError) throw error
      if (error instanceof MovedError) sendRedirect(response, localRedirect(url, 301, error.origin))
      else if (!(error instanceof NoFeedError)) sendFailure(shop, response, error)
      else if (error.status === 421) await sendMisdirected(response)
      else sendText(response, 404, error.message)
      return undefined
    }
  }

  function sendFailure(shop: Shop, response: ServerResponse, error: unknown): void {
    logRarely(shop.host, 'error', 'feed failed', { tenant: shop.host, error: String(error) })
    response.setHeader('retry-after', '300')
    sendText(response, 503, 'The feed could not be generated. Please try again later.')
  }

  return {
    async serve(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { method, url = '', headers } = request
      const format = formatOf(url)
      if (!format) {
        sendText(response, 404, 'Not found.')
        return
      }
      if (method !== 'GET' && method !== 'HEAD') {
        sendMethodNotAllowed(response, ['GET', 'HEAD'])
        return
      }
      const feed = await find(shop, format, url, response)
      if (!feed) return

      const meta = {
        ...PLAIN_HEADERS,
        'content-type': format.type,
        'cache-control': 'public, max-age=0, s-maxage=900',
        etag: feed.etag,
        vary: 'accept-encoding',
        'x-robots-tag': 'noindex',
        ...(sendsCacheTags && { 'cache-tag': tenantTag(shop.host) }),
      }
      if (matchesEtag(headers['if-none-match'], feed.etag)) return void response.writeHead(304, meta).end()
      if (method === 'HEAD') return void response.writeHead(200, meta).end()
      if (acceptsEncoding(headers['accept-encoding'], 'gzip')) {
        response.writeHead(200, {
          ...meta,
          'content-length': feed.gzipped.length,
          'content-encoding': 'gzip',
        })
        return void response.end(feed.gzipped)
      }
      response.writeHead(200, meta)
      await pipeline(Readable.from([feed.gzipped]), createGunzip(), response).catch(unlessGone)
    },

    invalidate: (tags: readonly string[]) => cache.invalidate(tags),
  }
}

/** Ignores a client that disconnects half-way. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

async function* pieces(
  { origin, pictures }: ShopContext,
  catalogue: StoreClient,
  store: StoreInfo,
  format: FeedFormat,
): AsyncGenerator<string> {
  // Loaded on demand: its parser is 9 MB, and most shops have no feed.
  const { plainText } = await import('../rendering/shop-html.ts')
  const facts = { origin, store, pictureUrl: pictures.absolute, plainText }
  yield format.head(facts)
  for await (const products of readProductPages(catalogue, ALL_PAGES, store.capabilities)) {
    yield products.flatMap((product) => feedItems(product, facts).map(format.item)).join('')
  }
  yield format.tail
}

/** Compresses a feed while it holds the text of one catalogue page at a time. */
async function compress(texts: AsyncIterable<string>): Promise<Buffer> {
  const gzip = createGzip({ level: GZIP_LEVEL })
  const chunks: Buffer[] = []
  let bytes = 0
  gzip.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
  })
  const isDone = new Promise<void>((resolve, reject) => gzip.once('end', resolve).once('error', reject))
  for await (const text of texts) {
    if (bytes > FEED_MAX_BYTES) throw new Error('The feed is too large to cache.')
    if (text && !gzip.write(text)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  gzip.end()
  await isDone
  return Buffer.concat(chunks)
}

function formatOf(url: string): FeedFormat | undefined {
  return FORMATS[url.split('?', 1)[0] ?? '']
}
