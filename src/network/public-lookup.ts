import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv4 } from 'node:net'
import type { LookupFunction } from 'node:net'

import type { GetRequest, HttpGetOptions } from './http-get.ts'
import type { HttpResponse } from './http-response.ts'

/** An address, or one that a name resolves to, is not on the public internet. */
export class NotPublicError extends Error {
  override name = 'NotPublicError'
}

/** IPv4 ranges that are not public, by the registry of RFC 6890 and the multicast and reserved ranges. */
const nonPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  nonPublic.addSubnet(network, prefix, 'ipv4')
}

/** Only 2000::/3 of IPv6 is allocated; these ranges in it map to IPv4 or are reserved. */
const allocated = new BlockList()
allocated.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  nonPublic.addSubnet(network, prefix, 'ipv6')
}

/** False for private, loopback, link-local and every other address that is not on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !nonPublic.check(address, 'ipv4')
  return allocated.check(address, 'ipv6') && !nonPublic.check(address, 'ipv6')
}

/** True when a host name is itself an address that is not public; connections to it skip `lookupPublic`. */
export function isNonPublicAddress(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) !== 0 && !isPublicAddress(address)
}

/**
 * Resolves a name for a connection, and fails when any of its addresses is not public. The connection goes to the
 * checked address, so DNS rebinding has no effect.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new NotPublicError(`${hostname} is not on the public internet`), '')
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

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
