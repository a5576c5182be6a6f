import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import { and, eq, ne, sql } from 'drizzle-orm'
import { request } from 'undici'

import { openDatabase, withTenant, type Database } from '../../../api/db/index.ts'
import { messages, orderEvents } from '../../../api/db/schema.ts'
import { addEndpoint } from '../../../api/modules/shop-messages/webhook-endpoints.ts'
import { writeProducts } from '../../../api/modules/catalogue/write.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { putShop, SHOP_HOST, SHOP_ID, startApiProcess, type ApiProcess } from '../api/api-process.ts'
import { MANY_ORDERS } from '../api/many-orders.ts'
import {
  ADDRESS,
  callUntilSettled,
  eachAtOnce,
  newShoppers,
  productIds,
  textOf,
} from '../api/store-caller.ts'
import { freeJobs } from '../database/free-jobs.ts'
import type { PostgresServer } from '../database/server.ts'
import {
  startFaultyMailServer,
  type FaultyMailServer,
  type MailFault,
} from '../messages/faulty-mail-server.ts'
import {
  startWebhookReceiver,
  type ReceivedWebhook,
  type WebhookReceiver,
} from '../messages/webhook-receiver.ts'
import { NO_PROGRESS, type Progress } from '../progress.ts'

export interface MessageCounts {
  orders: number
  kills: number
  /** Events of both shops. */
  events: number
  mails: number
  webhooks: number
  /** Mails and webhooks that came more than once, each with its id. */
  repeats: number
  /** Sentences about what is wrong in the end. */
  faults: string[]
}

interface Options {
  count: number
  kills: number
  /** Two APIs on this PostgreSQL; without it, one on PGlite. */
  databaseUrl?: string | undefined
  server?: PostgresServer | undefined
  progress?: Progress
}

const OTHER = { id: 'others', host: 'others.localhost' }
const SHOPS = [
  { id: SHOP_ID, host: SHOP_HOST },
  { id: OTHER.id, host: OTHER.host },
]
const PER_SHOPPER = 100
const AT_ONCE = 8
const HANGS_MAX = 3
/** Rounds in a row in which nothing came, after which nothing more comes. */
const IDLE_ROUNDS_MAX = 8
const FAULTY_ROUNDS = 2
const POLL_MS = 500
/** Looks at the queues without a waiting job after which nothing more comes. */
const QUIET_LOOKS = 4
const LOOKS_MAX = 30
const LATE_MS = 200
/** Times in a run at which mail server and webhook receivers are stopped, and started a while later. */
const OUTAGES = 3
/** One order in five is of the other shop. */
const OTHER_EVERY = 5

interface Delivery {
  shop: string
  order: string
  sequence: number
  id: string
}

/**
 * Places orders in two shops and cancels every second one, while the mail server and the webhook receivers are silent,
 * refuse, hang, respond late, drop connections, stop and start, and the API and its database are killed. Then both work
 * again, and what they received is compared with the events.
 */
