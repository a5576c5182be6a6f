import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { acceptQueued, isPortTaken, listen, portTakenMessage } from '@tanabana/node/listen.ts'
import { openTraces, traces } from '@tanabana/node/traces.ts'
import { createApp } from './app.ts'
import type { StorefrontConfig } from './config.ts'
import { log } from './observability/log.ts'
import { traced } from './observability/trace-request.ts'
import { loadPages } from './rendering/load-pages.ts'

const BUILD = new URL('../../dist/', import.meta.url)
/** Time between a failing `/readyz` and the closed port, in which balancers send traffic elsewhere. */
const NOTICE_MS = 500
/** Preconnected sockets without a request are closed after this time; Node counts them as busy. */
const UNUSED_MS = 1000
/** With the notice, all responses end within 10 s. */
const DRAIN_MS = 9000
const CONNECTIONS_MAX = 10_000
/** Delays the first log line, which loads the logger, until after the first requests. */
const START_LOGGED_AFTER_MS = 1000

/** Serves the shops in this process until SIGTERM or SIGINT; calls `onListening` with the port. */
export async function serve(config: StorefrontConfig, onListening: (port: number) => void): Promise<void> {
  const warn = (event: string, fields: Record<string, unknown>) => log('warn', event, fields)
  await openTraces({ service: 'storefront', ...config.traces, warn })
  const render = await loadPages(fileURLToPath(new URL('server/', BUILD)))
  if (!render) throw new Error('The pages are not built yet. Run `npm run build` first.')
  const app = createApp({ config, clientDirectory: fileURLToPath(new URL('client/', BUILD)), render })
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // Node checks both timeouts every 30 s by default.
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: 5000,
      // Closes the stream of an absent body from the start, which saves a tenth of the time of a cache hit.
      optimizeEmptyRequests: true,
    },
    traced(app.handle),
  )
  server.maxConnections = CONNECTIONS_MAX
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listener = await listen(server, config).catch((error: unknown) => {
    throw isPortTaken(error) ? new Error(portTakenMessage(config.port, 'PORT')) : error
  })
  setTimeout(
    () => log('info', 'start', { port: listener.port, node: process.version }),
    START_LOGGED_AFTER_MS,
  ).unref()
  let isDraining = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (name) => void drain(name))
  process.on('uncaughtExceptionMonitor', (error) => log('error', 'crash', { error }))
  // An unhandled rejection of one page must not end the visits of other shoppers.
  process.on('unhandledRejection', (error) => log('error', 'rejection', { error }))
  // Last, because the receiver may send a signal at once.
  onListening(listener.port)

  /** Fails readiness, completes the requests in flight and exits. Further signals change nothing. */
  async function drain(signal: NodeJS.Signals): Promise<void> {
    if (isDraining) return
    isDraining = true
    app.beginDrain()
    log('info', 'stop', { signal })
    await wait(NOTICE_MS)
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await acceptQueued(server)
    void listener.close().then(leave)
    await wait(UNUSED_MS)
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}

async function leave(): Promise<void> {
  await traces()?.flush()
  process.exit(0)
}
