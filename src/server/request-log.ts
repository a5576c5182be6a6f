import type { IncomingMessage, ServerResponse } from 'node:http'

import { log } from './log.ts'
import { printablePath } from './requests.ts'

/** Logs a request when its response has been sent or its connection has closed. */
export function logRequest(request: IncomingMessage, response: ServerResponse): void {
  const begunAt = performance.now()
  response.once('close', () => {
    log('info', 'request', {
      method: request.method,
      tenant: request.headers.host,
      path: printablePath(request.url ?? ''),
      status: response.statusCode,
      ms: Math.round(performance.now() - begunAt),
    })
  })
}
