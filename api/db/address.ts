import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

import { DatabaseUnusableError } from '../errors.ts'

export interface PostgresAddress {
  /** A name, a number, or the folder of a Unix socket. */
  host: string
  port: number
  /** What the address leaves out is found in `PGUSER`, `PGPASSWORD` and `PGDATABASE`. */
  user: string
  password: string
  database: string
  /** `undefined` where the connection is not encrypted. */
  tls: ConnectionOptions | undefined
  /** The names that PostgreSQL knows them by. */
  settings: { application_name: string; options?: string }
}

const DEFAULT_PORT = 5432
const APPLICATION_NAME = 'tanabana'

/**
 * The parts of an address as libpq writes them, `postgres://user:password@host:5432/database?sslmode=verify-full`.
 * Encryption always means that the certificate is checked, also with `sslmode=require`; only `no-verify` says otherwise.
 * ASVS 12.3.2
 * @throws {DatabaseUnusableError} a certificate or key that the address names can't be read
 */
export function readAddress(
  databaseUrl: string,
  env: Record<string, string | undefined> = process.env,
): PostgresAddress {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname.replace(/^\[(.+)\]$/, '$1'))
  const options = searchParams.get('options') ?? env.PGOPTIONS
  return {
    host: host || env.PGHOST || 'localhost',
    port: Number(port || searchParams.get('port') || env.PGPORT || DEFAULT_PORT),
    user: decodeURIComponent(username) || (searchParams.get('user') ?? ''),
    password: decodeURIComponent(password) || (searchParams.get('password') ?? ''),
    database: decodeURIComponent(pathname.slice(1)),
    tls: readTls(searchParams, env.PGSSLMODE),
    settings: {
      application_name: searchParams.get('application_name') ?? env.PGAPPNAME ?? APPLICATION_NAME,
      ...(options ? { options } : {}),
    },
  }
}

function readTls(searchParams: URLSearchParams, fallback: string | undefined): ConnectionOptions | undefined {
  const file = (name: string) => {
    const path = searchParams.get(name)
    if (path === null) return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch {
      throw new DatabaseUnusableError(`The file ${path} can't be read. Correct ${name} in DATABASE_URL.`)
    }
  }
  const [ca, cert, key] = [file('sslrootcert'), file('sslcert'), file('sslkey')]
  const hasFile = ca !== undefined || cert !== undefined || key !== undefined
  const ssl = searchParams.get('ssl')
  const mode =
    searchParams.get('sslmode') ?? (ssl === 'true' || ssl === '1' || hasFile ? 'verify-full' : fallback)
  if (mode === undefined || mode === 'disable') return undefined
  return {
    rejectUnauthorized: mode !== 'no-verify',
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  }
}
