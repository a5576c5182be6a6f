import { createMiddleware } from 'hono/factory'

import { traces } from '@tanabana/node/traces.ts'
import { clientAddress, isTrustedCall } from '../addresses.ts'
import { variablesOf, type AppContext, type Env } from '../context.ts'
import { isWebhookPath } from '../webhook-path.ts'
import type { Route } from '../route.ts'
import { normalizeEmail } from '../../normalize-email.ts'

/** Look-ups of public data: 404 refuses no access. */
const PUBLIC_LOOKUPS = ['GET /products/{id}', 'GET /pincodes/{code}']
const PAYMENT_RETURN = /\/payments\/(?:return|relay)(?:\/|$)/
const ADMIN_OPERATION = /^\S+ \/admin\//

interface Event {
  event: string
  level?: 'warn'
  /** Any caller can cause the event without end. */
  isRare?: true
  [field: string]: unknown
}

/**
 * Counts requests by operation and status, and logs sign-ins, registrations, sign-outs and refusals, without e-mails,
 * tokens and bodies. SECURITY.md#log-leaks, ASVS 16.2, 16.3
 */
export function watchRequests(
  apis: { routes: Pick<Route, 'method' | 'path'>[]; base: string; prefix: string }[],
) {
  const operations = apis.flatMap(({ routes, base, prefix }) =>
    routes.map(({ method, path }) => ({
      name: `${method.toUpperCase()} ${prefix}${path}`,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${base}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )

  return createMiddleware<Env>(async (c, next) => {
    const span = traces()?.start('server', isTrustedCall(c) ? c.req.header('traceparent') : undefined)
    await (span ? span.run(next) : next())
    const { log, logRarely, metrics } = c.get('services')
    const route = operations.find(
      ({ method, pattern }) => method === c.req.method && pattern.test(c.req.path),
    )
    const operation = route?.name ?? 'other'
    metrics.countRequest(operation, c.res.status)
    span?.end({
      name: operation,
      attributes: {
        'http.request.method': c.req.method,
        'http.route': operation.replace(/^\S+ /, ''),
        'http.response.status_code': c.res.status,
        'tanabana.tenant': tenantOf(c),
      },
      hasFailed: c.res.status >= 500,
    })
    if (operation === 'POST /orders' && c.res.status === 201 && !c.res.headers.has('idempotent-replayed')) {
      metrics.orders += 1
    }
    const found = eventOf(c, operation)
    if (!found) return
    const { isRare, ...event } = found
    const write = isRare ? logRarely : log
    write({
      ...event,
      ...(span && { trace: span.traceId }),
      tenant: tenantOf(c),
      request: c.get('requestId'),
      address: clientAddress(c),
      account: await accountOf(c),
    })
  })
}

function eventOf(c: AppContext, operation: string): Event | undefined {
  const { status } = c.res
  const refused = (event: string, fields = {}): Event => ({ event, level: 'warn', ...fields })
  if (status === 421) return refused('host unknown', { host: c.req.header('host'), isRare: true })
  if (ADMIN_OPERATION.test(operation) && [401, 403].includes(status))
    return refused('staff refused', { operation })
  if (status === 403) return refused('origin refused', { operation, origin: c.req.header('origin') })
  if (status === 429) return refused('rate limited', { operation })
  if (status === 401 && isWebhookPath(c.req.path)) return refused('payment webhook refused')
  if (status >= 400 && status < 500 && PAYMENT_RETURN.test(c.req.path))
    return refused('payment return refused')
  switch (`${operation} ${status}`) {
    case 'POST /users/authorize 200':
      return { event: 'sign-in' }
    case 'POST /users/authorize 401':
      return refused('sign-in refused')
    case 'POST /users/register 201':
      return { event: 'registration' }
    case 'POST /users/register 409':
      return refused('registration refused')
    case 'POST /users/logout 204':
      return { event: 'sign-out' }
    case 'GET /orders/{orderId} 404':
      return refused('tracking refused')
  }
  if (status === 404 && operation !== 'other' && !PUBLIC_LOOKUPS.includes(operation)) {
    return refused('access refused', { operation })
  }
  if (status !== 401) return undefined
  const hasToken = c.req.header('authorization') !== undefined
  return refused(hasToken ? 'token refused' : 'token missing', { operation })
}

function tenantOf(c: AppContext): string | undefined {
  return variablesOf(c).tenant?.id
}

/** The pseudonym of an account: constant per shop and e-mail. */
async function accountOf(c: AppContext): Promise<string | undefined> {
  const email = variablesOf(c).user?.email ?? (await sentEmail(c))
  if (email === undefined) return undefined
  return c.get('services').pseudonym(tenantOf(c), normalizeEmail(email))
}

/** The e-mail in the body of a sign-in or registration; the handler has already read the body. */
async function sentEmail(c: AppContext): Promise<string | undefined> {
  if (!c.req.bodyCache.text) return undefined
  const body: unknown = await c.req.json().catch(() => undefined)
  const hasEmail = typeof body === 'object' && body !== null && 'email' in body
  return hasEmail && typeof body.email === 'string' ? body.email : undefined
}
