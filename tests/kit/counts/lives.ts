import { setTimeout } from 'node:timers/promises'

import { sql } from 'drizzle-orm'

import { openDatabase, withTenant, type Database } from '../../../api/db/index.ts'
import { controlSocketPath, forwardCommand } from '../../../cli/control.ts'
import type { Output } from '../../../cli/output.ts'
import { runCommand } from '../../../cli/run.ts'
import { SHOP_ID, startApiProcess, type ApiProcess } from '../api/api-process.ts'
import {
  ADDRESS,
  callUntilSettled,
  eachAtOnce,
  fieldOf,
  isFinalForOrder,
  listOf,
  newShoppers,
  paymentOf,
  productIds,
  textOf,
  type CallOptions,
  type StoreResponse,
} from '../api/store-caller.ts'
import type { PostgresServer } from '../database/server.ts'
import { NO_PROGRESS, type Progress } from '../progress.ts'
import { checkLives, type Life } from './check-lives.ts'
import { createWebhook, deliverWebhook } from './count-payments.ts'
import { COUNTED_TITLE, writeCountedShop } from './counted-shop.ts'
import { killRepeatedly } from './postgres.ts'

const AT_ONCE = 8
const PER_SHOPPER = 50
const MOVES_MIN = 3
const MOVES_MAX = 10
const COPIES_MAX = 3
const PAUSE_MS = 50
const COMMAND_TIMEOUT_MS = 60_000
const HANDLED_WITHIN_MS = 180_000
const JOBS_TIME_MS = 10_000
const SIZES = ['M', 'L']
/** Few of one size, for which the lives compete. */
const PIECES = { M: 100_000, L: 60 }
/** What a command says when the API or the database was away. */
const OUTAGE = /The API stopped before|The database can't be reached/

export interface LivesResult {
  lives: number
  orders: number
  moves: number
  refusedMoves: number
  kills: number
  events: number
  states: Record<string, number>
  /** Sentences about what is wrong in the end. */
  faults: string[]
}

export interface LivesOptions {
  count: number
  kills: number
  /** Two APIs on this PostgreSQL; without it, one on PGlite. */
  databaseUrl?: string | undefined
  server?: PostgresServer | undefined
  progress?: Progress
}

interface World {
  portNow: () => number
  command: (...argv: string[]) => Promise<Said>
  kurta: string
}

interface Said {
  isDone: boolean
  text: string
}

type Move = (world: World, life: Life, orderId: string) => Promise<boolean>

/**
 * Lives of orders over HTTP and the command line, with signed webhooks that come twice, late or of another amount, while
 * APIs and PostgreSQL are killed. Then compares books, events and stock with what was acknowledged.
 * docs/order-lifecycle.md
 */
export async function runLives(options: LivesOptions): Promise<LivesResult> {
  const { count, kills, databaseUrl, server, progress = NO_PROGRESS } = options
  const shop = await openShop(databaseUrl)
  const killed = shop.apis.map((api) => killRepeatedly(api, server))
  try {
    const world = await shop.world()
    const lives = await createLives(world.portNow, count)
    const result = { moves: 0, refusedMoves: 0, kills: 0 }
    let settled = 0
    let restarts = Promise.resolve()
    await eachAtOnce(lives, AT_ONCE, async (life) => {
      for await (const isDone of live(world, life)) {
        result.moves += 1
        if (!isDone) result.refusedMoves += 1
      }
      settled += 1
      progress.report(settled)
      if (result.kills < kills && settled >= ((result.kills + 1) * count) / (kills + 1)) {
        const api = killed[result.kills % killed.length]
        result.kills += 1
        restarts = restarts.then(async () => {
          await shop.passTime()
          await api?.killAndRestart()
        })
      }
    })
    await restarts
    const checked = await shop.inspect((db) => checkLives(db, SHOP_ID, lives, PIECES))
    const sentences: string[] = []
    for (const what of ['money', 'stock', 'tax']) {
      const { isDone, text } = await world.command('check', what, SHOP_ID)
      if (!isDone) sentences.push(text)
    }
    return { ...result, lives: count, ...checked, faults: [...checked.faults, ...sentences] }
  } finally {
    await shop.close()
  }
}

