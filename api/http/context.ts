import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

import type { ConcurrencyLimit } from '@tanabana/node/promises.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/index.ts'
import type { createRareLog, Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Pseudonym } from './pseudonym.ts'
import type { Providers } from '../payment-providers/provider-context.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { PurgePages, PurgeProducts } from '../purge/purge-pages.ts'
import type { Tenant } from '../tenant.ts'
import type { PasswordHasher } from '../passwords.ts'

export type AppConfig = Pick<
  Config,
  'dataDir' | 'defaultTenantHost' | 'storefrontPort' | 'sandbox' | 'rateLimits' | 'trustedProxies'
>

/** Sends the sandbox's webhook over HTTP, like a remote provider; returns the response's status. */
export type SendWebhook = (webhook: {
  host: string
  path: string
  headers: Record<string, string>
  body: string
}) => Promise<number>

/** Dependencies of the routes; one instance per app. */
export interface Services {
  db: Database
  config: AppConfig
  paymentSecrets: string[]
  now: () => Date
  sendWebhook: SendWebhook
  /** Whether there is a way to send e-mail: a mail server, or the mailbox of the demo. */
  sendsEmail: boolean
  /** Purges the pages of products that sold out or came back; returns the storefronts that failed. */
  purge: PurgeProducts
  /**
   * Purges a shop's pages at once after an edit of its staff, or with `products` those that show or list them; returns the
   * storefronts that failed.
   */
  purgeEdit: PurgePages
  log: Log
  /** For events that any caller can cause without end. */
  logRarely: ReturnType<typeof createRareLog>
  pseudonym: Pseudonym
  metrics: Metrics
  providers: Providers
  /** True after the first stop signal, when this process should get no more traffic. */
  isDraining: () => boolean
  rateLimits: RateLimits
  passwords: PasswordHasher
  /** Runs few checks of order contacts at once, which limits of wrong contacts need. */
  contactChecks: ConcurrencyLimit
  /** Idempotency keys in flight in this process. */
  inFlight: Set<string>
}

export interface User {
  id: string
  email: string
  firstName: string
  lastName: string
  createdAt: Date
}

/** Who calls the admin API: a person with a session, or a program with a token. */
export interface StaffCaller {
  kind: 'staff' | 'token'
  id: string
  name: string
  permissions: ReadonlySet<string>
  /** Of a person. */
  session?: { id: string; email: string; role: string; language: string | null; needsSecondFactor: boolean }
}

export interface Env {
  /** Absent when the app runs without a server. */
  Bindings: Partial<HttpBindings> | undefined
  Variables: {
    services: Services
    requestId: string
    tenant: Tenant
    user: User
    tokenHash: string
    staff: StaffCaller
    /** Operation of the admin API, as its audit log names it. */
    operation: string
    isAudited: boolean
  }
}

export type AppContext = Context<Env>

/** Context variables, where the middleware that sets them may not have run. */
export function variablesOf(c: AppContext): Partial<Env['Variables']> {
  return c.var
}
