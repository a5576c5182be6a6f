import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { products, productVariants } from '../../../../api/db/schema.ts'
import { repairAvailability } from '../../../../api/jobs/repair-availability.ts'
import type { CatalogueVariant } from '../../../../api/db/catalogue-product.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { toProduct, type Product } from '../../../../src/lib/catalogue/product.ts'
import { isSoldOut } from '../../../../src/lib/catalogue/sizes.ts'
import { receivedProductSchema } from '@tanabana/contract/product.ts'
import { feedItems } from '../../../../src/lib/seo/product-feed.ts'
import { productThings } from '../../../../src/lib/seo/structured-data.ts'
import { ADDRESS, ASHA, changeCatalogue, openStore, product, type Store } from '../../../kit/api/store.ts'

const HOST = 'asha.example'
const COUNT = 600
const PER_ORDER = 100
const SITE = {
  origin: 'https://asha.example',
  store: undefined,
  pictureUrl: (src: string) => src,
  plainText: () => undefined,
}

/** A small generator of numbers below 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = numbers(39)
const pick = (count: number) => Math.floor(random() * count)
/** Sold out, few, many, not counted, or sold beyond its stock. */
const randomStock = () => [{ stock: 0 }, { stock: 1 + pick(3) }, { stock: 60 }, {}, BEYOND][pick(5)] ?? {}
const BEYOND = { stock: 0, sellsBeyondStock: true }

function randomVariant(Size: string): CatalogueVariant {
  const regularPrice = 500 + pick(40) * 100
  const reduced = pick(3) === 0 ? { discountedPrice: regularPrice - 50 * (1 + pick(5)) } : {}
  return { options: { Size }, regularPrice, ...reduced, ...randomStock(), images: [] }
}

const SIZES = ['S', 'M', 'L', 'XL']
let store: Store

beforeAll(async () => {
  store = await openStore([])
  await putTenant(store.db, {
    ...ASHA,
    orderLimits: { unpaidPieces: PER_ORDER },
    record: {
      ...ASHA.record,
      capabilities: ['order-lines', 'variants', 'expected-total', 'cancellation', 'sort'],
    },
  })
  const catalogue = Array.from({ length: COUNT }, (_, index) => {
    const sizes = SIZES.slice(0, 1 + pick(SIZES.length))
    return product(`p${index}`, {
      options: [{ name: 'Size', values: sizes }],
      variants: sizes.map(randomVariant),
    })
  })
  await changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', catalogue))
}, 120_000)

afterAll(() => store.close())

const services = () => ({ db: store.db, log: () => undefined, purge: () => Promise.resolve([]) })

/** Gives every variant a new stock, as a day of orders and deliveries does. */
async function changeStock(): Promise<void> {
  await withTenant(store.db, 'asha', async (tx) => {
    const rows = await tx.select({ id: productVariants.id }).from(productVariants)
    for (const { id } of rows) {
      const { stock, sellsBeyondStock = false }: Partial<CatalogueVariant> = randomStock()
      await tx
        .update(productVariants)
        .set({ stock: stock ?? null, sellsBeyondStock })
        .where(and(eq(productVariants.tenantId, 'asha'), eq(productVariants.id, id)))
    }
  })
  await repairAvailability(services())
}

async function listed() {
  const all = []
  for (let page = 1; ; page += 1) {
    const { data } = (await store.call(HOST, `/products?page=${page}&limit=100`)).body
    if (data.length === 0) return all
    all.push(...data.map((one: unknown) => receivedProductSchema.parse(one)))
  }
}

type Received = Awaited<ReturnType<typeof listed>>[number]

/** What every place asks for one piece of a product that can be ordered, and the variant that it names. */
function shownPrices(received: Received) {
  const shown = toProduct(received, SITE.origin, true)
  const plain = toProduct(received, SITE.origin)
  const cheapest = shown.variants
    .filter(({ isAvailable }) => isAvailable)
    .toSorted((one, other) => one.price - other.price)[0]
  const offers = offersOf(shown).filter(({ availability }) => availability?.endsWith('InStock'))
  const items = feedItems(shown, SITE)
    .filter(({ availability }) => availability === 'in_stock')
    .map(({ price, sale_price: sale }) => Number.parseFloat(sale || price))
  return {
    variantId: cheapest?.id,
    prices: {
      page: shown.price,
      'page without variants': plain.price,
      'JSON-LD': Math.min(...offers.map(({ price }) => Number(price))),
      'JSON-LD without variants': Number(offersOf(plain)[0]?.price),
      feed: Math.min(...items),
    },
  }
}

