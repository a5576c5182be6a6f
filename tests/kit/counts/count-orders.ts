import type { ApiProcess } from '../api/api-process.ts'
import { startFaultProxy } from '../api/fault-proxy.ts'
import {
  ADDRESS,
  callUntilSettled,
  eachAtOnce,
  fieldOf,
  listOf,
  newShoppers,
  productIds,
  textOf,
} from '../api/store-caller.ts'
import { NO_PROGRESS, type Progress } from '../progress.ts'

const PER_SHOPPER = 100
const AT_ONCE = 16
const DROP_SHARE = 0.1
const COPIES_MAX = 5

export interface OrderCounts {
  checkouts: number
  calls: number
  droppedResponses: number
  kills: number
  /** Checkouts whose copies all returned the same order. */
  acknowledged: number
  stored: number
  /** Orders returned to a shopper but not stored. */
  lost: number
  /** Orders beyond one per checkout. */
  double: number
  wrongTotals: number
}

interface Checkout {
  token: string
  key: string
  /** A unique address, by which each stored order names its checkout. */
  address: string
  quantity: number
  orderIds: Set<string>
}

/**
 * Places `count` orders through a proxy that drops one response in ten, each with up to five concurrent copies, and
 * retries until the API responds; kills the API `kills` times meanwhile. Then counts the orders in its database.
 * SECURITY.md#repeated-orders
 */
export async function countOrders(
  api: ApiProcess,
  count: number,
  kills: number,
  { report, isOver }: Progress = NO_PROGRESS,
): Promise<OrderCounts> {
  const proxy = await startFaultProxy({ target: api.port, dropShare: DROP_SHARE })
  const ids = await productIds(api.port)
  const [kurta = '', saree = ''] = [ids.get('Kurta'), ids.get('Saree')]
  const tokens = await newShoppers(api.port, count, PER_SHOPPER)
  const checkouts = Array.from({ length: count }, (_, index): Checkout => ({
    token: tokens[Math.floor(index / PER_SHOPPER)] ?? '',
    key: crypto.randomUUID(),
    address: `House ${index}`,
    quantity: (index % 9) + 1,
    orderIds: new Set(),
  }))

  let [calls, settled, killed] = [0, 0, 0]
  let restart = Promise.resolve()
  const started: Checkout[] = []
  await eachAtOnce(checkouts, AT_ONCE, async (checkout) => {
    if (isOver()) return
    started.push(checkout)
    const { token, key, address, quantity, orderIds } = checkout
    const body = {
      products: { [kurta]: quantity, [saree]: 1 },
      shippingAddress: { ...ADDRESS, address },
      lines: [
        { productId: kurta, quantity, selectedSize: 'M' },
        { productId: saree, quantity: 1, selectedSize: 'S' },
      ],
    }
    const copies = Array.from({ length: (quantity % COPIES_MAX) + 1 }, () =>
      callUntilSettled(() => proxy.port, '/orders', { body, token, headers: { 'idempotency-key': key } }),
    )
    for (const response of await Promise.all(copies)) {
      calls += response.calls
      if (response.status === 201) orderIds.add(textOf(response.body, 'id'))
    }
    settled += 1
    report(settled)
    if (killed < kills && settled >= ((killed + 1) * count) / (kills + 1)) {
      killed += 1
      restart = restart.then(async () => {
        await api.killAndRestart()
        proxy.target = api.port
      })
    }
  })
  await restart

  const stored = (
    await Promise.all(tokens.map((token) => callUntilSettled(() => api.port, '/orders', { token })))
  ).flatMap(({ body }) => listOf(body))
  const counts = { ...compare(started, stored), calls, droppedResponses: proxy.dropped, kills: killed }
  await proxy.stop()
  return counts
}

function compare(checkouts: Checkout[], stored: unknown[]) {
  const byAddress = Map.groupBy(stored, (order) => textOf(fieldOf(order, 'shippingAddress'), 'address'))
  const storedIds = new Set(stored.map((order) => textOf(order, 'id')))
  const acknowledgedIds = checkouts.flatMap(({ orderIds }) => [...orderIds])
  return {
    checkouts: checkouts.length,
    acknowledged: checkouts.filter(({ orderIds }) => orderIds.size === 1).length,
    stored: stored.length,
    lost: acknowledgedIds.filter((id) => !storedIds.has(id)).length,
    double: [...byAddress.values()].reduce((sum, orders) => sum + orders.length - 1, 0),
    wrongTotals: checkouts.filter(
      ({ address, quantity }) => totalPaise(byAddress.get(address)?.[0]) !== quantity * 99_950 + 123_425,
    ).length,
  }
}

function totalPaise(order: unknown): number {
  return listOf(fieldOf(order, 'items')).reduce<number>(
    (sum, item) => sum + Math.round(Number(fieldOf(item, 'price')) * 100) * Number(fieldOf(item, 'quantity')),
    0,
  )
}