export async function countMessages(options: Options): Promise<MessageCounts> {
  const { count, kills, databaseUrl, server, progress = NO_PROGRESS } = options
  const mail = await startFaultyMailServer()
  const receivers = new Map<string, WebhookReceiver>()
  for (const { id } of SHOPS) receivers.set(id, await startWebhookReceiver())
  const accepted: Delivery[] = []
  const chance = randomOf(count)
  let isFaulty = true
  for (const [shop, receiver] of receivers)
    receiver.respond = (response, webhook) => {
      respondFaultily(response, isFaulty ? chance() : 1, () => accepted.push(...toDeliveries(shop, webhook)))
    }
  // At first the mail server is silent.
  mail.faults.next = () => 'hang'

  const env = { SMTP_URL: mail.url, MAIL_FROM: 'mail@platform.example', LOG_LEVEL: 'silent' }
  const apis = [
    await startApiProcess(databaseUrl, {
      env,
      prepare: (db) => prepare(db, receivers),
      ...(!databaseUrl && { beforeRestart: betweenProcesses }),
    }),
  ]
  if (databaseUrl) apis.push(await startApiProcess(databaseUrl, { env, prepare: putOwnShop }))
  const portNow = (index: number) => apis[index % apis.length]?.port ?? 0

  try {
    let [placed, killed] = [0, 0]
    let [restart, outage] = [Promise.resolve(), Promise.resolve()]
    const receiving = [mail, ...receivers.values()]
    const stopsAt = [...Array(OUTAGES).keys()].map((nth) =>
      Math.ceil((count * (2 * nth + 1)) / (2 * OUTAGES)),
    )
    const lasts = Math.ceil(count / (4 * OUTAGES))
    const tokens = new Map<string, string[]>()
    const kurtas = new Map<string, string>()
    for (const { id, host } of SHOPS) {
      tokens.set(id, await newShoppers(portNow(0), count, PER_SHOPPER, host))
      kurtas.set(id, (await productIds(portNow(0), host)).get('Kurta') ?? '')
    }
    await eachAtOnce([...Array(count).keys()], AT_ONCE, async (index) => {
      const shop = index % OTHER_EVERY === 0 ? OTHER : { id: SHOP_ID, host: SHOP_HOST }
      const token = tokens.get(shop.id)?.[Math.floor(index / PER_SHOPPER)] ?? ''
      const headers = { host: shop.host, 'idempotency-key': crypto.randomUUID() }
      const order = await callUntilSettled(() => portNow(index), '/orders', {
        body: {
          products: { [kurtas.get(shop.id) ?? '']: 1 },
          shippingAddress: ADDRESS,
          lines: [{ productId: kurtas.get(shop.id), quantity: 1, selectedSize: 'M' }],
        },
        token,
        headers,
      })
      if (index % 2 === 0) {
        await callUntilSettled(
          () => portNow(index),
          `/orders/${textOf(order.body, 'id')}/cancellation`,
          { body: {}, token, headers: { host: shop.host } },
          // A repeated one is refused.
          ({ status }) => status < 500,
        )
      }
      placed += 1
      progress.report(placed)
      if (placed === Math.ceil(count / 3)) mail.faults.next = faultyMail(chance)
      if (stopsAt.includes(placed)) outage = outage.then(() => each(receiving, 'stop'))
      if (stopsAt.includes(placed - lasts)) outage = outage.then(() => each(receiving, 'start'))
      if (killed < kills && placed >= ((killed + 1) * count) / (kills + 1)) {
        killed += 1
        const kill = killed
        restart = restart.then(() => killNext(apis, kill, server))
      }
    })
    await Promise.all([restart, outage])
    const state = await settle(apis, databaseUrl, () => {
      isFaulty = false
      mail.faults.next = () => 'take'
    })
    return {
      orders: count,
      kills,
      events: state.events.length,
      mails: mail.received.filter(({ subject }) => !subject.includes(REMINDER)).length,
      webhooks: accepted.length,
      ...compare(state, mail, accepted, count),
    }
  } finally {
    for (const api of apis) await api.stop()
    await mail.stop()
    for (const receiver of receivers.values()) await receiver.stop()
  }
}

async function each(
  servers: readonly Pick<WebhookReceiver, 'stop' | 'start'>[],
  change: 'stop' | 'start',
): Promise<void> {
  for (const server of servers) await server[change]()
}

interface Stored {
  events: { shop: string; order: string; sequence: number; kind: string }[]
  /** Messages that wait, but for reminders of unpaid orders. */
  waiting: number
  /** Messages that were given up. */
  refused: number
}

/**
 * Lets the messages come that still wait, first with the faults and then without, and returns what the database has in the
 * end.
 */
async function settle(
  apis: readonly ApiProcess[],
  databaseUrl: string | undefined,
  endFaults: () => void,
): Promise<Stored> {
  let [before, idleRounds] = [Infinity, 0]
  for (let round = 1; ; round += 1) {
    const state = databaseUrl ? await lookAt(databaseUrl) : await lookBetween(apis)
    idleRounds = state.waiting < before ? 0 : idleRounds + 1
    if (state.waiting === 0 || idleRounds === IDLE_ROUNDS_MAX) return state
    before = state.waiting
    for (const { port } of apis) await untilIdle(port)
    if (round === FAULTY_ROUNDS) endFaults()
  }
}

/** Waits until the jobs that are due have run; while attempts fail, that may be never. */
async function untilIdle(port: number): Promise<void> {
  let quiet = 0
  for (let looks = 0; quiet < QUIET_LOOKS && looks < LOOKS_MAX; looks += 1) {
    await setTimeout(POLL_MS)
    // The API of a kept connection may have been killed.
    const { body } = await request(`http://127.0.0.1:${port}/metrics`, { reset: true })
    const waiting = /^store_api_jobs_waiting\{queue="(?:orders|messages)"\} [1-9]/m.test(await body.text())
    quiet = waiting ? 0 : quiet + 1
  }
}

