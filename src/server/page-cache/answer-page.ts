import type { IncomingMessage, ServerResponse } from 'node:http'

import type { FoundPage } from './page-cache.ts'
import { bodyOf, type Encoding } from './rendered-page.ts'

/** What Chromium, Firefox and most others send: nothing to take apart. */
const COMMON_BROWSERS = 'gzip, deflate, br, zstd'

/**
 * Writes a page: the smallest encoding that the client takes, 304 when it has the page already, no body for HEAD. At
 * once for nearly every client; a promise where the encoding has to be made first.
 */
export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  { page, state }: FoundPage,
): Promise<void> | undefined {
  const known = request.method === 'POST' ? undefined : request.headers['if-none-match']
  if (known !== undefined && page.policy && hasPage(known, page.etag)) {
    response.writeHead(304, [...page.headers, 'x-cache', state])
    response.end()
    return
  }
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const body = bodyOf(page, encoding)
  if (Buffer.isBuffer(body)) return send(body)
  return body.then(send)

  function send(made: Buffer): undefined {
    const headers = [...page.headers, 'x-cache', state, 'content-length', String(made.length)]
    if (encoding !== 'identity') headers.push('content-encoding', encoding)
    response.writeHead(page.status, headers)
    response.end(request.method === 'HEAD' ? undefined : made)
  }
}

/** `q=0` refuses an encoding; any other weight is taken as a yes, because ours is the order of size. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '')
  if (text === COMMON_BROWSERS || takes(text, 'br')) return 'br'
  return takes(text, 'gzip') ? 'gzip' : 'identity'
}

function takes(header: string, encoding: string): boolean {
  if (!header.includes(encoding)) return false
  return header
    .split(',')
    .some((part) => part.trim().startsWith(encoding) && !/;\s*q=0(\.0*)?$/.test(part.trim()))
}

/** Whether an `If-None-Match` names the page of this entity tag. */
export function hasPage(header: string, etag: string): boolean {
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
