import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'

import { openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { productVariants } from '../../api/db/schema.ts'
import { lockCatalogue } from '../../api/modules/catalogue/lock-catalogue.ts'
import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { ADDRESS, changeCatalogue, openStore, product, serve, type Store } from '../kit/api/store.ts'
import { databaseAt } from '../kit/database/databases.ts'

const SHOP = 'asha.example'
const SIZES = ['S', 'M', 'L', 'XL']
const PIECES = 3

/** Two pools and two apps share nothing but the database, as two processes do. */
let store: Store
let second: Database
let other: ReturnType<typeof serve>

beforeAll(async () => {
  store = await openStore([])
  const { rows } = await store.db.orm.execute<{ name: string }>('select current_database() as name')
  const databaseUrl = databaseAt(inject('postgres'), rows[0]?.name ?? '')
  second = await openDatabase({ dataDir: 'memory://', databaseUrl })
  other = serve(second)
})

afterAll(async () => {
  await second.close()
  await store.close()
})

const counted = (key: string) =>
  product(key, {
    options: [{ name: 'Size', values: SIZES }],
    variants: SIZES.map((Size) => ({ options: { Size }, regularPrice: 1499, stock: PIECES, images: [] })),
  })

beforeEach(async () => {
  await changeCatalogue(store.db, 'asha', (tx) =>
    writeProducts(tx, 'asha', [counted('kurta'), counted('saree')]),
  )
})

async function stocks(): Promise<(number | null)[]> {
  const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(productVariants))
  return rows.map(({ stock }) => stock)
}

async function orderAll(call: Store['call'], token: string, isReversed: boolean) {
  const lines = (await withTenant(store.db, 'asha', (tx) => tx.select().from(productVariants))).map(
    ({ id, productId }) => ({ productId, variantId: id, quantity: 1 }),
  )
  const ordered = isReversed ? lines.toReversed() : lines
  const products = Object.fromEntries(ordered.map(({ productId }) => [productId, SIZES.length]))
  return call(SHOP, '/orders', { token, body: { products, shippingAddress: ADDRESS, lines: ordered } })
}

describe('two processes on one PostgreSQL', () => {
  it('sell each piece once, whatever the order of the lines, and refuse the others by line', async () => {
    const { token } = await store.signIn(SHOP)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        orderAll(index % 2 === 0 ? store.call : other.call, token, index % 4 < 2),
      ),
    )
    const statuses = responses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    for (const { body } of responses.filter(({ status }) => status === 409)) {
      expect(body.problems).toHaveLength(2 * SIZES.length)
    }
    expect(await stocks()).toEqual(Array.from({ length: 2 * SIZES.length }, () => 0))
  })

  it('sell while the other imports the products in another order, without a deadlock', async () => {
    const { token } = await store.signIn(SHOP)
    const importBatch = (keys: string[]) =>
      withTenant(second, 'asha', async (tx) => {
        await lockCatalogue(tx, 'asha')
        for (const key of keys) {
          await writeProducts(tx, 'asha', [counted(key)], { setsStock: false })
        }
      })
    const [first, next] = await Promise.all([
      orderAll(store.call, token, false),
      orderAll(store.call, token, true),
      importBatch(['saree', 'kurta']),
      importBatch(['kurta', 'saree']),
      importBatch(['saree', 'kurta']),
      importBatch(['kurta', 'saree']),
    ])
    expect([first.status, next.status]).toEqual([201, 201])
    expect(await stocks()).toEqual(Array.from({ length: 2 * SIZES.length }, () => PIECES - 2))
  })
})
