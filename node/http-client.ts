import { lookup as systemLookup } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'

import { Agent, buildConnector, request } from 'undici'

import { isClosedConnection, readBody, type HttpResponse } from './http-response.ts'

export interface HttpClientOptions {
  /** Open connections to one origin; further requests wait. Unlimited by default. */
  connections?: number
  /** How long an idle connection stays open; 4 s by default. */
  keepAliveMs?: number
  /** The largest response body. */
  maxBytes: number
  lookup?: LookupFunction
}

interface HttpRequest {
  method?: string
  /** A `host` header is sent as given; `fetch` would drop it. */
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
}

const KEEP_ALIVE_MS = 4000

/**
 * Creates the store API's HTTP client, with a connection pool of its own. It follows no redirect and decompresses
 * nothing. A GET whose connection closes before the response begins is sent a second time. The storefront has
 * `createHttpGet`.
 * @throws {ResponseTooLargeError} @throws {IncompleteResponseError} and the errors of undici and the system
 */
export function createHttpClient({
  connections,
  keepAliveMs = KEEP_ALIVE_MS,
  maxBytes,
  lookup = systemLookup,
}: HttpClientOptions) {
  const connect = buildConnector({ allowH2: false, lookup })
  const dispatcher = new Agent({
    allowH2: false,
    ...(connections !== undefined && { connections }),
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // By default the certificate is verified for the Host header, which names the tenant. An IP address is no server name.
    connect: (options, callback) =>
      connect({ ...options, servername: isIP(options.hostname) === 0 ? options.hostname : '' }, callback),
  })

  return async function send(
    url: string,
    { method = 'GET', headers = {}, body, signal }: HttpRequest = {},
  ): Promise<HttpResponse> {
    const options = {
      dispatcher,
      method,
      headers,
      body: body ?? null,
      signal: signal ?? null,
    }
    const response = await request(url, options).catch((error: unknown) => {
      if (method === 'GET' && isClosedConnection(error)) return request(url, options)
      throw error
    })
    const responseHeaders = joinRepeated(response.headers)
    return {
      status: response.statusCode,
      headers: responseHeaders,
      body: await readBody(response.body, responseHeaders, maxBytes),
    }
  }
}

/** Returns a repeated header as one value, as `node:http` gives it; undici gives an array. */
function joinRepeated(headers: Record<string, string | string[] | undefined>): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) && name !== 'set-cookie' ? value.join(', ') : value,
    ]),
  )
}
