import { createMiddleware } from 'hono/factory'

import { isLocalCall } from '../addresses.ts'
import type { Env } from '../context.ts'

/** For every answer; a handler that shows a page or a picture sets its own values first. */
export const STRICT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

const ONLY_HTTPS = 'max-age=31536000; includeSubDomains'

export const securityHeaders = createMiddleware<Env>(async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(STRICT_HEADERS)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
  if (!isLocalCall(c)) c.res.headers.set('strict-transport-security', ONLY_HTTPS)
  if (c.get('services').isDraining()) c.res.headers.set('connection', 'close')
})
