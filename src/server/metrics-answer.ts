import type { IncomingMessage, ServerResponse } from 'node:http'

import { isOperator } from '../network/is-operator.ts'
import { answerText } from './plain-answers.ts'
import { hostHeader } from './requests.ts'

interface MetricsOptions {
  /** Bearer token of other machines. */
  token: string | undefined
  read: () => Promise<string>
}

/** `GET /metrics` for this machine and requests with the bearer token; others get 404. */
export async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { token, read }: MetricsOptions,
): Promise<void> {
  const caller = {
    peer: request.socket.remoteAddress,
    host: hostHeader(request),
    headerNames: Object.keys(request.headers),
    authorization: request.headers.authorization,
  }
  if (request.method !== 'GET' || !isOperator(caller, token)) {
    answerText(response, 404, 'Not found.')
    return
  }
  const figures = await read()
  response.writeHead(200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(figures)
}
