import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import { createEtag, matchesEtag } from '@tanabana/node/http-headers.ts'
import { PLAIN_HEADERS } from '../http/security-headers.ts'
import type { ImageFormat, Variant } from './convert.ts'

/** Not immutable: a merchant may replace a picture under its address. */
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800'

/** Request headers that the response depends on. */
const VARY = 'Accept, Save-Data'

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
export function sendImage(
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

/** Returns the smallest format that the browser accepts, in lower quality with `Save-Data`. */
export function chooseVariant(headers: IncomingHttpHeaders): Variant {
  const { accept = '' } = headers
  return { format: chooseFormat(accept), isSaver: headers['save-data'] === 'on' }
}

/** Share cards are JPEG and icons PNG for every client: some accept no newer formats, or send no `Accept`. */
export function fixedFormat(url: string): ImageFormat | undefined {
  if (url.startsWith('/_img/share/')) return 'jpeg'
  return /^\/_img\/(?:icon|mask)-/.test(url) ? 'png' : undefined
}

function chooseFormat(accept: string): ImageFormat {
  if (accepts(accept, 'image/avif')) return 'avif'
  return accepts(accept, 'image/webp') ? 'webp' : 'jpeg'
}

/** True for a named type without `q=0`. A wildcard does not mean that the browser can show a format. */
function accepts(accept: string, type: string): boolean {
  const at = accept.indexOf(type)
  if (at < 0) return false
  return !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accept.slice(at + type.length))
}
