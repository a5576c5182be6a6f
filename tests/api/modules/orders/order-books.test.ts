import { fileURLToPath } from 'node:url'

import { asc, eq, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { migrate } from '../../../../api/db/migrate.ts'
import {
  moneyEntries,
  orderEvents,
  orderReturns,
  orders,
  productVariants,
  stockMovements,
} from '../../../../api/db/schema.ts'
import { parseOrderNumber } from '../../../../api/ids.ts'
import { releaseUnpaidOrders } from '../../../../api/jobs/release-unpaid-orders.ts'
import { changeOrder, changeReturn, lockOrder } from '../../../../api/modules/orders/change-order.ts'
import { checkMoney, checkStock } from '../../../../api/modules/orders/check-books.ts'
import {
  allows,
  ORDER_TRANSITIONS,
  toOrder,
  type OrderChange,
} from '../../../../api/modules/orders/lifecycle/order-rules.ts'
import type { ReturnChange } from '../../../../api/modules/orders/lifecycle/return-rules.ts'
import { readSteps } from '../../../../api/modules/orders/steps.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { run } from '../../../cli/command-line.ts'
import { sandboxHeaders } from '../../../kit/api/sandbox-webhook.ts'
import {
  ADDRESS,
  ASHA,
  changeCatalogue,
  openSandboxStore,
  product,
  serve,
  type Store,
} from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const PHONE = '+919876543210'
const MIGRATIONS = fileURLToPath(new URL('../../../../api/db/migrations', import.meta.url))
const MINUTE_MS = 60_000
/** More lives: `SEEDS=80 npx vitest run --project api tests/api/modules/orders/order-books.test.ts`. */
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, index) => index + 1)

let store: Store

const counted = (stock: number) =>
  product('kurta', {
    options: [{ name: 'Size', values: ['M', 'L'] }],
    variants: ['M', 'L'].map((Size) => ({
      options: { Size },
      regularPrice: 999.5,
      sku: `KURTA-${Size}`,
      stock,
      images: [],
    })),
  })

beforeAll(async () => {
  store = await openSandboxStore([counted(400)])
  await putTenant(store.db, {
    ...ASHA,
    hosts: [SHOP],
    orderLimits: { unpaidOrders: 100, unpaidPieces: 1000, cashOrders: 100 },
    record: { ...ASHA.record, capabilities: ['returns', 'shipment', 'cancellation', 'cash-on-delivery'] },
  })
}, 60_000)

afterAll(() => store.close())

// Commands take the time of the machine.
beforeEach(() => {
  store.clock.now = new Date()
})

const inShop = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(store.db, 'asha', work)
const command = (...argv: string[]) => run(store.db, '.', ...argv)

interface Placed {
  orderId: string
  number: string
  token: string
}

async function place(quantity = 1): Promise<Placed> {
  const { token } = await store.signIn(SHOP)
  const products = { [await store.productId(SHOP, 'kurta')]: quantity }
  const { status, body } = await store.call(SHOP, '/orders', {
    body: { products, shippingAddress: ADDRESS },
    token,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return { orderId: body.id, number: parseOrderNumber(body.id) ?? '', token }
}

const start = ({ orderId, token }: Placed, method: string) =>
  store.call(SHOP, '/payments', { body: { orderId, fields: { method, phone: PHONE } }, token })

/** Begins a card payment, and reports `outcome` of it as the provider. */
async function report(order: Placed, outcome: 'paid' | 'declined', changes: object = {}): Promise<number> {
  const { body } = await start(order, 'card')
  return deliver(order, body.action?.formParams.data.paymentId, outcome, changes)
}

/** Delivers the provider's webhook to an API. */
async function deliver(
  order: Placed,
  paymentId: string,
  outcome: 'paid' | 'declined',
  changes: object,
  api: Pick<Store, 'call'> = store,
): Promise<number> {
  const { orderId } = order
  const event = { eventId: Math.random().toString(36), type: `payment.${outcome}`, paymentId, orderId }
  const [row] = await inShop((tx) => tx.select().from(orders).where(eq(orders.number, order.number)))
  const amount = ((row?.total ?? 0) / 100).toFixed(2)
  const text = JSON.stringify({ ...event, amount, currency: 'INR', ...changes })
  const headers = sandboxHeaders(text, store.clock.now)
  return (await api.call(SHOP, '/payments/callback/sandbox', { body: text, headers })).status
}

const eventsOf = ({ number }: Placed) =>
  inShop((tx) =>
    tx
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderNumber, number))
      .orderBy(asc(orderEvents.sequence)),
  )

