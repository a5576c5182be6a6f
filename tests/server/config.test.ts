import { describe, expect, test } from 'vitest'

import { readConfig } from '../../src/server/config.ts'

describe("the storefront's configuration", () => {
  test('serves this machine when nothing is said', () => {
    expect(readConfig({})).toEqual({
      port: 4321,
      tenantHosts: ['localhost', '127.0.0.1', '*.localhost'],
      defaultTenantHost: 'tanabana.localhost',
      storeApiOrigin: undefined,
      localApiPort: 8044,
      trustedProxies: [],
      isCacheOn: true,
      cacheMaxBytes: 268_435_456,
      purgeSecret: undefined,
    })
  })

  test('reads hosts as a list', () => {
    expect(readConfig({ TENANT_HOSTS: ' Shop.example , *.shops.example ' }).tenantHosts).toEqual([
      'shop.example',
      '*.shops.example',
    ])
  })

  test.each(['abc', '-1', '70000', '80.5'])('refuses the port %s', (port) => {
    expect(() => readConfig({ PORT: port })).toThrow('PORT')
  })

  test.each(['10.0.0.5:8044', 'ftp://api.example', 'http://api.example/v1'])(
    'refuses the upstream %s',
    (origin) => {
      expect(() => readConfig({ STORE_API_ORIGIN: origin })).toThrow('STORE_API_ORIGIN')
    },
  )

  test('takes an upstream address', () => {
    expect(readConfig({ STORE_API_ORIGIN: 'http://10.0.0.5:8044' }).storeApiOrigin).toBe(
      'http://10.0.0.5:8044',
    )
  })

  test.each(['0', '-5', 'much'])('refuses a page cache of %s megabytes', (megabytes) => {
    expect(() => readConfig({ PAGE_CACHE_MB: megabytes })).toThrow('PAGE_CACHE_MB')
  })

  test('refuses a short purge secret', () => {
    expect(() => readConfig({ CACHE_PURGE_SECRET: 'secret' })).toThrow('CACHE_PURGE_SECRET')
  })

  test('PAGE_CACHE=off keeps nothing', () => {
    expect(readConfig({ PAGE_CACHE: 'off' }).isCacheOn).toBe(false)
  })
})
