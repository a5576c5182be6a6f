import { setTimeout } from 'node:timers/promises'

import { startApiProcess, type ApiProcess } from '../tests/kit/api/api-process.ts'
import { ADDRESS, callStore, newShoppers, productIds } from '../tests/kit/api/store-caller.ts'
import { startFaultyMailServer, type MailFault } from '../tests/kit/messages/faulty-mail-server.ts'
import { startProgress } from '../tests/kit/progress.ts'
import { fixed, median, percentile, printTable } from '../tests/kit/table.ts'

const PER_ROUND = 10
const PER_SHOPPER = 50
const WARM_UP = 10
const STATES = ['take', 'hang', 'refuse', 'stopped'] as const
const RETURN_MS = 5 * 60_000
const POLL_MS = 500

type State = (typeof STATES)[number]

/**
 * Times orders, and the list of products that pages wait for, on PGlite while the mail server works, hangs, refuses and is
 * stopped, in turns. Then it works again; false when the e-mail of an order does not come.
 */
export async function benchMailOutage(count: number): Promise<boolean> {
  const mail = await startFaultyMailServer()
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'mail@platform.example', LOG_LEVEL: 'silent' }
  const api = await startApiProcess(undefined, { env })
  try {
    const place = await openShop(api, count + WARM_UP)
    for (let order = 0; order < WARM_UP; order += 1) await place()
    const taken = new Map<State, Taken>(STATES.map((state) => [state, { orders: [], products: [] }]))
    const progress = startProgress('orders placed', count, Infinity)
    for (let placed = 0; placed < count; placed += PER_ROUND) {
      const state = STATES[(placed / PER_ROUND) % STATES.length] ?? 'take'
      if (state === 'stopped') await mail.stop()
      else mail.faults.next = (): MailFault => state
      for (let order = 0; order < PER_ROUND; order += 1) {
        taken.get(state)?.orders.push(await timeOf(place))
        taken.get(state)?.products.push(await timeOf(() => callStore(api.port, '/products')))
      }
      if (state === 'stopped') await mail.start()
      progress.report(placed)
    }
    mail.faults.next = (): MailFault => 'take'
    const { missing, seconds } = await untilAllCame(mail.received, count + WARM_UP)
    printTable(
      `Orders and pages with a mail server in turns, ${count} orders, in ms`,
      [...taken].map(([state, { orders, products }]) => ({
        'mail server': state,
        'POST /orders p50': fixed(median(orders)),
        p95: fixed(percentile(orders, 0.95)),
        'GET /products p50': fixed(median(products)),
        'p95 ': fixed(percentile(products, 0.95)),
      })),
    )
    console.log(
      `E-mails that did not come: ${missing}; the others came ${fixed(seconds)} s after the last order.`,
    )
    return missing === 0
  } finally {
    await api.stop()
    await mail.stop()
  }
}

interface Taken {
  orders: number[]
  products: number[]
}

/** Returns a function that places an order. */
async function openShop({ port }: ApiProcess, count: number): Promise<() => Promise<void>> {
  const tokens = await newShoppers(port, count, PER_SHOPPER)
  const kurta = (await productIds(port)).get('Kurta') ?? ''
  const lines = [{ productId: kurta, quantity: 1, selectedSize: 'M' }]
  let placed = 0
  return async () => {
    const token = tokens[Math.floor(placed++ / PER_SHOPPER)] ?? ''
    const body = { products: { [kurta]: 1 }, shippingAddress: ADDRESS, lines }
    const { status } = await callStore(port, '/orders', { body, token })
    if (status !== 201) throw new Error(`The API responded to an order with ${status}.`)
  }
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

async function untilAllCame(received: readonly { messageId: string }[], count: number) {
  const start = performance.now()
  const missing = () => count - new Set(received.map(({ messageId }) => messageId)).size
  while (missing() > 0 && performance.now() - start < RETURN_MS) await setTimeout(POLL_MS)
  return { missing: missing(), seconds: (performance.now() - start) / 1000 }
}