const kindsOf = async (order: Placed) => (await eventsOf(order)).map(({ kind }) => kind)

async function expectBooksToAgree(): Promise<void> {
  expect(await inShop((tx) => checkMoney(tx, 'asha'))).toEqual([])
  expect(await inShop((tx) => checkStock(tx, 'asha'))).toEqual([])
}

const advance = (order: Placed, ...options: string[]) =>
  command('orders', 'advance', 'asha', order.orderId, ...options)
const ship = (order: Placed, ...options: string[]) =>
  command('orders', 'ship', 'asha', order.orderId, '--courier', 'Delhivery', '--tracking', '1490', ...options)

describe('the events of an order', () => {
  it('tell its life in order, with actor and status', async () => {
    const order = await place()
    await report(order, 'declined')
    await report(order, 'paid')
    await ship(order)
    await advance(order)
    const asked = await store.call(SHOP, `/orders/${order.orderId}/returns`, {
      token: order.token,
      body: { items: [{ id: `${order.orderId}-1`, quantity: 1 }], reason: 'Too small' },
    })
    await command('returns', 'accept', 'asha', asked.body.returns[0].id)
    const payments = (await eventsOf(order)).filter(({ kind }) => kind === 'order.paid')
    await command(
      'payments',
      'refunded',
      'asha',
      payments[0]?.subject ?? '',
      '--reference',
      'r1',
      '--amount',
      '100',
    )

    const events = await eventsOf(order)
    expect(events.map(({ sequence, kind, status, actor }) => [sequence, kind, status, actor])).toEqual([
      [1, 'order.created', 0, 'shopper'],
      [2, 'payment.started', null, 'shopper'],
      [3, 'payment.failed', null, 'provider'],
      [4, 'payment.started', null, 'shopper'],
      [5, 'order.paid', 1, 'provider'],
      [6, 'order.shipped', 2, 'merchant'],
      [7, 'order.delivered', 3, 'merchant'],
      [8, 'return.requested', null, 'shopper'],
      [9, 'return.decided', null, 'merchant'],
      [10, 'refund.made', null, 'merchant'],
    ])
    await expectBooksToAgree()
  })

  it('tell a refund that is due, and cash on delivery', async () => {
    const [paid, cash] = [await place(), await place()]
    await report(paid, 'paid')
    await store.call(SHOP, `/orders/${paid.orderId}/cancellation`, { body: {}, token: paid.token })
    await start(cash, 'cash-on-delivery')
    expect(await kindsOf(paid)).toEqual([
      ...['order.created', 'payment.started', 'order.paid', 'order.cancelled', 'refund.due'],
    ])
    expect(await kindsOf(cash)).toEqual(['order.created', 'order.accepted'])
    await expectBooksToAgree()
  })

  it('tell of stock that runs low', async () => {
    await command('stock', 'set', 'asha', 'KURTA-M', '7')
    const order = await place(3)
    expect(await kindsOf(order)).toEqual(['order.created', 'stock.low'])
    await command('stock', 'set', 'asha', 'KURTA-M', '400')
    await expectBooksToAgree()
  })

  it('and the books are of one shop, and never changed', async () => {
    await report(await place(), 'paid')
    for (const table of [orderEvents, moneyEntries, stockMovements]) {
      expect(await inShop((tx) => tx.select().from(table))).not.toEqual([])
      const ofBela = await withTenant(store.db, 'bela', (tx) => tx.select().from(table))
      expect(ofBela.filter(({ tenantId }) => tenantId !== 'bela')).toEqual([])
      const refused = {
        cause: expect.objectContaining({ message: expect.stringContaining('permission denied') }),
      }
      await expect(inShop((tx) => tx.delete(table))).rejects.toMatchObject(refused)
      await expect(inShop((tx) => tx.update(table).set({ orderNumber: 'x' }))).rejects.toMatchObject(refused)
    }
  })
})

it('a late payment that takes the last pieces is not kept waiting for the purge of their pages', async () => {
  const purge = vi.fn(() => new Promise<string[]>(() => undefined))
  const api = serve(store.db, {}, undefined, purge)
  api.clock.now = store.clock.now
  const order = await place()
  const { body } = await start(order, 'card')
  const later = { ...services(), now: () => new Date(store.clock.now.getTime() + 60 * MINUTE_MS) }
  await releaseUnpaidOrders(later)
  await command('stock', 'set', 'asha', 'KURTA-M', '1')
  await command('stock', 'set', 'asha', 'KURTA-L', '0')
  const { paymentId } = body.action.formParams.data
  expect(await deliver(order, paymentId, 'paid', {}, api)).toBe(200)
  await vi.waitFor(() => expect(purge).toHaveBeenCalledOnce())
  for (const sku of ['KURTA-M', 'KURTA-L']) await command('stock', 'set', 'asha', sku, '400')
  await expectBooksToAgree()
})

