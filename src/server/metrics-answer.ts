import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { normalizeAddress } from '../network/client-address.ts'
import { answerText } from './plain-answers.ts'
import { hostHeader } from './requests.ts'

const OWN_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1)$/
const OWN_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/

interface MetricsOptions {
  /** Opens the figures to other machines. */
  token: string | undefined
  read: () => Promise<string>
}

/** `GET /metrics` for whoever knows the token, and for this machine itself; for others there is nothing here. */
export async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { token, read }: MetricsOptions,
): Promise<void> {
  const mayRead = isOwnMachine(request) || (token !== undefined && knows(request, token))
  if (request.method !== 'GET' || !mayRead) return answerText(response, 404, 'Not found.')
  const figures = await read()
  response.writeHead(200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(figures)
}

/** A proxy on this machine comes from here too: it asks for another host, or says whom it asks for. */
function isOwnMachine(request: IncomingMessage): boolean {
  const peer = normalizeAddress(request.socket.remoteAddress) ?? ''
  return (
    OWN_ADDRESS.test(peer) &&
    OWN_NAME.test(hostHeader(request) ?? '') &&
    !Object.keys(request.headers).some((name) => FORWARDED.test(name))
  )
}

function knows({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
