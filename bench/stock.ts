import { setTimeout } from 'node:timers/promises'

import { sql } from 'drizzle-orm'

import { openDatabase, withTenant, type Database } from '../api/db/index.ts'
import { ORDER_STATUS } from '../api/modules/orders/lifecycle/order-rules.ts'
import { SHOP_ID, startApiProcess, type ApiProcess } from '../tests/kit/api/api-process.ts'
import {
  ADDRESS,
  callStore,
  callUntilSettled,
  eachAtOnce,
  fieldOf,
  isFinalForOrder,
  listOf,
  newShopper,
  paymentOf,
  textOf,
  type StoreResponse,
} from '../tests/kit/api/store-caller.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'
import { COUNTED_TITLE, HOLD_MINUTES, writeCountedShop } from '../tests/kit/counts/counted-shop.ts'
import { killRepeatedly } from '../tests/kit/counts/postgres.ts'
import { startProgress } from '../tests/kit/progress.ts'
import { createWebhook, deliverWebhook } from '../tests/kit/counts/count-payments.ts'

const SIZES = ['S', 'M', 'L', 'XL', 'XXL']
const PIECES_PER_SIZE = 20
const PIECES = SIZES.length * PIECES_PER_SIZE
const STOCK = Object.fromEntries(SIZES.map((size) => [size, PIECES_PER_SIZE]))
const BUYERS_PER_ACCOUNT = 10
const AT_ONCE = 100
const BUYERS_PER_KILL = 200
/** Orders of the second wave meet the release of the first wave's unpaid orders. */
const SECOND_WAVE_SHARE = 0.3
const RELEASED_WITHIN_MS = 60_000
const PAUSE_MS = 100

interface Buyer {
  token: string
  key: string
  lines: { productId: string; variantId: string; quantity: number }[]
  pays: boolean
}

interface VariantCount {
  stock: number
  /** Pieces in orders that are neither cancelled nor released. */
  ordered: number
  paid: number
  /** Pieces of items that hold stock, whatever the state of their order. */
  held: number
}

/**
 * Sells 100 pieces of five sizes to many simultaneous buyers, half of whom pay, while the API (with PostgreSQL: one of
 * two APIs, and the server) is killed; then lets the hold time of the unpaid orders pass and sells their pieces again.
 * Prints the counts; false when a piece was sold twice or is reserved for ever, or a buyer got a wrong response.
 * docs/requirements.md#1116-stock
 */
export async function benchStock(
  count: number,
  databaseUrl?: string,
  server?: PostgresServer,
): Promise<boolean> {
  const shop = new StockedShop()
  const apis = [await shop.start(databaseUrl)]
  if (databaseUrl) apis.push(await shop.start(databaseUrl))
  const killed = apis.map((api) => killRepeatedly(api, server))
  const reader = databaseUrl ? await openDatabase({ dataDir: 'memory://', databaseUrl }) : undefined
  const samples = reader && shop.sampleUntilStopped(reader)
  try {
    const second = Math.ceil(count * SECOND_WAVE_SHARE)
    const buyers = await createBuyers(apis[0]?.port ?? 0, count + second)
    const first = await sell(killed, buyers.slice(0, count))
    await restart(apis)
    const afterFirst = shop.latest

    await shop.passHoldTime(apis, reader)
    const again = await sell(killed, buyers.slice(count))
    await shop.passHoldTime(apis, reader)
    await untilReleased(apis, shop)
    await samples?.stop()

    const end = shop.latest
    const stored = await storedOrders(apis[0]?.port ?? 0, buyers)
    const acknowledged = [...first.orderIds, ...again.orderIds]
    const counts = {
      buyers: count + second,
      calls: first.calls + again.calls,
      kills: first.kills + again.kills,
      'sold at first': sum(afterFirst, 'ordered'),
      'sold again': again.pieces,
      refused: first.refused + again.refused,
      'other responses': first.others + again.others,
      lost: acknowledged.filter((id) => !stored.has(id)).length,
      double: stored.size - new Set(acknowledged).size,
      counted: shop.counted,
      'wrong counts': shop.wrong,
      'paid at the end': sum(end, 'paid'),
      'in stock at the end': sum(end, 'stock'),
      'reserved for ever': sum(end, 'held') - sum(end, 'paid'),
    }
    const nodes = apis.length > 1 ? 'two APIs, each and PostgreSQL' : 'the API'
    console.log(`Buyers of ${PIECES} pieces, ${AT_ONCE} requests at once, ${nodes} killed:`)
    console.table(Object.entries(counts).map(([what, measured]) => ({ what, measured })))
    return (
      counts['sold at first'] === PIECES &&
      counts['paid at the end'] + counts['in stock at the end'] === PIECES &&
      counts['sold again'] > 0 &&
      counts.lost + counts.double + counts['other responses'] === 0 &&
      counts['wrong counts'] + counts['reserved for ever'] === 0
    )
  } finally {
    await samples?.stop()
    await reader?.close()
    for (const api of apis) await api.stop()
  }
}

