import { Hono, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { requestId } from 'hono/request-id'

import { API_VERSION } from '@tanabana/contract/constants.ts'
import { createConcurrencyLimit } from '@tanabana/node/promises.ts'
import {
  variablesOf,
  type AppConfig,
  type AppContext,
  type Env,
  type SendWebhook,
  type Services,
} from './context.ts'
import type { Database } from '../db/index.ts'
import { openApiDocument, type OpenApiDocument } from './openapi/openapi.ts'
import { DOCS_POLICY, docsPage } from './openapi/page.ts'
import { ApiError, describeFailure, isDatabaseUnavailable, OverloadedError } from './errors.ts'
import { createRareLog, type Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createPseudonym } from './pseudonym.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import { watchRequests } from './middleware/request-log.ts'
import { operatorsOnly } from './middleware/operators-only.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { requireUser } from './middleware/session.ts'
import { limitConcurrency } from './middleware/load-shedding.ts'
import { tenancy } from './middleware/tenancy.ts'
import { renderPaymentPage } from '../modules/payments/payment-page.ts'
import { createProviders, type Providers } from '../modules/payments/providers/provider-context.ts'
import { sandbox } from '../modules/payments/sandbox/pages.ts'
import { isWebhookPath } from '../modules/payments/webhook-path.ts'
import { createRateLimits } from './rate-limits/rate-limits.ts'
import { providerRoutes } from '../modules/payments/provider-routes.ts'
import { routes } from './routes.ts'
import { media } from './media.ts'
import { probes } from './health.ts'
import { createPasswordHasher } from '../modules/users/password.ts'

export interface AppOptions {
  db: Database
  config: AppConfig
  paymentSecrets: string[]
  /** Payment providers with the shops' secrets; none by default. */
  providers?: Providers
  sendWebhook: SendWebhook
  /** Purges a shop's pages; by default there is no storefront. */
  publish?: Services['publish']
  now?: () => Date
  log?: Log
  metrics?: Metrics
  isDraining?: () => boolean
  /** Bearer token for `/metrics` and `/tls-allowed` from other machines. */
  metricsToken?: string | undefined
  /** Maximum of concurrent requests. */
  maxRequests?: number
}

const BASE = `/api/${API_VERSION}`
const BODY_MAX = 64 * 1024
const WEBHOOK_BODY_MAX = 256 * 1024
const URL_MAX = 4096
/** Far below the wrong contacts of an address in a minute: checks in flight count as wrong ones. */
const CONTACT_CHECKS = 2
const CONTACT_CHECKS_QUEUED = 1000

const limitRequest = limitBody(BODY_MAX)
const limitWebhook = limitBody(WEBHOOK_BODY_MAX)

/** Browsers navigate to these paths, so errors are rendered as pages. */
const SHOWN_AS_PAGES = /^\/sandbox\/|\/payments\/(?:relay|return\/)/

/** Creates the reference store API; it opens no port or database itself. docs/requirements.md#121-serving */
export function createApp(options: AppOptions): Hono<Env> {
  const { db, config, paymentSecrets, sendWebhook } = options
  const now = options.now ?? (() => new Date())
  const metrics = options.metrics ?? createMetrics()
  const log = options.log ?? (() => undefined)
  const services: Services = {
    db,
    config,
    paymentSecrets,
    now,
    sendWebhook,
    publish: options.publish ?? (() => Promise.resolve([])),
    log,
    logRarely: createRareLog(log, () => now().getTime()),
    pseudonym: createPseudonym(paymentSecrets[0] ?? ''),
    metrics,
    providers: options.providers ?? createProviders(),
    isDraining: options.isDraining ?? (() => false),
    rateLimits: createRateLimits(config.rateLimits, {
      database: db,
      secret: paymentSecrets[0] ?? '',
      onFailure(error) {
        metrics.databaseErrors += 1
        if (error instanceof Error) log({ level: 'warn', event: 'rate limits', ...describeFailure(error) })
      },
    }),
    passwords: createPasswordHasher(),
    contactChecks: createConcurrencyLimit({
      concurrency: CONTACT_CHECKS,
      maxQueued: CONTACT_CHECKS_QUEUED,
      onFull: () => new OverloadedError(),
    }),
    inFlight: new Set(),
  }

  const document = openApiDocument(routes)
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('services', services)
    await next()
  })
  app.use(securityHeaders)
  app.use('/tls-allowed', operatorsOnly(options.metricsToken))
  app.route('/', probes)
  app.get('/metrics', operatorsOnly(options.metricsToken), showMetrics)
  // With a limit of 0, callers cannot set the request id of the log.
  app.use(requestId({ limitLength: 0 }))
  app.use(watchRequests(routes, BASE))
  app.use(refuseUnreadable)
  app.use(limitConcurrency(options.maxRequests ?? Infinity))
  app.use(tenancy())
  app.use(`${BASE}/*`, crossOrigin)
  app.use((c, next) => (isWebhookPath(c.req.path) ? limitWebhook : limitRequest)(c, next))

  addRoutes(app)
  app.route(`${BASE}/payments`, providerRoutes)
  app.route('/media', media)
  app.route('/sandbox', sandbox)
  app.get(`${BASE}/openapi.json`, (c) => c.json(document))
  app.get(`${BASE}/docs`, (c) => showDocs(c, document))
  refuseOtherMethods(app)
  app.notFound((c) => c.json({ error: 'There is nothing at this address.' }, 404))
  app.onError((error, c) => respondToError(error, c, services))
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

async function respondToError(error: Error, c: AppContext, services: Services): Promise<Response> {
  const failure = isUploadAborted(c) ? new ApiError(400, 'The body has not arrived.') : toApiError(error)
  const isOfDatabase = isDatabaseUnavailable(error) || 'params' in error
  if (isOfDatabase && failure.status >= 500) services.metrics.databaseErrors += 1
  if (error instanceof OverloadedError) {
    const tenant = variablesOf(c).tenant?.id
    services.logRarely({ level: 'warn', event: 'request shed', tenant, path: c.req.path })
  } else if (failure.status >= 500) {
    services.log({
      level: 'error',
      event: 'failure',
      request: c.get('requestId'),
      tenant: variablesOf(c).tenant?.id,
      status: failure.status,
      method: c.req.method,
      path: c.req.path,
      ...describeFailure(error),
    })
  }
  for (const [name, value] of Object.entries(failure.headers)) c.header(name, value)
  if (SHOWN_AS_PAGES.test(c.req.path) && c.req.header('accept')?.includes('text/html')) {
    const response = await renderPaymentPage(c, {
      title: 'This did not work',
      content: html`<p>${failure.message}</p>`,
      formActions: [],
    })
    return new Response(response.body, { status: failure.status, headers: response.headers })
  }
  return c.json({ error: failure.message, ...failure.details }, failure.status)
}

/** A client that leaves within its body causes the same errors as a lost connection to the database. */
function isUploadAborted(c: AppContext): boolean {
  const incoming = c.env?.incoming
  return incoming !== undefined && incoming.destroyed && !incoming.complete
}

function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    return new ApiError(503, 'The shop is busy. Please try again in a moment.', { 'retry-after': '5' })
  }
  return new ApiError(500, 'Something went wrong on our side. Please try again.')
}
