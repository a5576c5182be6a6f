import type { AddressInfo } from 'node:net'

import { and, asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createServer } from '../../api/http/server.ts'
import { withTenant } from '../../api/db/index.ts'
import { offers, orderItems, orders, pincodes, productVariants } from '../../api/db/schema.ts'
import { newOfferId } from '../../api/ids.ts'
import { setCount } from '../../api/modules/catalogue/count-stock.ts'
import { replacePincodes, type Pincode } from '../../api/modules/delivery/pincodes.ts'
import { addOffer, stopOffer, type NewOffer } from '../../api/modules/offers/offers.ts'
import { advanceOrder } from '../../api/modules/orders/advance.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { parseRefusedQuote, quoteSchema, type Quote } from '@tanabana/contract/quote.ts'
import { ADDRESS, ASHA, openStore, product, type Store } from '../kit/api/store.ts'
import { MANY_ORDERS } from '../kit/api/many-orders.ts'
import { callStore, fieldOf, textOf } from '../kit/api/store-caller.ts'

/** `QUOTED_SESSIONS=10000` for more than the suite plays. */
const SESSIONS = Number(process.env.QUOTED_SESSIONS ?? 30)
const HOST = 'asha.localhost'
const DAY_MS = 24 * 60 * 60 * 1000
const START = new Date('2026-11-21T10:00:00Z')
const PEOPLE = 3

const SIZES = ['S', 'M']
const KEYS = ['kurta', 'saree', 'stole']
const CATALOGUE = KEYS.map((key) =>
  product(key, {
    category: key === 'saree' ? 'Sarees' : 'Kurtas',
    options: [{ name: 'Size', values: SIZES }],
    variants: SIZES.map((Size) => ({ options: { Size }, regularPrice: 999.5, stock: 4, images: [] })),
  }),
)

const served: Pincode = {
  code: '411001',
  city: 'Pune',
  state: 'Maharashtra',
  serviceable: true,
  deliveryDays: 4,
  cashOnDelivery: true,
}
const PINCODES: Pincode[] = [
  served,
  { ...served, code: '110001', deliveryDays: 7, cashOnDelivery: false },
  { ...served, code: '682555', serviceable: false },
]
/** The last one is not in the shop's table. */
const CODES = [...PINCODES.map(({ code }) => code), '560001']

const OFFERS: Omit<NewOffer, 'id'>[] = [
  { code: 'TEN', label: 'Ten', kind: 'percent', value: 10, maxUses: 2 },
  { code: 'FLAT', label: 'Flat', kind: 'amount', value: 20_000, minimum: 150_000, perCustomer: 1 },
  { code: 'FIRST', label: 'First', kind: 'percent', value: 33, firstOrderOnly: true },
  { code: null, label: 'Sarees', kind: 'percent', value: 7, category: 'Sarees', maxUses: 3 },
]
const OFFER_CODES = ['TEN', 'FLAT', 'FIRST', 'UNKNOWN', undefined]

interface Shopper {
  token: string
  lines: { productId: string; variantId: string; quantity: number }[]
  postalCode: string
  offerCode: string | undefined
  /** What the shopper's page shows, and what it is of. */
  shown?: { quote: Quote; lines: Shopper['lines']; postalCode: string; offerCode?: string }
}

type Step =
  | { act: 'choose'; who: number; variant: number; quantity: number }
  | { act: 'pin'; who: number; pin: number }
  | { act: 'code'; who: number; code: number }
  | { act: 'look'; who: number }
  | { act: 'order'; who: number }
  | { act: 'order together' }
  | { act: 'buy for cash'; who: number }
  | { act: 'reprice'; variant: number; paise: number }
  | { act: 'count'; variant: number; pieces: number }
  | { act: 'deliver'; pin: number; serviceable: boolean; days: number; cash: boolean }
  | { act: 'stop offer'; offer: number }
  | { act: 'cancel'; order: number }
  | { act: 'next day' }

