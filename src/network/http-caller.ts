import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as requestSecurely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export interface CallerOptions {
  /** To one server at the same time; more wait. */
  connections: number
  /** How long a connection is kept that nobody uses. */
  idleMs: number
  /** Of an answer's body. */
  maxBytes: number
  lookup: LookupFunction
}

export interface Call {
  /** `host` is sent as it is given: `fetch` would drop it without a word. design §3 */
  headers: Record<string, string>
  signal: AbortSignal | undefined
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export class TooLargeError extends Error {
  override name = 'TooLargeError'

  constructor() {
    super('The answer is too large.')
  }
}

/**
 * Asks (GET) http and https addresses over connections that are kept. Redirects are not followed and nothing is unpacked. A
 * call fails when there is no whole answer, when its signal says so, and with `TooLargeError`.
 */
export function createHttpCaller({ connections, idleMs, maxBytes, lookup }: CallerOptions) {
  const options = { keepAlive: true, maxSockets: connections, timeout: idleMs, lookup }
  const agent = new Agent(options)
  const secureAgent = new SecureAgent(options)

  return async function call(address: string, { headers, signal }: Call): Promise<Answered> {
    const response = await send()
    const body = await readBody(response, maxBytes)
    return { status: response.statusCode ?? 0, headers: response.headers, body }

    function send(isRepeated = false): Promise<IncomingMessage> {
      return new Promise((resolve, reject) => {
        const outgoing = address.startsWith('https:')
          ? requestSecurely(address, { agent: secureAgent, headers, signal, servername: serverName(address) })
          : request(address, { agent, headers, signal })
        let isAnswered = false
        outgoing.on('response', (response) => {
          isAnswered = true
          resolve(response)
        })
        outgoing.on('error', (error: NodeJS.ErrnoException) => {
          // A kept connection that the server closed at the same moment: the call never arrived.
          const mayRepeat = outgoing.reusedSocket && error.code === 'ECONNRESET' && !isAnswered
          if (mayRepeat && !isRepeated) resolve(send(true))
          else reject(error)
        })
        outgoing.end()
      })
    }
  }
}

/** Who has to prove who it is: Node would take it from the `Host` that is sent, which names the shop. */
function serverName(address: string): string {
  const { hostname } = new URL(address)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : ''
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers['content-length']) > maxBytes) {
    response.destroy()
    throw new TooLargeError()
  }
  const parts: Buffer[] = []
  let size = 0
  // Leaving the loop ends the connection.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new TooLargeError()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
