import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isClosedConnection, readBody, type HttpResponse } from './http-response.ts'

export interface HttpGetOptions {
  /** Open connections to one origin; further requests wait. */
  connections: number
  /** How long an idle connection stays open. */
  keepAliveMs: number
  /** The largest response body. */
  maxBytes: number
  lookup: LookupFunction
}

export interface GetRequest {
  /** A `host` header is sent as given; `fetch` would drop it. */
  headers: Record<string, string>
  signal: AbortSignal | undefined
}

/**
 * Creates the storefront's HTTP client, for GET only. It behaves as `createHttpClient` but uses node:http, which the
 * server has loaded anyway: with undici an idle storefront takes 19 MB more memory.
 * @throws {ResponseTooLargeError} @throws {IncompleteResponseError} and the errors of the system
 */
export function createHttpGet({ connections, keepAliveMs, maxBytes, lookup }: HttpGetOptions) {
  const options = { keepAlive: true, maxSockets: connections, timeout: keepAliveMs, lookup }
  const agent = new Agent(options)
  const httpsAgent = new HttpsAgent(options)

  return async function get(url: string, { headers, signal }: GetRequest): Promise<HttpResponse> {
    const response = await send()
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await readBody(response, response.headers, maxBytes),
    }

    function send(isRepeated = false): Promise<IncomingMessage> {
      return new Promise((resolve, reject) => {
        const outgoing = url.startsWith('https:')
          ? requestHttps(url, { agent: httpsAgent, headers, signal, servername: serverName(url) })
          : request(url, { agent, headers, signal })
        let hasResponse = false
        outgoing.on('response', (response) => {
          hasResponse = true
          resolve(response)
        })
        outgoing.on('error', (error) => {
          // The server may have closed the idle connection at the same moment.
          const mayRepeat = outgoing.reusedSocket && isClosedConnection(error) && !hasResponse
          if (mayRepeat && !isRepeated) resolve(send(true))
          else reject(error)
        })
        outgoing.end()
      })
    }
  }
}

/** Returns the name on the certificate. By default Node takes it from the Host header, which names the tenant. */
function serverName(url: string): string {
  const { hostname } = new URL(url)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : ''
}
