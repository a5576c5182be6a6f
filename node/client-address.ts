import { isIP, SocketAddress } from 'node:net'

const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/
/** An IPv4 address in the notation of a dual-stack socket. */
const MAPPED = /^::ffff:([\d.]+)$/
/** Providers usually assign a /64 network to one customer. */
const NETWORK_GROUPS = 4

/**
 * Normalizes an IP address: no port, brackets or zone, lower case, IPv6 in its shortest form, mapped IPv4 as IPv4.
 * `undefined` for any other text.
 */
export function normalizeAddress(text: string | undefined): string | undefined {
  const given = (text ?? '').trim().toLowerCase()
  const bare = BRACKETED.exec(given)?.[1] ?? IPV4_WITH_PORT.exec(given)?.[1] ?? given
  const [address = ''] = bare.split('%', 1)
  const version = isIP(address)
  if (version !== 6) return version === 4 ? address : undefined
  const short = new SocketAddress({ address, family: 'ipv6' }).address
  return MAPPED.exec(short)?.[1] ?? short
}

/** Returns the key for rate limits: an IPv4 address, or the /64 network of an IPv6 address. Takes a normalized address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const filled = tail === undefined ? groups : [...groups, ...Array<string>(NETWORK_GROUPS).fill('0')]
  return `${filled.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/**
 * Returns the client's address: the socket's peer, or the nearest untrusted entry of X-Forwarded-For behind trusted
 * proxies. Headers of other peers are ignored. `trustedProxies` must be normalized.
 */
export function clientAddressOf(
  peerAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const peer = normalizeAddress(peerAddress) ?? 'unknown'
  if (!trustedProxies.includes(peer)) return peer
  const addresses = entriesOf(forwardedFor).toReversed().map(normalizeAddress)
  return addresses.find((address) => !isTrusted(address, trustedProxies)) ?? peer
}

/**
 * Returns the protocol of the client's own connection: the entry of X-Forwarded-Proto of the same hop as the client's
 * address in X-Forwarded-For, or the first entry of a shorter list. `undefined` without the header or from a peer that
 * is no trusted proxy; `unreadable` when the entry is no protocol of pages.
 */
export function forwardedProtocolOf(
  peerAddress: string | undefined,
  headers: { for: string | undefined; proto: string | undefined },
  trustedProxies: readonly string[],
): 'http' | 'https' | 'unreadable' | undefined {
  if (headers.proto === undefined) return undefined
  if (!isTrusted(normalizeAddress(peerAddress), trustedProxies)) return undefined
  const protocols = entriesOf(headers.proto)
  const addresses = entriesOf(headers.for).toReversed().map(normalizeAddress)
  const client = addresses.findIndex((address) => !isTrusted(address, trustedProxies))
  const hops = client === -1 ? addresses.length : client
  const protocol = (protocols.at(-1 - hops) ?? protocols[0])?.toLowerCase()
  return protocol === 'http' || protocol === 'https' ? protocol : 'unreadable'
}

function entriesOf(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function isTrusted(address: string | undefined, trustedProxies: readonly string[]): boolean {
  return address !== undefined && trustedProxies.includes(address)
}
