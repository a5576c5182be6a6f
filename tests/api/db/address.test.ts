import { describe, expect, it } from 'vitest'

import { readAddress } from '../../../api/db/address.ts'

const SETTINGS = { application_name: 'tanabana' }
const CHECKED = { rejectUnauthorized: true }

describe('the address of a PostgreSQL', () => {
  it.each([
    [
      'postgres://shops:weft%20and%20warp@db.example:6432/shops',
      { host: 'db.example', port: 6432, user: 'shops', password: 'weft and warp', database: 'shops' },
    ],
    [
      'postgresql://shops@[::1]/shops',
      { host: '::1', port: 5432, user: 'shops', password: '', database: 'shops' },
    ],
    [
      'postgres://shops@%2Fvar%2Frun%2Fpostgresql/shops',
      { host: '/var/run/postgresql', port: 5432, user: 'shops', password: '', database: 'shops' },
    ],
    [
      'postgres:///shops?host=/tmp&port=5433&user=shops&password=secret',
      { host: '/tmp', port: 5433, user: 'shops', password: 'secret', database: 'shops' },
    ],
    ['postgres://', { host: 'localhost', port: 5432, user: '', password: '', database: '' }],
  ])('%s', (url, parts) => {
    expect(readAddress(url, {})).toEqual({ ...parts, tls: undefined, settings: SETTINGS })
  })

  it('is completed by the variables of libpq', () => {
    const env = { PGHOST: 'db.example', PGPORT: '6432', PGAPPNAME: 'shop', PGOPTIONS: '-c jit=off' }
    expect(readAddress('postgres:///shops?user=shops', env)).toMatchObject({
      host: 'db.example',
      port: 6432,
      settings: { application_name: 'shop', options: '-c jit=off' },
    })
    expect(readAddress('postgres://shops@here:1/shops?application_name=one', env)).toMatchObject({
      host: 'here',
      port: 1,
      settings: { application_name: 'one' },
    })
  })

  it.each([
    ['', {}, undefined],
    ['?sslmode=disable', { PGSSLMODE: 'require' }, undefined],
    ['', { PGSSLMODE: 'require' }, CHECKED],
    ['?ssl=true', {}, CHECKED],
    ['?sslmode=prefer', {}, CHECKED],
    ['?sslmode=require', {}, CHECKED],
    ['?sslmode=verify-ca', {}, CHECKED],
    ['?sslmode=verify-full', {}, CHECKED],
    ['?sslmode=no-verify', {}, { rejectUnauthorized: false }],
  ])('with "%s" and %j says whether certificates are checked', (query, env, tls) => {
    expect(readAddress(`postgres://shops@db.example/shops${query}`, env).tls).toEqual(tls)
  })
})
