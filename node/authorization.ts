import { createHash, timingSafeEqual } from 'node:crypto'

import { normalizeAddress } from './client-address.ts'
import { isLoopbackAddress } from './listen.ts'

const OWN_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/

interface OperatorRequest {
  /** The other end of the connection. */
  peer: string | undefined
  host: string | undefined
  /** In lower case. */
  headerNames: readonly string[]
  authorization: string | undefined
}

/** True when a request comes from this machine or carries the bearer token, where there is one. */
export function isOperator(request: OperatorRequest, token: string | undefined): boolean {
  return (
    isOwnMachine(request) ||
    (token !== undefined && isSameSecret(request.authorization ?? '', `Bearer ${token}`))
  )
}

/** A proxy on this machine has a loopback address too, but its requests name another host or the client. */
function isOwnMachine({ peer, host, headerNames }: OperatorRequest): boolean {
  return (
    isLoopbackAddress(normalizeAddress(peer) ?? '') && OWN_NAME.test(host ?? '') && !isForwarded(headerNames)
  )
}

/** Whether a proxy passed the request on. Takes the names of its headers in lower case. */
export function isForwarded(headerNames: readonly string[]): boolean {
  return headerNames.some((name) => FORWARDED.test(name))
}

/** Compares two texts in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
