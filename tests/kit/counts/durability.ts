import type { PostgresServer } from '../database/server.ts'
import { startApiProcess, type ApiProcess } from '../api/api-process.ts'
import {
  ADDRESS,
  callStore,
  callUntilSettled,
  listOf,
  newShopper,
  productIds,
  textOf,
} from '../api/store-caller.ts'
import { shuffle } from '../shuffle.ts'

const WRITERS = 4
const LONGEST_MS = 400
/** A shopper's list shows the 150 newest orders, including unacknowledged ones: one per writer and kill. */
const ROUNDS_PER_SHOPPER = 8
const LISTED = 150 - WRITERS * ROUNDS_PER_SHOPPER
const ENOUGH = LISTED / 2

export interface Durability {
  rounds: number
  /** Orders acknowledged to a shopper. */
  acknowledged: number
  /** Acknowledged orders that are missing at the end. */
  lost: number
  /** Rounds after which the database opened and served requests. */
  reopened: number
}

export interface DurabilityOptions {
  kills: number
  stops: number
  databaseUrl?: string | undefined
  /** The PostgreSQL of the API, if any: every second round hits it instead of the API. */
  server?: PostgresServer | undefined
  report?: (rounds: number) => void
}

interface Shopper {
  token: string
  orders: string[]
  rounds: number
}

/**
 * Places orders continuously on the real API, which is killed and stopped at random moments and restarted on its
 * data.
 */
export async function runDurability(options: DurabilityOptions): Promise<Durability> {
  const { kills, stops, databaseUrl, server, report } = options
  const api = await startApiProcess(databaseUrl)
  const kurta = (await productIds(api.port)).get('Kurta') ?? ''
  const signals = shuffle([
    ...Array<'SIGKILL'>(kills).fill('SIGKILL'),
    ...Array<'SIGTERM'>(stops).fill('SIGTERM'),
  ])
  const shoppers: Shopper[] = []
  let reopened = 0

  for (const [round, signal] of signals.entries()) {
    let shopper = shoppers.at(-1)
    if (!shopper || shopper.orders.length >= ENOUGH || shopper.rounds === ROUNDS_PER_SHOPPER) {
      shopper = { token: await newShopper(api.port), orders: [], rounds: 0 }
      shoppers.push(shopper)
    }
    shopper.rounds += 1
    const writers = startWriters(api.port, kurta, shopper)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_MS))
    if (server && round % 2 === 1) await interrupt(server, signal)
    else await api.endAndRestart(signal)
    await writers.stop()
    reopened += (await callUntilSettled(() => api.port, '/products', {})).status === 200 ? 1 : 0
    report?.(round + 1)
  }

  const lost = await countLost(api, shoppers)
  await api.stop()
  return {
    rounds: signals.length,
    acknowledged: shoppers.reduce((sum, { orders }) => sum + Math.min(orders.length, LISTED), 0),
    lost,
    reopened,
  }
}

async function interrupt(server: PostgresServer, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await (signal === 'SIGKILL' ? server.crash() : server.stop())
  await server.start()
}

function startWriters(port: number, productId: string, { token, orders }: Shopper) {
  let isOver = false
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const body = { products: { [productId]: 1 }, shippingAddress: ADDRESS }
      const response = await callStore(port, '/orders', { body, token }).catch(() => undefined)
      if (response?.status === 201) orders.push(textOf(response.body, 'id'))
      // The API is down or has no database: stop placing orders.
      else return
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(writers)
    },
  }
}

async function countLost({ port }: ApiProcess, shoppers: Shopper[]): Promise<number> {
  let lost = 0
  for (const { token, orders } of shoppers) {
    const { body } = await callUntilSettled(() => port, '/orders', { token })
    const stored = new Set(listOf(body).map((order) => textOf(order, 'id')))
    lost += orders.slice(-LISTED).filter((id) => !stored.has(id)).length
  }
  return lost
}