const who = fc.nat({ max: PEOPLE - 1 })
const variant = fc.nat({ max: KEYS.length * SIZES.length - 1 })
const step = (weight: number, act: Step['act'], fields: object) => ({
  weight,
  arbitrary: fc.record({ act: fc.constant(act), ...fields }) as unknown as fc.Arbitrary<Step>,
})
const sessions = fc.array(
  fc.oneof(
    step(8, 'choose', { who, variant, quantity: fc.integer({ min: 0, max: 3 }) }),
    step(3, 'pin', { who, pin: fc.nat({ max: CODES.length - 1 }) }),
    step(5, 'code', { who, code: fc.nat({ max: OFFER_CODES.length - 1 }) }),
    step(5, 'look', { who }),
    step(10, 'order', { who }),
    step(3, 'order together', {}),
    step(3, 'buy for cash', { who }),
    step(2, 'reprice', { variant, paise: fc.integer({ min: 100, max: 400_000 }) }),
    step(2, 'count', { variant, pieces: fc.nat({ max: 4 }) }),
    step(2, 'deliver', {
      pin: fc.nat({ max: PINCODES.length - 1 }),
      serviceable: fc.boolean(),
      days: fc.integer({ min: 1, max: 9 }),
      cash: fc.boolean(),
    }),
    step(1, 'stop offer', { offer: fc.nat({ max: OFFERS.length - 1 }) }),
    step(2, 'cancel', { order: fc.nat({ max: 9 }) }),
    step(1, 'next day', {}),
  ),
  { minLength: 12, maxLength: 40, size: 'max' },
)

let store: Store
let server: ReturnType<typeof createServer>
let port = 0
const tokens: string[] = []
let variants: { id: string; productId: string }[] = []

beforeAll(async () => {
  store = await openStore(CATALOGUE)
  await putTenant(store.db, {
    ...ASHA,
    hosts: [HOST],
    record: {
      ...ASHA.record,
      capabilities: ['order-lines', 'expected-total', 'pincodes', 'quotes', 'offers', 'cash-on-delivery'],
      cashOnDelivery: { maxOrder: 3000, fee: 49 },
    },
    orderLimits: MANY_ORDERS,
  })
  for (let person = 0; person < PEOPLE; person += 1) tokens.push((await store.signIn(HOST)).token)
  variants = await inShop((tx) =>
    tx
      .select({ id: productVariants.id, productId: productVariants.productId })
      .from(productVariants)
      .orderBy(asc(productVariants.productId), asc(productVariants.position)),
  )
  server = createServer(store.app)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
}, 60_000)

afterAll(async () => {
  await new Promise((done) => server.close(done))
  await store.close()
})

const inShop = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(store.db, 'asha', work)
const isVariant = (at: number) =>
  and(eq(productVariants.tenantId, 'asha'), eq(productVariants.id, variants[at]?.id ?? ''))

/** One session: its shoppers, what the shop is like, and the rules that were broken. */
class Session {
  readonly shoppers: Shopper[] = tokens.map((token) => ({
    token,
    lines: [],
    postalCode: '411001',
    offerCode: undefined,
  }))
  readonly table = new Map(PINCODES.map((row) => [row.code, row]))
  readonly pieces = new Map(variants.map(({ id }) => [id, 4]))
  readonly offerIds: string[] = []
  readonly numbers: string[] = []
  readonly broken: string[] = []

  async open(): Promise<void> {
    store.clock.now = START
    await inShop(async (tx) => {
      await tx.delete(orders).where(eq(orders.tenantId, 'asha'))
      await tx.delete(offers).where(eq(offers.tenantId, 'asha'))
      await replacePincodes(tx, 'asha', PINCODES)
      await tx
        .update(productVariants)
        .set({ regularPrice: 99_950 })
        .where(eq(productVariants.tenantId, 'asha'))
      for (const { id } of variants) await setCount(tx, 'asha', id, 4)
      for (const offer of OFFERS) {
        const id = newOfferId()
        this.offerIds.push(id)
        await addOffer(tx, 'asha', { id, ...offer, createdAt: START })
      }
    })
  }