describe('the pieces of a return', () => {
  const stockOf = async (sku: string) => {
    const [row] = await inShop((tx) => tx.select().from(productVariants).where(eq(productVariants.sku, sku)))
    return row?.stock
  }

  /** Changes the return of an order as the merchant. */
  const change = ({ number }: Placed, name: ReturnChange) =>
    inShop(async (tx) => {
      const order = await lockOrder(tx, 'asha', number)
      const [row] = await tx.select().from(orderReturns).where(eq(orderReturns.orderNumber, number))
      const by = { actor: 'merchant', now: store.clock.now } as const
      return order && row && changeReturn(tx, order, row, name, by)
    })

  it.each([
    ['receive', 1],
    ['receive spoiled', 0],
  ] as const)('%s: %i of two pieces is in stock again, once', async (received, pieces) => {
    await command('stock', 'set', 'asha', 'KURTA-M', '2')
    const order = await place(2)
    await report(order, 'paid')
    await ship(order)
    await advance(order)
    await store.call(SHOP, `/orders/${order.orderId}/returns`, {
      token: order.token,
      body: { items: [{ id: `${order.orderId}-1`, quantity: 1 }], reason: 'Too small' },
    })
    expect((await change(order, 'accept'))?.restocked).toEqual([])
    expect(await stockOf('KURTA-M')).toBe(0)
    const product = await store.productId(SHOP, 'kurta')
    expect(await change(order, received)).toMatchObject({
      row: { status: 'received' },
      restocked: pieces > 0 ? [product] : [],
    })
    expect(await change(order, received)).toBeUndefined()
    expect(await stockOf('KURTA-M')).toBe(pieces)
    await expectBooksToAgree()
    await command('stock', 'set', 'asha', 'KURTA-M', '400')
  })
})

