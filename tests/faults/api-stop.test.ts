import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApiProcess, type ApiProcess } from './api-process.ts'
import { ADDRESS, callStore, listOf, newShopper, productIds } from './store-caller.ts'

let api: ApiProcess
beforeAll(async () => {
  api = await startApiProcess()
})
afterAll(() => api.stop())

test('SIGTERM with 200 orders in flight: all get a response and are stored, not ready before the port closes, exit code 0', async () => {
  const token = await newShopper(api.port)
  const kurta = (await productIds(api.port)).get('Kurta') ?? ''
  const order = { products: { [kurta]: 1 }, shippingAddress: ADDRESS }
  const underWay = Array.from({ length: 200 }, () =>
    callStore(api.port, '/orders', { body: order, token }).then(
      ({ status }) => status,
      () => 'dropped' as const,
    ),
  )
  const first = await Promise.race(underWay)
  expect(first).toBe(201)
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
  expect((await Promise.all(underWay)).filter((status) => status !== 201)).toEqual([])
  expect(await api.exited()).toBe(0)
  expect(seen.at(-2)).toBe(503)

  await api.killAndRestart()
  const { body } = await callStore(api.port, '/orders', { token })
  expect(listOf(body)).toHaveLength(200)
})
