import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import { createAdaptorServer } from '@hono/node-server'

import { createApp } from './app.ts'
import { controlSocketPath, listenForCommands } from './cli/control.ts'
import { runCommand } from './cli/run.ts'
import { readConfig, type Config } from './config.ts'
import type { SendCallback } from './context.ts'
import { openDatabase, type Database } from './db/index.ts'
import { loadPaymentSecrets } from './payments/secret.ts'
import { publishShop } from './publish.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
/** Between "not ready any more" and the closed door: requests that are on their way still come in. */
const NOTICE_MS = 500
const DRAIN_MS = 10_000
const HEADER_BYTES_MAX = 16 * 1024
const CALLBACK_TIMEOUT_MS = 10_000

/** Errors in the settings or with the data directory are for the person who started this, so they come without a stack. */
try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const db = await openDatabase(config)
  const paymentSecrets = await loadPaymentSecrets(config)
  const commands = await takeCommands(config, db)

  let isDraining = false
  let ownPort = config.port
  const app = createApp({
    db,
    config,
    paymentSecrets,
    sendCallback: (callback) => sendCallback(callback, config.host, ownPort),
    log: (entry) => console.log(JSON.stringify({ time: new Date().toISOString(), ...entry })),
    isDraining: () => isDraining,
  })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
  })
  server.listen({ port: config.port, ...(config.host ? { host: config.host } : {}) })
  try {
    await once(server, 'listening')
  } catch (error) {
    await commands?.close()
    await db.close()
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken
      ? new Error(`Port ${config.port} is taken. Stop what listens there, or choose another with API_PORT.`)
      : error
  }
  const address = server.address()
  ownPort = typeof address === 'object' && address ? address.port : config.port
  const where = config.databaseUrl ? 'PostgreSQL' : config.dataDir
  const payments = config.sandbox ? 'sandbox payments, no money moves' : 'live payments'
  console.log(
    `Store API: http://localhost:${ownPort}/api/v1 (documents: http://localhost:${ownPort}/api/v1/docs), data in ${where}, ${payments}`,
  )

  /** Says it is going, finishes what is under way, and lets go of the data. A second signal ends at once. */
  async function stop(): Promise<void> {
    if (isDraining) process.exit(1)
    isDraining = true
    await setTimeout(NOTICE_MS)
    const closed = once(server, 'close')
    server.close()
    await Promise.race([closed, setTimeout(DRAIN_MS)])
    if ('closeAllConnections' in server) server.closeAllConnections()
    await commands?.close()
    await db.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** A data directory belongs to one process: while it is ours, the merchant's commands run in here. */
async function takeCommands(config: Config, db: Database) {
  if (config.databaseUrl || config.dataDir === 'memory://') return undefined
  return listenForCommands({
    socketPath: controlSocketPath(config.dataDir),
    run: ({ argv, cwd }, output, signal) =>
      runCommand(argv, {
        database: () => Promise.resolve(db),
        dataDir: config.dataDir,
        cwd,
        output,
        publish: (tenant) => publishShop(config, tenant),
        signal,
      }),
  })
}

/** Over the network like any gateway's, to this process itself: `fetch` would drop the Host header. */
async function sendCallback(
  { host, path, headers, body }: Parameters<SendCallback>[0],
  ownHost: string | undefined,
  port: number,
): Promise<number> {
  const call = request({
    host: ownHost && !['0.0.0.0', '::'].includes(ownHost) ? ownHost : '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS),
  })
  call.end(body)
  const [response] = await once(call, 'response')
  response.resume()
  return response.statusCode
}
