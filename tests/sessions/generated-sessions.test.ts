import fc from 'fast-check'
import { Window } from 'happy-dom'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { idempotencyKeys, orderItems, orders, products as productTable } from '../../api/db/schema.ts'
import type { CatalogueProduct } from '../../api/db/catalogue-product.ts'
import { removeProducts, writeProducts } from '../../api/modules/catalogue/write.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { createClient } from '../../src/lib/api-client/client.ts'
import { EarlierOrderError } from '../../src/lib/api-client/errors.ts'
import { chooseForLine, clearCart, removeFromCart, updateQuantity } from '../../src/lib/cart/cart-actions.ts'
import { addToCart, latestCart } from '../../src/lib/cart/cart-store.ts'
import { $currentProducts, lookUpProducts } from '../../src/lib/cart/current-products.ts'
import { hasIssues, lineIssues } from '../../src/lib/cart/line-issues.ts'
import { paiseOfLines } from '../../src/lib/catalogue/money.ts'
import { placeOrder } from '../../src/lib/checkout/place-order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { ADDRESS, ASHA, changeCatalogue, openStore, type Store } from '../kit/api/store.ts'
import { MANY_ORDERS } from '../kit/api/many-orders.ts'
import { CATALOGUE, sizesOf, soldOutOf, withSoldOut } from './catalogue.ts'

/** The same sessions in each run of a seed. */
const SESSIONS = 60
const HOST = 'asha.localhost'
const CAPABILITIES: Capability[] = ['order-lines', 'idempotency-key', 'expected-total']

/** A response is `lost` when the API got the call and its connection breaks; with `down` nothing gets there. */
type Connection = 'fine' | 'lost' | 'down'

type Step =
  | { act: 'add'; choice: number; withSize: boolean }
  | { act: 'quantity'; choice: number; by: 1 | -1 }
  | { act: 'remove' | 'settle'; choice: number }
  | { act: 'look again' }
  | { act: 'order'; presses: 1 | 2; connection: Connection }
  | { act: 'reprice'; choice: number; paise: number }
  | { act: 'sell out' | 'restock' | 'take out' | 'put back'; choice: number }

/** A press of Create Order: what the page showed at that moment, and what the shop sold. */
interface Press {
  total: number
  /** A page has told the shopper of the order. */
  isKnown: boolean
  /** Made while the shopper did not know of an earlier order. */
  isDoubled: boolean
  catalogue: ReadonlyMap<string, CatalogueProduct>
}

const choice = fc.nat({ max: 59 })
const connection = fc.constantFrom<Connection>('fine', 'fine', 'lost', 'down')
const of = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
const act = <Act extends string>(...names: Act[]) => fc.constantFrom(...names)
const sessions = fc.array(
  fc.oneof(
    of(8, fc.record({ act: act('add'), choice, withSize: fc.boolean() })),
    of(2, fc.record({ act: act('quantity'), choice, by: fc.constantFrom(1, -1) })),
    of(4, fc.record({ act: act('remove', 'settle'), choice })),
    of(3, fc.record({ act: act('look again') })),
    of(8, fc.record({ act: act('order'), presses: fc.constantFrom(1, 2), connection })),
    of(3, fc.record({ act: act('reprice'), choice, paise: fc.integer({ min: 100, max: 900_000 }) })),
    of(4, fc.record({ act: act('sell out', 'restock', 'take out', 'put back'), choice })),
  ),
  { minLength: 8, maxLength: 30, size: 'max' },
)

let store: Store
let token = ''
let network: Connection = 'fine'
/** The press that calls now belong to, and the press of each order that was made. */
let press: Press | undefined
const made = new Map<string, Press | undefined>()

beforeAll(async () => {
  store = await openStore([...CATALOGUE])
  await putTenant(store.db, {
    ...ASHA,
    record: { ...ASHA.record, capabilities: CAPABILITIES },
    orderLimits: MANY_ORDERS,
  })
  ;({ token } = await store.signIn(HOST))
  const page = new Window({ url: `http://${HOST}/checkout` })
  for (const name of ['window', 'document', 'localStorage', 'sessionStorage', 'location'] as const)
    vi.stubGlobal(name, page[name])
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
}, 60_000)
afterAll(() => store.close())

