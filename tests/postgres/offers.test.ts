import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

import { openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { orders } from '../../api/db/schema.ts'
import { newOfferId } from '../../api/ids.ts'
import { addOffer } from '../../api/modules/offers/offers.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, openStore, product, serve, type Store } from '../kit/api/store.ts'
import { databaseAt } from '../kit/database/databases.ts'

const SHOP = 'asha.example'

/** Two pools and two apps share nothing but the database, as two processes do. */
let store: Store
let second: Database
let other: ReturnType<typeof serve>
let kurta: string

beforeAll(async () => {
  store = await openStore([product('kurta', { attributes: [] })])
  const { rows } = await store.db.orm.execute<{ name: string }>('select current_database() as name')
  second = await openDatabase({
    dataDir: 'memory://',
    databaseUrl: databaseAt(inject('postgres'), rows[0]?.name ?? ''),
  })
  other = serve(second)
  await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, capabilities: ['quotes', 'offers'] } })
  kurta = await store.productId(SHOP, 'kurta')
})

afterAll(async () => {
  await second.close()
  await store.close()
})

async function addCode(code: string, limits: { maxUses?: number; perCustomer?: number }) {
  const id = newOfferId()
  const terms = { label: 'Festive offer', kind: 'percent' as const, value: 10 }
  await withTenant(store.db, 'asha', (tx) => addOffer(tx, 'asha', { id, code, ...terms, ...limits }))
  return id
}

async function buyAll(tokens: readonly string[], code: string) {
  const body = { products: { [kurta]: 1 }, shippingAddress: ADDRESS, offerCode: code }
  const responses = await Promise.all(
    tokens.map((token, index) => (index % 2 ? other : store).call(SHOP, '/orders', { token, body })),
  )
  return Object.fromEntries(
    Map.groupBy(responses, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )
}

function countOrders(offerId: string): Promise<number> {
  const isUse = and(eq(orders.tenantId, 'asha'), eq(orders.offerId, offerId), ne(orders.status, 4))
  return withTenant(store.db, 'asha', (tx) => tx.$count(orders, isUse))
}

it(
  '100 simultaneous buyers of a code for 10 get 10, from two processes',
  { tags: ['@req-11.30'], timeout: 60_000 },
  async () => {
    const id = await addCode('FOR10', { maxUses: 10 })
    const people = await Promise.all(Array.from({ length: 100 }, () => store.signIn(SHOP)))
    expect(
      await buyAll(
        people.map(({ token }) => token),
        'FOR10',
      ),
    ).toEqual({ 201: 10, 409: 90 })
    expect(await countOrders(id)).toBe(10)
  },
)

it(
  'an account that orders in two browsers at the same time uses its one order of a code once',
  { tags: ['@req-11.30'] },
  async () => {
    const id = await addCode('ONCE', { perCustomer: 1 })
    const { token } = await store.signIn(SHOP)
    expect(await buyAll([token, token, token], 'ONCE')).toEqual({ 201: 1, 409: 2 })
    expect(await countOrders(id)).toBe(1)
  },
)
