import { afterEach, beforeEach, expect, it } from 'vitest'

import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { releaseUnpaidOrders } from '../../api/jobs/release-unpaid-orders.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { passTime } from '../api/helpers/pass-time.ts'
import {
  ADDRESS,
  ASHA,
  changeCatalogue,
  openSandboxStore,
  product,
  type Store,
} from '../api/helpers/store.ts'

/** Shoppers who never pay, and know every limit, empty a shop. SECURITY.md#hoarding */

const HOST = 'asha.localhost'
const SIZES = ['S', 'M', 'L', 'XL']
const PRODUCTS = 80
const PIECES = 60
const LINES_MAX = 100
const MINUTE_MS = 60_000

let store: Store

beforeEach(async () => {
  store = await openSandboxStore([])
  const record = {
    ...ASHA.record,
    capabilities: ['order-lines' as const, 'variants' as const, 'stock' as const],
  }
  await putTenant(store.db, { ...ASHA, hosts: [HOST], record })
  const catalogue = Array.from({ length: PRODUCTS }, (_, index) =>
    product(`p${index}`, {
      options: [{ name: 'Size', values: SIZES }],
      variants: SIZES.map((Size) => ({ options: { Size }, regularPrice: 999, stock: PIECES, images: [] })),
    }),
  )
  await changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', catalogue))
}, 60_000)

afterEach(() => store.close())

interface Variant {
  productId: string
  variantId: string
  /** Pieces that the attackers left. */
  left: number
}

async function readVariants(): Promise<(Variant & { isAvailable: boolean })[]> {
  const { data } = (await store.call(HOST, '/products?limit=100')).body
  return data.flatMap(({ id, variants }: { id: string; variants: { id: string; available: boolean }[] }) =>
    variants.map(({ id: variantId, available }) => ({
      productId: id,
      variantId,
      left: PIECES,
      isAvailable: available,
    })),
  )
}

/** Percent of the variants that another shopper can order. */
async function orderable(): Promise<number> {
  passTime(store.clock, 1000)
  const all = await readVariants()
  return (100 * all.filter(({ isAvailable }) => isAvailable).length) / all.length
}

async function register(index: number): Promise<string> {
  const account = { email: `hoarder${index}@example.com`, password: 'secret-1' }
  const names = { firstName: 'Asha', lastName: 'Rao' }
  expect((await store.call(HOST, '/users/register', { body: { ...account, ...names } })).status).toBe(201)
  return (await store.call(HOST, '/users/authorize', { body: account })).body.token
}

/** Lines of whole variants, up to `pieces`; at most as many as an order may have. */
function nextLines(targets: readonly Variant[], pieces: number) {
  const lines: { productId: string; variantId: string; quantity: number }[] = []
  let remaining = pieces
  for (const { productId, variantId, left } of targets) {
    if (left === 0 || remaining === 0 || lines.length === LINES_MAX) continue
    const quantity = Math.min(left, remaining)
    lines.push({ productId, variantId, quantity })
    remaining -= quantity
  }
  return lines
}

/**
 * Orders all that one account can, each order twice at once, with the limit that an earlier refusal told. Returns the
 * orders and that limit.
 */
async function hoard(token: string, targets: Variant[], limit: number) {
  const placed: { id: string; token: string }[] = []
  let known = limit
  let pieces = limit
  for (;;) {
    const lines = nextLines(targets, pieces)
    if (lines.length === 0) return { placed, known }
    const products: Record<string, number> = {}
    for (const { productId, quantity } of lines) products[productId] = (products[productId] ?? 0) + quantity
    const body = { products, shippingAddress: ADDRESS, lines }
    const responses = await Promise.all([1, 2].map(() => store.call(HOST, '/orders', { token, body })))
    const accepted = responses.filter(({ status }) => status === 201)
    placed.push(...accepted.map(({ body: { id } }) => ({ id, token })))
    for (const { variantId, quantity } of lines) {
      const target = targets.find((one) => one.variantId === variantId)
      if (target) target.left = Math.max(0, target.left - quantity * accepted.length)
    }
    if (accepted.length > 0) continue
    const refusal = responses[0]?.body
    if (refusal.code !== 'limit-exceeded' || refusal.limit !== 'pieces' || refusal.max <= refusal.open)
      return { placed, known }
    known = refusal.max
    pieces = refusal.max - refusal.open
  }
}

async function attack(tokens: string[]) {
  const targets = await readVariants()
  const all: { id: string; token: string }[] = []
  let limit = Infinity
  for (const token of tokens) {
    const { placed, known } = await hoard(token, targets, limit)
    all.push(...placed)
    limit = known
  }
  return all
}

/** New accounts, registered and signed in as by a shopper. */
async function registerAccounts(count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < count; index += 1) tokens.push(await register(index))
  return tokens
}

/** New accounts without the cost of hashing their passwords. */
async function createAccounts(count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < count; index += 1) tokens.push((await store.signIn(HOST)).token)
  return tokens
}

async function startPayments(placed: { id: string; token: string }[]): Promise<void> {
  const fields = { method: 'upi-qr', phone: '+919876543210' }
  for (const { id, token } of placed) {
    const { body } = await store.call(HOST, '/payments', { token, body: { orderId: id, fields } })
    expect(body.success).toBe(true)
  }
}

async function pass(minutes: number): Promise<void> {
  passTime(store.clock, minutes * MINUTE_MS)
  await releaseUnpaidOrders({
    db: store.db,
    log: () => undefined,
    now: () => store.clock.now,
    purge: () => Promise.resolve([]),
  })
}

it('11 accounts leave at least 95 % of the variants orderable, and all of them 20 minutes later', async () => {
  const placed = await attack(await registerAccounts(11))
  expect(await orderable()).toBeGreaterThanOrEqual(95)
  await startPayments(placed)
  await pass(20)
  expect(await orderable()).toBe(100)
}, 120_000)

it('300 accounts leave at least 50 % of the variants orderable, and all of them 20 minutes later', async () => {
  await attack(await createAccounts(300))
  expect(await orderable()).toBeGreaterThanOrEqual(50)
  await pass(20)
  expect(await orderable()).toBe(100)
}, 300_000)

it('payments that start in the last minute hold the pieces for 15 minutes more, twice', async () => {
  const placed = await attack(await registerAccounts(11))
  for (const minutes of [19, 14]) {
    await pass(minutes)
    await startPayments(placed)
    expect(await orderable()).toBeLessThan(100)
  }
  await pass(15)
  expect(await orderable()).toBe(100)
}, 120_000)
