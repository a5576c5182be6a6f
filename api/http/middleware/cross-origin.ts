import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'

import { allowedOrigins } from '../addresses.ts'
import type { Env } from '../context.ts'
import { ApiError } from '../../errors.ts'

/** Payment providers call and return from their own sites; signatures verify these requests. */
const OPEN_TO_OTHER_SITES = /\/payments\/(?:callback|return|relay)(?:\/|$)/

const allowOrigin = cors({
  origin: (origin) => origin,
  credentials: true,
  allowMethods: ['GET', 'POST', 'DELETE'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposeHeaders: ['Retry-After'],
  maxAge: 600,
})

/**
 * Allows the shop's own pages to call with credentials (CORS), and refuses writes from pages of other sites.
 * SECURITY.md#cross-origin-reads SECURITY.md#cross-site-writes
 */
export const crossOrigin = createMiddleware<Env>(async (c, next) => {
  const { origin, 'sec-fetch-site': site } = c.req.header()
  if (origin !== undefined && allowedOrigins(c.get('tenant'), c.get('services').config).includes(origin)) {
    return allowOrigin(c, next)
  }

  c.header('vary', 'Origin')
  if (c.req.method === 'OPTIONS') return c.body(null, 204)
  const isWrite = !['GET', 'HEAD'].includes(c.req.method)
  const isForeign = origin !== undefined || site === 'cross-site'
  if (isWrite && isForeign && !OPEN_TO_OTHER_SITES.test(c.req.path)) {
    throw new ApiError(403, 'This call can only be made from the shop itself.')
  }
  return next()
})