async function openShop(databaseUrl: string | undefined) {
  let beforeRestart: (db: Database) => Promise<void> = async () => undefined
  const start = () =>
    startApiProcess(databaseUrl, { prepare: writeShop, beforeRestart: (db) => beforeRestart(db) })
  const [first, ...others] = databaseUrl ? [await start(), await start()] : [await start()]
  const apis: [ApiProcess, ...ApiProcess[]] = [first, ...others]
  const db = databaseUrl ? await openDatabase({ dataDir: 'memory://', databaseUrl }) : undefined
  const portNow = () => apis[Math.floor(Math.random() * apis.length)]?.port ?? first.port
  const run = (argv: string[], output: Output) =>
    db
      ? runCommand(argv, {
          database: () => Promise.resolve(db),
          dataDir: first.dataDir,
          cwd: '.',
          output,
          purge: () => Promise.resolve([]),
          signal: new AbortController().signal,
        })
      : forwardCommand(controlSocketPath(first.dataDir), { argv, cwd: '.' }, output)

  async function inspectOnce<T>(use: (db: Database) => Promise<T>): Promise<T> {
    if (db) return use(db)
    const found: T[] = []
    beforeRestart = async (opened) => void found.push(await use(opened))
    await first.endAndRestart('SIGTERM')
    return found[0] as T
  }

  return {
    apis,
    world: async (): Promise<World> => ({
      portNow,
      command: (...argv) => repeatCommand(argv, run),
      kurta: (await productIds(first.port)).get(COUNTED_TITLE) ?? '',
    }),
    /** Ages unpaid orders, on PGlite at the next restart. */
    async passTime(): Promise<void> {
      if (db) await ageOrders(db).catch(() => undefined)
      else beforeRestart = ageOrders
    },
    /** What `check` says once all events are handled, or the time for it is over. */
    async inspect<T>(check: (db: Database) => Promise<T>): Promise<T> {
      for (const { port } of apis) await callUntilSettled(() => port, '/products', {})
      const startedAt = performance.now()
      let checked: { result: T; isHandled: boolean }
      do {
        // Each look restarts the API on PGlite, whose jobs start a while after its port opens.
        await setTimeout(db ? 10 * PAUSE_MS : JOBS_TIME_MS)
        checked = await inspectOnce(async (opened) => {
          const isHandled = (await countUnhandled(opened)) === 0
          if (!isHandled) await freeJobs(opened)
          return { isHandled, result: await check(opened) }
        })
      } while (!checked.isHandled && performance.now() - startedAt < HANDLED_WITHIN_MS)
      return checked.result
    },
    async close(): Promise<void> {
      await db?.close()
      for (const api of apis) await api.stop()
    },
  }
}

const writeShop = (db: Database) =>
  writeCountedShop(db, {
    pieces: PIECES,
    price: 1499.5,
    capabilities: ['cancellation', 'returns', 'shipment', 'cash-on-delivery', 'invoice', 'tax-invoice'],
    record: { gstin: '27AAAAA0000A1Z5' },
  })

/** Ends the hold of some unpaid orders, and the days of others. */
async function ageOrders(db: Database): Promise<void> {
  await withTenant(db, SHOP_ID, (tx) =>
    tx.execute(sql`
      update orders set created_at = created_at - age, held_until = held_until - age
      from (select number as aged, (array['2 hours', '8 days'])[1 + floor(random() * 2)]::interval as age
        from orders where tenant_id = ${SHOP_ID} and status = 0 and random() < 0.5) as chosen
      where tenant_id = ${SHOP_ID} and number = aged`),
  )
}

/** Frees what killed processes held, which else takes a minute. */
async function freeJobs(db: Database): Promise<void> {
  await db.orm.execute(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  )
  await db.orm.execute(`update pgboss.job set start_after = now() where state = 'retry'`)
  await db.orm.execute('update pgboss.queue set monitor_claim_on = null, monitor_on = null')
}

