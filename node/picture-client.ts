import type { LookupFunction } from 'node:net'

import type { GetRequest, HttpGetOptions } from './http-get.ts'
import type { HttpResponse } from './http-response.ts'
import { isNonPublicAddress, lookupPublic, NotPublicError } from './public-lookup.ts'

export const PICTURE_MAX_BYTES = 15 * 1024 * 1024
export const PICTURE_MAX_PIXELS = 40_000_000
export const PICTURE_DEADLINE_MS = 5000

export const PICTURE_HEADERS = { accept: 'image/webp, image/jpeg, image/png, image/*;q=0.5' }
export const PICTURE_CLIENT = { connections: 8, keepAliveMs: 10_000, maxBytes: PICTURE_MAX_BYTES }

type HttpGet = (url: string, request: GetRequest) => Promise<HttpResponse>

/**
 * Fetches pictures of untrusted addresses, and only from the public internet, so that no request reaches a private
 * network. It follows no redirects.
 */
export function createPictureClient(
  createClient: (options: HttpGetOptions) => HttpGet,
  lookup: LookupFunction = lookupPublic,
) {
  const get = createClient({ ...PICTURE_CLIENT, lookup })
  /**
   * @throws {NotPublicError} the address is not on the public internet
   * @throws {ResponseTooLargeError} the picture is larger than 15 MB
   */
  return async (address: string, signal: AbortSignal) => {
    if (!isPublicUrl(address)) throw new NotPublicError('its address is not on the public internet')
    return get(address, { headers: PICTURE_HEADERS, signal })
  }
}

function isPublicUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return ['http:', 'https:'].includes(protocol) && !isNonPublicAddress(hostname)
}