async function lookAt(databaseUrl: string): Promise<Stored> {
  const db = await openDatabase({ dataDir: 'memory://', databaseUrl })
  await makeDue(db)
  const state = await read(db)
  await db.close()
  return state
}

/** The embedded database is open to one process at a time. */
async function lookBetween([api]: readonly ApiProcess[]): Promise<Stored> {
  let state: Stored | undefined
  look = async (db) => void (state = await read(db))
  await api?.killAndRestart()
  if (!state) throw new Error('The database was not read.')
  return state
}

/** Reads the database between two processes. */
let look: ((db: Database) => Promise<void>) | undefined

async function betweenProcesses(db: Database): Promise<void> {
  await freeJobs(db)
  await makeDue(db)
  await look?.(db)
}

/** Lets the pauses between attempts pass. */
async function makeDue(db: Database): Promise<void> {
  for (const { id } of SHOPS)
    await withTenant(db, id, (tx) =>
      tx
        .update(messages)
        .set({ dueAt: sql`now()` })
        .where(and(eq(messages.state, 'waiting'), ne(messages.kind, 'payment reminder'))),
    )
  await db.orm.execute(
    // A job that a worker takes at this moment is none that waits.
    `update pgboss.job set start_after = now() where id in
      (select id from pgboss.job where name = 'messages' and state in ('created', 'retry') for update skip locked)`,
  )
}

async function read(db: Database): Promise<Stored> {
  const state: Stored = { events: [], waiting: 0, refused: 0 }
  for (const { id: shop } of SHOPS) {
    const { events, rows, unhandled } = await withTenant(db, shop, async (tx) => ({
      events: await tx.select().from(orderEvents),
      rows: await tx.select().from(messages).where(ne(messages.kind, 'payment reminder')),
      unhandled: await tx.execute(`select number from orders where events_handled <
        (select max(sequence) from order_events where order_number = orders.number)`),
    }))
    for (const { orderNumber: order, sequence, kind } of events)
      state.events.push({ shop, order, sequence, kind })
    state.waiting += rows.filter((row) => row.state === 'waiting').length + unhandled.rows.length
    state.refused += rows.filter((row) => row.state !== 'waiting' && row.state !== 'sent').length
  }
  return state
}

const CAPABILITIES = ['order-lines', 'idempotency-key', 'cancellation'] as const

function putOwnShop(db: Database): Promise<void> {
  return putShop(db, CAPABILITIES, MANY_ORDERS)
}

async function prepare(db: Database, receivers: ReadonlyMap<string, WebhookReceiver>): Promise<void> {
  await putOwnShop(db)
  await putTenant(db, {
    ...{ id: OTHER.id, hosts: [OTHER.host], payee: { upiId: '', name: '' }, orderLimits: MANY_ORDERS },
    record: { storeName: 'Others', categories: ['Kurtas'], capabilities: [...CAPABILITIES] },
  })
  await withTenant(db, OTHER.id, (tx) => writeProducts(tx, OTHER.id, [KURTA]))
  for (const [shop, { url }] of receivers) await withTenant(db, shop, (tx) => addEndpoint(tx, shop, url))
}

const KURTA = {
  ...{ key: 'kurta', title: 'Kurta', description: '', category: 'Kurtas', parentCategory: 'Ethnic' },
  ...{ gender: 'Women' as const, regularPrice: 999.5, imgUrl: '/media/kurta.webp', images: [] },
  attributes: [{ key: 'Sizes', value: ['S', 'M'] }],
}

/** Kills the APIs in turn, and every third time their PostgreSQL. */
async function killNext(
  apis: readonly ApiProcess[],
  kill: number,
  server: PostgresServer | undefined,
): Promise<void> {
  if (!server || kill % 3 !== 0) return apis[kill % apis.length]?.killAndRestart()
  await server.crash()
  await server.start()
}

function faultyMail(chance: () => number): () => MailFault {
  let hangs = 0
  return () => {
    const drawn = chance()
    if (drawn < 0.05 && hangs < HANGS_MAX) {
      hangs += 1
      return 'hang'
    }
    if (drawn < 0.15) return 'refuse'
    if (drawn < 0.25) return 'drop'
    return drawn < 0.4 ? 'late' : 'take'
  }
}

