import { describe, expect, it } from 'vitest'

import { readConfig } from '../../api/config.ts'
import { ConfigError } from '@tanabana/node/environment.ts'

const LONG = 'x'.repeat(32)

describe('the settings of the API', () => {
  it('work without any environment variable', () => {
    expect(readConfig({})).toEqual({
      port: 8044,
      host: undefined,
      isProduction: false,
      dataDir: 'data',
      databaseUrl: undefined,
      replicaUrl: undefined,
      databasePool: 10,
      statementTimeoutMs: 10_000,
      defaultTenantHost: 'tanabana.localhost',
      storefrontPort: 4321,
      paymentSecrets: [],
      sandbox: false,
      rateLimits: true,
      storefronts: [],
      edgeCaches: [],
      purgeSecret: undefined,
      trustedProxies: [],
      logLevel: 'info',
      traces: { endpoint: undefined, headers: {} },
      metricsToken: undefined,
      maxRequests: 500,
    })
  })

  it('are read from the environment', () => {
    const config = readConfig({
      API_PORT: '9000',
      API_HOST: '127.0.0.1',
      DATA_DIR: '/var/lib/shop',
      DATABASE_URL: 'postgres://shop@db:5432/shop',
      DATABASE_REPLICA_URL: 'postgres://shop@db2:5432/shop',
      DATABASE_POOL: '25',
      DATABASE_STATEMENT_TIMEOUT_MS: '3000',
      DEFAULT_TENANT_HOST: 'Dhaaga.localhost',
      STOREFRONT_PORT: '5000',
      PAYMENT_SECRET: LONG,
      PAYMENT_SECRET_PREVIOUS: `${LONG}old`,
      PAYMENT_SANDBOX: 'on',
      RATE_LIMITS: 'off',
      CACHE_PURGE_ORIGINS: 'http://10.0.0.2:4321/, http://10.0.0.3:4321',
      EDGE_PURGE_ORIGINS: 'http://10.0.0.9:6081',
      CACHE_PURGE_SECRET: 'purge purge purge purge purge purge',
      TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: 'metrics metrics metrics metrics metrics',
      MAX_REQUESTS_WAITING: '40',
    })
    expect(config).toEqual({
      port: 9000,
      host: '127.0.0.1',
      isProduction: false,
      dataDir: '/var/lib/shop',
      databaseUrl: 'postgres://shop@db:5432/shop',
      replicaUrl: 'postgres://shop@db2:5432/shop',
      databasePool: 25,
      statementTimeoutMs: 3000,
      defaultTenantHost: 'dhaaga.localhost',
      storefrontPort: 5000,
      paymentSecrets: [LONG, `${LONG}old`],
      sandbox: true,
      rateLimits: false,
      storefronts: ['http://10.0.0.2:4321', 'http://10.0.0.3:4321'],
      edgeCaches: ['http://10.0.0.9:6081'],
      purgeSecret: 'purge purge purge purge purge purge',
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
      logLevel: 'warn',
      traces: { endpoint: undefined, headers: {} },
      metricsToken: 'metrics metrics metrics metrics metrics',
      maxRequests: 40,
    })
  })

  it('leave the sandbox off until it is enabled, in production and outside it', () => {
    expect(readConfig({}).sandbox).toBe(false)
    expect(readConfig({ NODE_ENV: 'production', PAYMENT_SECRET: LONG }).sandbox).toBe(false)
    expect(readConfig({ PAYMENT_SANDBOX: 'on' }).sandbox).toBe(true)
  })

  it.each([
    [
      { API_PORT: 'http' },
      'API_PORT is "http". Set it to a port number from 0 to 65535, or leave it out for 8044.',
    ],
    [
      { API_PORT: '65536' },
      'API_PORT is "65536". Set it to a port number from 0 to 65535, or leave it out for 8044.',
    ],
    [
      { STOREFRONT_PORT: '-1' },
      'STOREFRONT_PORT is "-1". Set it to a port number from 0 to 65535, or leave it out for 4321.',
    ],
    [
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL is not a PostgreSQL address. Write postgres://user@host:5432/database.',
    ],
    [
      { DATABASE_URL: 'postgres://shop@db:five/shop' },
      'DATABASE_URL is not a PostgreSQL address. Write postgres://user@host:5432/database.',
    ],
    [
      { DATABASE_URL: 'postgres://shop@db:5432/50%off' },
      'DATABASE_URL has a % in the name of the database that encodes no character. Write it as %25.',
    ],
    [
      { DATABASE_URL: 'postgres://shop@db:5432/shop%E0' },
      'DATABASE_URL has a % in the name of the database that encodes no character. Write it as %25.',
    ],
    [
      { DATABASE_REPLICA_URL: 'postgres://db/shop' },
      'DATABASE_REPLICA_URL needs DATABASE_URL. Set both or neither.',
    ],
    [
      { DATABASE_POOL: '0' },
      'DATABASE_POOL is "0". Set it to a number of connections from 1 to 9999999, or leave it out for 10.',
    ],
    [
      { API_HOST: 'shop.example' },
      'API_HOST is "shop.example", which is not an IP address. Write 0.0.0.0 for every IPv4 address of this machine, or leave it out to listen on this machine only.',
    ],
    [{ PAYMENT_SANDBOX: 'yes' }, 'PAYMENT_SANDBOX is "yes". Set it to on or off, or leave it out for off.'],
    [{ RATE_LIMITS: 'yes' }, 'RATE_LIMITS is "yes". Set it to on or off, or leave it out for on.'],
    ...['10.0.0.0/8', 'proxy'].map((proxy): [Record<string, string>, string] => [
      { TRUSTED_PROXIES: `10.0.0.1, ${proxy}` },
      `TRUSTED_PROXIES has "${proxy}", which is not an IP address. List addresses such as 10.0.0.5, separated by commas.`,
    ]),
    [
      { PAYMENT_SECRET: 'short' },
      'A payment secret is shorter than 32 characters. Make one with: openssl rand -base64 32',
    ],
    [
      { CACHE_PURGE_SECRET: 'short' },
      'CACHE_PURGE_SECRET is shorter than 32 characters. Make one with: openssl rand -base64 32',
    ],
    ...['10.0.0.2:4321', 'http://10.0.0.2:4321/shop', 'ftp://10.0.0.2'].map(
      (origin): [Record<string, string>, string] => [
        { CACHE_PURGE_ORIGINS: origin, CACHE_PURGE_SECRET: LONG },
        `CACHE_PURGE_ORIGINS has "${origin}", which is not a storefront address. List addresses such as http://10.0.0.2:4321, separated by commas.`,
      ],
    ),
    [
      { CACHE_PURGE_ORIGINS: 'http://10.0.0.2:4321' },
      'CACHE_PURGE_ORIGINS needs CACHE_PURGE_SECRET, the same as at the storefronts. Set both or neither.',
    ],
    [
      { NODE_ENV: 'production' },
      'PAYMENT_SECRET is missing. It signs payments in production. Make one with openssl rand -base64 32 and keep it.',
    ],
  ])('refuse %o and name the valid values', { tags: ['@asvs-13.2.3'] }, (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  it('lists every wrong variable once', () => {
    const env = {
      API_PORT: 'http',
      DATABASE_URL: 'mysql://db',
      DATABASE_REPLICA_URL: 'postgres://db/shop',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
      NODE_ENV: 'production',
    }
    expect(() => readConfig(env)).toThrow(
      new ConfigError(
        [
          'OTEL_EXPORTER_OTLP_ENDPOINT is "collector". Give the address of an OTLP collector, such as http://127.0.0.1:4318.',
          'API_PORT is "http". Set it to a port number from 0 to 65535, or leave it out for 8044.',
          'DATABASE_URL is not a PostgreSQL address. Write postgres://user@host:5432/database.',
          'PAYMENT_SECRET is missing. It signs payments in production. Make one with openssl rand -base64 32 and keep it.',
        ].join('\n'),
      ),
    )
  })

  it('treats an empty variable as absent', () => {
    expect(readConfig({ API_PORT: '', DATA_DIR: ' ', PAYMENT_SANDBOX: '', TRUSTED_PROXIES: '' })).toEqual(
      readConfig({}),
    )
  })
})
