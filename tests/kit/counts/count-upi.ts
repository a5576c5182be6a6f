import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { writeProducts } from '../../../api/modules/catalogue/write.ts'
import { withTenant, type Database } from '../../../api/db/index.ts'
import type { AccountProvider } from '../../../api/db/json-columns.ts'
import { putPaymentAccounts, putTenant } from '../../../api/modules/tenants/write.ts'
import { ACCOUNTS, SECRETS } from '../api/payment-accounts.ts'
import { startApiProcess, type ApiProcess } from '../api/api-process.ts'
import { MANY_ORDERS } from '../api/many-orders.ts'
import {
  ADDRESS,
  callStore,
  callUntilSettled,
  eachAtOnce,
  fieldOf,
  listOf,
  newShoppers,
  productIds,
  textOf,
} from '../api/store-caller.ts'
import { toSignedWebhook, startSimulatedProviders } from '../api/simulated-providers.ts'
import type { PostgresServer } from '../database/server.ts'
import { killRepeatedly } from './postgres.ts'
import { percentile } from '../table.ts'
import { NO_PROGRESS, type Progress } from '../progress.ts'

const PROVIDERS = ['payu', 'razorpay', 'cashfree', 'phonepe'] as const
/** `GET /orders` returns 200 orders. */
const PER_SHOPPER = 100
const AT_ONCE = 8
const LOST_SHARE = 0.4
const DECLINED_SHARE = 0.2
const UNPAID_SHARE = 0.05
const FAILURE_SHARE = 0.02
const LIMIT_SECONDS = 60
const POLL_INTERVAL_MS = 250
const PROCESSING = 1
const REDIRECT = new URL('../api/redirect-providers.ts', import.meta.url).href

export interface UpiCounts {
  payments: number
  /** Payments without a delivered success webhook. */
  lost: number
  /** The provider reported a failure before the success. */
  declinedFirst: number
  /** Orders in Processing at most 60 s after the provider's success. */
  right: number
  /** Orders whose started payment was never made, and that are still Pending. */
  untouched: number
  /** Seconds from the provider's success to the order in Processing. */
  medianSeconds: number
  slowestSeconds: number
}

interface UpiOrder {
  provider: AccountProvider
  token: string
  orderId: string
  paymentId: string
  isLost: boolean
  isDeclinedFirst: boolean
  paidAt?: number
  processingAt?: number
}

interface UpiOptions {
  databaseUrl?: string | undefined
  server?: PostgresServer | undefined
  kills: number
  /** Each shopper pays at a random moment within this time. */
  payWithinSeconds: number
  watched?: Progress
}

/** Pays `count` orders by UPI in four shops, one per provider, and measures when each order is in Processing. */
export async function countUpi(
  count: number,
  options: UpiOptions,
): Promise<Record<AccountProvider, UpiCounts>> {
  const providers = await startSimulatedProviders({ failureShare: FAILURE_SHARE })
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-upi-'))
  const secretsFile = join(folder, 'secrets.json')
  const secrets = Object.fromEntries(PROVIDERS.map((name) => [name, { [name]: SECRETS[name] }]))
  writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
  const started = await startApiProcess(options.databaseUrl, {
    env: {
      NODE_OPTIONS: `--import ${REDIRECT}`,
      SIMULATED_PROVIDERS_PORT: String(providers.port),
      PAYMENT_PROVIDER_SECRETS_FILE: secretsFile,
    },
    prepare: writeShops,
  })
  try {
    return await payAll(killRepeatedly(started, options.server), providers, count, options)
  } finally {
    await started.stop()
    await providers.close()
    rmSync(folder, { recursive: true })
  }
}

async function writeShops(db: Database): Promise<void> {
  for (const name of PROVIDERS) {
    const record = { storeName: name, categories: [] }
    await putTenant(db, {
      ...{ id: name, hosts: [hostOf(name)], record },
      ...{ payee: { upiId: '', name }, orderLimits: MANY_ORDERS },
    })
    await putPaymentAccounts(db, name, [ACCOUNTS[name]])
    const product = {
      ...{ key: 'saree', title: 'Saree', description: '', category: 'Sarees', parentCategory: 'Ethnic' },
      ...{ gender: null, regularPrice: 1234.25, imgUrl: '/media/saree.webp', images: [], attributes: [] },
    }
    await withTenant(db, name, (tx) => writeProducts(tx, name, [product]))
  }
}

async function payAll(
  api: ApiProcess,
  providers: Awaited<ReturnType<typeof startSimulatedProviders>>,
  count: number,
  { kills, payWithinSeconds, watched = NO_PROGRESS }: UpiOptions,
): Promise<Record<AccountProvider, UpiCounts>> {
  const unpaid = PROVIDERS.length * Math.ceil((count / PROVIDERS.length) * UNPAID_SHARE)
  const sessions = await openSessions(api.port, Math.ceil((count + unpaid) / PROVIDERS.length))
  const paid: UpiOrder[] = []
  const left: UpiOrder[] = []
  const paying: Promise<void>[] = []
  const stop = new AbortController()
  const polling = pollUntil(api, [...sessions.values()].flat(), paid, stop.signal, watched)

  await eachAtOnce([...Array(count + unpaid).keys()], AT_ONCE, async (index) => {
    const order = await begin(api, sessions, index)
    if (index >= count) return void left.push(order)
    paid.push(order)
    paying.push(payAtRandom(api, providers, order, payWithinSeconds))
  })
  const killing = killMeanwhile(api, kills, payWithinSeconds)
  await Promise.all(paying)
  await killing
  const end = performance.now() + LIMIT_SECONDS * 1000
  while (performance.now() < end && paid.some(({ processingAt }) => processingAt === undefined)) {
    await setTimeout(POLL_INTERVAL_MS)
  }
  stop.abort()
  await polling
  const statuses = await statusesOf(api, [...sessions.values()].flat())
  const isPending = ({ orderId }: UpiOrder) => statuses.get(orderId) === 0
  const entries = PROVIDERS.map((name) => {
    const own = paid.filter(({ provider }) => provider === name)
    const seconds = own.map((order) => ((order.processingAt ?? Infinity) - (order.paidAt ?? 0)) / 1000)
    const counts: UpiCounts = {
      payments: own.length,
      lost: own.filter(({ isLost }) => isLost).length,
      declinedFirst: own.filter(({ isDeclinedFirst }) => isDeclinedFirst).length,
      right: seconds.filter((one) => one <= LIMIT_SECONDS).length,
      untouched: left.filter((order) => order.provider === name && isPending(order)).length,
      medianSeconds: round(percentile(seconds, 0.5)),
      slowestSeconds: round(Math.max(...seconds)),
    }
    return [name, counts] as const
  })
  return Object.fromEntries(entries) as Record<AccountProvider, UpiCounts>
}

