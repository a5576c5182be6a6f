import { createMiddleware } from 'hono/factory'

import type { Env } from '../context.ts'

/** For every answer; a handler that shows a page or a picture sets its own values first. */
const DEFAULTS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

export const securityHeaders = createMiddleware<Env>(async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
  if (c.get('services').isDraining()) c.res.headers.set('connection', 'close')
})
