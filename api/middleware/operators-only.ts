import { createHash, timingSafeEqual } from 'node:crypto'

import { createMiddleware } from 'hono/factory'

import { isLoopbackAddress } from '../../src/network/listen.ts'
import { peerAddress } from '../addresses.ts'
import type { AppContext, Env } from '../context.ts'

const OWN_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/

/** For this machine itself and for whoever sends the bearer token; for others there is nothing under the address. */
export function operatorsOnly(token: string | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    const hasToken = token !== undefined && isSame(c.req.header('authorization') ?? '', `Bearer ${token}`)
    if (!hasToken && !isOwnMachine(c)) return c.notFound()
    return next()
  })
}

/** A proxy on this machine has a loopback address too, but it asks for another host or names the client. */
function isOwnMachine(c: AppContext): boolean {
  return (
    isLoopbackAddress(peerAddress(c) ?? '') &&
    OWN_NAME.test(c.req.header('host') ?? '') &&
    !Object.keys(c.req.header()).some((name) => FORWARDED.test(name))
  )
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
