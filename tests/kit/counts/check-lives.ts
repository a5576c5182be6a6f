import { asc, eq } from 'drizzle-orm'

import { withTenant, type Database, type Transaction } from '../../../api/db/index.ts'
import {
  moneyEntries,
  orderEvents,
  orderItems,
  orderReturns,
  orders,
  paymentRefunds,
  payments,
  productVariants,
  refundRequests,
  stockMovements,
} from '../../../api/db/schema.ts'
import { parseOrderNumber } from '../../../api/ids.ts'
import { checkMoney, checkStock } from '../../../api/modules/orders/check-books.ts'
import { checkTaxDocuments } from '../../../api/modules/orders/check-tax-documents.ts'
import { isReceived } from '../../../api/modules/orders/lifecycle/money-rules.ts'
import {
  allows,
  decide,
  isOpen,
  ORDER_TRANSITIONS,
  STATUS_OF,
  toOrder,
  type Order,
  type OrderChange,
} from '../../../api/modules/orders/lifecycle/order-rules.ts'

const BACK: ReadonlySet<string> = new Set(['received', 'refunded'])
const CHANGES = Object.keys(ORDER_TRANSITIONS) as OrderChange[]

/** What a life did that was acknowledged, in paise. */
export interface Life {
  token: string
  /** Orders that its checkout was answered with. */
  orderIds: Set<string>
  payments: { paymentId: string; amount: string }[]
  /** Acknowledged success of payments, by payment id. */
  received: Map<string, number>
  /** Receipts and refunds that the merchant recorded, by reference. */
  receipts: Map<string, number>
  refunds: Map<string, number>
  /** What the provider was asked to refund; it may have been asked for more without a response. */
  askedRefunds: number
}

type EventRow = typeof orderEvents.$inferSelect
type PaymentRow = typeof payments.$inferSelect

interface Stored {
  orders: (typeof orders.$inferSelect)[]
  events: EventRow[]
  payments: PaymentRow[]
  refunds: (typeof paymentRefunds.$inferSelect)[]
  requests: (typeof refundRequests.$inferSelect)[]
  entries: (typeof moneyEntries.$inferSelect)[]
  returns: (typeof orderReturns.$inferSelect)[]
  items: (typeof orderItems.$inferSelect)[]
  variants: (typeof productVariants.$inferSelect)[]
  movements: (typeof stockMovements.$inferSelect)[]
}

/** What is wrong with the stored orders, by the rules, their events, their books and what their shoppers were told. */
export async function checkLives(
  db: Database,
  tenantId: string,
  lives: readonly Life[],
  pieces: Readonly<Record<string, number>>,
): Promise<{ orders: number; events: number; states: Record<string, number>; faults: string[] }> {
  const { stored, differences } = await withTenant(db, tenantId, async (tx) => ({
    stored: await readAll(tx, tenantId),
    differences: [
      ...(await checkMoney(tx, tenantId)),
      ...(await checkStock(tx, tenantId)),
      ...(await checkTaxDocuments(tx, tenantId)),
    ],
  }))
  const states: Record<string, number> = {}
  for (const row of stored.orders) {
    const order = toOrder(row)
    const name = 'terms' in order ? `${order.state}, ${order.terms}` : order.state
    states[name] = (states[name] ?? 0) + 1
  }
  const faults = [
    ...differences.map((difference) => `The books differ: ${JSON.stringify(difference)}`),
    ...checkCheckouts(stored, lives),
    ...checkEvents(stored),
    ...checkSums(stored, lives),
    ...checkPieces(stored, pieces),
  ]
  return { orders: stored.orders.length, events: stored.events.length, states, faults }
}

async function readAll(tx: Transaction, tenantId: string): Promise<Stored> {
  return {
    orders: await tx.select().from(orders).where(eq(orders.tenantId, tenantId)),
    events: await tx
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.tenantId, tenantId))
      .orderBy(asc(orderEvents.sequence)),
    payments: await tx.select().from(payments).where(eq(payments.tenantId, tenantId)),
    refunds: await tx.select().from(paymentRefunds).where(eq(paymentRefunds.tenantId, tenantId)),
    requests: await tx.select().from(refundRequests).where(eq(refundRequests.tenantId, tenantId)),
    entries: await tx.select().from(moneyEntries).where(eq(moneyEntries.tenantId, tenantId)),
    returns: await tx.select().from(orderReturns).where(eq(orderReturns.tenantId, tenantId)),
    items: await tx.select().from(orderItems).where(eq(orderItems.tenantId, tenantId)),
    variants: await tx.select().from(productVariants).where(eq(productVariants.tenantId, tenantId)),
    movements: await tx.select().from(stockMovements).where(eq(stockMovements.tenantId, tenantId)),
  }
}

function checkCheckouts(stored: Stored, lives: readonly Life[]): string[] {
  const numbers = new Set(stored.orders.map(({ number }) => number))
  const acknowledged = lives.flatMap(({ orderIds }) => [...orderIds])
  return [
    ...lives
      .filter(({ orderIds }) => orderIds.size > 1)
      .map(({ orderIds }) => `One checkout made the orders ${[...orderIds].join(', ')}.`),
    ...acknowledged
      .filter((id) => !numbers.has(parseOrderNumber(id) ?? ''))
      .map((id) => `Order ${id} is lost.`),
    ...(numbers.size > acknowledged.length
      ? [`${numbers.size - acknowledged.length} orders are doubled.`]
      : []),
  ]
}

