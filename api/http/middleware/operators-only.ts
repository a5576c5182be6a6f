import { createMiddleware } from 'hono/factory'

import { isOperator } from '@tanabana/node/authorization.ts'
import { peerAddress } from '../addresses.ts'
import type { Env } from '../context.ts'

/** Allows requests from this machine or with the bearer token; others get 404. */
export function operatorsOnly(token: string | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    const headers = c.req.header()
    const request = {
      peer: peerAddress(c),
      host: headers.host,
      headerNames: Object.keys(headers),
      authorization: headers.authorization,
    }
    return isOperator(request, token) ? next() : c.notFound()
  })
}
