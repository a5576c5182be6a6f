import { createConcurrencyLimit } from '@tanabana/node/promises.ts'
import type { Database } from './db/index.ts'
import { describeFailure, OverloadedError } from './errors.ts'
import type { AppConfig, SendWebhook, Services } from './http/context.ts'
import { createRareLog, type Log } from './http/log.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createPseudonym } from './http/pseudonym.ts'
import { createRateLimits } from './http/rate-limits/rate-limits.ts'
import { createPasswordHasher } from './passwords.ts'
import { createProviders, type Providers } from './payment-providers/provider-context.ts'

/** Parts of an app that its starter chooses. */
export interface ServiceOptions {
  db: Database
  config: AppConfig
  paymentSecrets: string[]
  /** Payment providers with the shops' secrets; none by default. */
  providers?: Providers
  sendWebhook: SendWebhook
  /** By default e-mail is sent. */
  sendsEmail?: boolean
  /** Purges a shop's pages; by default there is no storefront. */
  purge?: Services['purge']
  purgeEdit?: Services['purgeEdit']
  now?: () => Date
  log?: Log
  metrics?: Metrics
  isDraining?: () => boolean
}

/** Far below the wrong contacts of an address in a minute: checks in flight count as wrong ones. */
const CONTACT_CHECKS = 2
const CONTACT_CHECKS_QUEUED = 1000

/** Creates the dependencies of an app's routes from those that its starter chooses. */
export function createServices(options: ServiceOptions): Services {
  const { db, config, paymentSecrets, sendWebhook } = options
  const now = options.now ?? (() => new Date())
  const metrics = options.metrics ?? createMetrics()
  const log = options.log ?? (() => undefined)
  return {
    db,
    config,
    paymentSecrets,
    now,
    sendWebhook,
    sendsEmail: options.sendsEmail ?? true,
    purge: options.purge ?? (() => Promise.resolve([])),
    purgeEdit: options.purgeEdit ?? (() => Promise.resolve([])),
    log,
    logRarely: createRareLog(log, () => now().getTime()),
    pseudonym: createPseudonym(paymentSecrets[0] ?? ''),
    metrics,
    providers: options.providers ?? createProviders(),
    isDraining: options.isDraining ?? (() => false),
    rateLimits: createRateLimits(config.rateLimits, {
      database: db,
      secret: paymentSecrets[0] ?? '',
      onFailure(error) {
        metrics.databaseErrors += 1
        if (error instanceof Error) log({ level: 'warn', event: 'rate limits', ...describeFailure(error) })
      },
    }),
    passwords: createPasswordHasher(),
    contactChecks: createConcurrencyLimit({
      concurrency: CONTACT_CHECKS,
      maxQueued: CONTACT_CHECKS_QUEUED,
      onFull: () => new OverloadedError(),
    }),
    inFlight: new Set(),
  }
}