/** Numbers of a seed, from 0 below `max`. */
function numbersOf(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

const services = () => ({
  db: store.db,
  now: () => store.clock.now,
  log: () => undefined,
  purge: async () => [],
})

type Step = (order: Placed, next: (max: number) => number) => Promise<unknown>

const STEPS: Step[] = [
  (order) => report(order, 'paid'),
  (order) => report(order, 'declined'),
  (order) => report(order, 'paid', { amount: '1.00' }),
  (order) => start(order, 'cash-on-delivery'),
  (order, next) => advance(order, ...(next(2) === 0 ? ['--unpaid'] : [])),
  (order, next) => command('payments', 'received', 'asha', order.orderId, '--reference', `UTR${next(5)}`),
  (order) => ship(order, '--unpaid'),
  (order) => advance(order, '--unpaid'),
  (order) => store.call(SHOP, `/orders/${order.orderId}/cancellation`, { body: {}, token: order.token }),
  (order, next) =>
    command('orders', 'returned-to-sender', 'asha', order.orderId, ...(next(2) === 0 ? ['--write-off'] : [])),
  async (order, next) => {
    const [event] = (await eventsOf(order)).filter(
      ({ kind }) => kind === 'order.paid' || kind === 'payment.mismatch',
    )
    const part = next(2) === 0 ? ['--amount', '100'] : []
    const reference = `r${next(1000)}`
    return command(
      'payments',
      'refunded',
      'asha',
      event?.subject ?? 'none',
      '--reference',
      reference,
      ...part,
    )
  },
  async (order) => {
    const [event] = (await eventsOf(order)).filter(({ kind }) => kind === 'payment.mismatch')
    return command('payments', 'accept', 'asha', event?.subject ?? 'none')
  },
  async (_order, next) => {
    store.clock.now = new Date(store.clock.now.getTime() + next(30) * MINUTE_MS)
    return releaseUnpaidOrders(services())
  },
  (_order, next) => command('stock', 'set', 'asha', 'KURTA-M', String(next(12))),
  (_order, next) => changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', [counted(next(20))])),
  async (order, next) => {
    const later: OrderChange[] = ['report undelivered', 'send back', 'lose']
    const change = later[next(later.length)] ?? 'lose'
    return inShop(async (tx) => {
      const locked = await lockOrder(tx, 'asha', order.number)
      return locked && changeOrder(tx, locked, change, { actor: 'merchant', now: store.clock.now })
    })
  },
]

describe('generated lives of orders', () => {
  it.each(SEEDS)('keep money and stock to the paisa and the piece: seed %i', async (seed) => {
    const next = numbersOf(seed)
    const placed: Placed[] = []
    for (let step = 0; step < 120; step += 1) {
      if (placed.length === 0 || next(5) === 0) {
        await command('stock', 'set', 'asha', 'KURTA-M', '+3')
        placed.push(await place(1 + next(2)))
      }
      const order = placed[next(placed.length)]
      if (order) await STEPS[next(STEPS.length)]?.(order, next)
      if (step % 20 === 0) await expectBooksToAgree()
    }
    await expectBooksToAgree()
    for (const order of placed) {
      const events = await eventsOf(order)
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
      const [row] = await inShop((tx) => tx.select().from(orders).where(eq(orders.number, order.number)))
      const reached = events.flatMap(({ status }) => status ?? [])
      expect(row?.status).toBe(reached.at(-1))
      expect(reached).toEqual(reached.toSorted())
      if (row && row.status < 3) {
        const changes = Object.keys(ORDER_TRANSITIONS) as OrderChange[]
        expect(changes.some((change) => allows(toOrder(row), change))).toBe(true)
      }
    }
  })
})

describe('changes at the same moment', () => {
  it('keep the books, and each order has its events in order', async () => {
    const next = numbersOf(4)
    await command('stock', 'set', 'asha', 'KURTA-M', '40')
    const placed = [await place(2), await place(1), await place(3)]
    for (let round = 0; round < 15; round += 1) {
      if (round % 5 === 4) placed.push(await place(1))
      const steps = Array.from({ length: 8 }, async () => {
        const order = placed[next(placed.length)]
        if (order) await STEPS[next(STEPS.length)]?.(order, next)
      })
      expect((await Promise.allSettled(steps)).filter(({ status }) => status === 'rejected')).toEqual([])
    }
    await expectBooksToAgree()
    for (const order of placed) {
      const events = await eventsOf(order)
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
    }
    expect(store.log.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('an upgrade of a database without events and books', () => {
  it('opens them from the orders, payments, refunds and stock that it has', async () => {
    const [paid, refunded, cancelled, part] = [await place(), await place(2), await place(), await place()]
    for (const order of [paid, refunded, cancelled, part]) await report(order, 'paid')
    const subjectOf = async (order: Placed) =>
      (await eventsOf(order)).find(({ kind }) => kind === 'order.paid')?.subject ?? ''
    for (const order of [refunded, cancelled]) await advance(order, '--to', 'cancelled')
    await command('payments', 'refunded', 'asha', await subjectOf(refunded), '--reference', 'all')
    await command(
      'payments',
      'refunded',
      'asha',
      await subjectOf(part),
      '--reference',
      'part',
      '--amount',
      '10',
    )
    await advance(part, '--to', 'cancelled')
    await ship(paid)
    await advance(paid)
    const history = await inShop((tx) => readSteps(tx, 'asha', [paid.number]))
    const kinds = await kindsOf(paid)

    const { orm } = store.db
    await orm.transaction(async (tx) => {
      await tx.execute(sql`set local role none`)
      for (const table of ['order_events', 'order_steps', 'payments']) {
        await tx.execute(sql.raw(`alter table ${table} no force row level security`))
      }
      await tx.execute(sql`insert into order_steps (tenant_id, order_number, status, reached_at)
        select tenant_id, order_number, status, created_at from order_events where status > 0`)
      await tx.execute(sql`drop table order_events, money_entries, stock_movements`)
      await tx.execute(sql`alter table orders drop column parcel`)
      await tx.execute(sql`delete from payments where mismatch is not null`)
      await tx.execute(sql`alter table payments drop column mismatch`)
    })
    const isNewer = (statements: string[]) => statements.some((one) => one.includes('money_entries'))
    const { hash } =
      readMigrationFiles({ migrationsFolder: MIGRATIONS }).find(({ sql: all }) => isNewer(all)) ?? {}
    await orm.transaction(async (tx) => {
      await tx.execute(sql`set local role none`)
      await tx.execute(sql`delete from schema_migrations where hash = ${hash}`)
    })
    await migrate(orm, () => Promise.resolve())

    await expectBooksToAgree()
    expect(await inShop((tx) => readSteps(tx, 'asha', [paid.number]))).toEqual(history)
    expect(await kindsOf(paid)).toEqual(kinds.filter((kind) => kind !== 'payment.started'))
    expect(await kindsOf(cancelled)).toContain('refund.due')
    expect(await kindsOf(part)).toContain('refund.made')
    const { lines, exitCode } = await command('check', 'money', 'asha')
    expect([exitCode, ...lines]).toEqual([0, '✓ The books agree.'])
  })
})