function respondFaultily(response: ServerResponse, drawn: number, accept: () => void): void {
  if (drawn < 0.02) return
  if (drawn < 0.12) return void response.writeHead(500).end()
  if (drawn < 0.2) return void response.destroy()
  accept()
  // The receiver has it, but the API does not learn that.
  if (drawn < 0.25) return void response.destroy()
  if (drawn < 0.35) return void globalThis.setTimeout(() => response.writeHead(200).end(), LATE_MS)
  response.writeHead(204).end()
}

/** None of an event that is none of an order. */
function toDeliveries(shop: string, { headers, body }: ReceivedWebhook): Delivery[] {
  const { data } = JSON.parse(body) as {
    data: { shop: string; sequence: number; order?: { number: string } }
  }
  if (!data.order) return []
  return [
    {
      shop: data.shop === shop ? shop : `${data.shop} at ${shop}`,
      order: data.order.number.replaceAll('-', ''),
      sequence: data.sequence,
      id: String(headers['webhook-id']),
    },
  ]
}

const REMINDER = 'is not paid yet'

/** Which message an event of these orders sends to the shopper, by its subject. */
const SUBJECTS: Record<string, string> = {
  'order.created': 'We have received your order',
  'order.cancelled': 'has been cancelled',
}

function compare(state: Stored, mail: FaultyMailServer, accepted: readonly Delivery[], count: number) {
  const faults: string[] = []
  const expect = (isTrue: boolean, fault: string) => {
    if (!isTrue) faults.push(fault)
  }
  const placed = new Set(state.events.map(({ order }) => order)).size
  expect(placed === count, `${placed} orders are stored of ${count}`)
  const cancelled = state.events.filter(({ kind }) => kind === 'order.cancelled').length
  expect(cancelled === Math.ceil(count / 2), `${cancelled} orders are cancelled of ${Math.ceil(count / 2)}`)
  expect(state.waiting === 0, `${state.waiting} messages still wait`)
  expect(state.refused === 0, `${state.refused} messages were given up`)

  const known = new Map(SHOPS.map(({ id }) => [id, new Set<string>()]))
  for (const { shop, order } of state.events) known.get(shop)?.add(order)
  for (const { shop, order } of accepted)
    expect(known.get(shop)?.has(order) === true, `order ${order} came to ${shop}`)

  let repeats = 0
  const byOrder = Map.groupBy(accepted, ({ order }) => order)
  // A long run reaches the time of the reminders.
  const mails = mail.received
    .filter(({ subject }) => !subject.includes(REMINDER))
    .map((one) => ({ ...one, order: orderIn(one.subject) }))
  const mailsByOrder = Map.groupBy(mails, ({ order }) => order)
  for (const [order, events] of Map.groupBy(state.events, (event) => event.order)) {
    const sequences = events.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
    const came = byOrder.get(order) ?? []
    const first = [...new Set(came.map(({ sequence }) => sequence))]
    expect(first.join() === sequences.join(), `webhooks of ${order}: ${first.join()} of ${sequences.join()}`)
    repeats += came.length - first.length
    const ids = new Set(came.map(({ id, sequence }) => `${id} ${sequence}`))
    expect(ids.size === first.length, `a repeated webhook of ${order} has another id`)

    const wanted = events
      .toSorted((a, b) => a.sequence - b.sequence)
      .flatMap(({ kind }) => SUBJECTS[kind] ?? [])
    const letters = mailsByOrder.get(order) ?? []
    const kinds = letters.map(({ subject }) => wanted.find((text) => subject.includes(text)) ?? subject)
    expect([...new Set(kinds)].join() === wanted.join(), `mails of ${order}: ${kinds.join()}`)
    expect(
      new Set(letters.map(({ messageId }) => messageId)).size === wanted.length,
      `ids of mails of ${order}`,
    )
    expect(new Set(letters.map(({ to }) => to)).size <= 1, `mails of ${order} went to several shoppers`)
    repeats += letters.length - new Set(kinds).size
  }
  return { repeats, faults }
}

function orderIn(subject: string): string {
  return (/[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}/.exec(subject)?.[0] ?? '').replaceAll('-', '')
}

/** Numbers from 0 to 1, the same ones for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
