import { describe, expect, it } from 'vitest'

import { tenantHostOf } from '../../../api/http/addresses.ts'

describe('the host of a request', () => {
  it.each([
    ['localhost:8044', 'shop.localhost'],
    ['127.0.0.1:8044', 'shop.localhost'],
    ['[::1]:8044', 'shop.localhost'],
    ['LOCALHOST', 'shop.localhost'],
    ['dhaaga.localhost:8044', 'dhaaga.localhost'],
    ['api.shop.example', 'shop.example'],
    ['API.Shop.Example:443', 'shop.example'],
    ['shop.example.', 'shop.example'],
    ['xn--p1b6ci4b4b3a.example', 'xn--p1b6ci4b4b3a.example'],
  ])('%s stands for %s', (header, expected) => {
    expect(tenantHostOf(header, 'shop.localhost')).toBe(expected)
  })

  it.each([
    undefined,
    '',
    ':8044',
    '169.254.169.254',
    '10.0.0.1:80',
    '2130706433',
    '[fe80::1]',
    'a:80@b',
    'a b.example',
    'shop.example/..',
    'shop..example',
    '.example',
    'shop.example:99999999',
    'x'.repeat(300),
  ])('%s stands for no shop', (header) => {
    expect(tenantHostOf(header, 'shop.localhost')).toBeUndefined()
  })
})
