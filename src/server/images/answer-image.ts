import type { IncomingMessage, ServerResponse } from 'node:http'

import { createEtag, matchesEtag } from '../../network/etag.ts'
import { PLAIN_HEADERS } from '../security-headers.ts'
import type { ImageFormat } from './convert.ts'
import { VARY } from './image-variant.ts'

/**
 * The address says which source, not which bytes: a merchant may replace a picture under its address. So it is not
 * immutable: a day without asking, and for a week the old one while the new one is fetched.
 */
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800'

/** A picture as it leaves the house. */
export interface ReadyImage {
  bytes: Buffer
  etag: string
  /** Name and value in turns, as `writeHead` takes them; without type and length. */
  headers: string[]
  /** Type and length. */
  bodyHeaders: string[]
}

export function toReadyImage(bytes: Buffer, format: ImageFormat): ReadyImage {
  const etag = createEtag(bytes)
  return {
    bytes,
    etag,
    headers: [
      ...['cache-control', CACHE_CONTROL],
      ...['etag', etag],
      ...['vary', VARY],
      ...Object.entries(PLAIN_HEADERS).flat(),
    ],
    bodyHeaders: ['content-type', `image/${format}`, 'content-length', String(bytes.length)],
  }
}

/** 304 when the browser has the picture already, no body for HEAD. */
export function answerImage(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  image: ReadyImage,
): void {
  if (matchesEtag(headers['if-none-match'], image.etag)) {
    response.writeHead(304, image.headers)
    response.end()
    return
  }
  response.writeHead(200, [...image.headers, ...image.bodyHeaders])
  response.end(method === 'HEAD' ? undefined : image.bytes)
}