/** Orders whose events are not handled, and refunds that are not made. */
async function countUnhandled(db: Database): Promise<number> {
  const { rows } = await withTenant(db, SHOP_ID, (tx) =>
    tx.execute<{ count: number }>(sql`
      select count(*)::int + (
        select count(*)::int from refund_requests where tenant_id = ${SHOP_ID} and ended_at is null
      ) as count from orders join (
        select order_number, max(sequence) as last from order_events
        where tenant_id = ${SHOP_ID} group by order_number) as events
        on events.order_number = orders.number
      where tenant_id = ${SHOP_ID} and events_handled < last`),
  )
  return rows[0]?.count ?? 0
}

async function createLives(portNow: () => number, count: number): Promise<Life[]> {
  const tokens = await newShoppers(portNow(), count, PER_SHOPPER)
  return Array.from({ length: count }, (_, index) => ({
    token: tokens[Math.floor(index / PER_SHOPPER)] ?? '',
    orderIds: new Set(),
    payments: [],
    received: new Map(),
    receipts: new Map(),
    refunds: new Map(),
    askedRefunds: 0,
  }))
}

/** Places the order and makes random moves; yields whether the store made each of them. */
async function* live(world: World, life: Life): AsyncGenerator<boolean> {
  await placeOrder(world, life)
  const [orderId] = life.orderIds
  if (orderId === undefined) return yield false
  yield true
  for (let left = below(MOVES_MAX - MOVES_MIN) + MOVES_MIN; left > 0; left -= 1) {
    const move = MOVES[below(MOVES.length)] ?? pay
    yield await move(world, life, orderId)
  }
  // A success that comes when all is over.
  const late = life.payments.find(({ paymentId }) => !life.received.has(paymentId))
  if (late && below(2) === 0) yield await report(world, life, orderId, late)
}

/** Orders pieces of the scarce size too, and without them when they are gone. */
async function placeOrder(world: World, life: Life): Promise<void> {
  const isPlaced = await order(world, life, below(4) === 0 ? SIZES : SIZES.slice(0, 1))
  if (!isPlaced) await order(world, life, SIZES.slice(0, 1))
}

async function order(
  { portNow, kurta }: World,
  { token, orderIds }: Life,
  sizes: readonly string[],
): Promise<boolean> {
  const lines = sizes.map((selectedSize) => ({ productId: kurta, quantity: 1 + below(2), selectedSize }))
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const body = { products: { [kurta]: pieces }, shippingAddress: ADDRESS, lines }
  const options = { body, token, headers: { 'idempotency-key': crypto.randomUUID() } }
  const copies = Array.from({ length: 1 + below(COPIES_MAX) }, () =>
    callUntilSettled(portNow, '/orders', options, isFinalForOrder),
  )
  const responses = await Promise.all(copies)
  for (const { status, body: placed } of responses) {
    if (status === 201) orderIds.add(textOf(placed, 'id'))
    else if (status !== 409) throw new Error(`An order got ${status}: ${JSON.stringify(placed)}`)
  }
  return responses.some(({ status }) => status === 201)
}

