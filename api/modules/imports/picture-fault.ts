import type { LookupFunction } from 'node:net'

import { createHttpClient } from '@tanabana/node/http-client.ts'
import { isClosedConnection, ResponseTooLargeError } from '@tanabana/node/http-response.ts'
import {
  createPictureClient,
  PICTURE_DEADLINE_MS,
  PICTURE_MAX_BYTES,
  PICTURE_MAX_PIXELS,
} from '@tanabana/node/picture-client.ts'
import { NotPublicError } from '@tanabana/node/public-lookup.ts'

/** Google Merchant's minimum for pictures of clothing; smaller ones blur on product cards. */
const SIDE_MIN = 250

const DRAWING = /\.svgz?$/i

class PictureFault extends Error {}

export interface PictureJudgeOptions {
  /** Reads one of the shop's own pictures by path. */
  readOwn: (path: string) => Promise<Buffer | undefined>
  lookup?: LookupFunction | undefined
  signal: AbortSignal
}

/**
 * Returns a function that reads a picture like the storefront and describes its problem for the merchant; `undefined`
 * for a good one. An address is http(s) or a path of the shop.
 */
export function createPictureJudge({ readOwn, lookup, signal }: PictureJudgeOptions) {
  const get = createPictureClient(createHttpClient, lookup)

  async function read(address: string): Promise<Buffer> {
    if (address.startsWith('/')) {
      const bytes = await readOwn(address)
      if (bytes) return bytes
      throw new PictureFault("is not one of the shop's pictures")
    }
    const deadline = AbortSignal.timeout(PICTURE_DEADLINE_MS)
    try {
      const { status, body } = await get(address, AbortSignal.any([deadline, signal]))
      if (status === 200) return body
      throw new PictureFault(
        status >= 300 && status < 400
          ? `returns ${status}, a redirect, which the storefront does not follow: use the final address`
          : `returns ${status}`,
      )
    } catch (error) {
      signal.throwIfAborted()
      throw deadline.aborted
        ? new PictureFault(`did not load within ${PICTURE_DEADLINE_MS / 1000} seconds`)
        : toFault(error)
    }
  }

  return async (address: string): Promise<string | undefined> => {
    try {
      return await faultOf(await read(address), DRAWING.test(address.split(/[?#]/)[0] ?? ''))
    } catch (error) {
      if (error instanceof PictureFault) return error.message
      throw error
    }
  }
}

function toFault(error: unknown): PictureFault {
  if (error instanceof PictureFault) return error
  if (error instanceof NotPublicError) return new PictureFault('is not on the public internet')
  if (error instanceof ResponseTooLargeError) {
    return new PictureFault(`is larger than ${PICTURE_MAX_BYTES / 1024 / 1024} MB`)
  }
  if (isClosedConnection(error)) return new PictureFault("can't be read: the connection was closed")
  return new PictureFault(`can't be read: ${error instanceof Error ? error.message : String(error)}`)
}

async function faultOf(bytes: Buffer, isDrawing: boolean): Promise<string | undefined> {
  if (isDrawing && bytes.includes('<svg')) return undefined
  if (!isRaster(bytes)) return 'is not a JPEG, PNG, WebP, AVIF or GIF picture'
  // Loaded on demand: most commands read no picture.
  const { default: sharp } = await import('sharp')
  const size = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  if (!size) return 'is damaged'
  const { width, height } = size
  if (width * height > PICTURE_MAX_PIXELS) {
    return `has ${width} × ${height} pixels: more than ${PICTURE_MAX_PIXELS / 1_000_000} million`
  }
  if (Math.min(width, height) >= SIDE_MIN) return undefined
  return `has ${width} × ${height} pixels: fewer than ${SIDE_MIN} × ${SIDE_MIN}`
}

/** Detects the format by its first bytes; the decoder receives nothing else. */
function isRaster(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1')
  return /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs])/.test(start)
}
