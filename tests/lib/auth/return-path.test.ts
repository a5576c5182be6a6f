import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { guardResponse, loginPath, safeReturnPath } from '../../../src/lib/auth/return-path.ts'

describe('the path after sign-in', () => {
  test.each([
    '/checkout',
    '/payment?orderId=4KTM-2X9A-77QP',
    '/products?category=t-shirts&page=2',
    '/orders#top',
  ])('keeps %s', { tags: ['@req-10.3'] }, (from) => {
    expect(safeReturnPath(from)).toBe(from)
  })

  test.each([
    undefined,
    null,
    '',
    'checkout',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '/login',
    '/login?from=/login',
    '/register',
  ])('sends %j home', { tags: ['@req-10.3'] }, (from) => {
    expect(safeReturnPath(from)).toBe('/')
  })

  test('never leaves the site, however it is spelled', { tags: ['@req-10.3'] }, () => {
    const prefixes =
      '// /// /\\ \\\\ \\/ \\ https:// https:/ https: /\t/ /\n/ \r\n// \u0000// /.// /..// /./\\ /%0a/ /%2F/ //\u2028 /%5c /@ ／／ //shop.example@'
    const spelled = fc.tuple(
      fc.constantFrom(...prefixes.split(' ')),
      fc.constantFrom('evil.example', '[::1]/x'),
    )
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.webPath(),
      spelled.map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(any, (from) => {
        const path = safeReturnPath(from)
        expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example')
        // The next reader of the path stays, too.
        expect(safeReturnPath(path)).toBe(path)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('protected routes', () => {
  const page = new URL('https://shop.example/payment?orderId=7')

  test(
    'send a visitor without a token to /login with the original path',
    { tags: ['@req-2.3', '@req-10.3'] },
    () => {
      expect(guardResponse(undefined, page)?.headers.get('location')).toBe(
        '/login?from=%2Fpayment%3ForderId%3D7',
      )
    },
  )

  test('let a visitor with a token in', () => {
    expect(guardResponse('token', page)).toBeUndefined()
  })

  test('leave home out of the address', () => {
    expect(loginPath('/')).toBe('/login')
  })
})
