import { startApiProcess, type ApiProcess } from '../tests/kit/api/api-process.ts'
import {
  ADDRESS,
  callStore,
  callUntilSettled,
  fieldOf,
  listOf,
  newShopper,
  paymentOf,
  productIds,
  textOf,
} from '../tests/kit/api/store-caller.ts'
import { createWebhook, deliverWebhook } from '../tests/kit/counts/count-payments.ts'
import { copyTemplate, databaseAt, makeTemplate } from '../tests/kit/database/databases.ts'
import { startPatroniPair, type Disturbance, type PatroniPair } from '../tests/kit/database/patroni.ts'
import { needTools } from '../tests/kit/processes.ts'
import { fixed, median, printTable, verdict } from '../tests/kit/table.ts'

const KINDS: Disturbance[] = ['kill', 'pause', 'partition']
const WRITERS = 4
const ORDERS_BEFORE = 5
const WRITES_WITHIN_S = 45
const PROCESSING = 1

interface Placed {
  token: string
  orderId: string
  key: string
  isPaid: boolean
}

/**
 * Kills, pauses and partitions the primary of a PostgreSQL pair under Patroni in turns, while shoppers order and pay
 * through two APIs: counts orders and payments that were acknowledged and are gone, and times when writes work again.
 */
export async function benchFailover(count: number): Promise<boolean> {
  needTools('patroni', 'etcd', 'haproxy')
  const pair = await startPatroniPair()
  const apis: ApiProcess[] = []
  try {
    await makeTemplate(pair.url)
    const databaseUrl = await copyTemplate(pair.url)
    const replica = databaseAt(pair.replicaUrl, new URL(databaseUrl).pathname.slice(1))
    for (let node = 0; node < 2; node += 1)
      apis.push(await startApiProcess(databaseUrl, { env: { DATABASE_REPLICA_URL: replica } }))
    const result = await disturbRepeatedly(pair, apis, count)
    const slowest = Math.max(...result.seconds.map(({ seconds }) => seconds))
    printTable(`${count} failovers under orders and payments: ${pair.versions}`, [
      ...KINDS.map((kind) => {
        const times = result.seconds.filter((one) => one.kind === kind).map(({ seconds }) => seconds)
        return {
          what: `${kind}: seconds until the next order, median and slowest of ${times.length}`,
          measured: times.length === 0 ? '' : `${fixed(median(times))}, ${fixed(Math.max(...times))}`,
          target: `≤ ${WRITES_WITHIN_S}`,
          verdict: verdict(Math.max(0, ...times) <= WRITES_WITHIN_S),
        }
      }),
      { what: 'orders acknowledged', measured: result.acknowledged, target: '', verdict: '' },
      { what: 'of these lost', measured: result.lost, target: '0', verdict: verdict(result.lost === 0) },
      { what: 'doubled', measured: result.doubled, target: '0', verdict: verdict(result.doubled === 0) },
      {
        what: `of ${result.paid} acknowledged payments not in Processing`,
        measured: result.unpaid,
        target: '0',
        verdict: verdict(result.unpaid === 0),
      },
      {
        what: 'orders that their shopper did not see at once',
        measured: result.unseen,
        target: '0',
        verdict: verdict(result.unseen === 0),
      },
    ])
    const { lost, doubled, unpaid, unseen } = result
    return lost + doubled + unpaid + unseen === 0 && slowest <= WRITES_WITHIN_S
  } finally {
    for (const api of apis) await api.stop()
    await pair.stop()
  }
}

async function disturbRepeatedly(pair: PatroniPair, apis: ApiProcess[], count: number) {
  const kurta = (await productIds(apis[0]?.port ?? 0)).get('Kurta') ?? ''
  const placed: Placed[] = []
  const seconds: { kind: Disturbance; seconds: number }[] = []
  const tokens: string[] = []
  let [unseen, keys] = [0, 0]
  for (let round = 0; round < count; round += 1) {
    const kind = KINDS[round % KINDS.length] ?? 'kill'
    await pair.ready()
    const token = await retried(() => newShopper(apis[0]?.port ?? 0))
    tokens.push(token)
    const before = placed.length
    let isOver = false
    let lastOrderAt = 0
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const portNow = () => apis[writer % apis.length]?.port ?? 0
      while (!isOver) {
        const key = crypto.randomUUID()
        keys += 1
        const body = { products: { [kurta]: 1 }, shippingAddress: { ...ADDRESS, address: key } }
        const headers = { 'idempotency-key': key }
        const created = await callUntilSettled(portNow, '/orders', { body, token, headers })
        if (created.status !== 201) throw new Error(`An order was refused: ${JSON.stringify(created.body)}`)
        const order: Placed = { token, orderId: textOf(created.body, 'id'), key, isPaid: false }
        lastOrderAt = performance.now()
        placed.push(order)
        const own = await callUntilSettled(portNow, '/orders', { token })
        if (!listOf(own.body).some((one) => textOf(one, 'id') === order.orderId)) unseen += 1
        order.isPaid = await pay(portNow, order)
      }
    })
    await until(() => placed.length >= before + ORDERS_BEFORE)
    const heal = await pair.disturb(kind)
    const disturbedAt = performance.now()
    // A response may still arrive of an order that was stored before.
    await until(() => lastOrderAt > disturbedAt + 2000)
    seconds.push({ kind, seconds: (lastOrderAt - disturbedAt) / 1000 })
    heal()
    isOver = true
    await Promise.all(writers)
  }
  await pair.ready()
  return { seconds, unseen, ...(await compare(apis[0]?.port ?? 0, tokens, placed, keys)) }
}

async function compare(port: number, tokens: string[], placed: Placed[], keys: number) {
  const stored = new Map<string, number>()
  const addresses: string[] = []
  for (const token of tokens) {
    const { body } = await retried(() => callStore(port, '/orders', { token }))
    for (const order of listOf(body)) {
      stored.set(textOf(order, 'id'), Number(fieldOf(order, 'status')))
      addresses.push(textOf(fieldOf(order, 'shippingAddress'), 'address'))
    }
  }
  const paid = placed.filter(({ isPaid }) => isPaid)
  return {
    acknowledged: placed.length,
    lost: placed.filter(({ orderId }) => !stored.has(orderId)).length,
    doubled: addresses.length - new Set(addresses).size + Math.max(0, addresses.length - keys),
    paid: paid.length,
    unpaid: paid.filter(({ orderId }) => stored.get(orderId) !== PROCESSING).length,
  }
}

/** Pays an order through the sandbox; true when the API acknowledged the payment. */
async function pay(portNow: () => number, { token, orderId }: Placed): Promise<boolean> {
  const fields = { method: 'upi-qr', phone: ADDRESS.phone }
  const started = await callUntilSettled(portNow, '/payments', { body: { orderId, fields }, token })
  const payment = paymentOf(started.body)
  if (!payment) throw new Error(`Order ${orderId} got no payment: ${JSON.stringify(started.body)}`)
  const { status } = await deliverWebhook(portNow, createWebhook({ token, orderId, ...payment }, 'paid'))
  return status === 200
}

/** Calls that end while the primary changes are made again. */
async function retried<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (tries > 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const startedAt = performance.now()
  while (!isTrue()) {
    if (performance.now() - startedAt > 180_000) throw new Error('Orders did not go on within three minutes.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