  async take(step: Step): Promise<void> {
    const shopper = 'who' in step ? this.shoppers[step.who] : undefined
    switch (step.act) {
      case 'choose': {
        const chosen = variants[step.variant]
        if (!shopper || !chosen) return
        const others = shopper.lines.filter(({ variantId }) => variantId !== chosen.id)
        const line = { productId: chosen.productId, variantId: chosen.id, quantity: step.quantity }
        shopper.lines = step.quantity > 0 ? [...others, line] : others
        return this.look(shopper)
      }
      case 'pin':
        if (shopper) shopper.postalCode = CODES[step.pin] ?? ''
        return this.look(shopper)
      case 'code':
        if (shopper) shopper.offerCode = OFFER_CODES[step.code]
        return this.look(shopper)
      case 'look':
        return this.look(shopper)
      case 'order':
        await this.order(shopper)
        return
      case 'order together':
        await Promise.all(this.shoppers.map((one) => this.order(one)))
        return
      case 'buy for cash':
        return this.buyForCash(shopper)
      default:
        return this.edit(step)
    }
  }

  /** The page asks for a quote, and shows it. */
  async look(shopper: Shopper | undefined, method?: 'cod'): Promise<void> {
    if (!shopper) return
    delete shopper.shown
    if (shopper.lines.length === 0) return
    const { lines, postalCode, offerCode, token } = shopper
    const request = { lines, postalCode, phone: ADDRESS.phone, offerCode, method }
    const response = await call('/quotes', request, token)
    const quote = quoteSchema.parse(response.body)
    shopper.shown = { quote, lines, postalCode, ...(offerCode && { offerCode }) }
  }

  /** Presses Create Order with what the page shows, however old it is. */
  async order(shopper: Shopper | undefined): Promise<string | undefined> {
    const shown = shopper?.shown
    if (!shopper || !shown) return undefined
    const { quote, lines, postalCode, offerCode } = shown
    const products: Record<string, number> = {}
    for (const { productId, quantity } of lines) products[productId] = (products[productId] ?? 0) + quantity
    const body = {
      products,
      lines,
      offerCode: quote.offerRefusal ? undefined : offerCode,
      shippingAddress: { ...ADDRESS, postalCode },
      expectedTotal: quote.total,
      expectedBy: quote.delivery?.by,
    }
    const response = await call('/orders', body, shopper.token)
    if (response.status !== 201) {
      const fresh = parseRefusedQuote(response.body)
      if (!fresh) this.broken.push(`a refusal (${response.status}) without a quote`)
      else shopper.shown = { ...shown, quote: fresh }
      return undefined
    }
    for (const { variantId, quantity } of lines) {
      this.pieces.set(variantId, (this.pieces.get(variantId) ?? 0) - quantity)
    }
    const number = textOf(response.body, 'id').replaceAll('-', '')
    this.numbers.push(number)
    await this.check(number, quote, postalCode)
    await this.look(shopper)
    return number
  }

  async buyForCash(shopper: Shopper | undefined): Promise<void> {
    await this.look(shopper, 'cod')
    const quote = shopper?.shown?.quote
    const number = await this.order(shopper)
    if (!shopper || !quote || !number) return
    const fields = { method: 'cash-on-delivery' }
    const paid = await call('/payments', { orderId: number, fields }, shopper.token)
    const isTaken = fieldOf(paid.body, 'success') === true
    const isOffered = quote.methods.find(({ kind }) => kind === 'cod')?.offered
    if (isTaken !== isOffered) this.broken.push('cash that the quote did not show, or the reverse')
    const row = await readOrder(number)
    if (isTaken && (row?.total ?? 0) + (row?.cashFee ?? 0) !== quote.payable) {
      this.broken.push('another amount in cash than shown')
    }
  }

  async edit(step: Step): Promise<void> {
    switch (step.act) {
      case 'reprice':
        await inShop((tx) =>
          tx.update(productVariants).set({ regularPrice: step.paise }).where(isVariant(step.variant)),
        )
        return
      case 'count': {
        const { id = '' } = variants[step.variant] ?? {}
        await inShop((tx) => setCount(tx, 'asha', id, step.pieces))
        this.pieces.set(id, step.pieces)
        return
      }
      case 'deliver': {
        const { code = '' } = PINCODES[step.pin] ?? {}
        const row = {
          ...served,
          code,
          serviceable: step.serviceable,
          deliveryDays: step.days,
          cashOnDelivery: step.cash,
        }
        this.table.set(code, row)
        await inShop((tx) =>
          tx
            .update(pincodes)
            .set(row)
            .where(and(eq(pincodes.tenantId, 'asha'), eq(pincodes.code, code))),
        )
        return
      }
      case 'stop offer':
        await inShop((tx) => stopOffer(tx, 'asha', this.offerIds[step.offer] ?? '', store.clock.now))
        return
      case 'cancel': {
        const [number] = this.numbers.splice(step.order, 1)
        if (number === undefined) return
        const items = await readItems(number)
        await inShop((tx) => advanceOrder(tx, 'asha', number, 4, { now: store.clock.now }))
        for (const { variantId, quantity } of items) {
          this.pieces.set(variantId ?? '', (this.pieces.get(variantId ?? '') ?? 0) + quantity)
        }
        return
      }
      case 'next day':
        store.clock.now = new Date(store.clock.now.getTime() + DAY_MS)
    }
  }

