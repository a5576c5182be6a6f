import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { purgePages } from '../../../api/purge/purge-pages.ts'

/** A storefront that takes purges and remembers them. */
async function storefront(status = 200, headers: Record<string, string> = {}) {
  const taken: { authorization: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      taken.push({ authorization: request.headers.authorization, body })
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    taken,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

const purgeSecret = 'x'.repeat(40)

test('every storefront drops the pages of every host of the shop', async () => {
  const [one, two] = [await storefront(), await storefront()]
  const config = {
    defaultTenantHost: 'tanabana.localhost',
    storefronts: [one.origin, two.origin],
    purgeSecret,
  }
  expect(await purgePages(config, { hosts: ['shop.example', 'www.shop.example'] })).toEqual([])
  const purge = {
    authorization: `Bearer ${purgeSecret}`,
    body: { tags: ['tenant:shop.example', 'tenant:www.shop.example'] },
  }
  expect([...one.taken, ...two.taken]).toEqual([purge, purge])
  one.close()
  two.close()
})

test('a change of products drops their pages and the listings of their categories', async () => {
  const one = await storefront()
  const config = { defaultTenantHost: 'tanabana.localhost', storefronts: [one.origin], purgeSecret }
  const products = [
    { id: 'k1', category: 'Kurtas, long' },
    { id: 'k2', category: 'kurtas, long' },
  ]
  await purgePages(config, { hosts: ['shop.example'] }, products)
  expect(one.taken[0]?.body).toEqual({
    tags: [
      'product:shop.example:k1',
      'product:shop.example:k2',
      'listing:shop.example:',
      'listing:shop.example:kurtas%2C%20long',
    ],
  })
  one.close()
})

test('a change of more products than a purge can name drops the pages of the shop', async () => {
  const one = await storefront()
  const config = { defaultTenantHost: 'tanabana.localhost', storefronts: [one.origin], purgeSecret }
  const products = Array.from({ length: 2000 }, (_, index) => ({ id: `k${index}`, category: `c${index}` }))
  await purgePages(config, { hosts: ['shop.example'] }, products)
  expect(one.taken[0]?.body).toEqual({ tags: ['tenant:shop.example'] })
  one.close()
})

test('the default shop is also the shop on localhost', async () => {
  const one = await storefront()
  const config = { defaultTenantHost: 'tanabana.localhost', storefronts: [one.origin], purgeSecret }
  await purgePages(config, { hosts: ['tanabana.localhost'] })
  expect(one.taken[0]?.body).toEqual({
    tags: ['tenant:tanabana.localhost', 'tenant:localhost', 'tenant:127.0.0.1'],
  })
  one.close()
})

test('a storefront that refuses or is not there is named', async () => {
  const refusing = await storefront(403)
  const config = {
    defaultTenantHost: 'tanabana.localhost',
    storefronts: [refusing.origin, 'http://127.0.0.1:9'],
    purgeSecret,
  }
  expect(await purgePages(config, { hosts: ['shop.example'] })).toEqual([
    refusing.origin,
    'http://127.0.0.1:9',
  ])
  refusing.close()
})

test('the secret does not follow a storefront that sends the purge elsewhere', async () => {
  const elsewhere = await storefront()
  const sending = await storefront(307, { location: `${elsewhere.origin}/_cache/purge` })
  const config = { defaultTenantHost: 'tanabana.localhost', storefronts: [sending.origin], purgeSecret }
  expect(await purgePages(config, { hosts: ['shop.example'] })).toEqual([sending.origin])
  expect(elsewhere.taken).toEqual([])
  sending.close()
  elsewhere.close()
})
