import { expect, test } from 'vitest'

import { purgePages } from '../../../api/purge/purge-pages.ts'
import { startPurgedStorefront } from '../../kit/shops/purged-storefront.ts'

const purgeSecret = 'x'.repeat(40)

test('every storefront drops the pages of every host of the shop', async () => {
  const [one, two] = [await startPurgedStorefront(), await startPurgedStorefront()]
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
  expect([...one.purges, ...two.purges]).toEqual([purge, purge])
  one.close()
  two.close()
})

test('a change of products drops their pages and the listings of their categories', async () => {
  const one = await startPurgedStorefront()
  const config = { defaultTenantHost: 'tanabana.localhost', storefronts: [one.origin], purgeSecret }
  const products = [
    { id: 'k1', category: 'Kurtas, long' },
    { id: 'k2', category: 'kurtas, long' },
  ]
  await purgePages(config, { hosts: ['shop.example'] }, products)
  expect(one.purges[0]?.body).toEqual({
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
  const one = await startPurgedStorefront()
  const config = { defaultTenantHost: 'tanabana.localhost', storefronts: [one.origin], purgeSecret }
  const products = Array.from({ length: 2000 }, (_, index) => ({ id: `k${index}`, category: `c${index}` }))
  await purgePages(config, { hosts: ['shop.example'] }, products)
  expect(one.purges[0]?.body).toEqual({ tags: ['tenant:shop.example'] })
  one.close()
})

test('the default shop is also the shop on localhost', async () => {
  const one = await startPurgedStorefront()
  const config = { defaultTenantHost: 'tanabana.localhost', storefronts: [one.origin], purgeSecret }
  await purgePages(config, { hosts: ['tanabana.localhost'] })
  expect(one.purges[0]?.body).toEqual({
    tags: ['tenant:tanabana.localhost', 'tenant:localhost', 'tenant:127.0.0.1'],
  })
  one.close()
})

test('a storefront that refuses or is not there is named', async () => {
  const refusing = await startPurgedStorefront({ status: 403 })
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
  const elsewhere = await startPurgedStorefront()
  const sending = await startPurgedStorefront({
    status: 307,
    headers: { location: `${elsewhere.origin}/_cache/purge` },
  })
  const config = { defaultTenantHost: 'tanabana.localhost', storefronts: [sending.origin], purgeSecret }
  expect(await purgePages(config, { hosts: ['shop.example'] })).toEqual([sending.origin])
  expect(elsewhere.purges).toEqual([])
  sending.close()
  elsewhere.close()
})
