import { readdirSync } from 'node:fs'

import { expect, test } from 'vitest'

import { routeOf } from '../../../src/server/observability/trace-request.ts'

/** An address that each file below src/pages answers. */
const addresses = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(astro|ts)$/.test(file) && file !== '[...path].astro')
  .map((file) => `/${file.replace(/(?:\/?index)?\.(astro|ts)$/, '')}`)
  .map((path) => path.replace('[policyType]', 'refund').replace(/\[\w+\]/, '1'))

test.each(addresses)('%s has a name among the routes', (address) => expect(routeOf(address)).not.toBe('*'))

test.each([
  ['/', '/'],
  ['/terms/', '/{policyType}'],
  ['/product/silk-1', '/product/{id}'],
  ['/feeds/google.xml', '/feeds/{file}'],
  ['/_img/abc', '/_img/{file}'],
  ['/wp-login.php', '*'],
  ['/no/such/page', '*'],
  ['/hi', '/'],
  ['/hi/products', '/products'],
  ['/en/product/kurta', '/product/{id}'],
  ['/pay/token', '/pay/{token}'],
  ['/refund/token', '/refund/{token}'],
  ['/confirm/token', '/confirm/{token}'],
  ['/refund', '/{policyType}'],
])('%s counts as %s', (address, route) => expect(routeOf(address)).toBe(route))
