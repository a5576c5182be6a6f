import type { IncomingMessage, ServerResponse } from 'node:http'

import type { FoundPage } from './page-cache.ts'
import { bodyOf, type Encoding } from './rendered-page.ts'

/** Writes a page: the smallest encoding that the client takes, 304 when it has the page already, no body for HEAD. */
export async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  { page, state }: FoundPage,
): Promise<void> {
  const isKept = page.policy !== undefined
  const headers = [...page.headers, 'x-cache', state]
  if (isKept && hasPage(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, headers)
    response.end()
    return
  }
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const body = await bodyOf(page, encoding)
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  headers.push('content-length', String(body.length))
  response.writeHead(page.status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** `q=0` refuses an encoding; any other weight is taken as a yes, because ours is the order of size. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '')
  if (takes(text, 'br')) return 'br'
  return takes(text, 'gzip') ? 'gzip' : 'identity'
}

function takes(header: string, encoding: string): boolean {
  if (!header.includes(encoding)) return false
  return header
    .split(',')
    .some((part) => part.trim().startsWith(encoding) && !/;\s*q=0(\.0*)?$/.test(part.trim()))
}

function hasPage(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