/** Those that lead an order to its delivery come more often. */
const MOVES: Move[] = [
  pay,
  pay,
  pay,
  (world, life, orderId) => startPayment(world, life, orderId).then((payment) => payment !== undefined),
  async (world, life, orderId) => {
    const payment = await startPayment(world, life, orderId)
    if (!payment) return false
    await deliverWebhook(world.portNow, createWebhook({ ...life, orderId, ...payment }, 'declined'))
    return below(2) === 0 || report(world, life, orderId, payment)
  },
  async (world, life, orderId) => {
    const payment = await startPayment(world, life, orderId)
    if (!payment) return false
    const webhook = createWebhook({ ...life, orderId, ...payment, amount: `${1 + below(3)}.50` }, 'paid')
    for (let left = 1 + below(2); left > 0; left -= 1) await deliverWebhook(world.portNow, webhook)
    return true
  },
  async (world, life, orderId) => {
    const payment = await startPayment(world, life, orderId)
    if (!payment) return false
    const webhook = { ...createWebhook({ ...life, orderId, ...payment }, 'paid'), signature: () => 'forged' }
    const { status } = await deliverWebhook(world.portNow, webhook)
    if (status !== 401) throw new Error(`A forged webhook was answered with ${status}.`)
    return false
  },
  (world, life, orderId) => call(world, life, '/payments', payBody(orderId, 'cash-on-delivery')).then(isOk),
  (world, life, orderId) => call(world, life, `/orders/${orderId}/cancellation`, {}).then(isOk),
  (world, life, orderId) =>
    call(world, life, `/orders/${orderId}/returns`, {
      items: [{ id: `${orderId}-1`, quantity: 1 }],
      reason: 'Too small',
    }).then(isOk),
  async (world, life, orderId) => {
    const { body } = await callUntilSettled(world.portNow, `/orders/${orderId}`, { token: life.token })
    const asked = listOf(fieldOf(body, 'returns')).find((one) => textOf(one, 'status') === 'requested')
    if (!asked) return false
    const decision = below(2) === 0 ? 'accept' : 'refuse'
    return (await world.command('returns', decision, SHOP_ID, textOf(asked, 'id'))).isDone
  },
  receiveReturn,
  ship,
  ship,
  ship,
  ...[['--unpaid'], [], [], [], [], ['--to', 'cancelled']].map(
    (changes): Move =>
      async ({ command }, _life, orderId) =>
        (await command('orders', 'advance', SHOP_ID, orderId, ...changes)).isDone,
  ),
  async ({ command }, _life, orderId) => {
    const changes = below(2) === 0 ? ['--write-off'] : []
    return (await command('orders', 'returned-to-sender', SHOP_ID, orderId, ...changes)).isDone
  },
  ...[['undelivered'], ['undelivered', '--on-its-way-back'], ['lost']].map(
    ([name = '', ...changes]): Move =>
      async ({ command }, _life, orderId) =>
        (await command('orders', name, SHOP_ID, orderId, ...changes)).isDone,
  ),
  async ({ command }, { receipts }, orderId) => {
    const reference = `till ${orderId} ${below(3)}`
    const amount = below(3) === 0 ? [`--amount`, `${100 + below(9)}.25`, '--accept-difference'] : []
    const argv = ['payments', 'received', SHOP_ID, orderId, '--method', 'cash', '--reference', reference]
    const { isDone, text } = await command(...argv, ...amount, '--json')
    if (isDone) receipts.set(reference, paise(fieldOf(JSON.parse(text), 'amount')))
    return isDone
  },
  refund,
  refund,
  askForRefund,
  async (world, _life, orderId) => {
    const [mismatch] = (await showMoney(world, orderId)).mismatches
    return mismatch !== undefined && (await world.command('payments', 'accept', SHOP_ID, mismatch)).isDone
  },
]

async function pay(world: World, life: Life, orderId: string): Promise<boolean> {
  const payment = await startPayment(world, life, orderId)
  return payment !== undefined && report(world, life, orderId, payment)
}

async function ship({ command }: World, _life: Life, orderId: string): Promise<boolean> {
  const unpaid = below(4) === 0 ? ['--unpaid'] : []
  const argv = ['orders', 'ship', SHOP_ID, orderId, '--courier', 'Delhivery', '--tracking', '1490']
  return command(...argv, ...unpaid).then(({ isDone }) => isDone)
}

/** Takes back the pieces of an accepted return, some of them spoiled. */
async function receiveReturn(world: World, { token }: Life, orderId: string): Promise<boolean> {
  const { body } = await callUntilSettled(world.portNow, `/orders/${orderId}`, { token })
  const accepted = listOf(fieldOf(body, 'returns')).find((one) => textOf(one, 'status') === 'accepted')
  if (!accepted) return false
  const changes = below(3) === 0 ? ['--spoiled'] : []
  return (await world.command('returns', 'received', SHOP_ID, textOf(accepted, 'id'), ...changes)).isDone
}

async function startPayment(world: World, life: Life, orderId: string) {
  const { body } = await call(world, life, '/payments', payBody(orderId, 'upi-qr'))
  const payment = paymentOf(body)
  if (payment) life.payments.push(payment)
  return payment
}

