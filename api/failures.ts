import { html } from 'hono/html'

import { ApiError, describeFailure, isDatabaseUnavailable, OverloadedError } from './errors.ts'
import { variablesOf, type AppContext } from './http/context.ts'
import { renderPaymentPage } from './modules/payments/payment-page.ts'

/** Browsers navigate to these paths, so errors are rendered as pages. */
const SHOWN_AS_PAGES = /^\/sandbox\/|\/payments\/(?:relay|return\/)/

/** Responds to an error of a request, counts it and logs what is a fault of ours. */
export async function respondToError(error: Error, c: AppContext): Promise<Response> {
  const services = c.get('services')
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