const client = createClient({
  base: `http://${HOST}/api/v1`,
  token: () => token,
  deadlineMs: 30_000,
  async fetch(url, { method = 'GET', headers, body }) {
    const { pathname, search } = new URL(url)
    const state = method === 'POST' ? network : 'fine'
    if (state === 'down') throw new TypeError('Failed to fetch')
    const asked = press
    const response = await store.app.request(pathname + search, {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), host: HOST },
      ...(body && { body }),
    })
    const isNew = response.status === 201 && !response.headers.has('idempotent-replayed')
    if (isNew) {
      if (asked) asked.isDoubled = [...made.values()].some((one) => one !== asked && !one?.isKnown)
      made.set((await response.clone().json()).id.replaceAll('-', ''), asked)
    }
    if (state === 'lost') throw new TypeError('Failed to fetch')
    return response
  },
})

/** What the shop sells, by product id. */
let catalogue: ReadonlyMap<string, CatalogueProduct> = new Map()

/** Writes the catalogue as the merchant's command line does. */
async function sell(garments: readonly CatalogueProduct[]): Promise<void> {
  const keys = garments.map(({ key }) => key)
  const gone = CATALOGUE.map(({ key }) => key).filter((key) => !keys.includes(key))
  const rows = await changeCatalogue(store.db, ASHA.id, async (tx) => {
    if (garments.length > 0) await writeProducts(tx, ASHA.id, [...garments])
    await removeProducts(tx, ASHA.id, gone)
    return tx.select().from(productTable).where(eq(productTable.tenantId, ASHA.id))
  })
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  catalogue = new Map(garments.map((garment) => [ids.get(garment.key) ?? '', garment]))
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length]

/** A step of the merchant: what is sold after it. */
function afterStep(step: Step): readonly CatalogueProduct[] {
  const sold = [...catalogue.values()]
  const change = (edit: (garment: CatalogueProduct) => CatalogueProduct) => {
    const chosen = 'choice' in step ? pick(sold, step.choice) : undefined
    return sold.map((garment) => (garment === chosen ? edit(garment) : garment))
  }
  switch (step.act) {
    case 'reprice':
      return change((garment) => ({ ...garment, regularPrice: step.paise / 100 }))
    case 'sell out':
      return change((garment) => withSoldOut(garment, sizesOf(garment).slice(step.choice % 2)))
    case 'restock':
      return change((garment) => withSoldOut(garment, []))
    case 'take out':
      return sold.filter((garment) => garment !== pick(sold, step.choice))
    case 'put back':
      return CATALOGUE.map((garment) => sold.find(({ key }) => key === garment.key) ?? garment)
    default:
      return sold
  }
}

/** Chooses what a line lacks, or takes the line out, as the buttons of cart and checkout do. */
function settle(at: number): void {
  for (const line of latestCart()) {
    const product = $currentProducts.get().get(line.id)
    const issues = lineIssues(line, product)
    if (!hasIssues(issues)) continue
    if (issues.removal || product === 'gone' || !product) removeFromCart(line.id)
    else
      chooseForLine(line, {
        ...(issues.size && { selectedSize: pick(product.sizes, at) ?? '' }),
        ...(issues.color && { selectedColor: pick(product.colors, at) ?? '' }),
      })
  }
}

async function lookAgain(): Promise<void> {
  await lookUpProducts(client, [...new Set(latestCart().map(({ id }) => id))], CAPABILITIES)
}

async function order({ presses, connection }: { presses: number; connection: Connection }): Promise<void> {
  const lines = latestCart()
  if (lines.length === 0) return
  network = connection
  press = { total: paiseOfLines(lines), catalogue, isKnown: false, isDoubled: false }
  const shown = { question: { lines }, total: press.total, by: undefined, methods: [] }
  const options = {
    ...{ client, address: ADDRESS, capabilities: CAPABILITIES, shown },
    ...{ savesAddress: false, onOrdered: () => undefined },
  }
  const outcomes = await Promise.allSettled(Array.from({ length: presses }, () => placeOrder(options)))
  const isTold = outcomes.some((outcome) =>
    outcome.status === 'fulfilled'
      ? outcome.value.kind === 'leaving'
      : outcome.reason instanceof EarlierOrderError,
  )
  if (isTold) for (const one of made.values()) if (one) one.isKnown = true
  network = 'fine'
}

