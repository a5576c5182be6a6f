import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { StorefrontConfig } from './config.ts'
import { createApp } from './app.ts'
import { log } from './log.ts'
import { letIn } from '../network/let-in.ts'
import { isPortTaken, listen, portTakenMessage } from '../network/listen.ts'
import { openTraces, traces } from '../network/traces.ts'
import type { Render } from './rendering/render-page.ts'
import { traced } from './trace-request.ts'

/** Between "not ready any more" and the closed door: who sends traffic here looks elsewhere meanwhile. */
const NOTICE_MS = 500
/** What a browser opened ahead and has sent nothing on by then is not waited for, although Node calls it busy. */
const UNUSED_MS = 1000
/** With the notice, the last answer has gone out within 10 s. */
const DRAIN_MS = 9000
const CONNECTIONS_MAX = 10_000
/** The log is opened when the first shoppers have been answered. */
const START_LOGGED_AFTER_MS = 1000

/** Serves the shops in this process until SIGTERM or SIGINT; `onListening` hears the port. */
export async function serve(config: StorefrontConfig, onListening: (port: number) => void): Promise<void> {
  const warn = (event: string, fields: Record<string, unknown>) => log('warn', event, fields)
  await openTraces({ service: 'storefront', ...config.traces, warn })
  const app = createApp({
    config,
    clientDirectory: fileURLToPath(new URL('../../dist/client/', import.meta.url)),
    render: await loadPages(),
  })
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // How often Node looks at these two: every 30 s by itself.
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: 5000,
      // The stream of a body that is not there is closed from the start, which saves a tenth of what a kept page costs.
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
  // Last: the receiver may send a signal at once.
  onListening(listener.port)

  /** Says that it is going, answers what is under way, and leaves. Asked again it goes on with that. */
  async function drain(signal: NodeJS.Signals): Promise<void> {
    if (isDraining) return
    isDraining = true
    app.beginDrain()
    log('info', 'stop', { signal })
    await wait(NOTICE_MS)
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await letIn(server)
    void listener.close().then(leave)
    await wait(UNUSED_MS)
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}

async function leave(): Promise<void> {
  await traces()?.flush()
  process.exit(0)
}

async function loadPages(): Promise<Render> {
  try {
    const entry = new URL('../../dist/server/entry.mjs', import.meta.url)
    const { render } = (await import(entry.href)) as { render: Render }
    return render
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND') {
      console.error('The pages are not built yet. Run `npm run build` first.')
      process.exit(1)
    }
    throw cause
  }
}
