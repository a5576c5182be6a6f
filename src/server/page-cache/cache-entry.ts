import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, type BrotliOptions, constants, gzip } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import { createEtag, type Encoding } from '@tanabana/node/http-headers.ts'
import type { CachePolicy } from '../cache/cache-policy.ts'

const compressBrotli = promisify(brotliCompress)
const expandBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)

/** `npm run bench -- miss` prints bytes and milliseconds by quality. */
export const BROTLI_QUALITY = 9
/** 64 KB. A window of 128 KB saves 1 to 3 % of larger pages, but costs eight times the time or, at a lower quality, memory. */
const BROTLI_WINDOW_BITS = 16
const OTHER_BODIES_MAX_BYTES = 16 * 1024 * 1024

/** A rendered page, compressed once. */
export interface CacheEntry {
  status: number
  /** Names and values alternate, as in `writeHead`; without policy, length and encoding. */
  headers: readonly string[]
  /** In Brotli. */
  body: Buffer
  etag: string
  storedAt: number
  /** `undefined`: do not store, neither here nor elsewhere. */
  policy: CachePolicy | undefined
  /** `private` keeps it out of shared caches. */
  scope: 'public' | 'private'
  /** An error or a page with a section missing. */
  isIncomplete: boolean
}

/** A page as Astro rendered it. */
export interface Rendered {
  status: number
  headers: Headers
  /** The bytes of the page, one per character (`latin1`): to decode UTF-8 and encode it again takes a millisecond. */
  html: string
  policy: CachePolicy | undefined
  isIncomplete: boolean
}

/** Headers that send-entry.ts or Node sets. */
const LEFT_OUT = new Set([
  'cache-control',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** Returns the options to compress a page of this length. */
export function brotliOptions(length: number, quality = BROTLI_QUALITY): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  }
}

/** Compresses a page, off the event loop. Only status 200 without `Set-Cookie` keeps its policy. */
export async function toCacheEntry(rendered: Rendered, scope: CacheEntry['scope']): Promise<CacheEntry> {
  const { status, html, policy } = rendered
  const text = Buffer.from(html, 'latin1')
  rendered.headers.append('vary', 'accept-encoding')
  const body = await compressBrotli(text, brotliOptions(text.length))
  const isStorable = status === 200 && !rendered.headers.has('set-cookie')
  return {
    status,
    headers: [...rendered.headers].filter(([name]) => !LEFT_OUT.has(name)).flat(),
    // A copy: the compressor returns part of a larger buffer, which would stay in memory with it.
    body: Buffer.from(new Uint8Array(body).buffer),
    etag: createEtag(body),
    storedAt: Date.now(),
    policy: isStorable ? policy : undefined,
    scope,
    isIncomplete: status >= 500 || rendered.isIncomplete,
  }
}

/** Bodies for the few clients without Brotli. */
const otherBodies = new LRUCache<string, Buffer, CacheEntry>({
  maxSize: OTHER_BODIES_MAX_BYTES,
  // A client still gets a body that is evicted while it is compressed.
  ignoreFetchAbort: true,
  sizeCalculation: (body) => body.length + 1,
  fetchMethod: async (key, _stale, { context: { body } }) => {
    const text = await expandBrotli(body)
    return key.startsWith('gzip') ? compressGzip(text) : text
  },
})

/** Returns the body in another encoding than Brotli. */
export function encodeBody(entry: CacheEntry, encoding: Exclude<Encoding, 'br'>): Promise<Buffer> {
  return otherBodies.forceFetch(`${encoding} ${entry.etag}`, { context: entry })
}