interface Session {
  provider: AccountProvider
  token: string
  productId: string
}

async function openSessions(port: number, perShop: number): Promise<Map<AccountProvider, Session[]>> {
  const sessions = new Map<AccountProvider, Session[]>()
  for (const provider of PROVIDERS) {
    const host = hostOf(provider)
    const productId = (await productIds(port, host)).get('Saree') ?? ''
    const tokens = await newShoppers(port, perShop, PER_SHOPPER, host)
    sessions.set(
      provider,
      tokens.map((token) => ({ provider, productId, token })),
    )
  }
  return sessions
}

/** Places an order and starts its payment; retries when the provider fails, like a shopper. */
async function begin(
  api: ApiProcess,
  sessions: Map<AccountProvider, Session[]>,
  index: number,
): Promise<UpiOrder> {
  const provider = PROVIDERS[index % PROVIDERS.length] ?? 'payu'
  const place = Math.floor(index / PROVIDERS.length)
  const { token, productId } = sessions.get(provider)?.[Math.floor(place / PER_SHOPPER)] ?? {
    token: '',
    productId: '',
  }
  const headers = { host: hostOf(provider) }
  const order = { products: { [productId]: (index % 9) + 1 }, shippingAddress: ADDRESS }
  const { body } = await callUntilSettled(() => api.port, '/orders', { body: order, token, headers })
  const orderId = textOf(body, 'id')
  const fields = { method: index % 2 === 0 ? 'upi-qr' : 'upi-app', phone: ADDRESS.phone }
  for (;;) {
    const response = await callUntilSettled(() => api.port, '/payments', {
      ...{ body: { orderId, fields }, token, headers },
    })
    const action = fieldOf(response.body, 'action')
    if (action === undefined) continue
    const link = String(fieldOf(action, 'qr') ?? fieldOf(action, 'redirectUrl'))
    const paymentId = new URLSearchParams(link.split('?')[1]).get('tr') ?? ''
    const isLost = Math.random() < LOST_SHARE
    return { provider, token, orderId, paymentId, isLost, isDeclinedFirst: Math.random() < DECLINED_SHARE }
  }
}

async function payAtRandom(
  api: ApiProcess,
  providers: Awaited<ReturnType<typeof startSimulatedProviders>>,
  order: UpiOrder,
  withinSeconds: number,
): Promise<void> {
  await setTimeout(Math.random() * withinSeconds * 1000)
  if (order.isDeclinedFirst) {
    await deliver(api, toSignedWebhook(providers.settle(order.paymentId, 'failed'), new Date()))
    await setTimeout(Math.random() * 5000)
  }
  order.paidAt = performance.now()
  const payment = providers.settle(order.paymentId, 'paid')
  if (order.isLost) return
  const deliveries = 1 + Math.floor(Math.random() * 3)
  for (let delivery = 0; delivery < deliveries; delivery += 1) {
    await setTimeout(Math.random() * 3000)
    await deliver(api, toSignedWebhook(payment, new Date()))
  }
}

/** One attempt: a provider that finds the API down retries after the shopper has left. */
async function deliver(
  api: ApiProcess,
  { provider, body, headers }: ReturnType<typeof toSignedWebhook>,
): Promise<void> {
  const options = { body, headers: { ...headers, host: hostOf(provider) } }
  await callStore(api.port, `/payments/callback/${provider}`, options).catch(() => undefined)
}

async function killMeanwhile(api: ApiProcess, kills: number, withinSeconds: number): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await setTimeout((withinSeconds * 1000) / (kills + 1))
    await api.killAndRestart()
  }
}

/** Records when each order is in Processing. */
async function pollUntil(
  api: ApiProcess,
  sessions: Session[],
  paid: UpiOrder[],
  signal: AbortSignal,
  { report }: Progress,
): Promise<void> {
  while (!signal.aborted) {
    const statuses = await statusesOf(api, sessions).catch(() => new Map<string, number>())
    const now = performance.now()
    for (const order of paid) {
      if (statuses.get(order.orderId) === PROCESSING) order.processingAt ??= now
    }
    report(paid.filter(({ processingAt }) => processingAt !== undefined).length)
    await setTimeout(POLL_INTERVAL_MS)
  }
}

async function statusesOf(api: ApiProcess, sessions: Session[]): Promise<Map<string, number>> {
  const statuses = new Map<string, number>()
  for (const { provider, token } of sessions) {
    const { body } = await callStore(api.port, '/orders', { token, headers: { host: hostOf(provider) } })
    for (const order of listOf(body)) statuses.set(textOf(order, 'id'), Number(fieldOf(order, 'status')))
  }
  return statuses
}

function hostOf(provider: AccountProvider): string {
  return `${provider}.localhost`
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
