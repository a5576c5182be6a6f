import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

import pg from 'pg'

import { DatabaseUnusableError } from '../errors.ts'

export interface PoolOptions {
  /** Name of the environment variable with the URL, for error messages. */
  setting?: string
  /** Maximum number of connections. */
  max: number
  /** Timeout for getting a connection, including the wait for a free one. */
  connectMs: number
  /** Client-side timeout for a server that does not respond; PostgreSQL's statement timeout fires first. */
  queryMs?: number | undefined
}

const APPLICATION_NAME = 'tanabana'
const IDLE_MS = 30_000
const KEEP_ALIVE_MS = 60_000
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslnegotiation', 'sslrootcert', 'sslcert', 'sslkey']

/**
 * A pool that opens connections to one PostgreSQL on demand.
 * @throws {DatabaseUnusableError} a certificate or key in the URL cannot be read
 */
export function createPool(databaseUrl: string, options: PoolOptions): pg.Pool {
  const { setting, max, connectMs, queryMs } = options
  const pool = new pg.Pool({
    ...readClientConfig(databaseUrl, setting),
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  // An unhandled 'error' event ends the process. The pool drops a lost client, and its queries reject.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Reads the URL and libpq's variables like pg, except for TLS: every mode but `disable` and `no-verify` checks the
 * certificate and its name, and none falls back to a plain connection. ASVS 12.3.2
 * @throws {DatabaseUnusableError} the URL names a certificate or key that cannot be read, or an unknown
 * `sslnegotiation`
 */
export function readClientConfig(databaseUrl: string, setting = 'DATABASE_URL'): pg.ClientConfig {
  const url = new URL(databaseUrl)
  const sslnegotiation = readNegotiation(url.searchParams, setting)
  const ssl = readTls(url.searchParams, setting)
  for (const name of TLS_PARAMETERS) url.searchParams.delete(name)
  return { connectionString: url.href, ssl, sslnegotiation, fallback_application_name: APPLICATION_NAME }
}

function readNegotiation(parameters: URLSearchParams, setting: string): pg.ClientConfig['sslnegotiation'] {
  const value = parameters.get('sslnegotiation') ?? undefined
  if (value === undefined || value === 'postgres' || value === 'direct') return value
  throw new DatabaseUnusableError(
    `sslnegotiation is "${value}". Write postgres or direct in ${setting}, or leave it out.`,
  )
}

function readTls(parameters: URLSearchParams, setting: string): ConnectionOptions | false {
  const file = (name: string) => {
    const path = parameters.get(name)
    if (path === null) return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch {
      throw new DatabaseUnusableError(`The file ${path} can't be read. Correct ${name} in ${setting}.`)
    }
  }
  const [ca, cert, key] = [file('sslrootcert'), file('sslcert'), file('sslkey')]
  const hasFile = ca !== undefined || cert !== undefined || key !== undefined
  const ssl = parameters.get('ssl')
  const isDirect = parameters.get('sslnegotiation') === 'direct'
  const isRequested = ssl === 'true' || ssl === '1' || hasFile || isDirect
  const mode = parameters.get('sslmode') ?? (isRequested ? 'verify-full' : process.env.PGSSLMODE)
  if (mode === undefined || mode === 'disable') return false
  return { rejectUnauthorized: mode !== 'no-verify', ca, cert, key }
}