/** Every change has its event, handed to its handlers in order, and every open order has a way on. */
function checkEvents({ orders: rows, events, payments: paid, refunds, returns }: Stored): string[] {
  const byOrder = Map.groupBy(events, ({ orderNumber }) => orderNumber)
  return rows.flatMap((row) => {
    const { number } = row
    const own = byOrder.get(number) ?? []
    const count = (kind: EventRow['kind']) => own.filter((event) => event.kind === kind).length
    const ownPayments = paid.filter(({ orderNumber }) => orderNumber === number)
    const ids = new Set(ownPayments.map(({ id }) => id))
    const ownReturns = returns.filter(({ orderNumber }) => orderNumber === number)
    const reached = own.flatMap(({ status }) => status ?? [])
    const order = toOrder(row)
    const truths: Record<string, boolean> = {
      'its events are numbered from 1': own.every(({ sequence }, index) => sequence === index + 1),
      'its first event is its creation': own[0]?.kind === 'order.created',
      'its events are handled': row.eventsHandled === own.length,
      'its events lead to its state': replay(own).some(
        (end) => JSON.stringify(end) === JSON.stringify(order),
      ),
      'its events lead to its status': reached.at(-1) === row.status && row.status === STATUS_OF[order.state],
      'its status never goes back': reached.every((status, index) => status >= (reached[index - 1] ?? 0)),
      'its refunds have events':
        count('refund.made') === refunds.filter(({ paymentId }) => ids.has(paymentId)).length,
      'its payments have events': count('payment.started') + count('payment.mismatch') === ownPayments.length,
      'its due refunds have events': ownPayments
        .filter(({ status }) => status === 'refund due')
        .every(({ id }) => own.some(({ kind, subject }) => kind === 'refund.due' && subject === id)),
      'its returns have events':
        count('return.requested') === ownReturns.length &&
        count('return.decided') === ownReturns.filter(({ status }) => status !== 'requested').length &&
        count('return.received') === ownReturns.filter(({ status }) => BACK.has(status)).length,
      'it has a way on': !isOpen(order) || CHANGES.some((change) => allows(order, change)),
    }
    return Object.entries(truths)
      .filter(([, isTrue]) => !isTrue)
      .map(([what]) => `Order ${number}: not true that ${what}. ${JSON.stringify({ order, own })}`)
  })
}

/** The orders that the rules can make of its events: an accepted one may be unpaid, or paid on delivery. */
function replay(events: readonly EventRow[]): Order[] {
  return events.reduce<Order[]>(
    (orders, { kind, actor }) => {
      const next = orders.flatMap((order) =>
        CHANGES.flatMap((change) => {
          if (ORDER_TRANSITIONS[change].event !== kind || !actor) return []
          const decision = decide(order, change, actor, { allowsUnpaid: true })
          return 'order' in decision ? [decision.order] : []
        }),
      )
      return next.length > 0 ? next : orders
    },
    [{ state: 'awaiting payment', pieces: 'held' }],
  )
}

/** Received is kept, refunded and due; and it is what was acknowledged. */
function checkSums(stored: Stored, lives: readonly Life[]): string[] {
  const refundedOf = (id: string) =>
    sum(stored.refunds.filter(({ paymentId }) => paymentId === id).map(({ amount }) => amount))
  const numberOf = ({ orderIds }: Life) => parseOrderNumber([...orderIds][0] ?? '') ?? ''
  return lives
    .filter(({ orderIds }) => orderIds.size > 0)
    .flatMap((life) => {
      const number = numberOf(life)
      const own = stored.payments.filter(({ orderNumber }) => orderNumber === number)
      const entries = stored.entries.filter(({ orderNumber }) => orderNumber === number)
      const booked = (kind: string) =>
        sum(entries.filter((one) => one.kind === kind).map((one) => one.amount))
      const accepted = own.filter(({ mismatch, status }) => mismatch !== null && isReceived(status))
      const acknowledged = sum([
        ...life.received.values(),
        ...life.receipts.values(),
        ...accepted.map(({ amount }) => amount),
      ])
      const kept = sum(
        own.filter(({ status }) => status === 'paid').map(({ id, amount }) => amount - refundedOf(id)),
      )
      const refunded = sum(own.map(({ id }) => refundedOf(id)))
      const requests = stored.requests.filter(({ paymentId }) => own.some(({ id }) => id === paymentId))
      const asked = sum(requests.map(({ amount }) => amount))
      const [received, due] = [booked('receipt'), booked('due')]
      const facts = JSON.stringify({ number, received, acknowledged, kept, refunded, due, asked })
      return [
        ...(received === acknowledged ? [] : [`Received is not what was acknowledged: ${facts}`]),
        ...(received === kept + refunded + due ? [] : [`Received is not kept, refunded and due: ${facts}`]),
        ...(requests.every(({ state }) => state === 'made')
          ? []
          : [`A refund by the provider is not made: ${facts}`]),
        ...(asked >= life.askedRefunds ? [] : [`A refund that was asked for is lost: ${facts}`]),
        ...(refunded === asked + sum([...life.refunds.values()])
          ? []
          : [`Refunded is not what was acknowledged: ${facts}`]),
      ]
    })
}

/** Pieces that came in, or back, are in stock, or in orders that hold, sold or wrote them off. */
function checkPieces(stored: Stored, pieces: Readonly<Record<string, number>>): string[] {
  return stored.variants.flatMap(({ id, sku, stock }) => {
    const came = pieces[sku ?? '']
    if (came === undefined || stock === null) return []
    const held = sum(
      stored.items
        .filter(({ variantId, holdsStock }) => variantId === id && holdsStock)
        .map(({ quantity }) => quantity),
    )
    const back = sum(
      stored.movements
        .filter(({ variantId, reason }) => variantId === id && reason === 'return')
        .map(({ stock: added }) => added),
    )
    return stock + held === came + back
      ? []
      : [`${sku}: ${came} came in and ${back} back, ${stock} are in stock and ${held} in orders.`]
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
