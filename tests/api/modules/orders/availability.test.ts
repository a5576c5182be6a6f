import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { products, productVariants } from '../../../../api/db/schema.ts'
import { updateAvailability, refreshAvailability } from '../../../../api/modules/catalogue/availability.ts'
import { repairAvailability } from '../../../../api/jobs/repair-availability.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import type { PurgedProduct } from '../../../../api/purge/purge-pages.ts'
import { findTenant } from '../../../../api/modules/tenants/find.ts'
import { ADDRESS, changeCatalogue, openStore, product, type Store } from '../../../kit/api/store.ts'

const HOST = 'asha.example'
let store: Store
let published: string[]
let publishedProducts: readonly PurgedProduct[]

beforeAll(async () => {
  store = await openStore([])
}, 60_000)

afterAll(() => store.close())

const kurta = (stock: { M: number; L: number }) =>
  product('kurta', {
    options: [{ name: 'Size', values: ['M', 'L'] }],
    variants: [
      { options: { Size: 'M' }, regularPrice: 1499, stock: stock.M, images: [] },
      { options: { Size: 'L' }, regularPrice: 1499, stock: stock.L, images: [] },
    ],
  })

beforeEach(async () => {
  published = []
  await changeCatalogue(store.db, 'asha', (tx) =>
    writeProducts(tx, 'asha', [kurta({ M: 1, L: 1 }), product('saree')]),
  )
})

const services = (log: (entry: Record<string, unknown>) => void = () => undefined) => ({
  db: store.db,
  log,
  purge: async ({ id }: { id: string }, changed: readonly PurgedProduct[]) => {
    published.push(id)
    publishedProducts = changed
    return []
  },
})

async function readProduct(key = 'kurta') {
  const [row] = await withTenant(store.db, 'asha', (tx) =>
    tx.select().from(products).where(eq(products.key, key)),
  )
  return row
}

const isOnSale = async (key?: string) => (await readProduct(key))?.available

async function order(size: string): Promise<void> {
  const productId = await store.productId(HOST, 'kurta')
  const { token } = await store.signIn(HOST)
  const { status } = await store.call(HOST, '/orders', {
    token,
    body: {
      products: { [productId]: 1 },
      shippingAddress: ADDRESS,
      lines: [{ productId, quantity: 1, selectedSize: size }],
    },
  })
  expect(status).toBe(201)
}

/** Sets the stock of all variants, or of those of a size. */
const setStock = (stock: number, size?: string) =>
  withTenant(store.db, 'asha', (tx) =>
    tx
      .update(productVariants)
      .set({ stock })
      .where(size === undefined ? undefined : sql`${productVariants.options} ->> 'Size' = ${size}`),
  )

describe('a product whose variants are counted', () => {
  it('leaves the sale with the order of its last piece', async () => {
    await order('M')
    expect(await isOnSale()).toBe(true)
    const written = (await findTenant(store.db, 'asha'))?.catalogueWritten
    await order('L')
    await vi.waitFor(async () => expect(await isOnSale()).toBe(false), { timeout: 10_000 })
    // Reads shared from before the order are no longer used.
    await vi.waitFor(
      async () => expect((await findTenant(store.db, 'asha'))?.catalogueWritten).not.toBe(written),
      { timeout: 10_000 },
    )
  })

  it('is updated after a crash between the order and the update, and the pages are purged once', async () => {
    await setStock(0)
    await repairAvailability(services())
    await repairAvailability(services())
    expect([await isOnSale(), await isOnSale('saree')]).toEqual([false, true])
    expect(published).toEqual(['asha'])
    await setStock(1)
    await repairAvailability(services())
    expect(await isOnSale()).toBe(true)
  })

  it('drops its own pages and the listings of its category, not the whole shop', async () => {
    await setStock(0)
    const id = await store.productId(HOST, 'kurta')
    await updateAvailability(services(), 'asha', [id, await store.productId(HOST, 'saree')])
    expect(publishedProducts).toEqual([{ id, category: 'Kurtas' }])
  })

  it('drops the pages of a product when one of its sizes sells out, and when it comes back', async () => {
    const id = await store.productId(HOST, 'kurta')
    for (const [stock, soldOut] of [
      [0, ['M']],
      [1, []],
    ] as const) {
      await setStock(stock, 'M')
      expect(await updateAvailability(services(), 'asha', [id])).toBe(true)
      expect(publishedProducts).toEqual([{ id, category: 'Kurtas' }])
      expect(await readProduct()).toMatchObject({ available: true, soldOutSizes: soldOut })
    }
    expect(await updateAvailability(services(), 'asha', [id])).toBe(false)
    expect(published).toEqual(['asha', 'asha'])
  })

  it('changes nothing where another variant of the size is still on sale', async () => {
    const one = kurta({ M: 1, L: 1 })
    const options = [
      { name: 'Size', values: ['M', 'L'] },
      { name: 'Length', values: ['44', '46'] },
    ]
    const variants = ['44', '46'].flatMap((Length) =>
      (one.variants ?? []).map((variant) => ({ ...variant, options: { ...variant.options, Length } })),
    )
    await changeCatalogue(store.db, 'asha', (tx) =>
      writeProducts(tx, 'asha', [{ ...one, options, variants }]),
    )
    const id = await store.productId(HOST, 'kurta')
    await withTenant(store.db, 'asha', async (tx) => {
      const [first] = await tx.select().from(productVariants).orderBy(asc(productVariants.position))
      await tx
        .update(productVariants)
        .set({ stock: 0 })
        .where(eq(productVariants.id, first?.id ?? ''))
    })
    expect(await updateAvailability(services(), 'asha', [id])).toBe(false)
    expect(published).toEqual([])
    expect(await isOnSale()).toBe(true)
  })

  it('touches no product that is not named, and none without variants', async () => {
    const [id, saree] = [await store.productId(HOST, 'kurta'), await store.productId(HOST, 'saree')]
    await setStock(0)
    const refresh = (ids: string[]) =>
      withTenant(store.db, 'asha', (tx) => refreshAvailability(tx, 'asha', ids))
    expect(await refresh([saree])).toEqual([])
    expect(await isOnSale()).toBe(true)
    expect(await refresh([id, saree])).toEqual([id])
    expect([await isOnSale(), await isOnSale('saree')]).toEqual([false, true])
  })

  it('logs the storefronts whose pages were not purged', async () => {
    const entries: Record<string, unknown>[] = []
    const failing = {
      ...services((entry) => void entries.push(entry)),
      purge: () => Promise.resolve(['https://storefront.example']),
    }
    await setStock(0)
    await updateAvailability(failing, 'asha', [await store.productId(HOST, 'kurta')])
    expect(entries).toEqual([
      {
        level: 'warn',
        event: 'pages not purged',
        tenant: 'asha',
        storefronts: ['https://storefront.example'],
      },
    ])
  })

  it('logs a failure instead of throwing it', async () => {
    const entries: Record<string, unknown>[] = []
    const failing = {
      ...services((entry) => void entries.push(entry)),
      purge: () => Promise.reject(new Error('no')),
    }
    await setStock(0)
    await updateAvailability(failing, 'asha', [await store.productId(HOST, 'kurta')])
    expect(entries).toEqual([
      expect.objectContaining({ event: 'availability not updated', tenant: 'asha', level: 'error' }),
    ])
  })
})
