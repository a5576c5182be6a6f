import { startApiProcess } from './api-process.ts'
import { ADDRESS, callStore, listOf, newShopper, productIds, textOf } from './store-caller.ts'

const WRITERS = 4
const LONGEST_MS = 1000
/** A shopper's list shows the newest orders alone; the last ones before a kill are those in danger. */
const LISTED = 150

export interface Durability {
  rounds: number
  /** Orders that a shopper was told of. */
  acknowledged: number
  /** Of these, not there any more at the end. */
  lost: number
  /** Rounds after which the data could be opened and answered. */
  reopened: number
}

/** Orders without pause on the real API, which is killed and stopped at random moments and started on its data again. */
export async function runDurability(kills: number, stops: number, databaseUrl?: string): Promise<Durability> {
  const api = await startApiProcess(databaseUrl)
  const kurta = (await productIds(api.port)).get('Kurta') ?? ''
  const signals = shuffle([
    ...Array<'SIGKILL'>(kills).fill('SIGKILL'),
    ...Array<'SIGTERM'>(stops).fill('SIGTERM'),
  ])
  const shoppers: { token: string; orders: string[] }[] = []
  let reopened = 0

  for (const signal of signals) {
    const shopper = { token: await newShopper(api.port), orders: [] as string[] }
    shoppers.push(shopper)
    const { port } = api
    let isOver = false
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isOver) {
        const body = { products: { [kurta]: 1 }, shippingAddress: ADDRESS }
        const answer = await callStore(port, '/orders', { body, token: shopper.token }).catch(() => undefined)
        if (answer?.status === 201) shopper.orders.push(textOf(answer.body, 'id'))
        if (answer === undefined) return
      }
    })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_MS))
    await api.endAndRestart(signal)
    isOver = true
    await Promise.all(writers)
    reopened += (await callStore(api.port, '/products')).status === 200 ? 1 : 0
  }

  let lost = 0
  for (const { token, orders } of shoppers) {
    const { body } = await callStore(api.port, '/orders', { token })
    const kept = new Set(listOf(body).map((order) => textOf(order, 'id')))
    lost += orders.slice(-LISTED).filter((id) => !kept.has(id)).length
  }
  await api.stop()
  return {
    rounds: signals.length,
    acknowledged: shoppers.reduce((sum, { orders }) => sum + Math.min(orders.length, LISTED), 0),
    lost,
    reopened,
  }
}

function shuffle<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
