import { describe, expect, it } from 'vitest'

import { localRedirect } from '@tanabana/contract/local-redirect.ts'

const SHOP = 'https://shop.example'

describe('a redirect', () => {
  it.each([
    ['/products?page=2&q=a%20b#top', '/products?page=2&q=a%20b#top'],
    ['/', '/'],
    ['', '/'],
    ['/product/%2F%2Fevil.example', '/product/%2F%2Fevil.example'],
    ['//evil.example/x', '/evil.example/x'],
    ['///evil.example/x', '/evil.example/x'],
    ['/\\evil.example', '/evil.example'],
    ['\\\\evil.example', '/evil.example'],
    ['/\t/evil.example', '/evil.example'],
    ['/\n//evil.example', '/evil.example'],
    ['/.//evil.example', '/.//evil.example'],
    ['//evil.example/../cart', '/evil.example/../cart'],
    ['/a/..//evil.example', '/a/..//evil.example'],
    [' //evil.example', '/ //evil.example'],
    ['https://evil.example/x', '/https://evil.example/x'],
    ['javascript:alert(1)', '/javascript:alert(1)'],
    ['/कुर्ता', '/%E0%A4%95%E0%A5%81%E0%A4%B0%E0%A5%8D%E0%A4%A4%E0%A4%BE'],
    ['/a\r\nset-cookie: b=c', '/aset-cookie: b=c'],
  ])('to %j leads to %s of the same site', (path, expected) => {
    const { status, headers } = localRedirect(path, 301)
    const location = headers.get('location') ?? ''
    expect([status, location]).toEqual([301, expected])
    expect(new URL(location, `${SHOP}/hi/cart`).origin).toBe(SHOP)
  })

  it('to another host of the shop begins with its origin', () => {
    const { headers } = localRedirect('//evil.example/x?a=1', 303, SHOP)
    expect(headers.get('location')).toBe('https://shop.example/evil.example/x?a=1')
  })
})