/** The shop's database: stock that is counted at every restart and, on PostgreSQL, all the time. */
class StockedShop {
  counted = 0
  wrong = 0
  latest: VariantCount[] = []
  #passesTime = false

  start(databaseUrl: string | undefined): Promise<ApiProcess> {
    return startApiProcess(databaseUrl, {
      prepare: (db) => writeCountedShop(db, { pieces: STOCK, price: 1499 }),
      beforeRestart: async (db) => {
        if (this.#passesTime) await ageOrders(db)
        await this.count(db)
      },
    })
  }

  /** Ages the orders by more than the hold time, and kills the APIs in the middle of the release. */
  async passHoldTime(apis: ApiProcess[], reader: Database | undefined): Promise<void> {
    if (reader) await ageOrders(reader)
    this.#passesTime = !reader
    await restart(apis)
    this.#passesTime = false
    await restart(apis)
  }

  async count(db: Database): Promise<void> {
    this.latest = await readCounts(db)
    this.counted += 1
    const isWrong = ({ stock, ordered, held }: VariantCount) =>
      stock < 0 || stock + ordered !== PIECES_PER_SIZE || held !== ordered
    if (this.latest.length !== SIZES.length || this.latest.some(isWrong)) {
      this.wrong += 1
      console.error('wrong:', JSON.stringify(this.latest))
    }
  }

  sampleUntilStopped(db: Database) {
    const stopped = new AbortController()
    const sampling = (async () => {
      while (!stopped.signal.aborted) {
        // PostgreSQL is killed meanwhile.
        await this.count(db).catch(() => undefined)
        await setTimeout(PAUSE_MS)
      }
    })()
    return {
      async stop() {
        stopped.abort()
        await sampling
      },
    }
  }
}

/** One statement, which sees one snapshot. */
async function readCounts(db: Database): Promise<VariantCount[]> {
  const { rows } = await withTenant(db, SHOP_ID, (tx) =>
    tx.execute<Record<keyof VariantCount, number>>(sql`
      select v.stock,
        coalesce(sum(i.quantity) filter (where o.status <> ${ORDER_STATUS.cancelled} and o.pieces_released_at is null), 0)::int as ordered,
        coalesce(sum(i.quantity) filter (where o.status <> ${ORDER_STATUS.cancelled} and o.paid_at is not null), 0)::int as paid,
        coalesce(sum(i.quantity) filter (where i.holds_stock), 0)::int as held
      from product_variants v
        left join order_items i on i.tenant_id = v.tenant_id and i.variant_id = v.id
        left join orders o on o.tenant_id = i.tenant_id and o.number = i.order_number
      where v.tenant_id = ${SHOP_ID}
      group by v.id, v.stock
      order by v.id`),
  )
  return rows
}

async function ageOrders(db: Database): Promise<void> {
  const minutes = 2 * HOLD_MINUTES
  await withTenant(db, SHOP_ID, (tx) =>
    tx.execute(
      sql`update orders set created_at = created_at - make_interval(mins => ${minutes}) where tenant_id = ${SHOP_ID}`,
    ),
  )
}

/** Most want one piece; every fifth wants two sizes, in either order. */
async function createBuyers(port: number, count: number): Promise<Buyer[]> {
  const { body } = await callStore(port, '/products')
  const product = listOf(fieldOf(body, 'data')).find((one) => textOf(one, 'title') === COUNTED_TITLE)
  const productId = textOf(product, 'id')
  const variantIds = listOf(fieldOf(product, 'variants')).map((variant) => textOf(variant, 'id'))
  const tokens: string[] = []
  const accounts = Array.from({ length: Math.ceil(count / BUYERS_PER_ACCOUNT) }, (_, index) => index)
  await eachAtOnce(accounts, 8, async () => void tokens.push(await newShopper(port)))
  return Array.from({ length: count }, (_, index) => {
    const first = index % variantIds.length
    const second = (first + 1 + (Math.floor(index / 5) % (variantIds.length - 1))) % variantIds.length
    const wanted = index % 5 === Math.floor(index / 5) % 5 ? [first, second] : [first]
    return {
      token: tokens[index % tokens.length] ?? '',
      key: crypto.randomUUID(),
      lines: wanted.map((at) => ({ productId, variantId: variantIds[at] ?? '', quantity: 1 })),
      pays: index % 2 === 0,
    }
  })
}

/** Every buyer repeats the order until the API accepts or refuses it, and some pay then. */
async function sell(apis: ApiProcess[], buyers: Buyer[]) {
  const result = { calls: 0, kills: 0, pieces: 0, refused: 0, others: 0, orderIds: new Set<string>() }
  const progress = startProgress('buyers answered', buyers.length, Infinity)
  let answered = 0
  let restarts = Promise.resolve()
  await eachAtOnce(buyers, AT_ONCE, async (buyer) => {
    const { token, key, lines, pays } = buyer
    const portNow = () => apis[Math.floor(Math.random() * apis.length)]?.port ?? 0
    const body = {
      products: { [lines[0]?.productId ?? '']: lines.length },
      shippingAddress: ADDRESS,
      lines,
    }
    const options = { body, token, headers: { 'idempotency-key': key } }
    const response = await callUntilSettled(portNow, '/orders', options, isFinalForOrder)
    result.calls += response.calls
    if (response.status === 201) {
      const orderId = textOf(response.body, 'id')
      result.orderIds.add(orderId)
      result.pieces += lines.length
      if (pays) await pay(portNow, token, orderId)
    } else if (namesLine(response, lines.length)) result.refused += 1
    else result.others += 1
    answered += 1
    progress.report(answered)
    if (answered % BUYERS_PER_KILL === Math.floor(BUYERS_PER_KILL / 10)) {
      const api = apis[result.kills % apis.length]
      result.kills += 1
      restarts = restarts.then(() => api?.killAndRestart())
    }
  })
  await restarts
  return result
}

function namesLine({ status, body }: StoreResponse, lines: number): boolean {
  const problems = listOf(fieldOf(body, 'problems'))
  return (
    status === 409 &&
    problems.length > 0 &&
    problems.every((problem) => {
      const isStock = ['not-enough-stock', 'sold-out'].includes(textOf(problem, 'code'))
      return isStock && Number(fieldOf(problem, 'line')) < lines
    })
  )
}

async function pay(portNow: () => number, token: string, orderId: string): Promise<void> {
  const fields = { method: 'upi-qr', phone: ADDRESS.phone }
  const { body } = await callUntilSettled(portNow, '/payments', { body: { orderId, fields }, token })
  const payment = paymentOf(body)
  if (!payment) throw new Error(`Order ${orderId} got no payment: ${JSON.stringify(body)}`)
  await deliverWebhook(portNow, createWebhook({ token, orderId, ...payment }, 'paid'))
}

/** Kills each API, and thereby counts its database. */
async function restart(apis: ApiProcess[]): Promise<void> {
  for (const api of apis) await api.killAndRestart()
}

/** Until no unpaid order holds a piece; gives up after a while. */
async function untilReleased(apis: ApiProcess[], shop: StockedShop): Promise<void> {
  const startedAt = performance.now()
  do {
    await setTimeout(20 * PAUSE_MS)
    await restart(apis)
    if (sum(shop.latest, 'held') === sum(shop.latest, 'paid')) return
  } while (performance.now() - startedAt < RELEASED_WITHIN_MS)
}

async function storedOrders(port: number, buyers: Buyer[]): Promise<Set<string>> {
  const tokens = [...new Set(buyers.map(({ token }) => token))]
  const ids = new Set<string>()
  await eachAtOnce(tokens, 8, async (token) => {
    const { body } = await callUntilSettled(() => port, '/orders', { token })
    for (const order of listOf(body)) ids.add(textOf(order, 'id'))
  })
  return ids
}

function sum(counts: VariantCount[], name: keyof VariantCount): number {
  return counts.reduce((total, count) => total + count[name], 0)
}
