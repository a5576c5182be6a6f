import { sign } from '../../../api/signature.ts'
import { PAYMENT_SECRET, SHOP_ID, type ApiProcess } from '../api/api-process.ts'
import {
  ADDRESS,
  callStore,
  callUntilSettled,
  eachAtOnce,
  fieldOf,
  listOf,
  newShoppers,
  paymentOf,
  productIds,
  textOf,
} from '../api/store-caller.ts'
import { shuffle } from '../shuffle.ts'
import { percentile } from '../table.ts'
import { NO_PROGRESS, type Progress } from '../progress.ts'

const PER_SHOPPER = 100
const AT_ONCE = 16
const DELIVERIES = 3
const DECLINED_SHARE = 0.2
const FORGED_SHARE = 0.05
const ASTRAY_SHARE = 0.05
const PENDING = 0
const PROCESSING = 1

export interface PaymentCounts {
  payments: number
  webhooks: number
  declinedFirst: number
  forged: number
  astray: number
  kills: number
  /** Paid orders in Processing. */
  processing: number
  /** Orders that only forged or misdirected webhooks name, and that are still Pending. */
  untouched: number
  /** "order paid" results beyond one per payment. */
  paidTwice: number
  forgedAccepted: number
  /** 99th percentile of the milliseconds until a webhook got its response, kills included. */
  p99Ms: number
}

interface Order {
  token: string
  orderId: string
  paymentId: string
  amount: string
}

interface SignedWebhook {
  body: string
  signature: (message: string) => string
}

interface Webhook extends SignedWebhook {
  kind: 'paid' | 'declined' | 'forged' | 'astray'
}

/**
 * Pays `count` orders by signed webhooks, each delivered three times and shuffled, a fifth of them declined first.
 * One webhook in twenty is forged, one in twenty is signed but names an order that its payment is not for; both kinds
 * name unpaid orders. Kills the API `kills` times meanwhile. SECURITY.md#callbacks
 */
export async function countPayments(
  api: ApiProcess,
  count: number,
  kills: number,
  { report }: Progress = NO_PROGRESS,
): Promise<PaymentCounts> {
  const [forged, astray] = [Math.ceil(count * FORGED_SHARE), Math.ceil(count * ASTRAY_SHARE)]
  const orders = await placeOrders(api.port, count + forged + astray)
  const paid = orders.slice(0, count)
  const forgedOrders = orders.slice(count, count + forged)
  const astrayOrders = orders.slice(count + forged)
  const declinedFirst = paid.slice(0, Math.round(count * DECLINED_SHARE))

  const early = declinedFirst.map((order) => createWebhook(order, 'declined'))
  const genuine = [...paid.map((order) => createWebhook(order, 'paid')), ...early]
  const strangers = [
    ...forgedOrders.map((order, index) => forge(order, index)),
    ...astrayOrders.map((order, index) => ({
      ...createWebhook({ ...(paid[index] ?? order), orderId: order.orderId }, 'paid'),
      kind: 'astray' as const,
    })),
  ]
  const deliveries = [
    ...early,
    ...shuffle(
      [...genuine, ...strangers].flatMap((event) => Array.from({ length: DELIVERIES }, () => event)),
    ),
  ]

  let [delivered, killed, paidResults, forgedAccepted] = [0, 0, 0, 0]
  const responseMs: number[] = []
  let restart = Promise.resolve()
  const portNow = () => api.port
  await eachAtOnce(deliveries, AT_ONCE, async ({ body, signature, kind }) => {
    const sentAt = performance.now()
    const response = await deliverWebhook(portNow, { body, signature })
    responseMs.push(performance.now() - sentAt)
    if (textOf(response.body, 'result') === 'order paid') paidResults += 1
    if ((kind === 'forged' || kind === 'astray') && response.status < 400) forgedAccepted += 1
    delivered += 1
    report(Math.floor((delivered / deliveries.length) * count))
    if (killed < kills && delivered >= ((killed + 1) * deliveries.length) / (kills + 1)) {
      killed += 1
      restart = restart.then(() => api.killAndRestart())
    }
  })
  await restart

  const statuses = await statusesOf(api.port, orders)
  const has = (status: number) => (order: Order) => statuses.get(order.orderId) === status
  return {
    payments: count,
    webhooks: deliveries.length,
    declinedFirst: early.length,
    forged,
    astray,
    kills: killed,
    processing: paid.filter(has(PROCESSING)).length,
    untouched: [...forgedOrders, ...astrayOrders].filter(has(PENDING)).length,
    // A kill may lose a response, so there may be fewer than `count`.
    paidTwice: Math.max(0, paidResults - count),
    forgedAccepted,
    p99Ms: Math.round(percentile(responseMs, 0.99)),
  }
}

