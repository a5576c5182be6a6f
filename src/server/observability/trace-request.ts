import type { IncomingMessage, RequestListener } from 'node:http'

import { VITALS_PATH } from '../../lib/analytics/vitals-path.ts'
import { isPolicySlug } from '../../lib/shop/policies.ts'
import { traces } from '@tanabana/node/traces.ts'
import { SECRET_FOLDERS } from '@tanabana/contract/shop-paths.ts'
import { LANGUAGE_PATH, splitLanguagePrefix } from '../http/language-choice.ts'
import { printablePath } from '../http/requests.ts'

/** Routes without parameters; a test compares them with `src/pages`. */
const PLAIN_ROUTES = new Set([
  ...['/', '/products', '/wishlist', '/cart', '/order-success', '/contact', '/track-order', '/offline'],
  ...['/login', '/register', '/account', '/orders', '/checkout', '/payment', '/404', '/500', '/api-test'],
  ...['/forgot-password', '/reset-password', '/confirm-email', '/newsletter'],
  ...['/manifest.webmanifest', '/robots.txt', '/sitemap.xml', '/llms.txt', '/service-worker.js'],
  ...[LANGUAGE_PATH, VITALS_PATH, '/livez', '/readyz', '/metrics'],
])
/** Routes with one parameter below a folder. */
const PARAMETER_ROUTE = /^\/(product|products|fragments|sitemaps|feeds|_astro|_img|_cache)\/./
const INVOICE = /^\/orders\/[^/]+\/invoice$/

/**
 * Returns a listener with a span for each request, from its first byte to the end of the response. A shopper's own
 * trace is not continued. Without tracing, the listener itself.
 */
export function traced(listener: RequestListener): RequestListener {
  const tracing = traces()
  if (!tracing) return listener
  return (request, response) => {
    const span = tracing.start('server')
    response.once('close', () => {
      const path = printablePath(request.url ?? '')
      const route = routeOf(path)
      span.end({
        name: `${request.method} ${route}`,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': response.statusCode,
          'url.path': path,
          'tanabana.tenant': hostOf(request),
        },
        hasFailed: response.statusCode >= 500,
      })
    })
    span.run(() => listener(request, response))
  }
}

/** Returns one of a few route names for any path, with or without the prefix of a language. docs/requirements.md#22-routes */
export function routeOf(path: string): string {
  const { url } = splitLanguagePrefix(path)
  const plain = url === '/' ? url : url.replace(/\/$/, '')
  if (PLAIN_ROUTES.has(plain)) return plain
  const folder = PARAMETER_ROUTE.exec(plain)?.[1]
  if (folder === 'product' || folder === 'products') return `/${folder}/{id}`
  const secret = SECRET_FOLDERS.find((one) => plain.startsWith(`/${one}/`))
  if (secret) return `/${secret}/{token}`
  if (INVOICE.test(plain)) return '/orders/{id}/invoice'
  if (folder) return `/${folder}/{file}`
  return isPolicySlug(plain.slice(1)) ? '/{policyType}' : '*'
}

function hostOf({ headers }: IncomingMessage): string | undefined {
  return headers.host?.replace(/:\d+$/, '').toLowerCase()
}
