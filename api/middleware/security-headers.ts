import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'

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

const options = {
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: STRICT_HEADERS['cross-origin-resource-policy'],
  referrerPolicy: STRICT_HEADERS['referrer-policy'],
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  overwrite: false,
}
const withoutTls = secureHeaders({ ...options, strictTransportSecurity: false })
const withTls = secureHeaders({ ...options, strictTransportSecurity: 'max-age=31536000; includeSubDomains' })

export const securityHeaders = createMiddleware<Env>(async (c, next) => {
  await (isLocalCall(c) ? withoutTls : withTls)(c, next)
  if (!c.res.headers.has('cache-control')) c.header('cache-control', STRICT_HEADERS['cache-control'])
  if (c.get('services').isDraining()) c.header('connection', 'close')
})
