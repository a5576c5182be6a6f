import { createMiddleware } from 'hono/factory'

import { allowedOrigins } from '../addresses.ts'
import type { Env } from '../context.ts'
import { ApiError } from '../errors.ts'

const PREFLIGHT_SECONDS = '600'

/** Calls that other sites may make by their nature: gateways call and return, and every one of them is verified. */
const OPEN_TO_OTHER_SITES = /\/payments\/(?:callback|return|relay)(?:\/|$)/

/**
 * CORS with credentials for exactly the shop's own pages (T22), and no writing on behalf of anybody else's page
 * (T23). What a browser may read is decided by the headers; what it may do, before the handler runs.
 */
export const crossOrigin = createMiddleware<Env>(async (c, next) => {
  const origin = c.req.header('origin')
  const isOwn =
    origin !== undefined && allowedOrigins(c.get('tenant'), c.get('services').config).includes(origin)
  c.header('vary', 'Origin')
  if (isOwn) {
    c.header('access-control-allow-origin', origin)
    c.header('access-control-allow-credentials', 'true')
    c.header('access-control-expose-headers', 'Retry-After')
  }

  if (c.req.method === 'OPTIONS') {
    if (isOwn) {
      c.header('access-control-allow-methods', 'GET, POST')
      c.header('access-control-allow-headers', 'authorization, content-type, idempotency-key')
      c.header('access-control-max-age', PREFLIGHT_SECONDS)
    }
    return c.body(null, 204)
  }

  const isWrite = !['GET', 'HEAD'].includes(c.req.method)
  const isForeign = !isOwn && (origin !== undefined || c.req.header('sec-fetch-site') === 'cross-site')
  if (isWrite && isForeign && !OPEN_TO_OTHER_SITES.test(c.req.path)) {
    throw new ApiError(403, 'This call can only be made from the shop itself.')
  }
  return next()
})
