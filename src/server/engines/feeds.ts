import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import { feedItems, googleFeed, metaFeed, type FeedFormat } from '../../lib/domain/feed.ts'
import type { StoreInfo } from '../../lib/schemas/store-info.ts'
import type { StoreClient } from '../../lib/store-api/client.ts'
import { createRareLog } from '../log.ts'
import { acceptedEncoding } from '../page-cache/answer-page.ts'
import { namesHost } from '../page-cache/page-policy.ts'
import { answerText, misdirect } from '../plain-answers.ts'
import { PLAIN_HEADERS } from '../security-headers.ts'
import { createBound, OverloadedError } from '../shed.ts'
import { findStore } from '../stores.ts'
import { createUnderWay } from '../under-way.ts'
import type { Shop } from '../upstream.ts'
import { walkProducts } from './catalogue-walk.ts'

/** 50,000 products in at most two minutes. */
const WALK = { firstPage: 1, pages: 500, timeMs: 120_000 }
const FRESH_MS = 15 * 60 * 1000
const KEPT_MAX_BYTES = 64 * 1024 * 1024
/** Compressed; what is larger is refused. */
const FEED_MAX_BYTES = 16 * 1024 * 1024
/** Feeds that are being made at once; engines come back. */
const AT_ONCE = 2
const GZIP_LEVEL = 6

const FORMATS: Record<string, FeedFormat> = { '/feeds/google.xml': googleFeed, '/feeds/meta.csv': metaFeed }

/** How a shop's catalogue is read and its addresses are written. */
export interface FeedSite {
  origin: string
  client: StoreClient
  /** Its answers are not kept. */
  catalogue: StoreClient
  pictureUrl: (src: string) => string
}

interface FeedsOptions {
  siteOf: (shop: Shop) => FeedSite
  isCacheOn: boolean
}

interface Feed {
  gzipped: Buffer
  etag: string
}

interface Making {
  site: FeedSite
  store: StoreInfo
  format: FeedFormat
}

/** Whether an address is one of a product feed's, whatever its query. */
export function isFeed(url: string): boolean {
  return formatOf(url) !== undefined
}

/**
 * The product feeds of all shops whose record has the capability `feeds`: read from the store API page by page,
 * compressed as they come, and only answered whole. One is made at a time for each shop and format, kept for a quarter
 * of an hour, and dropped with the pages of its shop.
 */
export function createFeeds({ siteOf, isCacheOn }: FeedsOptions) {
  const makers = createBound(AT_ONCE)
  const underWay = createUnderWay()
  const logRarely = createRareLog()
  // Nothing gets in under a host that isn't known to be a shop's with feeds.
  const kept = new LRUCache<string, Feed, Making>({
    maxSize: KEPT_MAX_BYTES,
    sizeCalculation: ({ gzipped }) => gzipped.length,
    ttl: isCacheOn ? FRESH_MS : 1,
    ignoreFetchAbort: true,
    fetchMethod: (key, _before, { context }) => underWay.run(key, () => makers.run(() => make(context))),
  })

  function answerLater(shop: Shop, response: ServerResponse, error: unknown): void {
    logRarely(shop.host, 'error', 'feed not made', { tenant: shop.host, error: String(error) })
    response.setHeader('retry-after', '300')
    answerText(response, 503, 'The feed could not be made. Please try again later.')
  }

  /** `undefined` once it was answered that there is none. */
  async function find(shop: Shop, format: FeedFormat, response: ServerResponse): Promise<Feed | undefined> {
    const key = `${shop.protocol}//${shop.host} ${format.type}`
    const known = kept.get(key)
    if (known) return known
    const site = siteOf(shop)
    const state = await findStore(site.client)
    if (state.status === 'unknown') return void (await misdirect(response))
    if (state.status === 'failed') return void answerLater(shop, response, state.reason)
    const { store } = state
    if (!store.capabilities.includes('feeds')) {
      return void answerText(response, 404, 'This shop has no product feeds.')
    }
    try {
      return await kept.forceFetch(key, { context: { site, store, format } })
    } catch (error) {
      if (error instanceof OverloadedError) throw error
      return void answerLater(shop, response, error)
    }
  }

  return {
    async answer(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { method, url = '', headers } = request
      const format = formatOf(url)
      if (!format || (method !== 'GET' && method !== 'HEAD')) {
        return answerText(response, 405, 'This method is not answered here.')
      }
      const made = await find(shop, format, response)
      if (!made) return

      const isGzip =
        acceptedEncoding(headers['accept-encoding']?.toString().replace(/\bbr\b/g, '')) === 'gzip'
      const meta = {
        ...PLAIN_HEADERS,
        'content-type': format.type,
        'cache-control': 'public, max-age=0, s-maxage=900',
        etag: made.etag,
        vary: 'accept-encoding',
        'x-robots-tag': 'noindex',
      }
      if (headers['if-none-match']?.includes(made.etag)) return void response.writeHead(304, meta).end()
      if (method === 'HEAD') return void response.writeHead(200, meta).end()
      if (isGzip) {
        response.writeHead(200, {
          ...meta,
          'content-length': made.gzipped.length,
          'content-encoding': 'gzip',
        })
        return void response.end(made.gzipped)
      }
      response.writeHead(200, meta)
      await pipeline(Readable.from([made.gzipped]), createGunzip(), response).catch(unlessGone)
    },

    /** Drops the feeds of the shops that the tags of pages name. */
    purge(tags: string[]): void {
      for (const key of [...kept.keys(), ...underWay.keys()]) {
        const host = key.slice(key.indexOf('//') + 2, key.indexOf(' '))
        if (tags.some((tag) => namesHost(tag, host))) kept.delete(key)
      }
    },
  }
}

/** Who hangs up half-way misses the rest; nothing failed here. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

async function make(making: Making): Promise<Feed> {
  const gzipped = await compress(pieces(making))
  return { gzipped, etag: `"${createHash('sha256').update(gzipped).digest('base64url').slice(0, 22)}"` }
}

async function* pieces({ site, store, format }: Making): AsyncGenerator<string> {
  const { origin, pictureUrl, catalogue } = site
  // Only now: a parser of 9 MB comes along, and most shops have no feed.
  const { plainText } = await import('../clean-html.ts')
  const shop = { origin, store, pictureUrl, plainText }
  yield format.head(shop)
  for await (const products of walkProducts(catalogue, WALK)) {
    yield products.flatMap((product) => feedItems(product, shop).map(format.item)).join('')
  }
  yield format.tail
}

/** Never more of the text in memory than one page of the catalogue. */
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
    if (bytes > FEED_MAX_BYTES) throw new Error('The feed is too large to be kept.')
    if (text && !gzip.write(text)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  gzip.end()
  await isDone
  return Buffer.concat(chunks)
}

function formatOf(url: string): FeedFormat | undefined {
  return FORMATS[url.split('?', 1)[0] ?? '']
}