/** Places orders of the first product and starts a payment for each. */
export async function placeOrders(port: number, count: number): Promise<Order[]> {
  const kurta = (await productIds(port)).get('Kurta') ?? ''
  const tokens = await newShoppers(port, count, PER_SHOPPER)
  const orders: Order[] = []
  const indices = Array.from({ length: count }, (_, index) => index)
  await eachAtOnce(indices, AT_ONCE, async (index) => {
    const token = tokens[Math.floor(index / PER_SHOPPER)] ?? ''
    const products = { [kurta]: (index % 9) + 1 }
    const created = await callStore(port, '/orders', { body: { products, shippingAddress: ADDRESS }, token })
    const orderId = textOf(created.body, 'id')
    const fields = { method: 'upi-qr', phone: ADDRESS.phone }
    const { body } = await callStore(port, '/payments', { body: { orderId, fields }, token })
    const payment = paymentOf(body)
    if (!payment) throw new Error(`Order ${orderId} got no payment: ${JSON.stringify(body)}`)
    orders.push({ token, orderId, ...payment })
  })
  return orders
}

export function createWebhook({ orderId, paymentId, amount }: Order, outcome: 'paid' | 'declined'): Webhook {
  const eventId = crypto.randomUUID()
  return {
    kind: outcome,
    body: JSON.stringify({
      eventId,
      type: `payment.${outcome}`,
      paymentId,
      orderId,
      amount,
      currency: 'INR',
    }),
    signature: (message) => sign([PAYMENT_SECRET], 'callback', SHOP_ID, message),
  }
}

/** Sends the webhook until the API responds. */
export function deliverWebhook(portNow: () => number, { body, signature }: SignedWebhook) {
  const timestamp = String(Date.now())
  const headers = {
    'x-sandbox-timestamp': timestamp,
    'x-sandbox-signature': signature(`${timestamp}.${body}`),
  }
  return callUntilSettled(portNow, '/payments/callback/sandbox', { body, headers })
}

/** In turn: another secret, another shop's signature, another purpose, other bytes, no signature. */
function forge(order: Order, index: number): Webhook {
  const forgeries: ((message: string) => string)[] = [
    (message) => sign(['another payment secret, 32+ characters long'], 'callback', SHOP_ID, message),
    (message) => sign([PAYMENT_SECRET], 'callback', 'another-shop', message),
    (message) => sign([PAYMENT_SECRET], 'request', SHOP_ID, message),
    (message) => sign([PAYMENT_SECRET], 'callback', SHOP_ID, `${message} `),
    () => '',
  ]
  return {
    ...createWebhook(order, 'paid'),
    kind: 'forged',
    signature: forgeries[index % forgeries.length] ?? (() => ''),
  }
}

async function statusesOf(port: number, orders: Order[]): Promise<Map<string, number>> {
  const tokens = [...new Set(orders.map(({ token }) => token))]
  const lists = await Promise.all(tokens.map((token) => callStore(port, '/orders', { token })))
  return new Map(
    lists
      .flatMap(({ body }) => listOf(body))
      .map((order) => [textOf(order, 'id'), Number(fieldOf(order, 'status'))]),
  )
}
