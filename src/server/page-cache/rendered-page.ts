import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib'

import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const expandBrotli = promisify(brotliDecompress)

const BROTLI_QUALITY = 8
/** A seventh larger, for a third of the work. */
const HURRIED_QUALITY = 3
/** 64 KB: up to here Brotli works in small tables, which take half the memory, and a page comes out as small. */
const BROTLI_WINDOW_BITS = 16
/** A tenth smaller, for fifty times the work. */
const DENSE_QUALITY = constants.BROTLI_MAX_QUALITY
const DENSE_WINDOW_BITS = 18
const GZIP_LEVEL = 6
/** Most pages have less. */
const SCRATCH_BYTES = 128 * 1024
const OTHER_BODIES_MAX_BYTES = 32 * 1024 * 1024
/** What a page weighs beside its body, as measured: key, headers, what it stands on, bookkeeping. */
const PAGE_OVERHEAD_BYTES = 4096
/** What another body of it weighs beside its bytes. */
const BODY_OVERHEAD_BYTES = 1024

export type Encoding = 'br' | 'gzip' | 'identity'

/** A page as it leaves the house: headers ready to write, the body compressed once. */
export interface RenderedPage {
  status: number
  /** Name and value in turns, as `writeHead` takes them; without length, encoding and cache state. */
  headers: string[]
  etag: string
  body: PackedBody
  /** What the page counts for in a cache. */
  bytes: number
  /** When it was made, or last found to be true, in milliseconds of the clock. */
  madeAt: number
  policy: PagePolicy | undefined
  /** Whether it is the shop's answer, which ends the one from before, and no failure or makeshift, which do not. */
  isAnswer: boolean
  /** Whether it would come out the same if it were made anew. Throws when nobody knows. */
  isStillTrue?: () => Promise<boolean>
}

/** In Brotli, which nearly every browser takes. */
export interface PackedBody {
  packed: Buffer
  /** It is as small as it gets, or being made so. */
  isDense: boolean
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
  /**
   * One character for each byte (latin1): its marks are looked for and its bytes go on, and as a text, in which a rupee sign
   * makes every character take two bytes, it would cost each page a fifth more memory.
   */
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
 * Compresses a page and reads its policy off its headers; `sendsTags` leaves its tags on the answer, for a CDN, `isOwn`
 * keeps a page whose language the shopper chose out of every cache that others share, and `isHurried` compresses it with
 * little work.
 */
export function toRenderedPage(
  raw: RawPage,
  madeAt: number,
  { sendsTags = false, isOwn = false, isHurried = false } = {},
): RenderedPage {
  const policy = readPolicy(raw)
  const text = inScratch(raw.html)
  const quality = isHurried ? HURRIED_QUALITY : BROTLI_QUALITY
  const packed = ownCopy(brotliCompressSync(text, brotli(text, quality, BROTLI_WINDOW_BITS)))
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = [...raw.headers].filter(([name]) => !INTERNAL_HEADERS.has(name)).flat()
  headers.push('vary', 'accept-encoding')
  if (policy) headers.push('etag', etag, ...(isOwn ? OWN_POLICY : outerPolicy(policy, sendsTags)))
  const facts = { status: raw.status, headers, etag, madeAt, policy, isAnswer: isAnswer(raw, policy) }
  return keptPage(facts, { packed, isDense: false })
}

/** A page of its parts. */
export function keptPage(facts: Omit<RenderedPage, 'body' | 'bytes'>, body: PackedBody): RenderedPage {
  return { ...facts, body, bytes: body.packed.length + PAGE_OVERHEAD_BYTES }
}

/** The same page for those who wait for it already, and nobody after them. */
export function unkept(page: RenderedPage): RenderedPage {
  if (!page.policy) return page
  const policyAt = page.headers.indexOf('cache-control') + 1
  return { ...page, headers: page.headers.with(policyAt, 'no-store'), policy: undefined }
}

/** Pages are packed one after the other, in the same bytes: what each takes for itself stays until garbage is collected. */
let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES)

function inScratch(html: string): Buffer {
  if (html.length > scratch.length) scratch = Buffer.allocUnsafeSlow(html.length * 2)
  return scratch.subarray(0, scratch.write(html, 'latin1'))
}

function brotli(text: Buffer, quality: number, windowBits: number) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  return { params }
}

/** The compressor gives a slice of a larger buffer, `Buffer.from` one of those that all small buffers share: kept whole. */
export function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Compresses a body again, as small as it gets, beside whatever else the process does. */
export async function makeDense(body: PackedBody): Promise<void> {
  body.isDense = true
  const text = await expandBrotli(body.packed)
  body.packed = ownCopy(await compressBrotli(text, brotli(text, DENSE_QUALITY, DENSE_WINDOW_BITS)))
}

/** Bodies for the few clients that don't take brotli, by content. */
const otherBodies = new LRUCache<string, Buffer, RenderedPage>({
  maxSize: OTHER_BODIES_MAX_BYTES,
  sizeCalculation: (body) => body.length + BODY_OVERHEAD_BYTES,
  fetchMethod: async (key, _before, { context: page }) => {
    const text = await expandBrotli(page.body.packed)
    return key.startsWith('gzip') ? compressGzip(text, { level: GZIP_LEVEL }) : text
  },
})

export function bodyOf(page: RenderedPage, encoding: Encoding): Buffer | Promise<Buffer> {
  return encoding === 'br'
    ? page.body.packed
    : otherBodies.forceFetch(encoding + page.etag, { context: page })
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

function isAnswer({ status, headers }: RawPage, policy: PagePolicy | undefined): boolean {
  const isElsewhere = status >= 300 && status < 500
  return policy !== undefined || isElsewhere || headers.get('cdn-cache-control') === 'no-store'
}

/** The policy as browsers and whatever stands in front understand it. */
function outerPolicy({ maxAge, stale, tags }: PagePolicy, sendsTags: boolean): string[] {
  return [
    'cache-control',
    `public, max-age=0, s-maxage=${maxAge}, stale-while-revalidate=${stale}, stale-if-error=${stale}`,
    ...(sendsTags ? ['cache-tag', tags.join(',')] : []),
  ]
}
