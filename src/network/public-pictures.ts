import type { LookupFunction } from 'node:net'

import { createHttpCaller } from './http-caller.ts'
import { isClosedAddress, lookupPublic, NotPublicError } from './public-lookup.ts'

export const PICTURE_MAX_BYTES = 15 * 1024 * 1024
export const PICTURE_MAX_PIXELS = 40_000_000
export const PICTURE_DEADLINE_MS = 5000
/** To one server at the same time. */
export const PICTURE_CONNECTIONS = 8

export const PICTURE_HEADERS = { accept: 'image/webp, image/jpeg, image/png, image/*;q=0.5' }

/**
 * Asks for pictures that anybody may name: at http(s) addresses on the public internet alone, so that nobody reads a
 * private network through us. Redirects are not followed.
 */
export function createPictureCaller(lookup: LookupFunction = lookupPublic) {
  const call = createHttpCaller({
    connections: PICTURE_CONNECTIONS,
    idleMs: 10_000,
    maxBytes: PICTURE_MAX_BYTES,
    lookup,
  })
  /**
   * @throws {NotPublicError} the address is none of the public internet
   * @throws {TooLargeError} the answer is larger than 15 MB
   */
  return async (address: string, signal: AbortSignal) => {
    if (!isAskable(address)) throw new NotPublicError('its address is not on the public internet')
    return call(address, { headers: PICTURE_HEADERS, signal })
  }
}

function isAskable(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return ['http:', 'https:'].includes(protocol) && !isClosedAddress(hostname)
}
