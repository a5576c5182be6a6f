import { describe, expect, it } from 'vitest'

import {
  clientAddressOf,
  forwardedProtocolOf,
  networkOf,
  normalizeAddress,
} from '@tanabana/node/client-address.ts'

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[::1]:80', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is %s', (text, expected) => {
    expect(normalizeAddress(text)).toBe(expected)
  })

  it.each([undefined, '', 'unknown', 'shop.example', '203.0.113', '203.0.113.7:', '_hidden', '[203.0.113.7'])(
    'is not %s',
    (text) => {
      expect(normalizeAddress(text)).toBeUndefined()
    },
  )

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is limited as %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected)
  })
})

describe('the caller', () => {
  const proxies = ['10.0.0.5', '10.0.0.6', 'fd00::5']

  it.each<[string, string | undefined, string | undefined, string]>([
    ['the peer, whatever it claims', '198.51.100.1', '203.0.113.7', '198.51.100.1'],
    ['the peer of a socket for both families', '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['who a proxy names', '::ffff:10.0.0.5', '203.0.113.7', '203.0.113.7'],
    ['who a proxy names with a port', '10.0.0.5', '203.0.113.7:4711', '203.0.113.7'],
    ['who a proxy names as mapped', '10.0.0.5', '::ffff:203.0.113.7', '203.0.113.7'],
    ['who a proxy names by IPv6 with a port', 'fd00:0:0::5', '[2001:DB8::7]:4711', '2001:db8::7'],
    [
      'the last that no proxy is',
      '10.0.0.5',
      '192.0.2.1, 203.0.113.7, ::ffff:10.0.0.6, 10.0.0.6:80',
      '203.0.113.7',
    ],
    ['the proxy where it names no client', '10.0.0.5', undefined, '10.0.0.5'],
    ['the proxy where it does not know', '10.0.0.5', '192.0.2.1, unknown', '10.0.0.5'],
    ['unknown without a connection', undefined, '192.0.2.1', 'unknown'],
  ])('is %s', (_case, peer, forwarded, expected) => {
    expect(clientAddressOf(peer, forwarded, proxies)).toBe(expected)
  })
})

describe('the protocol of the caller', () => {
  const proxies = ['10.0.0.5', '10.0.0.6']

  it.each<[string, string, string | undefined, string | undefined, string | undefined]>([
    ['is what the proxy names', '10.0.0.5', '203.0.113.7', 'https', 'https'],
    ['is read in any spelling', '10.0.0.5', undefined, ' HTTPS ', 'https'],
    ['is that of each proxy when they agree', '10.0.0.5', undefined, 'https, https', 'https'],
    [
      'is what the trusted proxy saw, not what an earlier hop claims',
      '10.0.0.5',
      undefined,
      'https,http',
      'http',
    ],
    ['is that of the hop of the client', '10.0.0.5', '203.0.113.7, 10.0.0.6', 'https,http', 'https'],
    [
      'is not what the client claims before both proxies',
      '10.0.0.5',
      '203.0.113.7, 10.0.0.6',
      'https,http,http',
      'http',
    ],
    ['is the only one where proxies pass it on', '10.0.0.5', '203.0.113.7, 10.0.0.6', 'https', 'https'],
    ['is unreadable when it is no protocol of pages', '10.0.0.5', undefined, 'wss', 'unreadable'],
    ['is unreadable when it is blank', '10.0.0.5', undefined, ' , ', 'unreadable'],
    ['is unknown without the header', '10.0.0.5', '203.0.113.7', undefined, undefined],
    ['is unknown from any other peer', '198.51.100.1', '10.0.0.6', 'https', undefined],
  ])('%s', (_case, peer, addresses, protocols, expected) => {
    expect(forwardedProtocolOf(peer, { for: addresses, proto: protocols }, proxies)).toBe(expected)
  })
})
