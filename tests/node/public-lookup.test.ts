import { describe, expect, test, vi } from 'vitest'

import { isNonPublicAddress, isPublicAddress, lookupPublic } from '@tanabana/node/public-lookup.ts'

describe('the public internet', () => {
  test.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'])(
    'has %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    ['this machine', '127.0.0.1', '127.255.255.254', '0.0.0.0', '::1', '::'],
    ['a private network', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fd00::1'],
    ['the link', '169.254.169.254', 'fe80::1'],
    [
      'multicast, broadcast or documentation',
      '224.0.0.1',
      '255.255.255.255',
      'ff02::1',
      '192.0.2.1',
      '2001:db8::1',
    ],
    ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
  ])('has no address of %s', (_what, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  test('checks host names that are addresses', () => {
    expect(
      ['127.0.0.1', '[::1]', '8.8.8.8', '[2606:4700::1111]', 'shop.example'].map(isNonPublicAddress),
    ).toEqual([true, true, false, false, false])
  })
})

describe('resolving a name for a connection', () => {
  const resolve = (hostname: string, all: boolean) =>
    new Promise((done) => {
      lookupPublic(hostname, { all }, (error, address) => done(error ? error.message : address))
    })

  test('gives the addresses that were looked at', async () => {
    expect(await resolve('8.8.8.8', false)).toBe('8.8.8.8')
    expect(await resolve('8.8.8.8', true)).toEqual([{ address: '8.8.8.8', family: 4 }])
  })

  test('fails for a name that leads to this machine', { tags: ['@asvs-13.2.5'] }, async () => {
    expect(await resolve('localhost', true)).toBe('localhost is not on the public internet')
    expect(await resolve('localhost', false)).toBe('localhost is not on the public internet')
  })

  test('fails when one of several addresses is not public', async () => {
    vi.resetModules()
    vi.doMock('node:dns', () => ({
      lookup: (_name: string, _options: unknown, callback: (error: null, addresses: unknown) => void) =>
        callback(null, [
          { address: '8.8.8.8', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    }))
    const { lookupPublic: guarded } = await import('@tanabana/node/public-lookup.ts')
    vi.doUnmock('node:dns')
    const callback = vi.fn()
    guarded('rebinding.example', {}, callback)
    expect(callback.mock.calls[0]?.[0]).toMatchObject({ name: 'NotPublicError' })
  })
})
