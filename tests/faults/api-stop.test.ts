import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { changeTenant } from '../../api/modules/tenants/write.ts'
import { SHOP_HOST, SHOP_ID, startApiProcess, type ApiProcess } from '../kit/api/api-process.ts'
import { ADDRESS, callStore, listOf, newShopper, productIds } from '../kit/api/store-caller.ts'
import { startPurgedStorefront } from '../kit/shops/purged-storefront.ts'

const ORDERS = 200

let api: ApiProcess
beforeAll(async () => {
  api = await startApiProcess()
})
afterAll(() => api.stop())

test(`SIGTERM with ${ORDERS} orders in flight: all get a response and are stored, not ready before the port closes, exit code 0`, async () => {
  const token = await newShopper(api.port)
  const kurta = (await productIds(api.port)).get('Kurta') ?? ''
  const order = { products: { [kurta]: 1 }, shippingAddress: ADDRESS }
  let [sent, settled] = [0, 0]
  const countSent = () => {
    sent += 1
  }
  subscribe('undici:request:bodySent', countSent)
  onTestFinished(() => void unsubscribe('undici:request:bodySent', countSent))
  const inFlight = Array.from({ length: ORDERS }, () =>
    callStore(api.port, '/orders', { body: order, token })
      .then(
        ({ status }) => status,
        () => 'dropped' as const,
      )
      .finally(() => (settled += 1)),
  )
  const first = await Promise.race(inFlight)
  expect(first).toBe(201)
  await vi.waitUntil(() => sent === ORDERS, 10_000)
  expect(settled).toBeLessThan(ORDERS)
  api.signal('SIGTERM')
  const seen: (number | 'closed')[] = []
  while (seen.at(-1) !== 'closed' && seen.length < 500) {
    seen.push(
      await fetch(`http://127.0.0.1:${api.port}/readyz`, { headers: { connection: 'close' } }).then(
        ({ status }) => status,
        () => 'closed' as const,
      ),
    )
    if (seen.length === 3) api.signal('SIGTERM')
  }
  expect((await Promise.all(inFlight)).filter((status) => status !== 201)).toEqual([])
  expect(await api.exited()).toBe(0)
  expect(seen.at(-2)).toBe(503)

  await api.killAndRestart()
  const { body } = await callStore(api.port, '/orders', { token })
  expect(listOf(body)).toHaveLength(ORDERS)
}, 60_000)

test('SIGTERM before jobs have started: exit code 0', async () => {
  await api.killAndRestart()
  api.signal('SIGTERM')
  expect(await api.exited()).toBe(0)
})

test('SIGTERM right after the last piece was ordered and cancelled: both purges are sent, the second one after the restart, of the product and its listings alone', async () => {
  const storefront = await startPurgedStorefront()
  const stocked = await startApiProcess(undefined, {
    env: {
      CACHE_PURGE_ORIGINS: storefront.origin,
      CACHE_PURGE_SECRET: 'a purge secret of the tests, 32+ characters',
    },
    prepare: async (db) => {
      await changeTenant(db, SHOP_ID, (known) => ({
        ...known,
        record: { ...known.record, capabilities: ['order-lines', 'cancellation'] },
      }))
      await withTenant(db, SHOP_ID, (tx) =>
        writeProducts(tx, SHOP_ID, [
          {
            key: 'last',
            title: 'Last',
            description: '',
            category: 'Dresses',
            parentCategory: '',
            gender: null,
            regularPrice: 999,
            imgUrl: '',
            images: [],
            attributes: [],
            options: [{ name: 'Size', values: ['M'] }],
            variants: [{ options: { Size: 'M' }, regularPrice: 999, stock: 1, images: [] }],
          },
        ]),
      )
    },
  })
  const token = await newShopper(stocked.port)
  const last = (await productIds(stocked.port)).get('Last') ?? ''
  const { body } = await callStore(stocked.port, '/orders', {
    body: { products: { [last]: 1 }, shippingAddress: ADDRESS },
    token,
  })
  await vi.waitFor(() => expect(storefront.purges).toHaveLength(1), 10_000)
  const { id } = body as { id: string }
  expect((await callStore(stocked.port, `/orders/${id}/cancellation`, { body: {}, token })).status).toBe(200)
  await stocked.endAndRestart('SIGTERM')
  await vi.waitFor(() => expect(storefront.purges).toHaveLength(2), 10_000)
  const tags = [`product:${SHOP_HOST}:${last}`, `listing:${SHOP_HOST}:`, `listing:${SHOP_HOST}:dresses`]
  expect(storefront.purges.map(({ body: purged }) => purged)).toEqual([{ tags }, { tags }])
  await stocked.stop()
  storefront.close()
})
