import { setTimeout } from 'node:timers/promises'

import { loadEnvFile } from '@tanabana/node/environment.ts'
import { openTraces, traces } from '@tanabana/node/traces.ts'
import { createApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { openDatabase, type Database } from './db/index.ts'
import { describeFailure } from './errors.ts'
import { createLog, type Log } from './http/log.ts'
import { createMetrics } from './http/metrics.ts'
import { serve } from './http/server.ts'
import type { Engine } from './jobs/engine.ts'
import type { JobServices } from './jobs/jobs.ts'
import { countJobs } from './jobs/stored-jobs.ts'
import { createMailbox } from './messages/email/mailbox.ts'
import { openChannels, unsentWarning } from './messages/open-channels.ts'
import { openProviders } from './modules/payments/open-providers.ts'
import { deliverWebhook } from './modules/payments/sandbox/deliver-webhook.ts'
import { listTenantHosts } from './modules/tenants/find.ts'
import { TENANT_MAX_AGE_MS } from './modules/tenants/tenant-cache.ts'
import type { Providers } from './payment-providers/provider-context.ts'
import { readSecretsFile } from './payment-providers/secrets-file.ts'
import type { Services } from './http/context.ts'
import type { PurgePages } from './purge/purge-pages.ts'
import { purgeOrRetry, spacePurges } from './purge/space-purges.ts'
import { refusePublicDevelopment } from './refuse-public-development.ts'
import { loadPaymentSecrets } from './signature.ts'

/** Delay of the job engine after the port opens: loading pg-boss blocks the event loop. */
const JOBS_AFTER_MS = 1000
/** Time between reporting "not ready" and closing the port, for requests already on their way. */
const NOTICE_MS = 500
/** Deadline after the signal: all responses are sent within 10 s. */
const STOP_MS = 9500

/** Another part of the API's process, on its database. */
export interface Companion {
  /** Ends what is in progress; the database stays open until it resolves. */
  close(): Promise<void>
}

/** Parts of the API that a companion uses. */
export interface ApiParts {
  config: Config
  db: Database
  providers: Providers
}

/**
 * Starts the store API of this process, which stops at SIGTERM or SIGINT. `openCompanion` is called before the port opens.
 * @throws an error about settings, the port or the data directory; its message is for the operator
 */
export async function startApi(
  openCompanion: (parts: ApiParts) => Promise<Companion | undefined>,
): Promise<void> {
  loadEnvFile()
  const config = readConfig(process.env)
  refusePublicDevelopment(config, [])
  if (config.paymentSecretsFile !== undefined) await readSecretsFile(config.paymentSecretsFile)
  const log = createLog(config.logLevel)
  await openTraces({
    service: 'api',
    ...config.traces,
    warn: (event, fields) => log({ level: 'warn', event, ...fields }),
  })

  const db = await openSafeDatabase(config, log)
  const paymentSecrets = await loadPaymentSecrets(config)
  const providers = await openProviders(config.paymentSecretsFile, db, log)
  const companion = await openCompanion({ config, db, providers })
  for (const warning of [...(db.warnings ?? []), ...embeddedWarnings(config)])
    log({ level: 'warn', event: 'database', warning })
  const unsent = unsentWarning(config)
  if (unsent !== undefined) log({ level: 'warn', event: 'messages', warning: unsent })
  process.on('uncaughtExceptionMonitor', (error) => {
    log({ level: 'error', event: 'crash', ...describeFailure(error) })
  })

  const now = () => new Date()
  const mailbox = createMailbox(now)
  const services = {
    ...{ db, config, paymentSecrets, providers, log, now },
    channels: openChannels(config, mailbox, now),
    ...openPurges(db, config),
    metrics: createMetrics(() => countJobs(db)),
  }
  const stopping = new AbortController()
  let port = config.port
  const app = createApp({
    ...services,
    sendsEmail: 'email' in services.channels,
    mailbox: config.isProduction || config.smtpUrl !== undefined ? undefined : mailbox,
    sendWebhook: (webhook) => deliverWebhook(webhook, { host: config.host, port }),
    isDraining: () => stopping.signal.aborted,
    metricsToken: config.metricsToken,
    maxRequests: config.maxRequests,
  })
  const server = await serve(app, config).catch(async (error: unknown) => {
    await companion?.close()
    await db.close()
    throw error
  })
  port = server.port
  const jobs = startJobsLater(services, stopping.signal)
  // Before the start is announced: the supervisor may send a signal at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  announce(config, port, log)

  /**
   * Reports "not ready", finishes requests and commands in flight, and closes the database. Further signals are
   * ignored.
   */
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping.signal.aborted) return
    stopping.abort()
    log({ event: 'stop', signal })
    const deadline = setTimeout(STOP_MS)
    const jobsEnded = jobs.then((engine) => engine?.close())
    const companionEnded = companion?.close()
    await setTimeout(NOTICE_MS)
    await server.close(deadline)
    await jobsEnded
    await companionEnded
    await db.close()
    await traces()?.flush()
    process.exit(0)
  }
}

/** Opens the database, unless the API would be public without production's settings. */
async function openSafeDatabase(config: Config, log: Log): Promise<Database> {
  const db = await openDatabase({
    ...config,
    onStartWait: (warning) => log({ level: 'warn', event: 'database', warning }),
  })
  try {
    refusePublicDevelopment(config, await listTenantHosts(db))
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** In production without PostgreSQL. */
function embeddedWarnings({ isProduction, databaseUrl, dataDir }: Config): string[] {
  if (!isProduction || databaseUrl) return []
  return [
    `NODE_ENV is production, but DATABASE_URL is missing: orders are kept in the embedded database in ${dataDir}, which a power cut can damage. Set DATABASE_URL to a PostgreSQL.`,
  ]
}

/** Loads and starts the job engine after `JOBS_AFTER_MS`. Returns `undefined` if the API stops before. */
async function startJobsLater(services: JobServices, signal: AbortSignal): Promise<Engine | undefined> {
  await setTimeout(JOBS_AFTER_MS, undefined, { signal }).catch(() => undefined)
  if (signal.aborted) return undefined
  const { startJobs } = await import('./jobs/jobs.ts')
  return startJobs(services)
}

function openPurges(db: Database, config: Config): Pick<Services, 'purgeEdit'> & { purge: PurgePages } {
  // Other processes hold the tenant cache: wait until it expires, or they render the old state.
  const visibleAfterMs = config.databaseUrl ? TENANT_MAX_AGE_MS : 0
  const purge: PurgePages = async (shop, products) => {
    await setTimeout(visibleAfterMs)
    return purgeOrRetry(db, config, shop, products)
  }
  return { purge: spacePurges(db, purge, visibleAfterMs), purgeEdit: purge }
}

function announce(config: Config, port: number, log: Log): void {
  const where = config.databaseUrl ? 'PostgreSQL' : config.dataDir
  const payments = config.sandbox ? 'sandbox payments for local shops, no money moves' : 'live payments'
  console.log(
    `Store API: http://localhost:${port}/api/v1 (documents: http://localhost:${port}/api/v1/docs), data in ${where}, ${payments}`,
  )
  process.send?.('ready')
  log({ event: 'start', port, data: config.databaseUrl ? 'PostgreSQL' : 'PGlite', payments })
}