  /** Compares an order as stored with what its shopper saw. */
  async check(number: string, shown: Quote, postalCode: string): Promise<void> {
    const row = await readOrder(number)
    const items = await readItems(number)
    const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    const shares = items.reduce((sum, { discount }) => sum + discount, 0)
    const by = row?.promisedBy?.toISOString().slice(0, 10)
    const rules: [boolean, string][] = [
      [this.table.get(postalCode)?.serviceable !== false, 'an order to a PIN code that is not served'],
      [row?.total === shown.total, 'another total than shown'],
      [(by ?? '') <= (shown.delivery?.by ?? 'any'), 'a later day than shown'],
      [row?.discount === (shown.discount?.amount ?? 0), 'another discount than shown'],
      [row?.total === subtotal - shares && shares === row.discount, 'shares that are not the discount'],
    ]
    this.broken.push(...rules.flatMap(([holds, rule]) => (holds ? [] : [rule])))
  }

  /** What holds for the shop after the session. */
  async close(): Promise<string[]> {
    const stocks = await inShop((tx) =>
      tx.select().from(productVariants).where(eq(productVariants.tenantId, 'asha')),
    )
    for (const { id, stock } of stocks) {
      if (stock === null || stock < 0) this.broken.push('more pieces sold than there were')
      if (stock !== this.pieces.get(id)) this.broken.push('pieces that no order took')
    }
    const { rows } = await inShop((tx) =>
      tx.execute<{ code: string | null; most: number; own: number }>(sql`
        select offer.code, coalesce(sum(used.orders), 0)::int as most, coalesce(max(used.orders), 0)::int as own
        from offers offer left join (
          select offer_id, user_id, count(*) as orders from orders
          where tenant_id = 'asha' and status <> 4 and offer_id is not null group by offer_id, user_id
        ) used on used.offer_id = offer.id
        where offer.tenant_id = 'asha' group by offer.id, offer.code`),
    )
    for (const { code, most, own } of rows) {
      const terms = OFFERS.find((offer) => offer.code === code)
      if (most > (terms?.maxUses ?? Infinity)) this.broken.push('an offer beyond its number')
      if (own > (terms?.perCustomer ?? Infinity)) this.broken.push('an offer beyond its number per customer')
    }
    return this.broken
  }
}

function call(path: string, body: object, token: string) {
  return callStore(port, path, { body, token, headers: { host: HOST } })
}

async function readOrder(number: string) {
  const [row] = await inShop((tx) => tx.select().from(orders).where(eq(orders.number, number)))
  return row
}

function readItems(number: string) {
  return inShop((tx) => tx.select().from(orderItems).where(eq(orderItems.orderNumber, number)))
}

test(
  'every order of generated sessions is what its quote said, and no offer, piece or PIN code is given beyond its limit',
  { tags: ['@req-11.30', '@fault-5'], timeout: 60_000 + SESSIONS * 1000 },
  async () => {
    const counts = { orders: 0, discounted: 0 }
    const property = fc.asyncProperty(sessions, async (steps) => {
      const session = new Session()
      await session.open()
      for (const step of steps) await session.take(step)
      expect(await session.close()).toEqual([])
      const placed = await inShop((tx) => tx.select({ discount: orders.discount }).from(orders))
      counts.orders += placed.length
      counts.discounted += placed.filter(({ discount }) => discount > 0).length
    })
    await fc.assert(property, { seed: 42, numRuns: SESSIONS })
    expect(counts.orders).toBeGreaterThan(SESSIONS)
    expect(counts.discounted).toBeGreaterThan(0.2 * counts.orders)
  },
)
