import type { IncomingMessage, ServerResponse } from 'node:http'

import { printablePath } from './http/requests.ts'
import { sendBusy, sendText } from './http/responses.ts'
import type { StoreApiCall } from './observability/latencies.ts'
import { createRareLog, log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import { OverloadedError } from './rendering/render-limit.ts'

/** Reports failures to clients, the log and the metrics. */
export function createFailures(metrics: Metrics) {
  const logRarely = createRareLog()

  /** Sends 503 under overload, else 500 with a log line; nothing for an aborted request. */
  function handle(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (request.errored) return
    if (error instanceof OverloadedError && !response.headersSent) {
      metrics.countRequest('shed', 503)
      logRarely('shed', 'warn', 'request shed', { reason: error.message })
      void sendBusy(response)
      return
    }
    metrics.countRequest('failure', 500)
    log('error', 'failure', {
      method: request.method,
      tenant: request.headers.host,
      path: printablePath(request.url ?? ''),
      error,
    })
    if (response.headersSent) response.destroy()
    else sendText(response, 500, 'Something went wrong here. Please try again.')
  }

  /** Counts a call of a store API, and logs a failure of it. */
  function reportCall(call: StoreApiCall): void {
    metrics.countCall(call)
    const { host: tenant, outcome, failure } = call
    if (outcome === 'failure')
      logRarely(tenant, 'warn', 'store API failed', { tenant, error: String(failure) })
  }

  /** Logs a page whose revalidation failed. */
  function reportStale({ tenant }: { tenant: string }, error: unknown): void {
    logRarely(`${tenant} stale`, 'warn', 'stale page served', { tenant, error })
  }

  /** Logs a trusted proxy that reports no readable protocol. */
  function reportProtocol({ headers }: IncomingMessage): void {
    logRarely('protocol', 'warn', 'forwarded protocol unreadable', { header: headers['x-forwarded-proto'] })
  }

  return { handle, reportCall, reportStale, reportProtocol }
}
