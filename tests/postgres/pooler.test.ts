import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, BELA, product, serve } from '../kit/api/store.ts'
import { copyTemplate } from '../kit/database/databases.ts'
import { hasPooler, startPooler } from '../kit/database/pooler.ts'

/** Where PgBouncer is installed; the whole suite runs through it with TEST_POOLER=on. */
describe.runIf(hasPooler)('behind PgBouncer in transaction mode, 20 connections over 3', () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let opened: Database[]
  let store: ReturnType<typeof serve>

  beforeAll(async () => {
    const direct = await copyTemplate(inject('postgres'))
    pooler = await startPooler(direct)
    const config = { dataDir: 'memory://', databaseUrl: pooler.url }
    opened = await Promise.all([openDatabase(config), openDatabase(config)])
    const [db] = opened
    if (!db) throw new Error('nothing was opened')
    for (const tenant of [ASHA, BELA]) {
      await putTenant(db, tenant)
      await withTenant(db, tenant.id, (tx) =>
        writeProducts(tx, tenant.id, [product(`${tenant.id} kurta`), product(`${tenant.id} saree`)]),
      )
    }
    store = serve(db)
  })

  afterAll(async () => {
    for (const db of opened) await db.close()
    await pooler.stop()
  })

  it(
    'shops whose calls come mixed see and sell their own products alone',
    { tags: ['@req-12.2'] },
    async () => {
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const shop = index % 2 ? 'asha' : 'bela'
          const host = `${shop}.example`
          const { body } = await store.call(host, '/products')
          expect(body.data.map(({ title }: { title: string }) => title).toSorted()).toEqual([
            `Title of ${shop} kurta`,
            `Title of ${shop} saree`,
          ])
          const { token } = await store.signIn(host)
          const order = { products: { [body.data[0].id]: 1 }, shippingAddress: ADDRESS }
          const headers = { 'idempotency-key': `checkout-${index}` }
          const placed = await store.call(host, '/orders', { body: order, token, headers })
          expect(placed.status).toBe(201)
          const again = await store.call(host, '/orders', { body: order, token, headers })
          expect(again.body).toEqual(placed.body)
          const { body: orders } = await store.call(host, '/orders', { token })
          expect(orders.map(({ id }: { id: string }) => id)).toEqual([placed.body.id])
        }),
      )
    },
  )

  it('people register and sign in', async () => {
    const person = { email: 'meera@example.com', password: 'zari-loom-7' }
    const names = { firstName: 'Meera', lastName: 'Iyer' }
    expect(
      (await store.call('asha.example', '/users/register', { body: { ...person, ...names } })).status,
    ).toBe(201)
    const { body } = await store.call('asha.example', '/users/authorize', { body: person })
    expect((await store.call('asha.example', '/accountInfo', { token: body.token })).status).toBe(200)
    expect((await store.call('bela.example', '/accountInfo', { token: body.token })).status).toBe(401)
  })
})
