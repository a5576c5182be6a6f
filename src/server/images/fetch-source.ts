import { createHttpGet } from '@tanabana/node/http-get.ts'
import { ResponseTooLargeError } from '@tanabana/node/http-response.ts'
import {
  createPictureClient,
  PICTURE_CLIENT,
  PICTURE_DEADLINE_MS,
  PICTURE_HEADERS,
  PICTURE_MAX_BYTES,
} from '@tanabana/node/picture-client.ts'
import { NotPublicError } from '@tanabana/node/public-lookup.ts'
import type { ShopApi } from '../http/tenancy.ts'
import { lookupShop } from '../upstream/upstream.ts'

/** Client for pictures of the shop's own API, on any network. */
const getOwn = createHttpGet({ ...PICTURE_CLIENT, lookup: lookupShop })

/** Client for all other pictures, on the public internet only. */
const getPublic = createPictureClient(createHttpGet)

/** A picture that can't be sent: 404 when there is none, 502 when its source fails, 503 when too many are queued. */
export class ImageError extends Error {
  override name = 'ImageError'
  readonly status: 404 | 502 | 503

  constructor(status: 404 | 502 | 503, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Returns the bytes of a picture's source: a path at the shop's API, or an http(s) address on the public internet. Redirects
 * are not followed.
 * @throws {ImageError} 404 when there is none or it may not be requested, 502 when it fails, times out or is too large
 */
export async function fetchSource(source: string, api: ShopApi): Promise<Buffer> {
  try {
    const isOwn = source.startsWith('/')
    const signal = AbortSignal.timeout(PICTURE_DEADLINE_MS)
    const { status, body } = isOwn
      ? await getOwn(api.origin + source, { headers: { ...PICTURE_HEADERS, host: api.host }, signal })
      : await getPublic(source, signal)
    if (status === 200) return body
    throw failedResponse(status)
  } catch (error) {
    throw toImageError(error)
  }
}

function failedResponse(status: number): ImageError {
  if (status === 404 || status === 410) return new ImageError(404, 'there is none at its source')
  return new ImageError(502, `its source responded with ${status}`)
}

function toImageError(error: unknown): ImageError {
  if (error instanceof ImageError) return error
  if (error instanceof NotPublicError) return new ImageError(404, error.message)
  if (error instanceof ResponseTooLargeError) return tooLarge()
  return new ImageError(502, `its source failed: ${error instanceof Error ? error.message : String(error)}`)
}

function tooLarge(): ImageError {
  return new ImageError(502, `its source is larger than ${PICTURE_MAX_BYTES / 1024 / 1024} MB`)
}