/** The offers of a product's structured data: its own, or those of its sizes. */
function offersOf(shown: Product): { price?: string; availability?: string }[] {
  const things = productThings(shown, undefined, SITE)
  return [...things, ...things.flatMap(({ hasVariant = [] }) => hasVariant as typeof things)].flatMap(
    ({ offers }) => (offers ? [offers] : []),
  )
}

async function chargedFor(
  chunk: readonly Received[],
  lines: { productId: string; quantity: number; variantId?: string | undefined }[] | undefined,
  expectedTotal: number,
) {
  const { token } = await store.signIn(HOST)
  const placed = await store.call(HOST, '/orders', {
    token,
    body: {
      products: Object.fromEntries(chunk.map(({ id }) => [id, 1])),
      shippingAddress: ADDRESS,
      expectedTotal,
      ...(lines && { lines }),
    },
  })
  expect(placed.body).toEqual({ id: expect.any(String) })
  const [order] = (await store.call(HOST, '/orders', { token })).body
  const cancelled = await store.call(HOST, `/orders/${order.id}/cancellation`, { token, body: {} })
  expect(cancelled.status).toBe(200)
  return new Map<string, number>(
    order.items.map(({ productId, price }: { productId: string; price: number }) => [productId, price]),
  )
}

async function expectOnePriceEverywhere(): Promise<void> {
  const all = await listed()
  expect(all).toHaveLength(COUNT)
  const onSale = all.filter((received) => !isSoldOut(toProduct(received, SITE.origin, true)))
  expect(onSale.length).toBeGreaterThan(COUNT / 2)
  for (let start = 0; start < onSale.length; start += PER_ORDER) {
    const chunk = onSale.slice(start, start + PER_ORDER)
    const shown = chunk.map((received) => shownPrices(received))
    const total = shown.reduce((sum, { prices }) => sum + Math.round(prices.page * 100), 0)
    const lines = chunk.map(({ id }, index) => ({
      productId: id,
      quantity: 1,
      variantId: shown[index]?.variantId,
    }))
    const plain = await chargedFor(chunk, undefined, total)
    const withLines = await chargedFor(chunk, lines, total)
    for (const [index, { id, title }] of chunk.entries()) {
      const { prices } = shown[index] ?? {}
      const found = { ...prices, 'plain order': plain.get(id), 'order with lines': withLines.get(id) }
      const page = prices?.page
      expect([title, found]).toEqual([
        title,
        Object.fromEntries(Object.keys(found).map((name) => [name, page])),
      ])
    }
  }
}

it(
  '600 products with random stock have one price: page, JSON-LD, feed, plain order and order with lines',
  { tags: ['@req-11.15'], timeout: 300_000 },
  async () => {
    await expectOnePriceEverywhere()
  },
)

it('so they have after the stock of every variant has changed, and listings sort by that price', async () => {
  await changeStock()
  await expectOnePriceEverywhere()
  const { data } = (await store.call(HOST, '/products?sort=price-asc&limit=100')).body
  const prices = data.map(
    (one: unknown) => toProduct(receivedProductSchema.parse(one), SITE.origin, true).price,
  )
  expect(prices).toEqual(prices.toSorted((one: number, other: number) => one - other))
}, 300_000)

it('an order that sells out the cheapest size raises the price of its product', async () => {
  const sizes = (stock: number) =>
    product('saree', {
      options: [{ name: 'Size', values: ['M', 'L'] }],
      variants: [
        { options: { Size: 'M' }, regularPrice: 15_900, discountedPrice: 14_900, stock, images: [] },
        { options: { Size: 'L' }, regularPrice: 16_500, stock: 5, images: [] },
      ],
    })
  await changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', [sizes(1)]))
  const productId = await store.productId(HOST, 'saree')
  const order = async () => {
    const { token } = await store.signIn(HOST)
    const { body } = await store.call(HOST, '/orders', {
      token,
      body: { products: { [productId]: 1 }, shippingAddress: ADDRESS },
    })
    expect(body.id).toEqual(expect.any(String))
    return (await store.call(HOST, '/orders', { token })).body[0].items[0]
  }
  expect(await order()).toMatchObject({ price: 14_900, selectedSize: 'M' })
  expect(await order()).toMatchObject({ price: 16_500, selectedSize: 'L' })
  await repairAvailability(services())
  const [row] = await withTenant(store.db, 'asha', (tx) =>
    tx.select().from(products).where(eq(products.key, 'saree')),
  )
  expect(row).toMatchObject({ regularPrice: 1_650_000, discountedPrice: null, available: true })
})
