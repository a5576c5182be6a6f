import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { openDatabase } from '../../api/db/index.ts'
import { createPool } from '../../api/db/pool.ts'
import { DatabaseUnusableError, isDatabaseUnavailable } from '../../api/errors.ts'
import { administer, databaseAt, makeTemplate } from './databases.ts'
import { NOBODY, startPostgres, type PostgresServer } from './server.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

async function isEncrypted(address: string, query: string): Promise<boolean> {
  const pool = createPool(`${address}?${query}`, { max: 1, connectMs: 5000 })
  try {
    const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows[0].ssl
  } finally {
    await pool.end()
  }
}

it('a PostgreSQL without TLS is refused where the address requires it', async () => {
  const address = databaseAt(inject('postgres'), 'postgres')
  for (const query of ['sslmode=require', 'sslmode=prefer', 'ssl=true']) {
    await expect(isEncrypted(address, query)).rejects.toThrow('does not support SSL')
  }
  expect(await isEncrypted(address, 'sslmode=disable')).toBe(false)
})

describe.runIf(hasOpenssl)('a PostgreSQL with a certificate', () => {
  let server: PostgresServer
  let home: string
  let certificate: string
  let other: string

  function makeCertificate(name: string): string {
    const [key, path] = [join(home, `${name}.key`), join(home, `${name}.crt`)]
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', path],
    ])
    if (made.status !== 0) throw new Error(`No certificate was made: ${String(made.stderr)}`)
    chmodSync(key, 0o600)
    if (process.getuid?.() === 0) for (const file of [home, key, path]) chownSync(file, NOBODY, NOBODY)
    return path
  }

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tanabana-tls-'))
    certificate = makeCertificate('server')
    other = makeCertificate('other')
    server = await startPostgres()
    await administer(
      server.url(),
      `alter system set ssl_cert_file = '${certificate}'`,
      `alter system set ssl_key_file = '${certificate.replace(/crt$/, 'key')}'`,
      'alter system set ssl = on',
      'select pg_reload_conf()',
    )
    await makeTemplate(server.url())
  }, 120_000)

  afterAll(async () => {
    await server.remove()
    rmSync(home, { recursive: true, force: true })
  })

  const at = (host: string) => databaseAt(server.url(), 'postgres').replace('127.0.0.1', host)

  it('is used with TLS where the address trusts it', async () => {
    for (const query of ['sslmode=verify-full', 'sslmode=require', 'ssl=true', 'application_name=shop']) {
      expect(await isEncrypted(at('localhost'), `${query}&sslrootcert=${certificate}`)).toBe(true)
    }
  })

  it('is refused without a trusted certificate, also with sslmode=require, and not taken for away', async () => {
    const refused = [
      [at('localhost'), 'sslmode=require'],
      [at('localhost'), 'ssl=true'],
      [at('localhost'), `sslmode=verify-full&sslrootcert=${other}`],
      // Another name than that of the certificate.
      [at('127.0.0.1'), `sslmode=require&sslrootcert=${certificate}`],
    ] as const
    for (const [address, query] of refused) {
      const failure: unknown = await isEncrypted(address, query).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(isDatabaseUnavailable(failure)).toBe(false)
    }
  })

  it('is refused in a sentence without a trusted certificate', async () => {
    const opening = openDatabase({
      dataDir: 'memory://',
      databaseUrl: `${at('localhost')}?sslmode=require`,
      startWaitMs: 0,
    })
    await expect(opening).rejects.toThrow(DatabaseUnusableError)
    await expect(opening).rejects.toThrow(
      /^The database at localhost:\d+ can't be opened: self-signed certificate.*\. Correct DATABASE_URL\.$/,
    )
  })

  it('is used without a check where the address disables it', async () => {
    expect(await isEncrypted(at('127.0.0.1'), 'sslmode=no-verify')).toBe(true)
  })

  it('carries what is long, and lives through breaks', async () => {
    const url = `${at('localhost')}?sslmode=verify-full&sslrootcert=${certificate}`
    const pool = createPool(url, { max: 2, connectMs: 5000, queryMs: 10_000 })
    const long = 'ज़'.repeat(1_000_000)
    const echo = () => pool.query('select $1::text as text', [long])
    expect((await echo()).rows[0].text).toBe(long)
    const broken = pool.query('select pg_terminate_backend(pg_backend_pid())')
    expect(isDatabaseUnavailable(await broken.catch((error: unknown) => error))).toBe(true)
    expect((await echo()).rows[0].text).toBe(long)
    await pool.end()
  })
})
