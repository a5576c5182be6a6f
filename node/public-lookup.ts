import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv4 } from 'node:net'
import type { LookupFunction } from 'node:net'

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
