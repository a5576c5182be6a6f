import { describe, expect, test } from 'vitest'

import { toSource } from '../../../src/server/images/image-sources.ts'

const shop = { host: 'shop.example', protocol: 'https:' } as const
const api = {
  origin: 'http://10.0.0.5:8044',
  host: 'shop.example',
  publicBase: 'https://api.shop.example/api/v1',
}
const here = { host: 'localhost', protocol: 'http:' } as const
const local = {
  origin: 'http://localhost:8044',
  host: 'tanabana.localhost',
  publicBase: 'http://localhost:8044/api/v1',
}

describe('a picture that a shop names', () => {
  test.each([
    ['https://api.shop.example/media/a.jpg', '/media/a.jpg'],
    ['http://api.shop.example/media/a.jpg?v=2', '/media/a.jpg?v=2'],
    ['http://10.0.0.5:8044/media/a.jpg', '/media/a.jpg'],
  ])("at %s is its own API's", (src, source) => {
    expect(toSource(src, shop, api)).toBe(source)
  })

  test('by any name of this machine is of the one API that runs on it', () => {
    expect(toSource('http://tanabana.localhost:8044/media/a.jpg', here, local)).toBe('/media/a.jpg')
    expect(toSource('http://tanabana.localhost:8044/a.jpg', shop, api)).toBe(
      'http://tanabana.localhost:8044/a.jpg',
    )
  })

  test.each(['https://cdn.example/a.jpg?v=1', 'https://api.other.example/a.jpg'])(
    'at %s is of that place',
    (src) => expect(toSource(`${src}#x`, shop, api)).toBe(src),
  )

  test.each([
    '',
    '/favicon.png',
    'data:image/png;base64,AA==',
    'blob:https://shop.example/1',
    'file:///etc/passwd',
    'https://shop.example/a.jpg',
    'https://api.shop.example/logo.svg?v=1',
    'https://cdn.example/logo.SVG',
  ])('as %s stays as it is', (src) => {
    expect(toSource(src, shop, api)).toBeUndefined()
  })
})
