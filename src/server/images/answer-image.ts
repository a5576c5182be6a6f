import type { IncomingMessage, ServerResponse } from 'node:http'

import { createEtag, matchesEtag } from '../../network/etag.ts'
import { PLAIN_HEADERS } from '../security-headers.ts'
import type { ImageFormat } from './convert.ts'
import { VARY } from './image-variant.ts'

/** Not immutable: a merchant may replace a picture under its address. */
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800'

/** A converted picture with the headers of its response. */
export interface ReadyImage {
  bytes: Buffer
  etag: string
  /** Names and values alternate, as in `writeHead`; without type and length. */
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

/** Sends a picture: 304 for a matching `If-None-Match`, no body for HEAD. */
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
