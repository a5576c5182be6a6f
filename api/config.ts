import { LOCAL_API_PORT } from '../src/lib/constants.ts'
import { readListenAddress, readTrustedProxies } from '../src/network/address-settings.ts'
import { ConfigError } from '../src/network/config-error.ts'
import { readTracesConfig } from '../src/network/traces.ts'

export { ConfigError }

export interface Config {
  port: number
  /** The address that it listens on; `undefined` is both loopback addresses. */
  host: string | undefined
  /** `NODE_ENV=production`; without it the API stays on this machine: api/exposure.ts. */
  isProduction: boolean
  /** `memory://` keeps nothing. */
  dataDir: string
  databaseUrl: string | undefined
  /** A PostgreSQL that follows the other and answers what is read of catalogues. */
  replicaUrl: string | undefined
  /** Connections to PostgreSQL, at most. */
  databasePool: number
  statementTimeoutMs: number
  /** Whose shop `localhost` and `127.0.0.1` are. */
  defaultTenantHost: string
  /** Where the shops' pages are on this machine: their origins are allowed to call. */
  storefrontPort: number
  /** The first one signs, all of them verify: keep the old one here while gateways still sign with it. */
  paymentSecrets: string[]
  /** JSON with the shops' secrets for their payment gateways. */
  paymentSecretsFile: string | undefined
  /** Whether shops of this machine have the sandbox gateway; with it any caller can mark an order as paid. */
  sandbox: boolean
  rateLimits: boolean
  /** Storefronts that keep pages, and the secret that drops them. */
  storefronts: string[]
  purgeSecret: string | undefined
  /** Peers whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
  logLevel: string
  /** Opens the figures to who knows it; without one only this machine itself reads them. */
  metricsToken: string | undefined
  /** So many requests are worked on at once; who comes on top is told to come back. */
  maxRequests: number
  /** Where traces are sent to; nothing is traced without an endpoint. */
  traces: ReturnType<typeof readTracesConfig>
}

const DEFAULT_STOREFRONT_PORT = 4321
const SECRET_MIN_LENGTH = 32
const DEFAULT_MAX_REQUESTS = 500
const DEFAULT_DATABASE_POOL = 10
const DEFAULT_STATEMENT_TIMEOUT_MS = 10_000
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

/**
 * The API's settings, from environment variables alone.
 * @throws {ConfigError} a value is missing or wrong; the message says which and what to write
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const isProduction = env.NODE_ENV === 'production'
  return {
    port: port(env, 'API_PORT', LOCAL_API_PORT),
    host: readListenAddress(env, 'API_HOST'),
    isProduction,
    dataDir: text(env, 'DATA_DIR') ?? 'data',
    databaseUrl: address(env, 'DATABASE_URL'),
    replicaUrl: replicaUrl(env),
    databasePool: wholeNumber(env, 'DATABASE_POOL', DEFAULT_DATABASE_POOL, 'connections'),
    statementTimeoutMs: wholeNumber(
      env,
      'DATABASE_STATEMENT_TIMEOUT_MS',
      DEFAULT_STATEMENT_TIMEOUT_MS,
      'milliseconds',
    ),
    defaultTenantHost: (text(env, 'DEFAULT_TENANT_HOST') ?? 'tanabana.localhost').toLowerCase(),
    storefrontPort: port(env, 'STOREFRONT_PORT', DEFAULT_STOREFRONT_PORT),
    paymentSecrets: paymentSecrets(env, isProduction),
    paymentSecretsFile: text(env, 'PAYMENT_PROVIDER_SECRETS_FILE'),
    sandbox: flag(env, 'PAYMENT_SANDBOX', false),
    rateLimits: flag(env, 'RATE_LIMITS', true),
    ...purging(env),
    trustedProxies: readTrustedProxies(env),
    logLevel: logLevel(env),
    metricsToken: secret(env, 'METRICS_TOKEN'),
    maxRequests: wholeNumber(env, 'MAX_REQUESTS_WAITING', DEFAULT_MAX_REQUESTS, 'requests'),
    traces: readTracesConfig(env),
  }
}

function text(env: Record<string, string | undefined>, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

function list(env: Record<string, string | undefined>, name: string): string[] {
  return (text(env, name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Whom an edit is told to, and by which secret. */
