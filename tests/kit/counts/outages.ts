import { request } from 'undici'

import { startApiProcess } from '../api/api-process.ts'
import {
  ADDRESS,
  callStore,
  callUntilSettled,
  listOf,
  newShopper,
  productIds,
  textOf,
} from '../api/store-caller.ts'
import type { PostgresServer } from '../database/server.ts'

const WRITERS = 4
const ORDERS_BETWEEN = 12
const PAUSE_MS = 20

export interface Outages {
  outages: number
  /** Orders acknowledged to a shopper. */
  acknowledged: number
  /** Acknowledged orders that are missing at the end. */
  lost: number
  /** Orders beyond one for each Idempotency-Key. */
  double: number
  /** Outages in which the API stayed alive and answered 503 to readiness checks and shoppers. */
  reported: number
  /** Longest time from PostgreSQL's first connection to the API's readiness, in ms. */
  slowestRecovery: number
}

/** Places orders continuously on the real API while its PostgreSQL repeatedly stops or crashes and restarts. */
export async function runOutages(
  server: PostgresServer,
  outages: number,
  databaseUrl: string,
): Promise<Outages> {
  const api = await startApiProcess(databaseUrl)
  const kurta = (await productIds(api.port)).get('Kurta') ?? ''
  const shoppers: { token: string; orders: Set<string>; keys: number }[] = []
  let [reported, slowestRecovery] = [0, 0]

  for (let outage = 0; outage < outages; outage += 1) {
    const shopper = { token: await newShopper(api.port), orders: new Set<string>(), keys: 0 }
    shoppers.push(shopper)
    let isOver = false
    const body = { products: { [kurta]: 1 }, shippingAddress: ADDRESS }
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isOver) {
        shopper.keys += 1
        const headers = { 'idempotency-key': crypto.randomUUID() }
        const options = { body, token: shopper.token, headers }
        const response = await callUntilSettled(() => api.port, '/orders', options)
        if (response.status === 201) shopper.orders.add(textOf(response.body, 'id'))
      }
    })
    await until(() => shopper.orders.size >= ORDERS_BETWEEN)
    await (outage % 2 === 0 ? server.stop() : server.crash())
    const responses = await Promise.all([probe(api.port, '/livez'), probe(api.port, '/readyz')])
    // A new query each time: a recent response would be repeated from the cache, without PostgreSQL.
    const shop = await callStore(api.port, `/products?page=${outage + 2}`)
    reported += [...responses, shop.status].join() === '200,503,503' ? 1 : 0
    await server.start()
    const startedAt = performance.now()
    await until(async () => (await probe(api.port, '/readyz')) === 200)
    slowestRecovery = Math.max(slowestRecovery, Math.round(performance.now() - startedAt))
    isOver = true
    await Promise.all(writers)
  }

  let [lost, double] = [0, 0]
  for (const { token, orders, keys } of shoppers) {
    const { body } = await callStore(api.port, '/orders', { token })
    const stored = new Set(listOf(body).map((order) => textOf(order, 'id')))
    lost += [...orders].filter((id) => !stored.has(id)).length
    double += stored.size - keys
  }
  await api.stop()
  const acknowledged = shoppers.reduce((sum, { orders }) => sum + orders.size, 0)
  return { outages, acknowledged, lost, double, reported, slowestRecovery }
}

async function probe(port: number, path: string): Promise<number> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`)
  await body.dump()
  return statusCode
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