/** A signed success of the payment, up to three times. */
async function report(
  { portNow }: World,
  life: Life,
  orderId: string,
  payment: Life['payments'][number],
): Promise<boolean> {
  const webhook = createWebhook({ ...life, orderId, ...payment }, 'paid')
  const deliveries = Array.from({ length: 1 + below(COPIES_MAX) }, () => deliverWebhook(portNow, webhook))
  const statuses = (await Promise.all(deliveries)).map(({ status }) => status)
  if (statuses.some((status) => status !== 200))
    throw new Error(`A payment was answered with ${statuses.join()}.`)
  life.received.set(payment.paymentId, paise(payment.amount))
  return true
}

/** Refunds a payment of the order, in part or what is left. */
async function refund(world: World, { refunds }: Life, orderId: string): Promise<boolean> {
  const { settled, mismatches } = await showMoney(world, orderId)
  const payment = [...settled, ...mismatches][below(settled.length + mismatches.length)]
  if (payment === undefined) return false
  const reference = `refund ${crypto.randomUUID()}`
  const amount = below(2) === 0 ? ['--amount', `0.${25 + below(50)}`] : []
  const argv = ['payments', 'refunded', SHOP_ID, payment, '--reference', reference]
  const { isDone, text } = await world.command(...argv, ...amount, '--json')
  // An earlier attempt whose answer was lost recorded it.
  const recorded = isDone ? paise(fieldOf(JSON.parse(text), 'refunded')) : recordedBefore(text)
  if (recorded !== undefined) refunds.set(reference, recorded)
  return recorded !== undefined
}

/** Asks the provider for what is due of the order, or for a part of what was paid. */
async function askForRefund({ command }: World, life: Life, orderId: string): Promise<boolean> {
  const amount = below(2) === 0 ? ['--amount', `0.${25 + below(50)}`] : []
  const { isDone, text } = await command('payments', 'refund', SHOP_ID, orderId, ...amount, '--json')
  const asked = isDone ? listOf(fieldOf(JSON.parse(text), 'requested')) : []
  for (const part of asked) life.askedRefunds += paise(fieldOf(part, 'amount'))
  return asked.length > 0
}

function recordedBefore(text: string): number | undefined {
  const [, rupees] = /A refund of ₹([\d,.]+) with the reference .* is already recorded/.exec(text) ?? []
  return rupees === undefined ? undefined : paise(rupees.replaceAll(',', ''))
}

async function showMoney({ command }: World, orderId: string) {
  const { text } = await command('orders', 'show', SHOP_ID, orderId, '--json')
  const order: unknown = JSON.parse(text)
  return {
    settled: listOf(fieldOf(order, 'payments')).map((one) => textOf(one, 'id')),
    mismatches: listOf(fieldOf(order, 'mismatches')).map((one) => textOf(one, 'payment')),
  }
}

function call({ portNow }: World, { token }: Life, path: string, body: unknown): Promise<StoreResponse> {
  const options: CallOptions = { body, token }
  return callUntilSettled(portNow, path, options, ({ status }) => status < 500)
}

function payBody(orderId: string, method: string) {
  return { orderId, fields: { method, phone: ADDRESS.phone } }
}

function isOk({ status }: StoreResponse): boolean {
  return status < 400
}

/** Repeats a command until it ended while the store was there. */
async function repeatCommand(
  argv: string[],
  run: (argv: string[], output: Output) => Promise<number | undefined>,
): Promise<Said> {
  const startedAt = performance.now()
  let said: string[] = []
  while (performance.now() - startedAt < COMMAND_TIMEOUT_MS) {
    said = []
    const listen = (text: string) => void said.push(text)
    const output = { line: listen, data: listen, problem: listen, progress: () => undefined }
    const exitCode = await run(argv, output)
    const text = said.join('\n')
    if (exitCode === 0) return { isDone: true, text }
    const isAway = exitCode === undefined || OUTAGE.test(text)
    if (!isAway && /unexpectedly|could not be run/.test(text)) break
    if (!isAway) return { isDone: false, text }
    await setTimeout(PAUSE_MS)
  }
  throw new Error(`store ${argv.join(' ')}: ${said.join('\n')}`)
}

function below(max: number): number {
  return Math.floor(Math.random() * max)
}

function paise(rupees: unknown): number {
  return Math.round(Number(rupees) * 100)
}
