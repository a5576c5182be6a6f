import type { IncomingMessage, ServerResponse } from 'node:http'

import { forwardedProtocolOf } from '@tanabana/node/client-address.ts'
import { SECRET_FOLDERS } from '@tanabana/contract/shop-paths.ts'
import { METHOD_NOT_ALLOWED, sendText } from './responses.ts'
import { type Shop, type TenancyConfig, tenantHost } from './tenancy.ts'

const METHODS = ['GET', 'HEAD', 'POST']
const URL_MAX_LENGTH = 4096
const LOGGED_LENGTH = 512
const BODY_MAX_BYTES = 64 * 1024
const UNREAD = /^(forwarded|x-forwarded-.*|x-real-ip|content-.*|transfer-encoding)$/

/** Response to a request that every shop refuses. */
interface Refusal {
  status: number
  sentence: string
  header?: [name: string, value: string]
}

/**
 * Returns a function that refuses a wrong method, an overlong or malformed address or a large body; `undefined` for any
 * other request.
 */
export function findRefusal(request: IncomingMessage): ((response: ServerResponse) => void) | undefined {
  const refusal = checkRequest(request)
  if (!refusal) return undefined
  return (response) => {
    if (refusal.header) response.setHeader(...refusal.header)
    sendText(response, refusal.status, refusal.sentence)
  }
}

function checkRequest(request: IncomingMessage): Refusal | undefined {
  const { url = '', method = '' } = request
  if (!METHODS.includes(method)) {
    const header: Refusal['header'] = ['allow', METHODS.join(', ')]
    return { status: 405, sentence: METHOD_NOT_ALLOWED, header }
  }
  if (url.length > URL_MAX_LENGTH) return { status: 414, sentence: 'This address is too long.' }
  if (!isReadablePath(url)) return { status: 400, sentence: 'This address cannot be read.' }
  if (hasLargeBody(request)) {
    // Closes the connection, so that the rest is never read.
    return { status: 413, sentence: 'This is more than the shop takes.', header: ['connection', 'close'] }
  }
  return undefined
}

/** True for GET and HEAD. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Returns the address with single slashes where its path has others, else `undefined`. It begins with one slash and
 * leads to no other host: browsers read a backslash as a slash, and drop tabs.
 */
export function withSingleSlashes(url: string): string | undefined {
  const mark = url.search(/[?#]/)
  const path = mark === -1 ? url : url.slice(0, mark)
  if (!/\/\/|[\\\t\f]/.test(path)) return undefined
  return path.replace(/[\t\f]/g, '').replace(/[/\\]+/g, '/') + url.slice(path.length)
}

/** Returns the Host header; `undefined` without one, or with more than one: Node would silently take the first. */
export function hostHeader({ rawHeaders }: IncomingMessage): string | undefined {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return undefined
    host = rawHeaders[index + 1]
  }
  return host
}

/** Returns the shop that a request is for; `undefined` for a host without one. */
export function resolveShop(
  request: IncomingMessage,
  config: Pick<TenancyConfig, 'tenantHosts'>,
  protocol: Shop['protocol'],
): Shop | undefined {
  const host = tenantHost(hostHeader(request), config)
  return host === undefined ? undefined : { host, protocol }
}

/**
 * Returns the protocol of the shopper's connection as trusted proxies report it, else `http:`; `undefined` when they
 * report none that can be read.
 */
export function protocolOf(
  { headers, socket }: IncomingMessage,
  trustedProxies: string[],
): Shop['protocol'] | undefined {
  const { 'x-forwarded-for': addresses, 'x-forwarded-proto': protocols } = headers
  if (protocols === undefined) return 'http:'
  const forwarded = { for: addresses?.toString(), proto: protocols.toString() }
  const protocol = forwardedProtocolOf(socket.remoteAddress, forwarded, trustedProxies)
  return protocol === 'unreadable' ? undefined : `${protocol ?? 'http'}:`
}

/** True for a body that is larger than any form of a shop, or of unknown length. */
function hasLargeBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_MAX_BYTES
}

/** Headers for pages: without forwarding headers, which clients can forge, and headers of the body. */
export function pageHeaders({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !UNREAD.test(name)))
}

/** False for malformed percent-encoding, and for the absolute form of requests to proxies. */
function isReadablePath(url: string): boolean {
  if (!url.startsWith('/')) return false
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

const SECRET_PATH = new RegExp(`/(${SECRET_FOLDERS.join('|')})/[^/]+`)

/**
 * Returns the path of an address as it may be logged: without host and query, printable ASCII, so that no path can
 * forge a line, and at most 512 characters.
 */
export function printablePath(url: string): string {
  return (
    url
      .replace(/^[a-z]+:\/\/[^/?#]*/i, '')
      .replace(/[?#].*/s, '')
      // The tokens of links are secrets.
      .replace(SECRET_PATH, '/$1/-')
      .replace(/\/_preview\/[^/]+/, '/_preview/-')
      .slice(0, LOGGED_LENGTH)
      .toWellFormed()
      .replace(/[^\x21-\x7e]/gu, encodeURIComponent)
      .slice(0, LOGGED_LENGTH)
  )
}
