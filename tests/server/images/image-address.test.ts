import { describe, expect, test } from 'vitest'

import { createImageAddresses } from '../../../src/server/images/image-address.ts'

const addresses = createImageAddresses('a secret of at least 32 characters')
const SHOP = 'shop.example'

describe('a picture without a signature', { tags: ['@req-2.7'] }, () => {
  test("is one of the shop's own API, in 160 px alone", () => {
    expect(addresses.read(SHOP, '/_img/small/media/kurta-1.webp')).toEqual({
      shape: 160,
      source: '/media/kurta-1.webp',
    })
  })

  test.each([
    '/_img/small/api/v1/orders',
    '/_img/small/media/a.webp?v=1',
    '/_img/small/media/../api/v1/orders',
    '/_img/small//cdn.example/a.jpg',
    '/_img/small/~cdn.example/a.jpg',
    '/_img/small/media/%2e%2e/a.jpg',
    '/_img/320/media/a.webp',
  ])('%s is none', (address) => {
    expect(addresses.read(SHOP, address)).toBeUndefined()
  })
})

describe('the address of a picture', () => {
  test.each([
    ['/media/kurta-1.webp', 'media/kurta-1.webp'],
    ['/media/kurta-1.webp?v=1&size=2', 'media/kurta-1.webp~v=1&size=2'],
    ['https://cdn.example/s/a.jpg', '~cdn.example/s/a.jpg'],
    ['https://cdn.example/s/a.jpg?v=1', '~cdn.example/s/a.jpg~v=1'],
  ])('of %s stays short', (source, end) => {
    const address = addresses.write(SHOP, source)?.(320) ?? ''
    expect(address.replace(/^(\/_img\/320\/)[\w-]{16}\//, '$1')).toBe(`/_img/320/${end}`)
    expect(addresses.read(SHOP, address)).toEqual({ shape: 320, source })
  })

  test.each([
    'http://cdn.example/a.jpg',
    'https://cdn.example:8443/a.jpg',
    'https://cdn.example/a.jpg?next=/b',
    'https://cdn.example/a.jpg?v=1?',
    '/media/a%20b.jpg',
    '/media/../a.jpg',
    '/media//a.jpg',
    '//media/a.jpg',
    '/media/%2e%2e/a.jpg',
    '/~a.jpg',
    '/',
    'http://[2606:4700::1111]/ü.jpg',
  ])('of %s is in letters that no proxy rewrites', (source) => {
    const address = addresses.write(SHOP, source)?.(480) ?? ''
    expect(address).toMatch(/^\/_img\/480\/[\w-]{16}\/~~[\w-]+$/)
    expect(addresses.read(SHOP, address)).toEqual({ shape: 480, source })
  })

  test(
    'is signed alike in all widths, otherwise for each shop, source and secret',
    { tags: ['@asvs-9.2.4'] },
    () => {
      const signature = (address: string | undefined) => address?.split('/')[3]
      const one = signature(addresses.write(SHOP, '/a.jpg')?.(320))
      expect(signature(addresses.write(SHOP, '/a.jpg')?.(640))).toBe(one)
      expect(signature(addresses.write('other.example', '/a.jpg')?.(320))).not.toBe(one)
      expect(signature(addresses.write(SHOP, '/b.jpg')?.(320))).not.toBe(one)
      expect(signature(createImageAddresses('another').write(SHOP, '/a.jpg')?.(320))).not.toBe(one)
    },
  )

  test('does not exist for a source that is longer than an address may be', () => {
    expect(addresses.write(SHOP, `https://cdn.example/${'a'.repeat(4000)}`)).toBeUndefined()
  })

  test.each([
    ['no signature', ''],
    ['a shorter signature', 'A'.repeat(15)],
    ['a longer signature', 'A'.repeat(17)],
    ['a wrong signature', 'A'.repeat(16)],
    ['a signature of more bytes than characters', `${'A'.repeat(15)}é`],
    ['a signature of characters outside the Basic Multilingual Plane', '😀'.repeat(8)],
  ])('with %s belongs to no picture', (_what, signature) => {
    expect(addresses.read(SHOP, `/_img/320/${signature}/a.jpg`)).toBeUndefined()
    expect(addresses.read(SHOP, `/_img/share/${signature}/a.jpg`)).toBeUndefined()
  })
})