function purging(env: Record<string, string | undefined>): Pick<Config, 'storefronts' | 'purgeSecret'> {
  const storefronts = list(env, 'CACHE_PURGE_ORIGINS').map((origin) => {
    const address = URL.parse(origin)
    if (address && /^https?:$/.test(address.protocol) && address.href === `${address.origin}/`) {
      return address.origin
    }
    throw new ConfigError(
      `CACHE_PURGE_ORIGINS has "${origin}", which is no address of a storefront. Write each such as http://10.0.0.2:4321, with commas between.`,
    )
  })
  const purgeSecret = secret(env, 'CACHE_PURGE_SECRET')
  if (storefronts.length === 0 || purgeSecret !== undefined) return { storefronts, purgeSecret }
  throw new ConfigError(
    'CACHE_PURGE_ORIGINS is of no use without CACHE_PURGE_SECRET, which the storefronts have too. Write both, or neither.',
  )
}

/** 0 asks the system for a free port. */
function port(env: Record<string, string | undefined>, name: string, fallback: number): number {
  const value = text(env, name)
  if (value === undefined) return fallback
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new ConfigError(`${name} is "${value}". Write a port number from 0 to 65535.`)
  }
  return Number(value)
}

function flag(env: Record<string, string | undefined>, name: string, fallback: boolean): boolean {
  const value = text(env, name)
  if (value === undefined) return fallback
  if (value !== 'on' && value !== 'off') throw new ConfigError(`${name} is "${value}". Write "on" or "off".`)
  return value === 'on'
}

function address(env: Record<string, string | undefined>, name: string): string | undefined {
  const value = text(env, name)
  if (value !== undefined && !(/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) {
    throw new ConfigError(`${name} is not a PostgreSQL address. Write postgres://user@host:5432/database.`)
  }
  return value
}

function replicaUrl(env: Record<string, string | undefined>): string | undefined {
  const value = address(env, 'DATABASE_REPLICA_URL')
  if (value === undefined || text(env, 'DATABASE_URL') !== undefined) return value
  throw new ConfigError('DATABASE_REPLICA_URL is of no use without DATABASE_URL. Write both, or neither.')
}

function secret(env: Record<string, string | undefined>, name: string): string | undefined {
  const value = text(env, name)
  if (value !== undefined && value.length < SECRET_MIN_LENGTH) {
    throw new ConfigError(
      `${name} is shorter than ${SECRET_MIN_LENGTH} characters. Make one with: openssl rand -base64 32`,
    )
  }
  return value
}

function logLevel(env: Record<string, string | undefined>): string {
  const value = text(env, 'LOG_LEVEL') ?? 'info'
  if (LOG_LEVELS.includes(value)) return value
  throw new ConfigError(`LOG_LEVEL is "${value}". Write one of ${LOG_LEVELS.join(', ')}.`)
}

function wholeNumber(
  env: Record<string, string | undefined>,
  name: string,
  fallback: number,
  unit: string,
): number {
  const value = text(env, name) ?? String(fallback)
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value)
  throw new ConfigError(`${name} is "${value}". Write a number of ${unit} from 1.`)
}

function paymentSecrets(env: Record<string, string | undefined>, isProduction: boolean): string[] {
  const secrets = [text(env, 'PAYMENT_SECRET'), text(env, 'PAYMENT_SECRET_PREVIOUS')].filter(
    (secret) => secret !== undefined,
  )
  if (secrets.some((secret) => secret.length < SECRET_MIN_LENGTH)) {
    throw new ConfigError(
      `A payment secret is shorter than ${SECRET_MIN_LENGTH} characters. Make one with: openssl rand -base64 32`,
    )
  }
  if (isProduction && !text(env, 'PAYMENT_SECRET')) {
    throw new ConfigError(
      'PAYMENT_SECRET is missing. In production payments are signed with it: make one with openssl rand -base64 32 and keep it.',
    )
  }
  return secrets
}
