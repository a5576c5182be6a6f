import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib'

import { LRUCache } from 'lru-cache'

const compressGzip = promisify(gzip)
const expandBrotli = promisify(brotliDecompress)

const BROTLI_QUALITY = 5
/** 64 KB: up to here Brotli works in small tables, in half the time, and a page comes out as small. */
const BROTLI_WINDOW_BITS = 16
const GZIP_LEVEL = 6
const OTHER_BODIES_MAX_BYTES = 32 * 1024 * 1024
/** What an entry weighs beside its bodies: key, headers, bookkeeping. */
const ENTRY_OVERHEAD_BYTES = 1024

export type Encoding = 'br' | 'gzip' | 'identity'

/** A page as it leaves the house: headers ready to write, the body compressed once. */
export interface RenderedPage {
  status: number
  /** Name and value in turns, as `writeHead` takes them; without length, encoding and cache state. */
  headers: string[]
  etag: string
  /** Brotli, which nearly every browser takes. */
  body: Buffer
  /** When it was made, in milliseconds of the clock. */
  madeAt: number
  policy: PagePolicy | undefined
}

/** What the page declared about being kept; in seconds. */
interface PagePolicy {
  maxAge: number
  stale: number
  tags: string[]
}

/** What Astro answered, before it is compressed. */
export interface RawPage {
  status: number
  headers: Headers
  html: string
}

/** Its address shows other shoppers another language. */
const OWN_POLICY = ['cache-control', 'private, no-cache']

const INTERNAL_HEADERS = new Set([
  'cache-tag',
  'cdn-cache-control',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/**
 * Compresses a page and reads its policy off its headers; `sendsTags` leaves its tags on the answer, for a CDN, and
 * `isOwn` keeps a page whose language the shopper chose out of every cache that others share.
 */
export function toRenderedPage(
  raw: RawPage,
  madeAt: number,
  { sendsTags = false, isOwn = false } = {},
): RenderedPage {
  const policy = readPolicy(raw)
  const text = Buffer.from(raw.html)
  const compressed = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  // A copy with memory of its own: the compressor gives a slice of a larger buffer, `Buffer.from` one of the 64 KB that
  // all small buffers share, and either would be kept whole.
  const body = Buffer.allocUnsafeSlow(compressed.length)
  compressed.copy(body)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = [...raw.headers].filter(([name]) => !INTERNAL_HEADERS.has(name)).flat()
  headers.push('vary', 'accept-encoding')
  if (policy) headers.push('etag', etag, ...(isOwn ? OWN_POLICY : outerPolicy(policy, sendsTags)))
  return { status: raw.status, headers, etag, body, madeAt, policy }
}

/** Bodies for the few clients that don't take brotli, by content. */
const otherBodies = new LRUCache<string, Buffer, RenderedPage>({
  maxSize: OTHER_BODIES_MAX_BYTES,
  sizeCalculation: (body) => body.length + ENTRY_OVERHEAD_BYTES,
  fetchMethod: async (key, _before, { context: page }) => {
    const text = await expandBrotli(page.body)
    return key.startsWith('gzip') ? compressGzip(text, { level: GZIP_LEVEL }) : text
  },
})

export function bodyOf(page: RenderedPage, encoding: Encoding): Buffer | Promise<Buffer> {
  return encoding === 'br' ? page.body : otherBodies.forceFetch(encoding + page.etag, { context: page })
}

export function sizeOf(page: RenderedPage): number {
  return page.body.length + ENTRY_OVERHEAD_BYTES
}

/** Good pages that declare a policy and set no cookie are kept; anything else passes through. */
function readPolicy({ status, headers }: RawPage): PagePolicy | undefined {
  const declared = headers.get('cdn-cache-control') ?? ''
  const maxAge = /max-age=(\d+)/.exec(declared)?.[1]
  if (status !== 200 || maxAge === undefined || headers.has('set-cookie')) return undefined
  return {
    maxAge: Number(maxAge),
    stale: Number(/stale-while-revalidate=(\d+)/.exec(declared)?.[1] ?? 0),
    tags: (headers.get('cache-tag') ?? '').split(/,\s*/).filter((tag) => tag !== ''),
  }
}

/** The policy as browsers and whatever stands in front understand it. */
function outerPolicy({ maxAge, stale, tags }: PagePolicy, sendsTags: boolean): string[] {
  return [
    'cache-control',
    `public, max-age=0, s-maxage=${maxAge}, stale-while-revalidate=${stale}, stale-if-error=${stale}`,
    ...(sendsTags ? ['cache-tag', tags.join(',')] : []),
  ]
}
