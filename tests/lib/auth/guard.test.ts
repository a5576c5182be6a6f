import { expect, test } from 'vitest'

import { guardResponse } from '../../../src/lib/auth/return-path.ts'

const page = new URL('https://shop.example/orders?x=1')

test('a visitor without a token is sent to /login with path and query', () => {
  const response = guardResponse(undefined, page)
  expect(response?.status).toBe(302)
  expect(response?.headers.get('location')).toBe('/login?from=%2Forders%3Fx%3D1')
})

test('a visitor with a token gets the page', () => {
  expect(guardResponse('token', page)).toBeUndefined()
})
