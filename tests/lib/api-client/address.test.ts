import { expect, test } from 'vitest'

import { storeApiBase } from '../../../src/lib/api-client/client.ts'

test.each([
  ['http://localhost:4321/cart', 'http://localhost:8044/api/v1'],
  ['http://[::1]:4321/', 'http://localhost:8044/api/v1'],
  ['http://127.0.0.1:4321/', 'http://localhost:8044/api/v1'],
  ['http://dhaaga.localhost:4321/', 'http://dhaaga.localhost:8044/api/v1'],
  ['https://shop.example/', 'https://api.shop.example/api/v1'],
  ['https://www.shop.example:8443/', 'https://api.www.shop.example/api/v1'],
  ['http://notlocalhost/', 'http://api.notlocalhost/api/v1'],
])('the store API of %s is %s', { tags: ['@req-1.2', '@req-7.1', '@req-10.26'] }, (page, base) => {
  expect(storeApiBase(new URL(page))).toBe(base)
})
