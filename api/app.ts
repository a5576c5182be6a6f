import { Hono, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'

import { PICTURE_MAX_BYTES } from '@tanabana/node/picture-client.ts'
import { API_VERSION } from '@tanabana/contract/constants.ts'
import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { ADMIN_BASE, adminApp } from './admin/admin-app.ts'
import { consoleFiles } from './admin/console-files.ts'
import { adminRoutes } from './admin/routes.ts'
import { ApiError } from './errors.ts'
import { respondToError } from './failures.ts'
import type { AppContext, Env } from './http/context.ts'
import { probes } from './http/health.ts'
import { crossOrigin } from './http/middleware/cross-origin.ts'
import { limitConcurrency } from './http/middleware/load-shedding.ts'
import { operatorsOnly } from './http/middleware/operators-only.ts'
import { watchRequests } from './http/middleware/request-log.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { openApiDocument, STORE_API, type OpenApiDocument } from './http/openapi/openapi.ts'
import { DOCS_POLICY, docsPage } from './http/openapi/page.ts'
import { isWebhookPath } from './http/webhook-path.ts'
import { media } from './modules/catalogue/media.ts'
import { mailboxPages } from './messages/email/mailbox-pages.ts'
import type { Mailbox } from './messages/email/mailbox.ts'
import { parcelRoutes } from './modules/parcels/routes.ts'
import { providerRoutes } from './modules/payments/provider-routes.ts'
import { sandbox } from './modules/payments/sandbox/pages.ts'
import { tenancy } from './modules/tenants/tenancy.ts'
import { tlsAllowed } from './modules/tenants/tls-allowed.ts'
import { requireUser } from './modules/users/session.ts'
import { routes } from './routes.ts'
import { createServices, type ServiceOptions } from './services.ts'

const BASE = `/api/${API_VERSION}`
const BODY_MAX = 64 * 1024
const WEBHOOK_BODY_MAX = 256 * 1024
/** Files of couriers and banks. */
const STAFF_BODY_MAX = 4 * 1024 * 1024
const URL_MAX = 4096
const limitRequest = limitBody(BODY_MAX)
const limitWebhook = limitBody(WEBHOOK_BODY_MAX)
const limitStaff = limitBody(STAFF_BODY_MAX)
const limitPicture = limitBody(PICTURE_MAX_BYTES)
/** Files that are stored while they come in: api/modules/imports/uploaded-files.ts */
const limitItself = (_c: unknown, next: Next) => next()

export interface AppOptions extends ServiceOptions {
  /** Bearer token for `/metrics` and `/tls-allowed` from other machines. */
  metricsToken?: string | undefined
  /** The demo's mailbox, where it takes the e-mails. */
  mailbox?: Mailbox | undefined
  /** Maximum of concurrent requests. */
  maxRequests?: number
}

/** Creates the reference store API; it opens no port or database itself. docs/requirements.md#121-serving */
export function createApp(options: AppOptions): Hono<Env> {
  const services = createServices(options)
  const document = openApiDocument(routes, STORE_API)
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('services', services)
    await next()
  })
  app.use(securityHeaders)
  app.use('/tls-allowed', operatorsOnly(options.metricsToken))
  app.route('/', probes)
  app.route('/', tlsAllowed)
  app.get('/metrics', operatorsOnly(options.metricsToken), showMetrics)
  // With a limit of 0, callers cannot set the request id of the log.
  app.use(requestId({ limitLength: 0 }))
  app.use(
    watchRequests([
      { routes, base: BASE, prefix: '' },
      { routes: adminRoutes, base: ADMIN_BASE, prefix: ADMIN_BASE },
    ]),
  )
  app.use(refuseUnreadable)
  app.use(limitConcurrency(options.maxRequests ?? Infinity))
  app.use(tenancy())
  app.use(`${BASE}/*`, crossOrigin)
  app.use((c, next) => limitFor(c.req.path)(c, next))

  addRoutes(app)
  app.route(`${BASE}/payments`, providerRoutes)
  app.route(`${BASE}/parcels`, parcelRoutes)
  app.route(ADMIN_BASE, adminApp())
  app.route('/media', media)
  app.get('/admin', () => localRedirect('/admin/', 302))
  app.route('/admin/', consoleFiles)
  if (options.mailbox) app.route('/sandbox/messages', mailboxPages(options.mailbox))
  app.route('/sandbox', sandbox)
  app.get(`${BASE}/openapi.json`, (c) => c.json(document))
  app.get(`${BASE}/docs`, (c) => showDocs(c, document))
  refuseOtherMethods(app)
  app.notFound((c) => c.json({ error: 'There is nothing at this address.' }, 404))
  app.onError(respondToError)
  return app
}

/** The operations of the contract. */
function addRoutes(app: Hono<Env>): void {
  for (const { method, path, signedIn, handle } of routes) {
    const address = toPattern(path)
    if (signedIn) app.on(method.toUpperCase(), address, requireUser)
    app.on(method.toUpperCase(), address, handle)
  }
}

function refuseOtherMethods(app: Hono<Env>): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = routes.filter((route) => route.path === path).map((route) => route.method.toUpperCase())
    app.all(toPattern(path), () => {
      throw new ApiError(405, 'This address does not support that method.', { allow: allowed.join(', ') })
    })
  }
}

async function showMetrics(c: AppContext): Promise<Response> {
  return c.body(await c.get('services').metrics.read(), 200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  })
}

async function showDocs(c: AppContext, document: OpenApiDocument): Promise<Response> {
  c.header('content-security-policy', DOCS_POLICY)
  return c.html(await docsPage(document))
}

function limitFor(path: string) {
  if (isWebhookPath(path)) return limitWebhook
  if (path === `${ADMIN_BASE}/pictures`) return limitPicture
  if (path === `${ADMIN_BASE}/imports` || path === `${ADMIN_BASE}/pincodes/import`) return limitItself
  return path.startsWith(`${ADMIN_BASE}/`) ? limitStaff : limitRequest
}

async function refuseUnreadable(c: AppContext, next: Next): Promise<void> {
  if (c.req.url.length > URL_MAX) throw new ApiError(414, 'The address is too long.')
  // A few compressed bytes could expand to gigabytes.
  if (c.req.header('content-encoding')) throw new ApiError(415, 'Send the body uncompressed.')
  await next()
}

/** Converts `/orders/{orderId}` to the router's `/orders/:orderId`. */
function toPattern(path: string): string {
  return BASE + path.replace(/\{(\w+)\}/g, ':$1')
}

function limitBody(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      // The rest of the body is never read.
      throw new ApiError(413, 'The body is too large.', { connection: 'close' })
    },
  })
}
