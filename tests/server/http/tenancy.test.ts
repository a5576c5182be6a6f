import { describe, expect, test } from 'vitest'

import { tenantHost } from '../../../src/server/http/tenancy.ts'

const config = { tenantHosts: ['localhost', '127.0.0.1', '*.localhost', 'shop.example', '*.shops.example'] }

describe('the shop behind a Host header', () => {
  test.each([
    ['localhost:4321', 'localhost'],
    ['127.0.0.1:4321', '127.0.0.1'],
    ['Dhaaga.LOCALHOST', 'dhaaga.localhost'],
    ['shop.example.', 'shop.example'],
    ['a.b.shops.example:8443', 'a.b.shops.example'],
  ])('%s is %s', { tags: ['@req-14'] }, (header, host) => {
    expect(tenantHost(header, config)).toBe(host)
  })

  test.each(['shop.example', 'any.name.example'])('%s is one of all hosts', (header) => {
    expect(tenantHost(header, { tenantHosts: ['*'] })).toBe(header)
  })

  test.each(['169.254.169.254', '[::1]', 'a:80@shop.example'])('%s is none of all hosts', (header) => {
    expect(tenantHost(header, { tenantHosts: ['*'] })).toBeUndefined()
  })

  test.each([
    undefined,
    '',
    'evil.example',
    'shop.example.evil.example',
    'notshop.example',
    'shops.example',
    '169.254.169.254',
    '[::1]',
    '0x7f.1',
    '2130706433',
    'a:80@shop.example',
    'shop.example:80@internal',
    'shop.example:65536',
    'shop.example..',
    '.shop.example',
    'shop.example/path',
    'shop.example\r\nx: y',
    'shop_.shops.example',
    '-.shops.example',
    `${'a'.repeat(300)}.shops.example`,
    'shop.example, evil.example',
  ])('%s is refused', { tags: ['@req-14'] }, (header) => {
    expect(tenantHost(header, config)).toBeUndefined()
  })
})