async function take(step: Step): Promise<void> {
  const lines = latestCart()
  switch (step.act) {
    case 'add': {
      const [id, garment] = pick([...catalogue], step.choice) ?? []
      if (!id || !garment) return
      const size = step.withSize ? pick(sizesOf(garment), step.choice) : undefined
      const [color] = garment.attributes.find(({ key }) => key === 'Colors')?.value ?? []
      addToCart({
        id,
        name: garment.title,
        image: '',
        price: garment.regularPrice,
        quantity: 1,
        ...(size && { selectedSize: size }),
        ...(color && { selectedColor: color }),
      })
      return
    }
    case 'quantity': {
      const line = pick(lines, step.choice)
      if (line) updateQuantity(line, line.quantity + step.by)
      return
    }
    case 'remove': {
      const line = pick(lines, step.choice)
      if (line) removeFromCart(line.id)
      return
    }
    case 'settle':
      await lookAgain()
      settle(step.choice)
      return
    case 'look again':
      return lookAgain()
    case 'order':
      return order(step)
    default:
      return sell(afterStep(step))
  }
}

/** The broken rules of all orders, read from the database and not from what a page believes. */
async function brokenRules(): Promise<string[]> {
  const stored = await withTenant(store.db, ASHA.id, async (tx) => {
    const rows = await tx.select().from(orders).where(eq(orders.tenantId, ASHA.id))
    const numbers = rows.map(({ number }) => number)
    const items = await tx
      .select()
      .from(orderItems)
      .where(and(eq(orderItems.tenantId, ASHA.id), inArray(orderItems.orderNumber, numbers)))
    return rows.map((row) => ({
      ...row,
      items: items.filter(({ orderNumber }) => orderNumber === row.number),
    }))
  })
  const pressed = stored.map(({ number }) => made.get(number))
  return stored.flatMap(({ number, total, items }) => {
    const asked = made.get(number)
    if (!asked) return ['an order that no press asked for']
    const sold = items.map(({ productId, selectedSize }) => {
      const garment = asked.catalogue.get(productId)
      return { size: selectedSize ?? '', sizes: sizesOf(garment), soldOut: garment ? soldOutOf(garment) : [] }
    })
    return [
      total === asked.total || 'a total that the page did not show',
      pressed.filter((one) => one === asked).length === 1 || 'two orders for one press',
      !asked.isDoubled || 'an order in place of one that the shopper does not know',
      sold.every(({ size, sizes }) => size || sizes.length === 0) || 'a garment without its size',
      !sold.some(({ size, soldOut }) => soldOut.includes(size)) || 'a size that was sold out',
    ].filter((rule) => rule !== true)
  })
}

async function startAnew(): Promise<void> {
  clearCart()
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`
  $currentProducts.set(new Map())
  made.clear()
  await sell(CATALOGUE)
  await withTenant(store.db, ASHA.id, async (tx) => {
    for (const table of [idempotencyKeys, orders]) await tx.delete(table).where(eq(table.tenantId, ASHA.id))
  })
}

test.each([29, 245928020])(
  'every order of generated shopping sessions is the one that its shopper saw: seed %i',
  { tags: ['@decision-1.20', '@fault-5'], timeout: 240_000 },
  async (seed) => {
    let ordered = 0
    const property = fc.asyncProperty(sessions, async (steps) => {
      await startAnew()
      for (const step of steps) await take(step)
      if (made.size > 0) ordered += 1
      expect(await brokenRules()).toEqual([])
    })
    await fc.assert(property, { seed, numRuns: SESSIONS })
    expect(ordered).toBeGreaterThan(0.3 * SESSIONS)
  },
)
