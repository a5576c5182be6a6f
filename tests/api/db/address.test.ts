import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { readClientConfig } from '../../../api/db/pool.ts'

const CHECKED = { rejectUnauthorized: true }

const stubVariables = (env: Record<string, string | undefined>) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
}

beforeEach(() => {
  stubVariables({ PGHOST: undefined, PGPORT: undefined, PGSSLMODE: undefined, PGPASSWORD: undefined })
})

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the address of a PostgreSQL', () => {
  it.each([
    [
      'postgres://shops:weft%20and%20warp@db.example:6432/shops',
      { host: 'db.example', port: 6432, password: 'weft and warp' },
    ],
    ['postgresql://shops@[::1]/shops', { host: '::1', port: 5432, password: null }],
    [
      'postgres://shops@%2Fvar%2Frun%2Fpostgresql/shops',
      { host: '/var/run/postgresql', port: 5432, password: null },
    ],
    [
      'postgres:///shops?host=/tmp&port=5433&user=shops&password=secret',
      { host: '/tmp', port: 5433, password: 'secret' },
    ],
    ['postgres:///shops?user=shops', { host: 'localhost', port: 5432, password: null }],
  ])('%s', (url, parts) => {
    expect(new pg.Client(readClientConfig(url))).toMatchObject({ ...parts, user: 'shops', database: 'shops' })
  })

  it('is completed by the variables of libpq', () => {
    stubVariables({ PGHOST: 'db.example', PGPORT: '6432' })
    expect(new pg.Client(readClientConfig('postgres:///shops?user=shops'))).toMatchObject({
      host: 'db.example',
      port: 6432,
    })
    expect(new pg.Client(readClientConfig('postgres://shops@here:1/shops'))).toMatchObject({
      host: 'here',
      port: 1,
    })
  })

  it.each([
    ['', {}, false],
    ['?sslmode=disable', { PGSSLMODE: 'require' }, false],
    ['', { PGSSLMODE: 'require' }, CHECKED],
    ['', { PGSSLMODE: 'allow' }, CHECKED],
    ['?ssl=true', {}, CHECKED],
    ['?sslmode=allow', {}, CHECKED],
    ['?sslmode=prefer', {}, CHECKED],
    ['?sslmode=require', {}, CHECKED],
    ['?sslmode=require&uselibpqcompat=true', {}, CHECKED],
    ['?sslmode=verify-ca', {}, CHECKED],
    ['?sslmode=verify-full', {}, CHECKED],
    ['?sslmode=no-verify', {}, { rejectUnauthorized: false }],
    ['?sslnegotiation=direct', {}, CHECKED],
    ['?sslnegotiation=direct&sslmode=no-verify', {}, { rejectUnauthorized: false }],
    ['?sslnegotiation=postgres&sslmode=require', {}, CHECKED],
  ])('with "%s" and %j decides whether certificates are checked', (query, env, tls) => {
    stubVariables(env)
    expect(new pg.Client(readClientConfig(`postgres://shops@db.example/shops${query}`)).ssl).toEqual(tls)
  })

  it('selects how TLS begins', () => {
    const address = 'postgres://shops@db.example/shops?sslmode=require'
    const clientOf = (query: string) => new pg.Client(readClientConfig(address + query))
    expect(clientOf('&sslnegotiation=direct')).toMatchObject({
      connectionParameters: { sslnegotiation: 'direct' },
    })
    expect(clientOf('')).toMatchObject({ connectionParameters: { sslnegotiation: undefined } })
    expect(() => clientOf('&sslnegotiation=later')).toThrow(
      'sslnegotiation is "later". Write postgres or direct in DATABASE_URL, or leave it out.',
    )
  })
})
