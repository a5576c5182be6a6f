import { describe, expect, test } from 'vitest'

import { readConfig } from '../../src/server/config.ts'

describe("the storefront's configuration", () => {
  test('serves this machine by default', () => {
    expect(readConfig({})).toEqual({
      port: 4321,
      tenantHosts: ['localhost', '127.0.0.1', '*.localhost'],
      defaultTenantHost: 'tanabana.localhost',
      storeApiOrigin: undefined,
      localApiPort: 8044,
      trustedProxies: [],
      isCacheOn: true,
      cacheMaxBytes: 134_217_728,
      sendsCacheTags: false,
      purgeSecret: undefined,
      imageDirectory: 'data/images',
      imageMaxBytes: 1_073_741_824,
      imageSecret: undefined,
      logLevel: 'info',
      traces: { endpoint: undefined, headers: {} },
      logsRequests: false,
      metricsToken: undefined,
      maxRenders: 256,
    })
  })

  test('reads hosts as a list', () => {
    expect(readConfig({ TENANT_HOSTS: ' Shop.example , *.shops.example ' }).tenantHosts).toEqual([
      'shop.example',
      '*.shops.example',
    ])
  })

  test('accepts any host only with one store API for all', () => {
    expect(readConfig({ TENANT_HOSTS: '*', STORE_API_ORIGIN: 'http://api:8044' }).tenantHosts).toEqual(['*'])
    expect(() => readConfig({ TENANT_HOSTS: '*' })).toThrow(
      'a made-up host would choose which server is called',
    )
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

  test('refuses a page cache that would not fit', () => {
    const environment = { PAGE_CACHE_MB: '700' }
    expect(readConfig(environment, 1600 * 1024 * 1024).cacheMaxBytes).toBe(734_003_200)
    expect(() => readConfig(environment, 800 * 1024 * 1024)).toThrow(
      `PAGE_CACHE_MB is "700", more than Node's memory allows. Set it to 480 at most, or start with a larger --max-old-space-size.`,
    )
  })

  test.each(['0', '-1', '2.5', 'many'])('refuses %s pages at once', (count) => {
    expect(() => readConfig({ MAX_RENDERS_WAITING: count })).toThrow('MAX_RENDERS_WAITING')
  })

  test('refuses a level of the log that there is not', () => {
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(
      'LOG_LEVEL is "loud". Set it to one of debug, info, warn, error, silent.',
    )
  })

  test.each(['CACHE_PURGE_SECRET', 'IMAGE_SECRET'])('refuses a short secret in %s', (name) => {
    expect(() => readConfig({ [name]: 'secret' })).toThrow(
      `${name} is shorter than 32 characters. Make one with: openssl rand -base64 32`,
    )
  })

  test('refuses no room for pictures', () => {
    expect(() => readConfig({ IMAGE_CACHE_MB: '0' })).toThrow('IMAGE_CACHE_MB')
  })

  test.each([
    ['PAGE_CACHE', 'false', 'on'],
    ['CACHE_TAG_HEADER', 'yes', 'off'],
    ['LOG_REQUESTS', 'true', 'off'],
  ])('refuses %s=%s', (name, value, fallback) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      `${name} is "${value}". Set it to on or off, or leave it out for ${fallback}.`,
    )
  })

  test('switches a feature on and off, with a default for a blank value', () => {
    const switches = ['on', 'off', ''].map((value) => {
      const { isCacheOn, sendsCacheTags, logsRequests } = readConfig({
        PAGE_CACHE: value,
        CACHE_TAG_HEADER: value,
        LOG_REQUESTS: value,
      })
      return [isCacheOn, sendsCacheTags, logsRequests]
    })
    expect(switches).toEqual([
      [true, true, true],
      [false, false, false],
      [true, false, false],
    ])
  })

  test.each(['10.0.0.0/8', 'proxy.internal', '10.0.0.1:443'])('refuses the proxy %s', (proxy) => {
    expect(() => readConfig({ TRUSTED_PROXIES: `10.0.0.1, ${proxy}` })).toThrow(
      `TRUSTED_PROXIES has "${proxy}", which is not an IP address. List addresses such as 10.0.0.5, separated by commas.`,
    )
  })

  test('takes proxies by their addresses, of both families', () => {
    expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1, ::1' }).trustedProxies).toEqual(['10.0.0.1', '::1'])
  })

  test('PAGE_CACHE=off keeps nothing', { tags: ['@req-10.19'] }, () => {
    expect(readConfig({ PAGE_CACHE: 'off' }).isCacheOn).toBe(false)
  })
})
