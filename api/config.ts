import * as z from 'zod/mini'

import { LOCAL_API_PORT } from '@tanabana/contract/constants.ts'
import {
  countOr,
  list,
  listenAddress,
  parseEnvironment,
  portOr,
  SECRET_MIN_LENGTH,
  SHARED_VARIABLES,
  switchOr,
  whenValid,
  type Environment,
} from '@tanabana/node/environment.ts'

export type Config = ReturnType<typeof readConfig>

const COUNT_MAX = 9_999_999

/** The store API's environment variables. docs/configuration.md */
export const VARIABLES = z
  .object({
    ...SHARED_VARIABLES,
    NODE_ENV: z.optional(z.string()),
    API_PORT: portOr(LOCAL_API_PORT),
    API_HOST: listenAddress(),
    STOREFRONT_PORT: portOr(4321),
    DATA_DIR: z.prefault(z.string(), 'data'),
    DATABASE_URL: postgresUrl(),
    DATABASE_REPLICA_URL: postgresUrl(),
    DATABASE_POOL: countOr(10, 'connections', COUNT_MAX),
    DATABASE_STATEMENT_TIMEOUT_MS: countOr(10_000, 'milliseconds', COUNT_MAX),
    PAYMENT_SECRET: paymentSecret(),
    PAYMENT_SECRET_PREVIOUS: paymentSecret(),
    PAYMENT_PROVIDER_SECRETS_FILE: z.optional(z.string()),
    PAYMENT_SANDBOX: switchOr('off'),
    CACHE_PURGE_ORIGINS: servers('CACHE_PURGE_ORIGINS', 'a storefront', 'http://10.0.0.2:4321'),
    EDGE_PURGE_ORIGINS: servers('EDGE_PURGE_ORIGINS', 'an edge cache', 'http://10.0.0.9:6081'),
    MAX_REQUESTS_WAITING: countOr(500, 'requests', COUNT_MAX),
    RATE_LIMITS: switchOr('on'),
    SMTP_URL: smtpUrl(),
    MAIL_FROM: mailAddress(),
  })
  .check(
    z.refine(({ DATABASE_URL, DATABASE_REPLICA_URL }) => !DATABASE_REPLICA_URL || DATABASE_URL, {
      when: whenValid('DATABASE_REPLICA_URL', 'DATABASE_URL'),
      error: 'DATABASE_REPLICA_URL needs DATABASE_URL. Set both or neither.',
    }),
    z.refine(
      ({ CACHE_PURGE_ORIGINS, CACHE_PURGE_SECRET }) => CACHE_PURGE_ORIGINS.length === 0 || CACHE_PURGE_SECRET,
      {
        when: whenValid('CACHE_PURGE_ORIGINS', 'CACHE_PURGE_SECRET'),
        error:
          'CACHE_PURGE_ORIGINS needs CACHE_PURGE_SECRET, the same as at the storefronts. Set both or neither.',
      },
    ),
    z.refine(
      ({ EDGE_PURGE_ORIGINS, CACHE_PURGE_ORIGINS }) =>
        EDGE_PURGE_ORIGINS.length === 0 || CACHE_PURGE_ORIGINS.length > 0,
      {
        when: whenValid('CACHE_PURGE_ORIGINS', 'EDGE_PURGE_ORIGINS'),
        error:
          'EDGE_PURGE_ORIGINS needs CACHE_PURGE_ORIGINS: an edge cache that is purged alone would fetch the old pages of the storefronts again.',
      },
    ),
    z.refine(({ SMTP_URL, MAIL_FROM }) => (SMTP_URL === undefined) === (MAIL_FROM === undefined), {
      when: whenValid('SMTP_URL', 'MAIL_FROM'),
      error: 'SMTP_URL needs MAIL_FROM, the address that e-mails come from. Set both or neither.',
    }),
    z.refine(({ NODE_ENV, PAYMENT_SECRET }) => NODE_ENV !== 'production' || PAYMENT_SECRET, {
      when: whenValid('PAYMENT_SECRET'),
      error:
        'PAYMENT_SECRET is missing. It signs payments in production. Make one with openssl rand -base64 32 and keep it.',
    }),
  )

/**
 * The API's configuration.
 * @throws {ConfigError} every variable that is missing or wrong, with what to write
 */
export function readConfig(environment: Environment) {
  const env = parseEnvironment(VARIABLES, environment)
  return {
    port: env.API_PORT,
    /** `undefined` means both loopback addresses. */
    host: env.API_HOST,
    /** Outside production the API listens on loopback only: api/refuse-public-development.ts. */
    isProduction: env.NODE_ENV === 'production',
    /** `memory://` stores nothing on disk. */
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    /** A PostgreSQL replica, which serves reads of the catalogue. */
    replicaUrl: env.DATABASE_REPLICA_URL,
    databasePool: env.DATABASE_POOL,
    statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
    defaultTenantHost: env.DEFAULT_TENANT_HOST,
    storefrontPort: env.STOREFRONT_PORT,
    /** The first one signs, all of them verify. */
    paymentSecrets: [env.PAYMENT_SECRET, env.PAYMENT_SECRET_PREVIOUS].filter((one) => one !== undefined),
    paymentSecretsFile: env.PAYMENT_PROVIDER_SECRETS_FILE,
    /** Any caller can mark an order of a local shop as paid in the sandbox. */
    sandbox: env.PAYMENT_SANDBOX,
    rateLimits: env.RATE_LIMITS,
    storefronts: env.CACHE_PURGE_ORIGINS,
    /** Purged after the storefronts. */
    edgeCaches: env.EDGE_PURGE_ORIGINS,
    purgeSecret: env.CACHE_PURGE_SECRET,
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    maxRequests: env.MAX_REQUESTS_WAITING,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, headers: env.OTEL_EXPORTER_OTLP_HEADERS },
  }
}

function postgresUrl() {
  // The value is not quoted in the messages: it may hold a password.
  return z.optional(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: ({ path }) =>
          `${path?.join('.')} is not a PostgreSQL address. Write postgres://user@host:5432/database.`,
      })
      .check(
        z.refine(hasDecodablePath, {
          error: ({ path }) =>
            `${path?.join('.')} has a % in the name of the database that encodes no character. Write it as %25.`,
        }),
      ),
  )
}

function smtpUrl() {
  // The value is not quoted in the messages: it may hold a password.
  return z.optional(
    z.url({
      protocol: /^smtps?$/,
      error: 'SMTP_URL is not the address of a mail server. Write smtps://user:password@mail.example.com.',
    }),
  )
}

function mailAddress() {
  return z.optional(
    z.email({
      error: ({ input }) => `MAIL_FROM is "${String(input)}". Write one address, such as shop@example.com.`,
    }),
  )
}

function hasDecodablePath(url: string): boolean {
  try {
    decodeURIComponent(URL.parse(url)?.pathname ?? '')
    return true
  } catch {
    return false
  }
}

function paymentSecret() {
  const error = `A payment secret is shorter than ${SECRET_MIN_LENGTH} characters. Make one with: openssl rand -base64 32`
  return z.optional(z.string().check(z.minLength(SECRET_MIN_LENGTH, error)))
}

/** Origins of servers whose pages are purged, under the name of their variable. */
function servers(name: string, kind: string, example: string) {
  const problem = (item: string) => {
    const url = URL.parse(item)
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return undefined
    return `${name} has "${item}", which is not ${kind} address. List addresses such as ${example}, separated by commas.`
  }
  const origins = z.pipe(
    list(problem),
    z.transform((items) => items.map((item) => new URL(item).origin)),
  )
  return z.prefault(origins, '')
}
