import { isIPv6, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { loadEnvFile } from '@tanabana/node/environment.ts'
import { createHttpClient } from '@tanabana/node/http-client.ts'
import { acceptQueued, isPortTaken, listen, portTakenMessage } from '@tanabana/node/listen.ts'
import { openTraces, traces } from '@tanabana/node/traces.ts'
import { createApp } from './http/app.ts'
import { controlSocketPath, listenForCommands } from '../cli/control.ts'
import { runCommand } from '../cli/run.ts'
import { readConfig, type Config } from './config.ts'
import type { SendWebhook } from './http/context.ts'
import { createLog } from './http/log.ts'
import { openDatabase, type Database } from './db/index.ts'
import { describeFailure } from './http/errors.ts'
import { refusePublicDevelopment } from './http/exposure.ts'
import { createMetrics } from './http/metrics.ts'
import { loadPaymentSecrets } from './modules/payments/signature.ts'
import type { Providers } from './modules/payments/providers/provider-context.ts'
import { readSecretsFile } from './modules/payments/providers/secrets-file.ts'
import { openProviders, watchPayments } from './modules/payments/watch.ts'
import { publishShop } from './modules/notifications/publish.ts'
import { createPurgeQueue } from './modules/notifications/purge-queue.ts'
import { createServer } from './http/server.ts'
import { listTenantHosts } from './modules/tenants/find.ts'
import { TENANT_MAX_AGE_MS } from './modules/tenants/tenant-cache.ts'

/** Time between reporting "not ready" and closing the port, for requests already on their way. */
const NOTICE_MS = 500
/** After this time, close connections that browsers opened in advance and have not used: Node counts them as active. */
const UNUSED_MS = 1000
/** Deadline after the signal: all responses are sent within 10 s. */
const STOP_MS = 9500
const CONNECTIONS_MAX = 10_000
const WEBHOOK_TIMEOUT_MS = 10_000

const send = createHttpClient({ maxBytes: 64 * 1024 })

// Errors at start are about settings or the data directory: the operator needs the message, not the stack.
try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  loadEnvFile()
  const config = readConfig(process.env)
  refusePublicDevelopment(config, [])
  if (config.paymentSecretsFile !== undefined) await readSecretsFile(config.paymentSecretsFile)
  const log = createLog(config.logLevel)
  const warn = (event: string, fields: Record<string, unknown>) => log({ level: 'warn', event, ...fields })
  await openTraces({ service: 'api', ...config.traces, warn })
  const db = await openDatabase({
    ...config,
    onStartWait: (warning) => log({ level: 'warn', event: 'database', warning }),
  })
  await refuseUnlessSafe(config, db)
  const paymentSecrets = await loadPaymentSecrets(config)
  const providers = await openProviders(config.paymentSecretsFile, db, log)
  const commands = await takeCommands(config, db, providers)

  for (const warning of [...(db.warnings ?? []), ...embeddedWarnings(config)])
    log({ level: 'warn', event: 'database', warning })
  process.on('uncaughtExceptionMonitor', (error) => {
    log({ level: 'error', event: 'crash', ...describeFailure(error) })
  })
  const purges = createPurgeQueue(async (shop, products) => {
    // Other processes hold the tenant cache: wait until it expires, or they render the old state.
    if (config.databaseUrl) await setTimeout(TENANT_MAX_AGE_MS)
    return publishShop(config, shop, products)
  })
  const { publish } = purges
  let isDraining = false
  let ownPort = config.port
  const metrics = createMetrics()
  const app = createApp({
    db,
    config,
    paymentSecrets,
    providers,
    metrics,
    sendWebhook: (webhook) => sendWebhook(webhook, config.host, ownPort),
    publish,
    log,
    isDraining: () => isDraining,
    metricsToken: config.metricsToken,
    maxRequests: config.maxRequests,
  })
  const server = createServer(app)
  server.maxConnections = CONNECTIONS_MAX
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listener = await listen(server, config).catch(async (error: unknown) => {
    await commands?.close()
    await db.close()
    throw isPortTaken(error) ? new Error(portTakenMessage(config.port, 'API_PORT')) : error
  })
  ownPort = listener.port
  const watch = watchPayments({
    db,
    config,
    paymentSecrets,
    providers,
    publish,
    metrics,
    log,
    now: () => new Date(),
  })
  // Before the start is announced: the supervisor may send a signal at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

  const where = config.databaseUrl ? 'PostgreSQL' : config.dataDir
  const payments = config.sandbox ? 'sandbox payments for local shops, no money moves' : 'live payments'
  console.log(
    `Store API: http://localhost:${ownPort}/api/v1 (documents: http://localhost:${ownPort}/api/v1/docs), data in ${where}, ${payments}`,
  )
  process.send?.('ready')
  log({ event: 'start', port: ownPort, data: config.databaseUrl ? 'PostgreSQL' : 'PGlite', payments })

  /**
   * Reports "not ready", finishes requests and commands in flight, and closes the database. Further signals are
   * ignored.
   */
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (isDraining) return
    isDraining = true
    log({ event: 'stop', signal })
    const deadline = setTimeout(STOP_MS)
    const watchEnded = watch.close()
    const commandsEnded = commands?.close()
    // The current pass of the watch may wait for a purge.
    void purges.close()
    await setTimeout(NOTICE_MS)
    await acceptQueued(server)
    const closed = listener.close()
    await Promise.race([closed, setTimeout(UNUSED_MS)])
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    await Promise.race([closed, deadline])
    server.closeAllConnections()
    await watchEnded
    await commandsEnded
    await purges.close()
    await db.close()
    await traces()?.flush()
    process.exit(0)
  }
}

/** In production without PostgreSQL. */
function embeddedWarnings({ isProduction, databaseUrl, dataDir }: Config): string[] {
  if (!isProduction || databaseUrl) return []
  return [
    `NODE_ENV is production, but DATABASE_URL is missing: orders are kept in the embedded database in ${dataDir}, which a power cut can damage. Set DATABASE_URL to a PostgreSQL.`,
  ]
}

async function refuseUnlessSafe(config: Config, db: Database): Promise<void> {
  try {
    refusePublicDevelopment(config, await listTenantHosts(db))
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * Only one process can open a PGlite directory, so CLI commands connect to this process and run in it. Hence the
 * import from cli/.
 */
async function takeCommands(config: Config, db: Database, providers: Providers) {
  if (config.databaseUrl || config.dataDir === 'memory://') return undefined
  return listenForCommands({
    socketPath: controlSocketPath(config.dataDir),
    run: ({ argv, cwd }, output, signal) =>
      runCommand(argv, {
        database: () => Promise.resolve(db),
        servesRequests: true,
        dataDir: config.dataDir,
        cwd,
        output,
        providers,
        publish: (shop, edited) => publishShop(config, shop, edited),
        signal,
      }),
  })
}

/** Calls this process over the network, like a provider. */
async function sendWebhook(
  { host, path, headers, body }: Parameters<SendWebhook>[0],
  ownHost: string | undefined,
  port: number,
): Promise<number> {
  const address = ownHost && !['0.0.0.0', '::'].includes(ownHost) ? ownHost : '127.0.0.1'
  const { status } = await send(`http://${isIPv6(address) ? `[${address}]` : address}:${port}${path}`, {
    method: 'POST',
    headers: { ...headers, host },
    body,
    signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
  })
  return status
}
