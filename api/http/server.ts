import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'

import { acceptQueued, isPortTaken, listen, portTakenMessage } from '@tanabana/node/listen.ts'
import type { Config } from '../config.ts'
import type { Env } from './context.ts'
import { STRICT_HEADERS } from './middleware/security-headers.ts'

/** Limits of requests before they reach the app. SECURITY.md#large-or-slow-requests */
export const SERVER_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  /** Interval at which Node checks the two timeouts. */
  connectionsCheckingInterval: 1000,
}

const CONNECTIONS_MAX = 10_000
/** After this time, close connections that browsers opened in advance and have not used: Node counts them as active. */
const UNUSED_MS = 1000

const FAILURES: Record<string, { status: number; error: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'The headers are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'The request took too long.' },
}
const MALFORMED = { status: 400, error: 'This is not a valid HTTP request.' }

/** Creates the app's server, not listening yet. It responds to malformed requests itself, in the usual error format. */
export function createServer(
  app: Pick<Hono<Env>, 'fetch'>,
  limits: typeof SERVER_LIMITS = SERVER_LIMITS,
): Server {
  // Without a custom `createServer`, the adapter returns a server of node:http.
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: limits }) as Server
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    if (!socket.writable) return void socket.destroy()
    const { status, error: sentence } = FAILURES[error.code ?? ''] ?? MALFORMED
    const body = JSON.stringify({ error: sentence })
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        ...Object.entries(STRICT_HEADERS).map(([name, value]) => `${name}: ${value}`),
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  })
  return server
}

/**
 * Opens the app's port. `close` refuses new connections and lets requests in flight end until `deadline` resolves.
 * @throws {Error} the port is taken; the message names the variable to change
 */
export async function serve(
  app: Pick<Hono<Env>, 'fetch'>,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<{ port: number; close(deadline: Promise<unknown>): Promise<void> }> {
  const server = createServer(app)
  server.maxConnections = CONNECTIONS_MAX
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listener = await listen(server, { port, host }).catch((error: unknown) => {
    throw isPortTaken(error) ? new Error(portTakenMessage(port, 'API_PORT')) : error
  })
  return {
    port: listener.port,
    async close(deadline) {
      await acceptQueued(server)
      const closed = listener.close()
      await Promise.race([closed, setTimeout(UNUSED_MS)])
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await Promise.race([closed, deadline])
      server.closeAllConnections()
    },
  }
}
