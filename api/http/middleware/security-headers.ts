import { createMiddleware } from 'hono/factory'

import { isLocalCall } from '../addresses.ts'
import type { Env } from '../context.ts'

/**
 * Default response headers; handlers may override them, and server.ts sends them with responses to malformed
 * requests.
 */
export const STRICT_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' }

export const securityHeaders = createMiddleware<Env>(async (c, next) => {
  await next()
  const headers = isLocalCall(c) ? STRICT_HEADERS : { ...STRICT_HEADERS, ...STRICT_TRANSPORT }
  for (const [name, value] of Object.entries(headers)) {
    if (!c.res.headers.has(name)) c.header(name, value)
  }
  if (c.get('services').isDraining()) c.header('connection', 'close')
})
