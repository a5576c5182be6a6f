import { expect, test } from 'vitest'

import { sendHeartbeats, purgePages } from '../../../api/purge/purge-pages.ts'
import { startPurgedEdge, startPurgedStorefront } from '../../kit/shops/purged-storefront.ts'

const purgeSecret = 'x'.repeat(40)
const purging = (storefronts: string[], edgeCaches: string[] = []) => ({
  defaultTenantHost: 'tanabana.localhost',
  storefronts,
  edgeCaches,
  purgeSecret,
})

test('every storefront drops the pages of every host of the shop', async () => {
  const [one, two] = [await startPurgedStorefront(), await startPurgedStorefront()]
  const config = purging([one.origin, two.origin])
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
  const config = purging([one.origin])
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
  const config = purging([one.origin])
  const products = Array.from({ length: 2000 }, (_, index) => ({ id: `k${index}`, category: `c${index}` }))
  await purgePages(config, { hosts: ['shop.example'] }, products)
  expect(one.purges[0]?.body).toEqual({ tags: ['tenant:shop.example'] })
  one.close()
})

test('the default shop is also the shop on localhost', async () => {
  const one = await startPurgedStorefront()
  const config = purging([one.origin])
  await purgePages(config, { hosts: ['tanabana.localhost'] })
  expect(one.purges[0]?.body).toEqual({
    tags: ['tenant:tanabana.localhost', 'tenant:localhost', 'tenant:127.0.0.1'],
  })
  one.close()
})

test('a storefront that refuses or is not there is named', async () => {
  const refusing = await startPurgedStorefront({ status: 403 })
  const config = purging([refusing.origin, 'http://127.0.0.1:9'])
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
  const config = purging([sending.origin])
  expect(await purgePages(config, { hosts: ['shop.example'] })).toEqual([sending.origin])
  expect(elsewhere.purges).toEqual([])
  sending.close()
  elsewhere.close()
})

test('an edge cache drops the pages by their tags after the storefronts', async () => {
  const order: string[] = []
  const storefront = await startPurgedStorefront({ status: 200 }, () => order.push('storefront'))
  const edge = await startPurgedEdge(200, () => order.push('edge cache'))
  const config = purging([storefront.origin], [edge.origin])
  expect(await purgePages(config, { hosts: ['shop.example'] }, [{ id: 'k1', category: 'Kurtas' }])).toEqual(
    [],
  )
  expect(edge.purges).toEqual([
    {
      method: 'PURGE',
      authorization: `Bearer ${purgeSecret}`,
      keys: 'product:shop.example:k1 listing:shop.example: listing:shop.example:kurtas',
    },
  ])
  expect(order).toEqual(['storefront', 'edge cache'])
  storefront.close()
  edge.close()
})

test('the tags of many products reach an edge cache in headers that a server accepts', async () => {
  const edge = await startPurgedEdge()
  const products = Array.from({ length: 100 }, (_, index) => ({
    id: `k${index}`.padEnd(60, 'x'),
    category: 'Kurtas',
  }))
  await purgePages(purging([], [edge.origin]), { hosts: ['shop.example'] }, products)
  expect(edge.purges.every(({ keys }) => keys.length <= 4096)).toBe(true)
  const keys = edge.purges.flatMap((purge) => purge.keys.split(' '))
  expect(keys.filter((key) => key.startsWith('product:'))).toHaveLength(100)
  edge.close()
})

test('an edge cache that refuses is named', async () => {
  const edge = await startPurgedEdge(403)
  expect(await purgePages(purging([], [edge.origin]), { hosts: ['shop.example'] })).toEqual([edge.origin])
  edge.close()
})

test('a heartbeat reaches storefronts alone and purges nothing', async () => {
  const storefront = await startPurgedStorefront()
  const edge = await startPurgedEdge()
  expect(await sendHeartbeats(purging([storefront.origin], [edge.origin]))).toEqual([])
  expect([storefront.heartbeats, storefront.purges, edge.purges]).toEqual([1, [], []])
  storefront.close()
  edge.close()
})
